#!/usr/bin/env python3
"""What only the lab knows, asked of `mustplay`. With mustplay-lab beside it or on PATH the answer comes from there, after one line that
names the new spelling. Without it the exit code is 2 and the nearest known name is told. `mustplay` itself has nothing of the lab."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

BUILD = pathlib.Path(sys.argv[1]).resolve()
PROGRAM, LAB = BUILD / "mustplay", BUILD / "mustplay-lab"
# The old spelling, and what the line on stderr says is unknown.
OLD = [
    (["reduce", "--size", "3", "--json"], "command 'reduce'"),
    (["shannon", "--bridg-it", "3", "--json"], "command 'shannon'"),
    (["reproduce", "--json"], "command 'reproduce'"),
    (["help", "learn"], "command 'learn'"),
    (["explain", "--size", "4", "--joinsets", "--json"], "option '--joinsets'"),
    (["solve", "--size", "4", "--game", "y", "--all-moves"], "option '--game'"),
    (["move", "--size", "4", "--game=y", "--seed", "1"], "option '--game'"),
    (["verify", "--expression", "b2.(b1|c1).(a3|b3)", "--size", "3"], "option '--expression'"),
    (["move", "--size", "4", "--player", "yreduction"], "player 'yreduction'"),
    (["move", "--size", "4", "--player", "alphabeta:evaluation=yreduction,depth=1"], "evaluation 'yreduction'"),
    (["solve", "--size", "3", "--method", "solver1"], "method 'solver1'"),
    (["match", "--size", "3", "--players", "random", "handicap", "--games", "2", "--json"], "player 'handicap'"),
]
# A slip, and what was meant; the last two are known to the lab alone.
SLIPS = [
    (["sovle"], "solve"), (["explain", "--siez", "3"], "--size"), (["move", "--player", "mtcs"], "mcts"),
    (["match", "--size", "3", "--players", "random", "randm"], "random"), (["solve", "--method", "dfpm"], "dfpn"),
    (["bench", "solve7"], "solve-7"), (["move", "--player", "alphabeta:evaluation=two-distence"], "two-distance"),
    (["move", "--player", "mcts:playoust=3"], "playouts"),
]
LAB_SLIPS = [(["redcue"], "reduce"), (["move", "--player", "yreducton"], "yreduction"), (["solve", "--method", "solver6"], "solver1"),
             (["explain", "--joinset"], "--joinsets"), (["bench", "templats"], "templates")]
HANDED = "; running mustplay lab "


def run(*words, program=PROGRAM, text="", path=None):
    env = {**os.environ, **({"PATH": path} if path is not None else {})}
    return subprocess.run([program, *words], input=text, capture_output=True, text=True, timeout=300, env=env)


def same(a, b):
    """The same answer, but for times."""
    if a.startswith("{"):
        a, b = ({k: v for k, v in json.loads(x).items() if k != "seconds"} for x in (a, b))
    return a == b or [w for w in a.split() if "." not in w] == [w for w in b.split() if "." not in w]


def old_spellings():
    for words, unknown in OLD:
        got, wanted = run(*words), run(*words, program=LAB)
        line = f"mustplay: unknown {unknown}{HANDED}{words[0]} ... instead"
        check(f"{words}: one line", got.stderr.splitlines()[:1] == [line] and got.stderr.count(HANDED) == 1, got.stderr)
        check(f"{words}: the answer", got.returncode == wanted.returncode == 0 and same(got.stdout, wanted.stdout), got, wanted)
        spelled = run("lab", *words)
        check(f"lab {words}: no line", HANDED not in spelled.stderr and same(spelled.stdout, wanted.stdout), spelled)
    got = run("htp", "--player", "committee", text="name\nquit\n")
    check("nothing of stdin is lost", got.returncode == 2 or got.stdout.startswith("= Mustplay"), got)
    got = run("htp", "--player", "handicap", text="boardsize 5\ngenmove b\nquit\n")
    check("HTP with a player of the lab", got.stdout.count("= ") == 3 and HANDED in got.stderr, got)
    got = run("htp", text="param_mustplay solver solver1\nnn_ls\nquit\n")
    check("HTP answers bad names itself", got.stdout.startswith("? ") and HANDED not in got.stderr, got)


def slips():
    for words, meant in SLIPS + LAB_SLIPS:
        got = run(*words, program=LAB)
        check(f"mustplay-lab {words}", got.returncode == 2 and not got.stdout and got.stderr.count("\n") == 1
              and f"; did you mean {meant}?" in got.stderr, got)
        got = run(*words)
        check(f"mustplay {words}, with the lab", got.returncode == 2 and not got.stdout and f"; did you mean {meant}?" in got.stderr, got)


def without(folder):
    """Elsewhere, with no lab beside it, on PATH, or with a link to itself in its place."""
    program = folder / "mustplay"
    shutil.copy(PROGRAM, program)
    for words, meant in SLIPS:
        got = run(*words, program=program, path="/usr/bin:/bin")
        check(f"{words} without the lab", got.returncode == 2 and not got.stdout and got.stderr.count("\n") == 1
              and f"; did you mean {meant}?" in got.stderr, got)
    for words, unknown in OLD:
        got = run(*words, program=program, path="/usr/bin:/bin")
        check(f"{words} without the lab", got.returncode == 2 and not got.stdout and f"unknown {unknown}" in got.stderr
              and got.stderr.count("\n") == 1, got)
    got = run("lab", "reduce", program=program, path="")
    check("lab without the lab", got.returncode == 2 and "neither beside mustplay nor on PATH" in got.stderr, got)
    got = run("reduce", "--size", "3", "--json", program=program, path=f"/nowhere:{BUILD}")
    check("the lab on PATH", got.returncode == 0 and HANDED in got.stderr, got)
    (folder / "mustplay-lab").symlink_to("mustplay")
    for words in (["reduce"], ["lab", "reduce"], ["lab", "lab", "reduce"]):
        got = run(*words, program=program)
        check(f"{words} with a link in place of the lab ends", got.returncode == 2 and not got.stdout, got)


def helps():
    text = run("--help").stdout.splitlines()
    check("--help fits a screen", len(text) <= 24 and all(len(line) <= 80 for line in text), len(text), max(map(len, text)))
    wanted = run("solve", "--help").stdout
    check("three ways to ask for help", wanted and run("help", "solve").stdout == wanted == run("solve", "help").stdout)
    check("version", run("version").stdout == run("--version").stdout and run("version").stdout.startswith("mustplay "))
    for program, name in ((PROGRAM, "MUSTPLAY"), (LAB, "MUSTPLAY-LAB")):
        manual = run("--man", program=program).stdout
        check(f"the manual of {name}", manual.startswith(f".TH {name} 1 ") and manual == (BUILD / f"{name.lower()}.1").read_text())
        check(f"{name}: the lab's", ("One of exact, slopes." in manual) == ("PLAYERS OF Y" in manual) == ("\\fItemplates\\fR" in manual) == (program == LAB))


def symbols():
    """Nothing of the lab's archive is in the program: no name that only the lab defines."""
    def names(*command):
        listed = subprocess.run(["nm", "--defined-only", *command], capture_output=True, text=True, check=True).stdout
        return {line.split()[-1] for line in listed.splitlines() if len(line.split()) == 3 and line.split()[1] in "TDBR"}

    lab = names(*BUILD.glob("**/libmustplay_lab.a"))
    both = lab & names(PROGRAM)
    check("no symbol of the lab", len(lab) > 100 and not both, both)


old_spellings()
slips()
with tempfile.TemporaryDirectory() as home:
    without(pathlib.Path(home))
helps()
symbols()
finish()
