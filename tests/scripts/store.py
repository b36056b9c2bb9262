#!/usr/bin/env python3
"""`mustplay solve --store`: kill -9 twenty times, two processes at once, files that are no stores; --advice.

Usage: store.py BUILD [SEED]
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from store_file import cells, forged, key_bytes
from waiting import wait_for

PROGRAM = os.path.join(sys.argv[1], "mustplay")
VERIFY = os.path.join(sys.argv[1], "mustplay-verify")
TRIM = os.path.join(sys.argv[1], "tools", "trim_store")
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else os.getpid()
KILLS = 20
# Winners of 7x7 openings, hard ones first; a4, a7 and g2 win, the others lose.
OPENINGS = [("b2", "white"), ("a7", "black"), ("a4", "black"), ("g2", "black"), ("a3", "white"), ("f1", "white")]
# What a store is said to be whose bytes are wrong, by the place where they are.
REFUSALS = ("damaged", "truncated", "of LMDB's format", "not a sound store")
dice = random.Random(SEED)


def solve(*args, timeout=300):
    done = subprocess.run([PROGRAM, "solve", *args], capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


def solve_json(*args):
    code, out, err = solve(*args, "--json")
    return json.loads(out) if code == 0 else {"winner": None, "error": err, "nodes": 0}


def entries(store):
    """What `store list` says: position -> the rest of its line."""
    done = subprocess.run([PROGRAM, "store", "list", store], capture_output=True, text=True, timeout=300)
    check("the store opens", done.returncode == 0, done.stderr)
    found = {}
    for line in done.stdout.splitlines():
        size, mover, winner, move, exact, work, black, white, needs = line.split(" ")
        found[size, mover, black, white] = (winner, move, exact, needs)
    return found


def kept(before, after):
    """Nothing is lost or changed, but that a result may become exact."""
    return all(key in after and (after[key] == result or result[2] == "inexact" and after[key][0] == result[0])
               for key, result in before.items())


def kills(store):
    before, done, at = {}, 0, 0
    while done < KILLS and at < len(OPENINGS):
        opening, winner = OPENINGS[at]
        child = subprocess.Popen([PROGRAM, "solve", "--size", "7", "--moves", opening, "--store", store, "--json"],
                                 stdout=subprocess.PIPE, text=True)
        try:
            out, _ = child.communicate(timeout=dice.uniform(0.02, 0.9))
            check(f"{opening}", json.loads(out)["winner"] == winner, out)
            at += 1
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            done += 1
        if os.path.exists(store):
            after = entries(store)
            check(f"after kill {done} nothing is lost", kept(before, after), len(after))
            before = after
    print(f"seed {SEED}: {done} kills, {len(before)} positions stored, {at} openings solved meanwhile")
    check("kills", done == KILLS or at == len(OPENINGS), (done, at))
    opening, winner = OPENINGS[min(at, 1)]
    data = solve_json("--size", "7", "--moves", opening, "--store", store)
    check("the result after the kills", data["winner"] == winner, data)
    again = solve_json("--size", "7", "--moves", opening, "--store", store)
    check("a second run answers at once", again["nodes"] == 0 and again["winner"] == winner
          and again["carrier"] == data["carrier"] and again["move"] == data["move"], again)


def resumed(store):
    """Half a solve, killed, then the rest: less work than from the start."""
    fresh = solve_json("--size", "7", "--moves", "b2")
    command = ["--size", "7", "--moves", "b2", "--store", store]
    child = subprocess.Popen([PROGRAM, "solve", *command], stdout=subprocess.DEVNULL)
    wait_for(lambda: child.poll() is not None or os.path.exists(store) and len(listed(store)) >= 100)
    child.kill()
    child.wait()
    kept = len(listed(store))
    rest = solve_json(*command)
    check("resuming profits", rest["winner"] == "white" and rest["nodes"] < fresh["nodes"],
          (fresh["nodes"], rest["nodes"]))
    print(f"b2: {fresh['nodes']} nodes, {rest['nodes']} after a kill with {kept} positions stored")


def proofs(store, count):
    """A sample of what is stored, solved again without the store: winners, carriers, moves."""
    found = sorted(entries(store).items())
    board = {f"{chr(97 + c)}{r + 1}" for r in range(7) for c in range(7)}
    for (size, mover, black, white), (winner, move, exact, needs) in dice.sample(found, min(count, len(found))):
        stones = {"black": cells(black), "white": cells(white)}
        loser = "white" if winner == "black" else "black"
        stones[loser] += sorted(board - set(cells(needs)) - set(stones["black"]) - set(stones["white"]))
        where = ["--size", size, "--black", " ".join(stones["black"]), "--white", " ".join(stones["white"])]
        data = solve_json(*where, "--to-move", mover)
        check(f"a stored proof {size} {mover} {black} {white} {needs}", data["winner"] == winner, data)
        if exact == "exact" and mover == winner and move != "-":
            stones[winner].append(move)
            where = ["--size", size, "--black", " ".join(stones["black"]), "--white", " ".join(stones["white"])]
            check(f"a stored move {move} {where}", solve_json(*where, "--to-move", loser)["winner"] == winner)


def together(store):
    names = [("a7", "black"), ("a7", "black"), ("b2", "white")]
    children = [subprocess.Popen([PROGRAM, "solve", "--size", "7", "--moves", name, "--store", store, "--json"],
                                 stdout=subprocess.PIPE, text=True) for name, _ in names]
    for child, (name, winner) in zip(children, names):
        out, _ = child.communicate(timeout=300)
        check(f"together: {name}", child.returncode == 0 and json.loads(out)["winner"] == winner, out)
    for name, winner in names:
        data = solve_json("--size", "7", "--moves", name, "--store", store)
        check(f"together, then again: {name}", data["winner"] == winner and data["nodes"] == 0, data)


def listed(store):
    return set(subprocess.run([PROGRAM, "store", "list", store], capture_output=True, text=True, timeout=300).stdout.splitlines())


def trimmed(folder, store):
    """trim_store keeps what was dear, unchanged, and a search goes on from there."""
    kept_store, whole = os.path.join(folder, "trimmed"), listed(store)
    dear = {line for line in whole if int(line.split(" ")[5]) >= 50}
    trim = lambda *args: subprocess.run([TRIM, *args], capture_output=True, text=True, timeout=300)
    done = trim(store, kept_store, "50")
    check("what was dear is kept", done.returncode == 0 and 0 < len(dear) < len(whole) and listed(kept_store) == dear, done)
    check("and counted", done.stdout == f"{len(dear)} of {len(whole)} positions\n", done.stdout)
    opening, winner = OPENINGS[0]
    data = solve_json("--size", "7", "--moves", opening, "--store", kept_store)
    check("a search from it", data["winner"] == winner, data)
    other, merged = os.path.join(folder, "other"), os.path.join(folder, "merged")
    solve_json("--size", "6", "--moves", "a4", "--store", other)
    done = trim(store, other, store, merged, "20")
    dear = {line for line in whole | listed(other) if int(line.split(" ")[5]) >= 20}
    check("several stores in one", done.returncode == 0 and {line[0] for line in dear} == {"6", "7"} and listed(merged) == dear, done)
    foreign = os.path.join(folder, "no store")
    with open(foreign, "w") as file:
        file.write("not a store")
    for args, word in (((store, kept_store, "50"), "exists already"), ((kept_store + "-no", kept_store + "2", "50"), "no such file"),
                       ((store, kept_store + "-no", kept_store + "2", "50"), "no such file"), ((store, foreign, kept_store + "2", "50"), "no store"),
                       ((store, kept_store + "2", "-1"), "WORK is"), ((store, kept_store + "2", "5x"), "WORK is"), ((store, kept_store + "2"), "usage")):
        done = trim(*args)
        check(f"trim_store refuses: {word}", done.returncode == 2 and word in done.stderr, done)
    check("and leaves nothing", not os.path.exists(kept_store + "2") and not os.path.exists(kept_store + "2-lock") and not os.path.exists(kept_store + "-no"))
    contradicting(folder, store, trim)
    missing = os.path.join(folder, "missing")
    done = subprocess.run([PROGRAM, "store", "list", missing], capture_output=True, text=True, timeout=300)
    check("store list makes no store", done.returncode == 2 and "No such file" in done.stderr and not os.path.exists(missing), done)


def contradicting(folder, store, trim):
    """Two stores that differ about a position: the message names it, and nothing is made."""
    wrong, merged = os.path.join(folder, "wrong"), os.path.join(folder, "contradiction")
    line = max(listed(store), key=lambda line: int(line.split(" ")[5]))  # the dearest
    check("a forged record", forged(store, wrong, key_bytes(line)) > 0 and len(listed(wrong) - listed(store)) == 1)
    size, mover, winner, _, _, work, black, white, _ = line.split(" ")
    done = trim(store, wrong, merged, work)
    stones = {**dict.fromkeys(cells(black), "B"), **dict.fromkeys(cells(white), "W")}
    width, height = map(int, size.split("x"))
    rows = "/".join("".join(stones.get(chr(97 + x) + str(y + 1), ".") for x in range(width)) for y in range(height))
    named = [f"{size}, {mover} to move, {rows};", f"({winner} wins)", wrong + ":"]
    check("a contradiction is reported", done.returncode == 1 and all(word in done.stderr for word in named) and not done.stdout, done, named)
    check("and nothing is made", not os.path.exists(merged) and not os.path.exists(merged + "-lock"))
    done = trim(store, wrong, merged, str(int(work) + 1))
    check("what is not kept cannot contradict", done.returncode == 0, done)


def advice(folder, store):
    """Proofs of other openings help with a new one, and what comes of it can be stored and proved."""
    own, written, before = os.path.join(folder, "advised"), os.path.join(folder, "a2.proof"), listed(store)
    question = ("--size", "7", "--moves", "a2", "--advice", store)
    data = solve_json(*question, "--store", own, "--proof", written)
    check("advice", data["winner"] == "white", data)
    done = subprocess.run([VERIFY, written], capture_output=True, text=True, timeout=300)
    check("a proof after advice", done.returncode == 0, done)
    check("advice is only read", listed(store) == before)
    again = solve_json("--size", "7", "--moves", "a2", "--store", own)
    check("what advice proved is stored", again["winner"] == "white" and again["nodes"] == 0, again)
    second = os.path.join(folder, "a1.mdb")
    solve_json("--size", "7", "--moves", "a1", "--store", second)
    data = solve_json(*question, "--advice", second, "--proof", written, "--force")
    done = subprocess.run([VERIFY, written], capture_output=True, text=True, timeout=300)
    check("advice of two stores", data["winner"] == "white" and done.returncode == 0, data, done)
    alone = solve_json("--size", "7", "--moves", "a2", "--advice", second)
    swapped = solve_json("--size", "7", "--moves", "a2", "--advice", second, "--advice", store)
    check("both are read", data["nodes"] not in (alone["nodes"], again["nodes"]) and swapped["winner"] == "white", data["nodes"], alone["nodes"], swapped["nodes"])
    check("advice from the own store", solve_json(*question, "--store", store, "--threads", "2")["winner"] == "white")
    missing = os.path.join(folder, "missing")
    for args, word in ((("--advice", missing), "no store"), (("--advice", store, "--advice", missing), "no store"), (("--advice", store, "--advice", store), "twice"),
                       (("--advice", store, "--advice", folder), "folder"), (("--advice", folder), "folder"),
                       (("--advice", store, "--method", "brute"), "brute"), (("--advice", store, "--redis", "localhost"), "workers"),
                       (("--advice", store, "--as-y"), "do not go together")):
        code, out, err = solve("--size", "4", *args)
        check(f"no advice: {word}", code == 2 and out == "" and word in err, (code, out, err))
    check("nothing is made", not os.path.exists(missing))


def refusals(folder, store):
    cut, foreign, empty = (os.path.join(folder, name) for name in ("cut", "foreign", "empty"))
    shutil.copy(store, cut)
    os.truncate(cut, os.path.getsize(cut) // 2)
    with open(foreign, "w") as file:
        file.write("not a store\n" * 1000)
    with open(empty, "w"):
        pass
    for path, word in ((cut, "truncated"), (foreign, "not a store"), (empty, "empty"), (folder, "folder"),
                       ("/dev/null", "not a file"), ("/proc/store", "cannot be made"),
                       (os.path.join(folder, "none", "store"), "cannot be made"), ("x" * 5000, "long")):
        code, out, err = solve("--size", "3", "--store", path)
        check(f"refused: {path[:60]}", code == 2 and out == "" and err.startswith("mustplay: ") and word in err,
              (code, out, err))
    check("the foreign file is as it was", os.path.getsize(foreign) == 12000)
    code, out, err = solve("--size", "3", "--store", os.path.join(folder, "new"), "--method", "brute")
    check("brute takes no store", code == 2 and not os.path.exists(os.path.join(folder, "new")), (code, err))


def damage(folder, store, rounds):
    with open(store, "rb") as file:
        whole = file.read()
    path = os.path.join(folder, "damaged")
    refused = 0
    for _ in range(rounds):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 40)):
            data[dice.randrange(len(data) // 2)] = dice.randrange(256)
        with open(path, "wb") as file:
            file.write(data)
        code, out, err = solve("--size", "7", "--moves", "d4", "--store", path, "--json")
        reason = err.startswith("mustplay: ") and path in err and any(word in err for word in REFUSALS)
        good = code == 2 and out == "" and reason or code == 0 and json.loads(out)["winner"] == "black"
        refused += code == 2
        check("a damaged store", good, (code, out, err))
    print(f"{rounds} damaged stores, {refused} refused")


with tempfile.TemporaryDirectory() as top:
    began = time.monotonic()
    main = os.path.join(top, "store")
    kills(main)
    proofs(main, 25)
    resumed(os.path.join(top, "resumed"))
    together(os.path.join(top, "together"))
    trimmed(top, main)
    advice(top, main)
    refusals(top, main)
    damage(top, main, 15)
    print(f"{time.monotonic() - began:.1f} s")
finish()
