#!/usr/bin/env python3
"""mustplay-proved answers as mustplay-verify does: words, JSON, exit codes, refusals; and both extractions of the proved checker
agree with verify.c on changed files. MUSTPLAY_MUTANTS mutants (500). Skipped where Coq or OCaml is not installed.
Usage: proved.py BUILD [SEED]"""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile

from checks import check, finish
from proofs import mutate, small
from proofs.checker import Checker
from proofs.proved import Proved, differ
from proofs.text import sealed
from waiting import wait_asleep

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
MUTANTS = int(os.environ.get("MUSTPLAY_MUTANTS", "500"))
dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 7)
if not (BUILD / "mustplay-proved").exists():
    print("mustplay-proved was not built: Coq or OCaml is missing")
    sys.exit(77)

EXAMPLE = (ROOT / "docs" / "PROOFS.md").read_text().split("```\n")[1]
BODY = EXAMPLE[: EXAMPLE.index("end ")]
JOIN = "mustplay-proof 1\nboard 3x3\nwinner black\nroot join b2-T\nstones b2\ncarrier b1,c1\nmade by hand\nS b2-T b1|c1\n"
TEXTS = [  # name, text; the exit codes are mustplay-verify's
    ("right", EXAMPLE),
    ("one claim", "mustplay-proof 1\nboard 1x1\nwinner black\nroot position\nblack a1\nwhite -\nto-move white\nfirst -\nmade by hand\nS a1\n"),
    ("a join", JOIN),
    ("a join, turned", JOIN.replace("b2-T", "T-b2", 1)),
    ("a join that needs more", JOIN.replace("carrier b1,c1", "carrier b1")),
    ("a join of other ends", JOIN.replace("join b2-T", "join b2-B")),
    ("a join without an end", JOIN.replace("stones b2", "stones a1")),
    ("a set with an end", JOIN + "F 1 b2\n"),
    ("a set of nine", BODY + "F 1 a1,a2,a3,b1,b2,b3,c1,c2,c3\n"),
    ("a drop of nothing", BODY + "D 3 a3\n"),
    ("false", BODY.replace("a2:1 c1:2", "a2:1")),
    ("the loser's edge", BODY.replace("S a3", "S L-B a3", 1)),
    ("a pair of one cell", BODY.replace("a1|b1", "a1|a1")),
    ("a later claim", BODY.replace("a2:1", "a2:9")),
    ("claim 0", BODY.replace("a2:1", "a2:0")),
    ("another first move", BODY.replace("first a3", "first a2")),
    ("a cell off the board", BODY.replace("a1|b1", "d1")),
    ("two blanks", BODY.replace("S a3", "S  a3")),
    ("a comma at the end", BODY.replace("a1|b1", "a1,")),
    ("an empty line", BODY + "\n"),
    ("a carriage return", BODY.replace("\n", "\r\n")),
    ("no claims", "\n".join(BODY.splitlines()[:9]) + "\n"),
    ("a board too large", BODY.replace("3x3", "20x3")),
    ("stones of both colours", BODY.replace("black -", "black a1").replace("white -", "white a1")),
    ("a number too large", BODY.replace("a2:1", "a2:99999999999999999999")),
    ("nothing made it", BODY.replace("made by hand for docs/PROOFS.md", "made ")),
    ("a long line", BODY + "S " + "a1," * 30000 + "a1\n"),
]
RAW = [
    ("a checksum", EXAMPLE.replace("by hand", "by foot").encode()), ("a wrong count", EXAMPLE.replace("end 3", "end 2").encode()),
    ("no end", BODY.encode()), ("cut short", EXAMPLE[:-1].encode()), ("more after the end", (EXAMPLE + "S a3\n").encode()), ("empty", b""),
    ("bytes", bytes(range(256)) * 100),
]


def pairing_file():
    """A file of one P line on a board that is not square, mostly right: offset, stones, winner and root may be wrong."""
    width, height = dice.sample(range(1, 8), 2)
    white = (width < height) != (dice.random() < 0.1)
    room = abs(width - height) - 1
    cell = lambda: f"{chr(97 + dice.randrange(width))}{1 + dice.randrange(height)}"
    stones = sorted({cell() for _ in range(dice.choice([0, 0, 1, 3]))})
    text = (f"mustplay-proof 1\nboard {width}x{height}\nwinner {'white' if white else 'black'}\nroot position\n"
            f"black {',' .join(stones) if stones and not white else '-'}\nwhite {','.join(stones) if stones and white else '-'}\n"
            f"to-move {'black' if white else 'white'}\nfirst -\nmade by hand\n")
    offset = dice.randrange(room + 1) if dice.random() < 0.9 else room + 1
    return sealed(text + f"P {offset}{' ' if stones else ''}{','.join(stones)}\n")


