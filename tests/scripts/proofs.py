#!/usr/bin/env python3
"""`mustplay solve --proof`: whatever is solved can be written, and mustplay-verify finds it right.

Usage: proofs.py BUILD [SEED]. MUSTPLAY_SOUNDNESS=N takes N times as many positions.
"""
import concurrent.futures
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
VERIFY = os.path.join(sys.argv[1], "mustplay-verify")
PUBLISHED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "proofs")
SCALE = int(os.environ.get("MUSTPLAY_SOUNDNESS", "1"))
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
JOBS = 2
dice = random.Random(SEED)


def run(*command, timeout=900):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


def verified(path):
    """The winner that the checker finds proved, or what it says instead."""
    code, out, err = run(VERIFY, path)
    return out.split()[1] if code == 0 else f"exit code {code}: {out}{err}"


def prove(folder, name, *args):
    """Solves, writes and verifies; what went wrong, or nothing."""
    path = os.path.join(folder, name)
    code, out, err = run(PROGRAM, "solve", *args, "--json", "--proof", path)
    if code != 0:
        return f"solve {' '.join(args)}: exit code {code}: {err}"
    winner, found = json.loads(out)["winner"], verified(path)
    os.remove(path)
    return None if winner == found else f"solve {' '.join(args)}: {winner} wins, but the checker says: {found}"


def cells(width, height):
    return [chr(97 + c) + str(r + 1) for r in range(height) for c in range(width)]


