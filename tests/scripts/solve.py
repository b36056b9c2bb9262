#!/usr/bin/env python3
"""The contract of `mustplay solve`: exit codes, JSON keys, what stands on stdout."""
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile

from checks import check, finish
from waiting import children_cpu, cpu_seconds, wait_busy

PROGRAM = os.path.join(sys.argv[1], "mustplay")
KEYS = ["winner", "to_move", "move", "winning_moves", "losing_moves", "unknown_moves", "nodes", "seconds", "method",
        "carrier", "proof_nodes", "proof_whole", "proof_ratio", "claimed", "stored"]


def solve(*args):
    done = subprocess.run([PROGRAM, "solve", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def solve_json(name, code, *args):
    got, out, err = solve(*args, "--json")
    check(f"{name}: exit", got == code, f"{got}, not {code}; {err}")
    try:
        data = json.loads(out)
    except ValueError:
        check(f"{name}: JSON", False, out)
        return dict.fromkeys(KEYS)
    check(f"{name}: keys", list(data) == KEYS, list(data))
    return data


def cells(width, height):
    return {f"{chr(97 + c)}{r + 1}" for r in range(height) for c in range(width)}


def truths():
    data = solve_json("4x4", 0, "--size", "4", "--moves", "", "--all-moves", "--method", "brute")
    check("4x4 winning moves", data["winning_moves"] == ["d1", "c2", "b3", "a4"], data["winning_moves"])
    check("4x4 partition", set(data["losing_moves"]) | set(data["winning_moves"]) == cells(4, 4), data)
    check("4x4 the rest", data["unknown_moves"] == [] and data["winner"] == "black" and data["method"] == "brute",
          data)
    check("4x4 carrier", data["move"] in data["carrier"], data)
    for size, moves in (("2", "b1 a2"), ("3", "c1 a2 b2 c2 a3")):
        data = solve_json(size, 0, "--size", size, "--all-openings")
        check(f"{size} winning moves", data["winning_moves"] == moves.split(), data)
    data = solve_json("a lost position", 0, "--size", "4", "--moves", "c2", "--all-moves")
    check("a lost position", data["winner"] == "black" and data["move"] is None and data["to_move"] == "white"
          and data["winning_moves"] == [] and len(data["losing_moves"]) == 15, data)
    data = solve_json("no lists", 0, "--size", "3")
    check("no lists", all(data[k] is None for k in KEYS[3:6]) and data["method"] == "auto", data)
    data = solve_json("18x19", 0, "--size", "18x19")
    check("18x19", data["winner"] == "white" and data["move"] is None and len(data["carrier"]) == 18 * 19, data)
    data = solve_json("19x18", 0, "--size", "19x18", "--all-openings")
    check("19x18", data["winner"] == "black" and len(data["winning_moves"]) == 19 * 18, data)
    data = solve_json("finished", 0, "--size", "2", "--black", "a1 a2", "--white", "b1", "--to-move", "white",
                      "--all-moves")
    check("finished", data["winner"] == "black" and data["move"] is None and data["carrier"] == []
          and data["winning_moves"] == data["losing_moves"] == data["unknown_moves"] == [], data)
    data = solve_json("resigned", 0, "--size", "3", "--moves", "a1 resign")
    check("resigned", data["winner"] == "black" and data["move"] is None, data)


def limits():
    before = children_cpu()  # not the wall clock: the machine may be busy
    data = solve_json("time", 3, "--size", "8", "--time", "0.5", "--all-moves", "--memory", "16", "--method", "brute")
    check("time kept", children_cpu() - before < 3, children_cpu() - before)
    check("time: nothing decided", data["winner"] is None and len(data["unknown_moves"]) == 64, data)
    data = solve_json("no time", 3, "--size", "9", "--time", "0", "--method", "brute")
    check("no time", data["winner"] is None and data["move"] is None and data["carrier"] == [], data)
    child = subprocess.Popen([PROGRAM, "solve", "--size", "9", "--json", "--method", "brute"],
                             stdout=subprocess.PIPE, text=True)
    check("it searches", wait_busy(child))
    before, so_far = children_cpu(), cpu_seconds(child)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=300)
    check("Ctrl-C", child.returncode == 3 and json.loads(out)["winner"] is None, (child.returncode, out))
    check("Ctrl-C at once", children_cpu() - before - so_far < 1, children_cpu() - before - so_far)


def bad_input():
    for args in (["--size", "3", "--moves", "a1", "--all-openings"], ["--method", "magic"], ["--size", "20"],
                 ["--moves", "z9"], ["--time", "-1"], ["--time", "nan"], ["--memory", "0"], ["--threads", "0"],
                 ["surplus"], ["--proof"], ["--size", "3", "--moves", "a1", "--black", "b2"]):
        code, out, err = solve(*args)
        check(f"bad {args}", code == 2 and out == "" and err.startswith("mustplay: "), (code, out, err))
    code, out, _ = solve("--size", "4", "--all-moves")
    check("for people", code == 0 and "Winning moves (4): d1 c2 b3 a4" in out, out)
    check("help", solve("--help")[0] == 0)


def drawings():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "openings.svg")
        check("a drawing", solve("--size", "4", "--all-openings", "--output", path)[0] == 0)
        with open(path) as file:
            check("it is SVG", "<svg" in file.read())
        before = children_cpu()
        code, out, err = solve("--size", "9", "--output", path)
        check("an existing file is kept", code == 2 and out == "" and "exists" in err, (code, out, err))
        check("and that is told before the work", children_cpu() - before < 2, children_cpu() - before)
        check("a name without format", solve("--size", "3", "--output", os.path.join(folder, "x"))[0] == 2)
        for name in ("one.png", "one.pdf"):
            check(name, solve("--size", "4", "--moves", "b2", "--output", os.path.join(folder, name))[0] == 0)