def run(program, *words, **options):
    done = subprocess.run([BUILD / program, *words], capture_output=True, text=True, timeout=300, **options)
    return done.returncode, done.stdout, done.stderr


def alike(what, path, *options):
    """The same answer as mustplay-verify's; the words for what is false are each program's own."""
    first, second = run("mustplay-verify", path, *options), run("mustplay-proved", path, *options)
    code = first[0]
    check(f"{what}: exit code", code == second[0], first, second)
    if code == 2:
        check(f"{what}: refusal", first[2] == second[2].replace("mustplay-proved", "mustplay-verify") and second[1] == "", first, second)
    elif code == 0:
        check(f"{what}: words", first[1:] == second[1:], first, second)
    else:
        # Behind the words for what is false: how many claims are right, and the counts of --stats, but for the bytes read ahead.
        ends = [answer[1][answer[1].index(mark):] if mark in answer[1] else answer[1] for answer in (first, second)
                for mark in ('"claims":' if "--json" in options else " (",)]
        check(f"{what}: words", first[1].split(":")[:2] == second[1].split(":")[:2] and ends[0] == ends[1] and second[2] == "", first, second)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.proof")
    for name, data in [(name, sealed(text).encode()) if name != "right" else (name, text.encode()) for name, text in TEXTS] + RAW:
        pathlib.Path(path).write_bytes(data)
        alike(name, path)
        alike(name, path, "--json")
        alike(name, path, "--stats")
        alike(name, path, "--json", "--stats")
    pathlib.Path(path).write_text(EXAMPLE)
    code, out, err = run("mustplay-proved", "-", input=EXAMPLE)
    check("standard input", (code, out) == (0, "right: black wins (3 claims)\n"), out, err)
    if shutil.which("zstd"):
        subprocess.run(["zstd", "-q", path], check=True)
        alike("compressed", path + ".zst")
        packed = pathlib.Path(path + ".zst").read_bytes()
        for cut in (0, 3, 20, len(packed) - 1):
            pathlib.Path(path + ".zst").write_bytes(packed[:cut])
            code, out, err = run("mustplay-proved", path + ".zst")
            check(f"compressed, cut to {cut} bytes", code == 2 and not out and err.count("\n") == 1, code, out, err)
    for words in (["/nonexistent"], ["/nonexistent.zst"], [folder], [], ["a", "b"], ["--what"], ["a", "--what"], [path, "--memory"], [path, "--memory", "0"], [path, "--memory", "x"]):
        code, out, err = run("mustplay-proved", *words)
        check(f"arguments {words}", code == 2 and not out and err, code, out, err)
    many = os.path.join(folder, "many.proof")
    pathlib.Path(many).write_text(sealed(BODY + "S a3,a2,a1|b1\n" * 60000))
    code, out, err = run("mustplay-proved", many, "--memory", "4")
    check("--memory", (code, out) == (3, "") and "4 MB" in err, code, out, err)
    check("--help", run("mustplay-proved", "--help")[0] == 0)
    waiting = subprocess.Popen([BUILD / "mustplay-proved", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waiting.stdin.write(BODY)
    waiting.stdin.flush()
    wait_asleep(waiting)
    waiting.send_signal(signal.SIGINT)
    waiting.wait(timeout=90)
    err = waiting.stderr.read()
    check("Ctrl-C", waiting.returncode == 3 and "stopped" in err, waiting.returncode, err)

    checker, proved, truth = Checker(folder), Proved(BUILD, plain=True), small.Truth()
    files = [small.random_file(dice, truth) for _ in range(40)] + [pairing_file() for _ in range(60)]
    check("pairings are accepted", sum(checker.judge(text.encode())[0] == 0 for text in files[40:]) > 30)
    for text in files:
        check("a file", not differ(checker.judge(text.encode()), proved.judge(text.encode())), text)
    for _ in range(MUTANTS):
        data = mutate.mutant(dice, dice.choice(files)).encode()
        first, second = checker.judge(data), proved.judge(data)
        check("a mutant", not differ(first, second), first, second, data.decode())
    proved.close()

finish()