def openings(width, height):
    every = cells(width, height)
    return [["--size", f"{width}x{height}", "--moves", cell] for cell in every[:(len(every) + 1) // 2]]


def stones(width, height):
    """A random position: some stones of either colour, anybody to move."""
    board = cells(width, height)
    dice.shuffle(board)
    black = dice.randint(0, len(board) // 4)
    white = max(0, min(len(board) // 4, black + dice.randint(-2, 2)))
    return ["--size", f"{width}x{height}", "--black", " ".join(board[:black]),
            "--white", " ".join(board[black:black + white]), "--to-move", dice.choice(["black", "white"])]


def questions():
    for width, height in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (4, 3), (3, 5), (5, 4), (6, 4)]:
        yield from openings(width, height)
    for width, height, count in [(5, 5, 20), (6, 6, 12), (7, 7, 6), (5, 6, 10), (7, 5, 8), (4, 9, 4), (8, 8, 2)]:
        for _ in range(count * SCALE):
            yield stones(width, height)
    if SCALE > 1:
        yield from openings(6, 6)


def test_positions(folder):
    asked = list(questions())
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        faults = [f for f in pool.map(lambda i: prove(folder, f"{i}.proof", *asked[i]), range(len(asked))) if f]
    check(f"{len(asked)} positions are proved, written and verified", not faults, "\n".join(faults[:5]))


def test_methods(folder):
    for method in ["auto", "dfs", "pns", "dfpn", "fdfpn", "brute"]:
        fault = prove(folder, f"{method}.proof", "--size", "4", "--moves", "a2", "--method", method)
        check(f"a proof by {method}", not fault, fault)
    for extra in [["--threads", "2"], ["--memory", "16"], ["--net", "none"], ["--store", os.path.join(folder, "store")]]:
        for _ in range(2):
            fault = prove(folder, "extra.proof", "--size", "6", "--moves", "b4", *extra)
            check(f"a proof with {extra[0]}", not fault, fault)


def test_files(folder):
    path = os.path.join(folder, "x.proof")
    ask = [PROGRAM, "solve", "--size", "5", "--moves", "b3", "--proof"]
    check("a proof is written", run(*ask, path)[0] == 0)
    before = open(path, "rb").read()
    code, out, err = run(*ask, path)
    check("it is not overwritten", code == 2 and not out and "--force" in err and open(path, "rb").read() == before, err)
    check("--force replaces it", run(*ask, path, "--force")[0] == 0 and verified(path) in ("black", "white"))
    check("a compressed one", run(*ask, path + ".zst")[0] == 0 and verified(path + ".zst") in ("black", "white"))
    check("it is zstd's", open(path + ".zst", "rb").read(4) == b"\x28\xb5\x2f\xfd")
    code, out, err = run(*ask, folder)
    check("a folder is no file", code == 2 and not out and "folder" in err, err)
    code, out, err = run(*ask, os.path.join(folder, "none", "x.proof"))
    check("a folder that does not exist", code == 2, err)
    code, out, err = run(PROGRAM, "solve", "--size", "3", "--moves", "b2 resign", "--proof", path + "2")
    check("a resigned game has no proof", code == 2 and "resign" in err, err)
    fault = prove(folder, "over.proof", "--size", "2", "--moves", "a1 b1 a2")
    check("a finished game has one", not fault, fault)


def test_moves(folder):
    for source, count in [(["--all-openings", "--moves", ""], 13), (["--all-moves", "--moves", "a2 c3"], 23)]:
        moves = os.path.join(folder, source[0][2:])
        code, out, err = run(PROGRAM, "solve", "--size", "5", *source, "--proof", moves, "--json")
        truth = json.loads(out)
        names = sorted(os.listdir(moves))
        check(f"{source[0]}: a file per move", code == 0 and len(names) == count, f"{names} {err}")
        mover = truth["to_move"]
        other = {"black": "white", "white": "black"}[mover]
        wrong = [n for n in names if verified(os.path.join(moves, n)) !=
                 (mover if n[:-6] in truth["winning_moves"] else other)]
        check(f"{source[0]}: all are right", not wrong, str(wrong))
        code, out, err = run(PROGRAM, "solve", "--size", "5", *source, "--proof", moves)
        check(f"{source[0]}: files that exist stay", code == 0 and out.count("exists") == count, out)


def test_stops(folder):
    path = os.path.join(folder, "stopped.proof")
    ask = ["--size", "7", "--moves", "b4", "--proof", path]
    code, out, err = run(PROGRAM, "solve", *ask, "--time", "0.001")
    check("no time: exit code 3", code == 3 and not os.path.exists(path), f"{code} {err}")
    store = os.path.join(folder, "stops")
    kills = 0
    while not os.path.exists(path) and kills < 45:
        child = subprocess.Popen([PROGRAM, "solve", *ask, "--store", store], stdout=subprocess.DEVNULL)
        try:
            child.wait(timeout=0.05 * 1.25**kills)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
        kills += 1
    check(f"killed {kills} times, then finished", verified(path) == "black", verified(path))
    seconds = 0.1
    for _ in range(20):  # less where the file was written in that time, more where the machine stalled before
        before = open(path, "rb").read()
        code, out, err = run(PROGRAM, "solve", *ask, "--store", store, "--force", "--time", str(seconds))
        if code == 3 and os.path.exists(path + ".part"):
            break
        seconds *= 1.5 if code == 3 else 0.6
    check("time ends while writing: exit code 3, the old file stays",
          code == 3 and os.path.exists(path + ".part") and open(path, "rb").read() == before, f"{code} {out} {err}")


def test_published(_):
    """The files of data/proofs are right, and say what they are named for."""
    names = [os.path.join(place, n) for place, _, found in os.walk(PUBLISHED) for n in found if n.endswith(".zst")]
    wrong = []
    for name in names:
        size, opening = name.split(os.sep)[-2:]
        done = subprocess.run(["zstd", "-dcq", name], capture_output=True, text=True)
        about = done.stdout.split("\n", 8)
        wanted = ["mustplay-proof 1", f"board {size}", None, "root position", f"black {opening.split('.')[0]}", "white -",
                  "to-move white"]
        if verified(name) not in ("black", "white") or any(w and w != a for w, a in zip(wanted, about)):
            wrong.append(name)
    check(f"{len(names)} published proofs are right", len(names) > 40 and not wrong, wrong)


for test in (test_published, test_positions, test_methods, test_files, test_moves, test_stops):
    with tempfile.TemporaryDirectory() as place:
        test(place)
finish()
