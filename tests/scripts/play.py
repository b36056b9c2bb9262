#!/usr/bin/env python3
"""Scripted terminal games: `mustplay play` through pipes and through a pty, and `mustplay move`.

Usage: tests/scripts/play.py BUILD
"""
import json
import os
import pty
import re
import select
import signal
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


def test_level_and_moves():
    out = play(["--size", "3", "--side", "both"], ["moves", "b2", "swap", "moves", "level 2", "level 0", "level", "level two"])
    expect(out, "No moves yet.", "1. b2  2. swap-pieces\n", "The computer plays at level 2: ", "level: expected a number from 1 to 10",
           "level: expected", "level: expected")


def test_interrupt_keeps_the_game():
    with tempfile.TemporaryDirectory() as folder:
        for k, name in enumerate(["mustplay-game.sgf", "mustplay-game-2.sgf"]):
            child = subprocess.Popen([PROGRAM, "play", "--size", "5", "--side", "both"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     cwd=folder, env=dict(os.environ, LC_ALL="C"), preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            child.stdin.write(b"b2\nc4\n")
            child.stdin.flush()
            out = b""
            while out.count(b"to move") < 3:
                out += os.read(child.stdout.fileno(), 65536)
            child.send_signal(signal.SIGINT)
            rest = child.communicate(timeout=60)[0].decode()
            assert child.returncode == 3 and f"--sgf {name} continues it" in rest, (child.returncode, rest)
            with open(os.path.join(folder, name)) as file:
                expect(file.read(), "RU[swap]", "B[b2]", "W[c4]")
        out = play(["--side", "both", "--sgf", os.path.join(folder, "mustplay-game.sgf")], ["moves"])
        expect(out, "1. b2  2. c4")


def luminance(color):
    """Of a colour of the terminal's 256."""
    levels = [0, 95, 135, 175, 215, 255]
    rgb = [8 + 10 * (color - 232)] * 3 if color >= 232 else [levels[(color - 16) // step % 6] for step in (36, 6, 1)]
    linear = [v / 3294.6 if v <= 10.3 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in rgb]
    return sum(v * weight for v, weight in zip(linear, (0.2126, 0.7152, 0.0722)))


def test_contrast_of_stones():
    out = through_pty(["b1", "a1", "b2", "a2", "b3", "quit"], NO_COLOR=None)
    pairs = set(re.findall(r"\x1b\[48;5;(\d+)m[^\x1b]*\x1b\[38;5;(\d+)m", out))
    assert len(pairs) >= 4, pairs
    for ground, ink in pairs:
        high, low = sorted((luminance(int(ground)), luminance(int(ink))), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 3, (ground, ink)
    assert "\033[1;37m" not in through_pty(["b1", "a1", "quit"], TERM="linux", NO_COLOR=None, COLORTERM=None)


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
    expect(out, ESCAPE + "48;5;16;38;5;231m", ESCAPE + "48;5;136m", "●", ESCAPE + "48;5;65m", "Black wins")
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
