#!/usr/bin/env python3
"""What strangers hand to the program: exit code 2, nothing on stdout, one line on stderr that says what and where.

Usage: bad_input.py BUILD. Good inputs are among them, so that not everything is refused.
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")


def run(*args):
    done = subprocess.run([PROGRAM, "move", "--player", "random", "--json", *args], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def refuse(name, pattern, *args):
    code, out, err = run(*args)
    good = code == 2 and out == "" and err.count("\n") == 1 and re.search(pattern, err)
    check(name, good, f"exit {code}, stdout {out[:80]!r}, stderr {err[:200]!r}, expected {pattern!r}")


def accept(name, *args):
    code, out, err = run(*args)
    check(name, code == 0 and out.startswith("{"), f"exit {code}, stderr {err[:200]!r}")


def files():
    rng = random.Random(1)
    place = r"line \d+, column \d+: "
    yield "garbage", rng.randbytes(10 << 20), place
    yield "garbage text", b"(;C[" + bytes(rng.choice(b"abc ;()[]\\\n") for _ in range(1 << 20)), place
    yield "deep nest", b"(;B[a1]" * 100000 + b")" * 100000, place + "variations are nested"
    yield "deep nest, open", b"(;" * 100000, place + "variations are nested"
    yield "only parentheses", b"(" * 100000, place
    yield "NUL byte", b"(;SZ[5]\n;B[a1]C[x\0y])", "line 2, column 10: a NUL byte"
    yield "off the board", b"(;SZ[5]\n;B[a1]\n;W[f1])", "line 3, column 4: 'f1'"
    yield "occupied", b"(;SZ[5];B[a1];W[a1])", "line 1, column 17: .*occupied"
    yield "after the end", b"(;SZ[2];B[a1];W[b1];B[a2];W[b2])", "line 1, column 29: .*over"
    yield "set up twice", b"(;SZ[5]AB[a1]AW[a1])", "line 1, column 17: a1"
    yield "another game", b"(;GM[1]SZ[19];B[aa])", "line 1, column 6: .*not Hex"
    yield "size", b"(;SZ[25])", "line 1, column 6: "
    yield "cut off", b"(;SZ[5];B[a1", "line 1, column 10: "
    yield "empty", b"", "line 1, column 1: "
    yield "binary", b"\x89PNG\r\n\x1a\n", place


def tools(folder):
    """Programs that make data: bad arguments in the same way."""
    out = os.path.join(folder, "out")
    one, foreign, empty = (os.path.join(folder, name) for name in ("one", "foreign", "empty"))
    gammas = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "gammas", "default.bin")
    for path, numbers in ((one, [1, 0, 0]), (foreign, [60000] * 9), (empty, [])):
        with open(path, "wb") as file:
            file.write(struct.pack(f"={len(numbers)}H", *numbers))
    for name, args, word in (("record_policy", (out, "3x", "1"), "GAMES is"), ("record_policy", (out, "3", "-1"), "SEED is"),
                             ("record_policy", (__file__, "3", "1"), "exists"), ("train_gammas", (out, out, "0"), "EPOCHS is"),
                             ("train_gammas", (out, out), "No such file"), ("train_gammas", (out,), "usage"),
                             ("balance_gammas", (out, out, out, "1e3x"), "POSITIONS is"), ("balance_gammas", (out, out, out, "10"), "No such file"),
                             ("train_gammas", (foreign, out), "no game"), ("train_gammas", (empty, out), "no game"),
                             ("balance_gammas", (foreign, gammas, out, "1"), "no game"), ("balance_gammas", (one, gammas, out, "1"), "no position"),
                             ("make_positions", ("x",), "SEED is"), ("make_positions", ("1", "2"), "one argument"),
                             ("measure_inferior", ("20",), "SIZE is"), ("measure_inferior", ("5", "9", "26"), "STONES is"),
                             ("measure_net", (out, "abc"), "SECONDS is"), ("simulate_cluster", ("5", "c3", "0"), "WORKERS is")):
        done = subprocess.run([os.path.join(sys.argv[1], "tools", name), *args], capture_output=True, text=True, timeout=300)
        check(f"{name} {args}", done.returncode == 2 and done.stderr.count("\n") == 1 and word in done.stderr, done)
    check("nothing is made", not os.path.exists(out))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, data, pattern) in enumerate(files()):
            path = os.path.join(folder, f"{number}.sgf")
            with open(path, "wb") as file:
                file.write(data)
            refuse(name, re.escape(path) + ": " + pattern, "--sgf", path)
        good = os.path.join(folder, "good.sgf")
        with open(good, "wb") as file:
            file.write(b"(;FF[4]GM[11]SZ[5];B[a3];W[swap-pieces];B[cc])")
        accept("good file", "--sgf", good)
        accept("good file, a move", "--sgf", good, "--move-number", "1")
        refuse("too few moves", "asked for: 9", "--sgf", good, "--move-number", "9")
        refuse("size of the file", "5x5", "--sgf", good, "--size", "6")
        refuse("two sources", "only one source", "--sgf", good, "--moves", "")
        refuse("a folder", "cannot read", "--sgf", folder)
        refuse("no such file", "No such file", "--sgf", os.path.join(folder, "none"))
        tools(folder)
    accept("good link", "--hexworld", "https://hexworld.org/board/#5r9c1,a3:sb2,c3")
    accept("Trmph", "--hexworld", "https://trmph.com/hex/board#5,a3b2")
    refuse("bad link", "link, column 33: ", "--hexworld", "https://hexworld.org/board/#5,a3f6")
    refuse("no link", "link, column 1: ", "--hexworld", "https://example.org/")
    refuse("move off the board", "move 2, 'f1'", "--size", "5", "--moves", "a1 f1")
    refuse("overlap", "a1 is named in both", "--size", "5", "--black", "a1", "--white", "a1")
    refuse("whose turn", "--to-move", "--size", "5", "--black", "a1 b1")
    refuse("finished", "", "--size", "1", "--moves", "a1")
    finish()


main()