def on_terminal(*args):
    """What a run writes to a terminal, line by line, and its output."""
    master, slave = pty.openpty()
    child = subprocess.Popen([PROGRAM, "solve", *args, "--json"], stderr=slave, stdout=subprocess.PIPE, text=True)
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(master)
    out, _ = child.communicate(timeout=300)
    return seen.decode().split("\r"), out


def terminal():
    """The progress line, on a terminal only."""
    for seconds in (1.5, 6, 24):  # more where the machine stalls
        lines, out = on_terminal("--size", "9", "--moves", "a2", "--time", str(seconds))
        good = [line for line in lines if re.search(r"^\d+\.\d s  \S+ nodes  \S+/s  proof \d+ disproof \d+  \d+ of \d+ settled  [a-i][1-9] ", line)]
        if len(good) >= 2:
            break
    check("progress lines", len(good) >= 2, lines[:4])
    check("the line goes away", lines[-1] == "" and lines[-2].strip() == "", lines[-2:])
    check("stdout is JSON alone", list(json.loads(out)) == KEYS, out)
    check("no line without a terminal", solve("--size", "6", "--moves", "a3")[2] == "")


def count(text):
    return float(text.rstrip("kM")) * {"k": 1e3, "M": 1e6}.get(text[-1], 1)


def terminal_resumed(folder):
    """The speed of a search that goes on is that of this run, not of all its nodes in this run's time."""
    args = ["--size", "9", "--moves", "a2", "--checkpoint", os.path.join(folder, "resumed")]
    for seconds in ("1.2", "5", "20"):  # more where the machine stalls
        on_terminal(*args, "--time", seconds)
        lines, _ = on_terminal(*args, "--time", seconds)
        found = [re.search(r"^([\d.]+) s  (\S+) nodes  (\S+)/s", line) for line in lines]
        made = [(float(line[1]) * count(line[3]), count(line[2])) for line in found if line and float(line[1]) >= 0.4]
        if any(speed < 0.8 * nodes for speed, nodes in made):
            break
    check("speed after a checkpoint", any(speed < 0.8 * nodes for speed, nodes in made), made)


def terminal_proof(folder):
    """While a proof is written the line says how much of it there is."""
    for opening in ("d5", "c4", "b6"):  # longer where the machine writes it before there is a line
        lines, _ = on_terminal("--size", "8", "--moves", opening, "--proof", os.path.join(folder, f"{opening}.proof"))
        found = [re.search(r"^writing the proof  [\d.]+ s  (\S+) claims?  about ([\d.]+) %  \S+ nodes? more *$", line) for line in lines]
        if any(found):
            break
    claims, shares = [[kind(line[i]) for line in found if line] for i, kind in ((1, count), (2, float))]
    check("a proof's progress", shares and all(0 <= share <= 100 for share in shares), lines)
    check("claims come one by one", claims and claims == sorted(claims) and claims[-1] > 100, claims)


def peak(*args):
    """The peak memory of a run in bytes, and what it printed."""
    child = subprocess.Popen([PROGRAM, *args], stdout=subprocess.PIPE, text=True)
    out = child.stdout.read()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return usage.ru_maxrss * 1024, out


def memory():
    start, _ = peak("--version")
    most, out = peak("solve", "--size", "7", "--moves", "b2", "--memory", "8", "--json")
    check("little memory: right", json.loads(out)["winner"] == "white", out)
    check("little memory: kept", most - start <= 8 << 20, most - start)


def games_set():
    """The hundred positions of tools/solve-set: 25 of each size, legal, none twice, not even turned by the half-turn."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "games_8_to_11.txt")
    with open(path) as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    seen = {}
    for size, *moves in lines:
        side = int(size.split("x")[0])
        turned = [f"{chr(96 + side + 1 - (ord(move[0]) - 96))}{side + 1 - int(move[1:])}" for move in moves]
        check(f"{size} {' '.join(moves)}: legal", size == f"{side}x{side}" and len(set(moves)) == len(moves) and set(moves) <= cells(side, side))
        position, other = ((size, frozenset(played[::2]), frozenset(played[1::2])) for played in (moves, turned))
        check(f"{size} {' '.join(moves)}: once", position not in seen, seen.get(position))
        seen[position] = seen[other] = " ".join(moves)
    check("25 of each size", [sum(line[0] == f"{side}x{side}" for line in lines) for side in (8, 9, 10, 11)] == [25] * 4 and len(lines) == 100)


truths()
games_set()
memory()
drawings()
terminal()
with tempfile.TemporaryDirectory() as scratch:
    terminal_resumed(scratch)
    terminal_proof(scratch)
limits()
bad_input()
finish()
