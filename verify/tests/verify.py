#!/usr/bin/env python3
"""mustplay-verify and mustplay verify on right, false, damaged, foreign, hostile and huge files. Checks the exit
codes, the JSON, and a sentence on stderr with nothing on stdout for what is not a proof file. The example of
docs/PROOFS.md is right."""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "tests" / "scripts"))
from checks import check, finish  # noqa: E402
from proofs.boundaries import boundaries  # noqa: E402
from proofs.checker import programs  # noqa: E402
from proofs.text import sealed  # noqa: E402
from waiting import wait_asleep  # noqa: E402

PAGE = (ROOT / "docs" / "PROOFS.md").read_text()
EXAMPLE = PAGE.split("```\n")[1]
BODY = EXAMPLE[: EXAMPLE.index("end ")]
LINES = BODY.splitlines()
CLAIMS = [i for i, line in enumerate(LINES) if line[:2] in ("S ", "C ")]


def run(program, *words):
    start = time.monotonic()
    done = subprocess.run([*program, *words], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


def changed(index, line):
    return sealed("\n".join(LINES[:index] + ([] if line is None else [line]) + LINES[index + 1 :]) + "\n")


PROGRAMS = programs(BUILD)
first, second, third = CLAIMS
CASES = [  # name, text or bytes, exit code, a part of the reason
    ("right", EXAMPLE, 0, None),
    ("a comment", changed(first, "# why\n" + LINES[first]), 0, None),
    ("relative references", changed(third, "C a2:^2 c1:^1"), 0, None),
    ("not joined", changed(first, "S a3,a1|b1"), 4, "T and B are not joined"),
    ("a missing answer", changed(third, "C a2:1"), 4, "no answer to a"),
    ("a later claim", changed(second, "C a2:3"), 4, "no earlier claim"),
    ("kills without an answer", changed(third, "C a2*a1"), 4, "no answer"),
    ("no kill", changed(third, "C a2:1 b3*a2"), 4, "b3 does not kill a2"),
    ("a captured set too large", changed(third, "F 1 a1,a2,a3,b1,b2,b3,c1,c2,c3"), 4, "more than 8 cells"),
    ("an edge of the loser", changed(first, "S L-B a3"), 4, "L is not an edge of the winner"),
    ("two items with one cell", changed(first, "S a3,a2,a1|b1,b1|a1"), 4, "two items of a body need a1"),
    ("a root of another first move", changed(7, "first a2"), 4, "a stone on a3"),
    ("the pairing on a square board", changed(third, "P 0"), 4, "square"),
    ("a checksum", EXAMPLE.replace("by hand", "by foot"), 2, "line 13: the checksum is wrong"),
    ("a false line before a wrong checksum", EXAMPLE.replace("a2:1 c1:2", "a2:1 a1:1"), 4, "line 12"),
    ("a wrong count", EXAMPLE.replace("end 3", "end 2"), 2, "2 claims announced, 3 found"),
    ("no end", BODY, 2, "ends without its last line"),
    ("an end cut short", EXAMPLE[:-1], 2, "ends inside a line"),
    ("more after the end", EXAMPLE + "S a3\n", 2, "more after the end"),
    ("an empty file", "", 2, "ends inside its header"),
    ("a header cut short", "\n".join(LINES[:4]) + "\n", 2, "ends inside its header"),
    ("no claims", sealed("\n".join(LINES[:9]) + "\n"), 2, "0 claims announced"),
    ("a later format", EXAMPLE.replace("proof 1", "proof 2"), 2, "line 1: format 2; this program reads 1"),
    ("another later format", EXAMPLE.replace("proof 1", "proof 10"), 2, "line 1: format 10; this program reads 1"),
    ("a board too large", EXAMPLE.replace("3x3", "20x3"), 2, "1 to 19"),
    ("a cell off the board", changed(first, "S d1"), 2, "d1 is not on the board"),
    ("a number too large", changed(first, "S 99999999999999999999"), 2, "too large"),
    ("a leading zero", changed(first, "S 01"), 2, "a number expected"),
    ("an unknown rule", changed(first, "Z a1"), 2, "no claim begins like this"),
    ("two blanks", changed(first, "S  a1"), 2, "one blank"),
    ("a blank at the end", changed(first, LINES[first] + " "), 2, "more in the line"),
    ("a comma at the end", changed(first, "S a1,"), 2, "expected"),
    ("an empty line", changed(first, ""), 2, "no claim begins like this"),
    ("a carriage return", EXAMPLE.replace("\n", "\r\n"), 2, "ASCII"),
    ("a first move for the loser", EXAMPLE.replace("to-move black", "to-move white"), 2, "not to move"),
    ("a first move on a stone", EXAMPLE.replace("white -", "white a3"), 2, "on a stone"),
    ("stones of both colours", EXAMPLE.replace("black -", "black a1").replace("white -", "white a1"), 2, "two stones"),
    ("bytes", bytes(range(256)) * 100, 2, ""),
    ("a foreign file", (BUILD / "mustplay-verify").read_bytes()[:100000], 2, ""),
    ("a long line", BODY + "S " + "a1," * 30000 + "a1\n", 2, "longer than 65,536"),
    ("an SGF file", "(;FF[4]GM[11]SZ[3];B[a3])\n", 2, "'mustplay-proof' expected"),
]


def judge(program, name, path, code, reason):
    got, out, err, _ = run(PROGRAMS[program], path, "--json")
    what = f"{program}, {name}"
    check(what, got == code, f"exit code {got}, not {code}: {out}{err}")
    if code == 2:
        check(what, out == "" and err.count("\n") == 1 and reason in err, out + err)
        return
    result = json.loads(out)
    check(what, sorted(result) == ["claims", "reason", "valid", "winner"] and not err, out + err)
    if code == 0:
        check(what, result == {"valid": True, "winner": "black", "claims": 3, "reason": None}, out)
    else:
        check(what, not result["valid"] and result["winner"] is None and reason in result["reason"], out)


with tempfile.TemporaryDirectory() as folder:
    for name, text, code, reason in CASES:
        path = os.path.join(folder, "a.proof")
        pathlib.Path(path).write_bytes(text if isinstance(text, bytes) else text.encode())
        for program in PROGRAMS:
            judge(program, name, path, code, reason)
    # What readers.py asks of the checker as a library, asked of the program.
    for name, data, code, line in boundaries():
        pathlib.Path(path).write_bytes(data if isinstance(data, bytes) else data.encode())
        got, out, err, _ = run(PROGRAMS["mustplay-verify"], path, "--json")
        check(name, got in (code if isinstance(code, tuple) else (code,)) and (not got or not data or f"line {line}: " in out + err), got, out, err)
    # A join of an edge with a cell, in this order: right, and with a set that holds the cell.
    join = ["mustplay-proof 1", "board 3x3", "winner black", "root join T-b2", "stones b2", "carrier b1,c1", "made x", "S T-b2 b1|c1"]
    pathlib.Path(path).write_text(sealed("\n".join(join) + "\n"))
    check("a join", run(PROGRAMS["mustplay-verify"], path)[0] == 0)
    pathlib.Path(path).write_text(sealed("\n".join([*join, "F 1 b2"]) + "\n"))
    code, _, err, _ = run(PROGRAMS["mustplay-verify"], path)
    check("a join with its end in a set", code == 4, code, err)
    # A slice leaves out what is filled in behind it; its checksum is right whatever the length of the file.
    filled = [*LINES[:7], "first b2", "made x", "S b1,b2,a3", "F 1 a3,b3 b1,c1"]
    for length in range(64):
        text = sealed("\n".join([*filled[:8], "made " + "x" * (length + 1), *filled[9:]]) + "\n")
        pathlib.Path(path).write_text(text)
        code, out, err, _ = run(PROGRAMS["mustplay-verify"], "--slice", "1-1", path)
        check("a slice", code == 0 and hashlib.sha256(text.encode()).hexdigest() in out, code, out, err)
    # Compressed, and damaged in every way.
    path = os.path.join(folder, "b.proof")
    pathlib.Path(path).write_text(EXAMPLE)
    if shutil.which("zstd"):
        subprocess.run(["zstd", "-q", path], check=True)
        judge("mustplay-verify", "compressed", path + ".zst", 0, None)
        packed = pathlib.Path(path + ".zst").read_bytes()
        for cut in (0, 3, 20, len(packed) - 1):
            pathlib.Path(path + ".zst").write_bytes(packed[:cut])
            judge("mustplay-verify", f"compressed, cut to {cut} bytes", path + ".zst", 2, "")
    deep = os.path.join(folder, "deep.proof")
    # Words, stats and other arguments.
    code, out, err, _ = run(PROGRAMS["mustplay-verify"], path)
    check("words", (code, out, err) == (0, "right: black wins (3 claims)\n", ""), out + err)
    one = os.path.join(folder, "one.proof")
    pathlib.Path(one).write_text(sealed("\n".join(["mustplay-proof 1", "board 1x1", *LINES[2:7], "first a1", "made x", "S a1"]) + "\n"))
    code, out, err, _ = run(PROGRAMS["mustplay-verify"], one)
    check("one claim", (code, out, err) == (0, "right: black wins (1 claim)\n", ""), out + err)
    code, out, err, _ = run(PROGRAMS["mustplay-verify"], path, "--stats", "--json")
    stats = json.loads(out)
    check("stats", stats["rules"]["C"]["claims"] == 2 and stats["depths"] == [2, 1] and stats["bytes"] == len(EXAMPLE), out)
    check("stats", sum(rule["bytes"] for rule in stats["rules"].values()) == sum(len(LINES[i]) + 1 for i in CLAIMS), out)
    words = "right: black wins (3 claims)\n197 bytes\nS: 1 claims, 14 bytes\nC: 2 claims, 35 bytes\nF: 0 claims, 0 bytes\nD: 0 claims, 0 bytes\nP: 0 claims, 0 bytes\n"
    check("stats", run(PROGRAMS["mustplay-verify"], path, "--stats")[1] == words + "depth 1; claims by depth: 2 1\n", run(PROGRAMS["mustplay-verify"], path, "--stats")[1])
    rules = ", ".join(f'"{rule}": {{"claims": {claims}, "bytes": {count}}}' for rule, claims, count in (("S", 1, 14), ("C", 2, 35), ("F", 0, 0), ("D", 0, 0), ("P", 0, 0)))
    words = f'{{"valid": true, "winner": "black", "claims": 3, "reason": null, "bytes": 197, "rules": {{{rules}}}, "depth": 1, "depths": [2, 1]}}\n'
    check("stats as JSON", run(PROGRAMS["mustplay-verify"], path, "--stats", "--json")[1] == words, run(PROGRAMS["mustplay-verify"], path, "--stats", "--json")[1])
    for name, text, said in (("no claim is right", changed(first, "S a3"), "false: line 10: T and B are not joined (0 claims are right)\n"), ("one is", changed(second, "S a3"), "false: line 11: T and B are not joined (1 claim is right)\n")):
        pathlib.Path(deep).write_text(text)
        check(name, run(PROGRAMS["mustplay-verify"], deep)[1] == said, run(PROGRAMS["mustplay-verify"], deep))
    # Deeper than the list of depths.
    pathlib.Path(deep).write_text(sealed(BODY + "".join("S ^1\n" for _ in range(100))))
    stones = [*LINES[:4], "black a1,a2,a3", "white -", "to-move white", "first -", "made x", "S a1,a2,a3", "S 1", "S 2,1", "C b1:3 b2:1"]
    shallow = os.path.join(folder, "shallow.proof")
    pathlib.Path(shallow).write_text(sealed("\n".join(stones) + "\n"))
    found = json.loads(run(PROGRAMS["mustplay-verify"], shallow, "--stats", "--json")[1])
    check("the deepest premise counts", found["depths"] == [1, 1, 1, 1], found)
    stats = json.loads(run(PROGRAMS["mustplay-verify"], deep, "--stats", "--json")[1])
    check("depths", stats["depth"] == 101 and len(stats["depths"]) == 64 and stats["depths"][63] == 39 and stats["depths"][:3] == [2, 2 - 1, 1], stats)
    stats = json.loads(run(PROGRAMS["mustplay-verify"], path, "--stats", "--json")[1])
    check("stats of each rule", [stats["rules"][rule]["bytes"] for rule in "SCFDP"] == [14, 35, 0, 0, 0], stats)
    for program in PROGRAMS.values():
        for words in (["--help"], [path, "--help"]):
            code, out, err, _ = run(program, *words)
            check("--help", code == 0 and "FILE" in out and not err, code, out, err)
        for words in (["--help"], [path], [path, "--json", "--stats"]):
            with open("/dev/full", "w") as full:
                check(f"a full device {words}", subprocess.run([*program, *words], stdout=full, stderr=subprocess.DEVNULL).returncode == 1)
    check("standard input", subprocess.run([*PROGRAMS["mustplay-verify"], "-"], input=EXAMPLE, text=True, stdout=subprocess.DEVNULL).returncode == 0)
    for words in (["/nonexistent"], [folder], [], ["a", "b"], ["--what"], [path, path], [path, "--what"], ["--what", path], [path, "--memory", "1x"], [path, "--memory"]):
        for program in PROGRAMS:
            code, out, err, _ = run(PROGRAMS[program], *words)
            check(f"{program} {words}", code == 2 and not out and err and ("directory" in err or folder not in words) and ("No such file" in err or "/nonexistent" not in words), out + err)
    # A sparse file of 10 GB: a sentence at once.
    for text in ("", BODY):
        huge = os.path.join(folder, "huge.proof")
        with open(huge, "wb") as file:
            file.write(text.encode())
            file.truncate(10 << 30)
        code, out, err, seconds = run(PROGRAMS["mustplay-verify"], huge)
        check("10 GB", code == 2 and not out and seconds < 20, f"{code} {out}{err} {seconds} s")
        os.unlink(huge)
    # Ctrl-C ends a check, also one that waits for more.
    for program in PROGRAMS:
        waiting = subprocess.Popen([*PROGRAMS[program], "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        waiting.stdin.write(BODY)
        waiting.stdin.flush()
        wait_asleep(waiting)
        waiting.send_signal(signal.SIGINT)
        waiting.wait(timeout=90)
        out, err = waiting.stdout.read(), waiting.stderr.read()
        check(f"{program}, Ctrl-C", waiting.returncode == 3 and not out and "stopped" in err, waiting.returncode, out, err)
        # Also one that waits for the other end of its file.
        pipe = os.path.join(folder, "pipe")
        if not os.path.exists(pipe):
            os.mkfifo(pipe)
        waiting = subprocess.Popen([*PROGRAMS[program], pipe], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_asleep(waiting)
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=90)
        check(f"{program}, Ctrl-C before the file is open", waiting.returncode == 3 and not out and err.endswith("pipe: stopped\n"), waiting.returncode, out, err)

finish()
