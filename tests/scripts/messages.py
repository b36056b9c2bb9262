#!/usr/bin/env python3
"""What the program says when something is wrong: the right cause, the bound, the option of this command.

Usage: messages.py BUILD
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
NOBODY = 65534


def run(*words, program=PROGRAM, env=None, text="", **more):
    variables = {key: value for key, value in os.environ.items() if key != "MUSTPLAY_NET"}
    return subprocess.run([program, *words], input=text.encode(), capture_output=True, timeout=300,
                          env={**variables, **(env or {})}, **more)


def refuse(name, pattern, *words, **more):
    done = run(*words, **more)
    err = done.stderr.decode(errors="replace")
    good = done.returncode == 2 and not done.stdout and err.count("\n") == 1 and re.search(pattern, err)
    check(name, good, (done.returncode, done.stdout, err, "expected " + pattern))


def numbers():
    for text in ("0x10", " 1", "1 ", "+1", "1.", ".", "1e", "nan", "inf", "1,5", "", "--1", "1_0"):
        if text != "1.":
            refuse(f"--time {text!r}", "--time '.*': expected a number", "solve", "--size", "3", f"--time={text}")
    for text in ("0x10", " 4", "+4", "4.0", "1e1", "99999999999999999999"):
        refuse(f"--threads {text!r}", "--threads '.*': expected a whole number", "solve", "--size", "3",
               f"--threads={text}")
    for text in ("1e1", "0.5", ".5", "10", "1E+1", "5e-1"):
        done = run("solve", "--size", "3", f"--time={text}")
        check(f"--time {text} is a number", done.returncode == 0, done)
    refuse("--heat in hex", "from 0 to 1", "draw", "--size", "3", "--output", "/tmp/none.svg", "--heat", "a1=0x1p-1")
    done = run("htp", "--player", "random", text="time_settings 0x10 0 0\ntime_left black 0x10 0\n")
    check("HTP: 0x10 is no number", done.stdout.startswith(b"? '0x10'"), done.stdout)


def memory():
    refuse("no memory", "--memory 0: at least 6 megabytes", "solve", "--size", "3", "--memory", "0")
    refuse("too little memory", "--memory 1: at least 6 megabytes", "solve", "--size", "3", "--memory", "1")
    refuse("too little for a large board", "--memory 6: at least [23][0-9] megabytes", "solve", "--size", "19",
           "--memory", "6")
    refuse("more than the machine has", "--memory 100000000: this machine has [0-9]+ megabytes", "solve", "--size",
           "3", "--memory", "100000000")
    refuse("more than the machine has, serve", "this machine has", "serve", "--check", "--memory", "100000000")
    done = run("solve", "--size", "3", "--memory", "6")
    check("the least memory is enough", done.returncode == 0, done)


def drawings(folder):
    path = os.path.join(folder, "a.svg")
    for option, text in (("title", b"\xff"), ("title", b"\xc0\xaf"), ("title", b"\xed\xa0\x80"), ("labels", b"a1=\xff"),
                         ("cells", b"\xe2\x82: a1")):
        refuse(f"--{option} {text}", f"--{option}: the text is not UTF-8", "draw", "--size", "3", "--output", path,
               f"--{option}".encode(), text)
    refuse("a long title", "--title: at most [0-9]+ bytes", "draw", "--size", "3", "--output", path, "--title", "é" * 90)
    refuse("explain: a title", "--title: the text is not UTF-8", "explain", "--size", "3", "--output", path, "--title",
           b"\xff")
    check("nothing was drawn", not os.path.exists(path))
    done = run("draw", "--size", "3", "--output", path, "--title", "Brücke €𝄞", "--labels", "a1=€", "--cells", "é: a1")
    check("sound UTF-8 is drawn", done.returncode == 0, done)
    for name, words in (("a point", ()), ("a ring around its number", ("--numbers",))):
        run("draw", "--size", "3", "--moves", "a1 b2", "--output", path, "--force", *words)
        with open(path) as file:
            check(f"the last move has {name}", "#e64026" in file.read())


def files(folder):
    link = os.path.join(folder, "link")
    os.symlink("/nonexistent/store", link)
    refuse("a store behind a dangling link", "a link to a file that does not exist", "solve", "--size", "3", "--store",
           link)
    refuse("two players", "--players needs two values", "match", "--players", "net", "--size", "9")
    refuse("a program that is not there", "was not found", "move", "--size", "3", "--player", "htp:no-such-program -x")


def permissions(folder):
    """As somebody who may not read everything."""
    program = os.path.join(folder, "mustplay")
    shutil.copy(PROGRAM, program)
    locked, record = os.path.join(folder, "locked"), os.path.join(folder, "record.sgf")
    os.mkdir(locked, 0o700)
    os.chmod(folder, 0o755)
    for path in (record, os.path.join(locked, "a")):
        with open(path, "w") as file:
            file.write("(;SZ[3])")
        os.chmod(path, 0)
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    if not who:
        os.chmod(locked, 0)
    inside = os.path.join(locked, "a")
    for name, words in (("record", ["move", "--player", "random", "--sgf", record]),
                        ("record in a folder", ["move", "--player", "random", "--sgf", inside]),
                        ("net", ["net", "info", record]),
                        ("net of a player", ["move", "--size", "3", "--player", f"net:file={inside}"]),
                        ("gammas", ["move", "--size", "3", "--player", f"mcts:file={inside}"]),
                        ("openings", ["match", "--players", "random", "random", "--size", "3", "--openings", inside]),
                        ("store", ["solve", "--size", "3", "--store", inside]),
                        ("drawing", ["draw", "--size", "3", "--output", os.path.join(locked, "b.svg")]),
                        ("journal", ["match", "--players", "random", "random", "--size", "3", "--resume", inside])):
        refuse(f"permission: {name}", "Permission denied", *words, program=program, **who)
    refuse("permission: MUSTPLAY_NET", "Permission denied", "net", "info", program=program,
           env={"MUSTPLAY_NET": record}, **who)
    os.chmod(locked, 0o700)


def nets(folder):
    """MUSTPLAY_NET that is not there, and a program that has no net."""
    gone = {"MUSTPLAY_NET": "/nonexistent/net"}
    for words in (["net", "info"], ["move", "--size", "4"], ["analyze", "--size", "4", "--playouts", "4"],
                  ["move", "--size", "4", "--level", "3"], ["net", "eval", "--size", "4"]):
        refuse(f"MUSTPLAY_NET, {words[0]}", "'/nonexistent/net': No such file", *words, env=gone)
    done = run("htp", env=gone, text="boardsize 4\ngenmove black\n")
    check("MUSTPLAY_NET, htp", b"? cannot read '/nonexistent/net'" in done.stdout, done)
    alone = os.path.join(folder, "alone", "mustplay")
    os.mkdir(os.path.dirname(alone))
    shutil.copy(PROGRAM, alone)
    for words, text in ((["move", "--size", "4"], ""), (["htp"], "boardsize 4\ngenmove black\ngenmove white\n"),
                        (["move", "--size", "4", "--level", "3"], ""), (["play", "--size", "4"], "quit\n"),
                        (["match", "--players", "auto", "auto", "--size", "3", "--games", "2"], "")):
        done = run(*words, program=alone, text=text)
        check(f"{words[0]} without a net says so once", done.returncode == 0
             and done.stderr.count(b"no net found") == 1, done)
    done = run("move", "--size", "9", "--moves", "a1", "--json", "--seed", "1", program=alone)
    same = run("move", "--size", "9", "--moves", "a1", "--json", "--seed", "1", "--player", "mcts", program=alone)
    visits = [json.loads(d.stdout)["visits"] for d in (done, same)]
    check("without a net auto is mcts", min(visits) > 1000, (done, same))
    for extra, count in ([], 1), (["--net", "none"], 0), (["--method", "dfs"], 0):
        done = run("solve", "--size", "4", *extra, program=alone)
        check(f"solve {extra} without the solver's net", done.returncode == 0
             and done.stderr.count(b"solver's net is not found") == count, done)
    done = run("move", "--size", "4", "--player", "resistance", program=alone)
    check("a player that needs no net is silent", done.returncode == 0 and not done.stderr, done)
    refuse("analyze without a net", "--net FILE", "analyze", "--size", "4", program=alone)


def sizes(folder):
    path = os.path.join(folder, "sizes.sgf")
    for text, place in (("(;FF[4]SZ[5]SZ[7];B[a1])", 16), ("(;SZ[5][7];B[a1])", 9), ("(;SZ[5];B[a1]SZ[7])", 17),
                        ("(;FF[4];SZ[7];B[a1])", 12)):
        with open(path, "w") as file:
            file.write(text)
        refuse(f"a second size: {text}", f"line 1, column {place}: a second SZ", "move", "--player", "random", "--sgf", path)


def help_lists_all():
    done = run("bench", "--json", "none")
    text = run("bench", "--help").stdout.decode()
    for name in ("playouts", "cellset", "brute", "knowledge", "incremental", "mcts", "net", "peers"):
        check(f"bench --help: {name}", re.search(rf"^  {name} ", text, re.M), text)
    manual = run("--man").stdout.decode()
    check("the manual lists them too", "\\fIincremental\\fR" in manual)
    for words in ("One of values, sums. Default: values.", "One of energy, two\\-distance."):
        check(f"the manual says what a player's option can be: {words}", words in manual)
    check("bench: an unknown name", done.returncode == 2, done)


def main():
    numbers()
    memory()
    help_lists_all()
    for part in (drawings, files, permissions, nets, sizes):
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    finish()


main()
