#!/usr/bin/env python3
"""Scripted terminal games: `mustplay play` through pipes and through a pty, and `mustplay move`.

Usage: tests/scripts/play.py BUILD
"""
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time

from checks import check_cases, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
ESCAPE = "\033["


def mustplay(arguments, lines=None, **env):
    environment = dict(os.environ, **{"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **env})
    text = "" if lines is None else "\n".join(lines) + "\n"
    done = subprocess.run([PROGRAM] + arguments, input=text.encode(), env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def play(arguments, lines, **env):
    code, out, err = mustplay(["play"] + arguments, lines, **env)
    assert code == 0, (code, err)
    return out


def expect(text, *parts):
    """All parts occur in the text, in this order."""
    place = 0
    for part in parts:
        found = text.find(part, place)
        assert found >= 0, f"{part!r} is missing in:\n{text}"
        place = found + len(part)


def test_no_input():
    out = play([], [])
    expect(out, "a b c d e f g h i j k", " 1 · · ", "11 ", "a b c d e f g h i j k", "Black to move> ")
    with open(os.devnull) as null:
        assert subprocess.run([PROGRAM, "play"], stdin=null, stdout=subprocess.DEVNULL, timeout=300).returncode == 0


def test_mistakes_lose_nothing():
    out = play(["--size", "5", "--side", "both"],
               ["c3", "c3", "f1", "a0", "hello", "pass", "undo now", "c3 c4", "save", "load", "load /no/such/file",
                "new 20", "side red", "undo", "b2", "board"])
    expect(out, "(●)", "c3: the cell is occupied.", "f1: not a cell of this board, which goes from a1 to e5.",
           "a0: not a cell", "hello: neither a cell", "pass: in Hex nobody needs to pass.")
    expect(out, "save: which file?", "load: which file?", "/no/such/file", "side: expected black")
    expect(out, "undo: nothing may follow it.", "one move at a time", "save: which file?")
    boards = out.split("Black (top")[1].split("\n\n")
    # After all the mistakes one undo takes the only stone back, and b2 is the only stone at the end.
    assert boards[-2].count("●") == 1 and "2 ·(●)· · · 2" in boards[-2], boards[-2]


def test_control_characters_do_not_come_back():
    out = play(["--size", "3"], ["\033[A", "\033]0;title\007", "save \033[31m/no/x"])
    assert ESCAPE not in out and "\007" not in out
    expect(out, "?[A: neither a cell")


def test_whole_game_is_won_and_highlighted():
    lines = ["b1", "a1", "b2", "a2", "b3"]
    out = play(["--size", "3", "--side", "both", "--swap", "off"], lines)
    expect(out, "◆", "◆", "(◆)", "Black wins. Now: new")
    out = play(["--size", "3", "--side", "both", "--swap", "off"], lines + ["a3", "undo", "a3", "quit"])
    expect(out, "Black wins", "a3: the game is over, black has won.", "Black to move>", "Black wins")


def test_against_the_computer():
    out = play(["--size", "5", "--swap", "off", "--seed", "1"], ["c3", "undo", "hint", "b2"])
    expect(out, "White plays ", "Black to move> ", "auto would play c3.", "White plays ")
    assert out.count("White plays") == 2
    # White opens for the person who plays White, and an undo before any move changes nothing.
    out = play(["--size", "5", "--side", "white", "--swap", "off", "--level", "10"], ["undo", "resign"])
    expect(out, "Black plays c3.", "undo: you have not moved yet.", "White resigns.", "Black wins.")
    # The level is 4 unless one is given.
    out = play(["--size", "5", "--side", "white", "--swap", "off"], ["resign"])
    expect(out, "Black (top–bottom): auto:level=4", "Black plays ")
    # Nobody: the computer plays against itself to the end.
    out = play(["--size", "4", "--side", "none", "--seed", "3"], [])
    expect(out, "Black plays", "White plays", "wins. Now: new")


def test_swap():
    out = play(["--size", "7"], ["d4"])
    expect(out, "White swaps: d4 becomes a white stone on d4, and black moves.", "Black to move> ")
    out = play(["--size", "7", "--side", "both"], ["b1", "swap", "swap"])
    expect(out, "White to move (or swap)> ", "White swaps: b1 becomes a white stone on a2",
           "only the second move may swap")
    out = play(["--size", "7", "--swap", "off", "--side", "both"], ["d4", "swap"])
    expect(out, "swap: the swap rule is off in this game.")
    assert "(or swap)" not in out
    out = play(["--size", "7x6", "--side", "both"], ["d4", "swap"])
    expect(out, "swap: only on square boards.")


def test_save_and_load():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "my game.sgf")
        out = play(["--size", "5", "--side", "both"],
                   ["b1", "swap", "c3", "save " + path, "d4", "save " + path, "new 4", "a1", "load " + path, "undo"])
        expect(out, "Saved in", "Saved in")
        with open(path) as file:
            expect(file.read(), "GM[11]", "SZ[5", "b1", "swap", "c3", "d4")
        out = play(["--side", "both", "--sgf", path], ["save " + path, "undo", "save! " + path, "save " + path])
        expect(out, "exists; save! ", "Saved in", "Saved in")
        with open(path) as file:
            assert "d4" not in file.read()
        broken = os.path.join(folder, "broken.sgf")
        with open(broken, "w") as file:
            file.write("(;GM[11]SZ[5];B[z9])")
        out = play(["--size", "3", "--side", "both"], ["b2", "load " + broken, "board"])
        expect(out, "(●)", "broken.sgf", "(●)")


def test_plain_letters():
    for env in ({"LC_ALL": "C"}, {"TERM": "dumb"}):
        out = play(["--size", "3", "--side", "both"], ["b2", "a1"], **env)
        assert out.isascii(), out
        expect(out, " . . .", "(b)", "(w)")
    out = play(["--size", "3", "--side", "both", "--ascii", "--swap", "off"], ["b1", "a1", "b2", "a2", "b3"])
    assert out.isascii()
    expect(out, "w B .", "(B)", "Black wins")


def through_pty(lines, **env):
    environment = dict(os.environ, **{"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **env})
    for name in [n for n, value in environment.items() if value is None]:
        del environment[name]
    child, terminal = pty.fork()
    if child == 0:
        os.execve(PROGRAM, [PROGRAM, "play", "--size", "3", "--side", "both", "--swap", "off"], environment)
    output, waiting, end = b"", list(lines), time.monotonic() + 120
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            output += part
        elif waiting:
            os.write(terminal, (waiting.pop(0) + "\n").encode())
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return output.decode()


def test_colours_in_a_terminal():
    lines = ["b1", "a1", "b2", "a2", "b3", "quit"]
    out = through_pty(lines, NO_COLOR=None)
    expect(out, ESCAPE + "48;5;16;38;5;231m", ESCAPE + "48;5;179m", "●", ESCAPE + "48;5;71m", "Black wins")
    assert ESCAPE not in through_pty(lines, NO_COLOR="1")
    assert ESCAPE not in through_pty(lines, TERM="dumb")
    expect(through_pty(lines, TERM="linux", NO_COLOR=None, COLORTERM=None), ESCAPE + "43m")


def test_bad_arguments():
    for arguments in (["play", "--size", "0"], ["play", "--player", "nobody"], ["play", "--side", "red"],
                      ["move", "--player", "random:x=1"], ["move", "--size", "1", "--moves", "a1"],
                      ["move", "--moves", "a1 a1"], ["move", "--swap", "maybe"]):
        code, out, err = mustplay(arguments)
        assert code == 2 and out == "" and err.startswith("mustplay: "), (arguments, code, out, err)


def test_move():
    code, out, _ = mustplay(["move", "--size", "5", "--moves", "a1 b2", "--json"])
    answer = json.loads(out)
    assert code == 0 and sorted(answer) == ["move", "pv", "seconds", "value", "visits"], answer
    assert answer["pv"][0] == answer["move"] and 0 <= answer["value"] <= 1
    for swap, wanted in ((["--swap", "on"], True), (["--swap", "off"], False), ([], False)):
        code, out, _ = mustplay(["move", "--moves", "f6", "--json"] + swap)
        assert (json.loads(out)["move"] == "swap-pieces") == wanted
    lost = ["move", "--size", "3", "--moves", "b1 a1 b2", "--json"]
    assert json.loads(mustplay(lost + ["--resign"])[1])["move"] == "resign"
    assert json.loads(mustplay(lost)[1])["move"] in ("a3", "b3")
    seeds = {mustplay(["move", "--player", "random", "--seed", str(i)])[1].split()[0] for i in range(8)}
    assert len(seeds) > 3
    same = {mustplay(["move", "--player", "random", "--seed", "5"])[1].split()[0] for i in range(3)}
    assert len(same) == 1


check_cases([value for name, value in sorted(globals().items()) if name.startswith("test_")])
finish()
