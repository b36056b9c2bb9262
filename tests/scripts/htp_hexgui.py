#!/usr/bin/env python3
"""What HexGui sends, replayed: connecting, a whole game, a swap by replay, undo, analysis, live graphics; then every
command that list_commands names. Every answer must come as one write."""
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from htp_client import Client
from checks import check_cases, finish  # noqa: E402

BUILD = sys.argv[1]


def connect(*words):
    client = Client(BUILD, *words)
    assert client.good("name") == "Mustplay"
    client.good("version")
    for line in client.good("hexgui-analyze_commands").split("\n"):
        kind, label, command = line.split("/")
        assert kind in "string pspairs plist inferior group gfx var vc param none".split(), line
    for command in ("boardsize 11 11", "clear_board", "clear_board", "showboard"):
        client.good(command)
    return client


def goodbye(client):
    client.good("quit")
    assert client.process.wait(90) == 0


def human(client, color, rng):
    cells = [m for m in client.good("all_legal_moves").split() if m[0].isalpha() and m[1:].isdigit()]
    cell = rng.choice(cells)
    client.good(f"play {color} {cell}")
    client.good("showboard")


def over(client):
    return client.ask("final_score").startswith("= ")


def whole_game():
    client, rng = connect("--player", "resistance"), random.Random(1)
    moves = 0
    while not over(client):
        human(client, "black", rng)
        moves += 1
        if over(client):
            break
        client.good("genmove white")
        client.good("showboard")
        moves += 1
    assert client.good("final_score") in ("B+", "W+")
    assert client.ask("genmove black").startswith("? the game is over")
    assert client.ask("play black a1").startswith("? ")
    for _ in range(moves):
        client.good("undo")
    assert client.ask("undo").startswith("? ")
    goodbye(client)


def swap_by_replay():
    client = connect("--player", "resistance")
    client.good("play black a3")
    client.good("showboard")
    client.good("clear_board")  # the human swaps: HexGui replays the mirrored stone
    client.good("play white c1")
    client.good("showboard")
    move = client.good("genmove black")
    assert move not in ("c1", "swap-pieces", "swap-sides", "resign"), move
    client.good("undo")
    client.good("undo")
    goodbye(client)


def undo_and_go_on():
    client, rng = connect(), random.Random(2)
    for _ in range(5):
        human(client, "black", rng)
        client.good("genmove white")
    before = client.good("showboard")
    client.good("play black " + client.good("reg_genmove black"))
    client.good("genmove white")
    client.good("undo")
    client.good("undo")
    assert client.good("showboard") == before
    goodbye(client)


def fill(command):
    return command.replace("%m", "black").replace("%c", "white").replace("%p", "a1").replace("%P", "a1 c3")


def analysis_menu():
    client = connect()
    client.good("boardsize 3 3")
    client.good("play black b2")
    for line in client.good("hexgui-analyze_commands").split("\n"):
        command = fill(line.split("/")[2])
        answer = client.ask(command)
        assert answer.startswith("= ") or command == "final_score", f"{command}: {answer}"
    gfx = client.good("gogui-gfx-analyze white")
    assert gfx.startswith("VAR W ") and "\nINFLUENCE " in gfx and "\nTEXT " in gfx, gfx
    client.good("clear_board")
    assert client.good("solve-state black") == "black"
    assert client.good("dfpn-solve-state") == "black"
    assert client.good("dfpn-solver-find-winning black").split() == "c1 a2 b2 c2 a3".split()
    assert client.good("solve-winning white").split() == "b1 c1 b2 a3 b3".split()
    client.good("play black b2")
    assert client.good("solve-state white") == "black"
    assert client.good("solve-winning white") == ""
    goodbye(client)


def parameters():
    client = connect()
    listing = client.good("param_mustplay").split("\n")
    assert any(line.startswith("[bool] swap ") for line in listing)
    for line in listing:
        kind, rest = line[1:].split("] ", 1)
        assert kind in ("bool", "string") or kind.startswith("list/"), line
        name, value = (rest.split(" ", 1) + [""])[:2]
        client.good(f"param_mustplay {name} {value}")
        assert kind[:5] != "list/" or value in kind.split("/"), line
    assert client.good("param_mustplay").split("\n") == listing
    goodbye(client)


def live_graphics():
    client = connect()
    client.good("boardsize 3 3")
    client.good("param_dfpn use_guifx 1")
    client.good("dfpn-solve-state black")
    assert client.graphics, "no graphics"
    for block in client.graphics:
        lines = block.rstrip("\n").split("\n")
        assert lines[0] == "gogui-gfx:" and lines[1] == "dfpn", block
        assert [line.split()[0] for line in lines[2:]] == ["VAR", "LABEL", "TEXT"], block
        assert len(lines[3].split()) % 2 == 1, block
    goodbye(client)


def every_command_answers():
    client = connect()
    client.good("boardsize 3 3")
    names = client.good("list_commands").split("\n")
    assert len(names) == len(set(names)) and "genmove" in names and "hexgui-analyze_commands" in names
    for name in names:
        assert client.good(f"known_command {name}") == "true"
        assert client.good(f"help {name}").startswith(name)
        if name in ("quit", "kata-analyze"):  # the end; a stream, tested by itself
            continue
        for words in ("", " black", " a b c", " \u00e9 # x", " " + "9" * 300):
            answer = client.ask(name + words)
            assert answer[:2] in ("= ", "? "), f"{name}{words}: {answer}"
    for name in "protocol_version clear_board undo genmove all_legal_moves printsgf".split():
        client.good("set_position")
        client.good("play black a1")
        client.good(name)
    goodbye(client)


def files():
    with tempfile.TemporaryDirectory() as folder:
        client = connect()
        path = os.path.join(folder, "a game with blanks.sgf")
        client.good("boardsize 5 5")
        for stone in ("black c3", "white d2", "black b4"):
            client.good(f"play {stone}")
        board, record = client.good("showboard"), client.good("printsgf")
        client.good(f"savesgf {path}")
        client.good("boardsize 3 3")
        client.good(f"loadsgf {path}")
        assert client.good("showboard") == board and client.good("printsgf") == record
        client.good(f"loadsgf {path} 1")
        assert client.good("all_legal_moves").count(" ") == 26
        before = client.good("showboard")
        bad = os.path.join(folder, "bad.sgf")
        with open(bad, "w") as file:
            file.write("(;FF[4]GM[11]SZ[5]\n;B[z9])")
        for name in (bad, folder, os.path.join(folder, "nothing"), path + " 99"):
            assert client.ask(f"loadsgf {name}").startswith("? "), name
        assert client.ask("loadsgf").startswith("? usage") and client.ask("savesgf").startswith("? usage")
        assert client.ask(f"savesgf {folder}/no/such/folder.sgf").startswith("? ")
        assert client.good("showboard") == before
        goodbye(client)


def end_of_input():
    client = Client(BUILD)
    client.send("boardsize 5\ngenmove black\nname")  # no newline at the end
    client.process.stdin.close()
    assert client.receive() == "= " and client.receive().startswith("= ")
    assert client.receive() == "= Mustplay"
    assert client.process.wait(90) == 0


def odd_lines():
    client = Client(BUILD)
    client.send("5 name " + "x" * 200000 + "\n")
    assert client.receive().startswith("?5 line too long")
    client.send("#" + "x" * 3000000 + "\n")
    client.send(b"\0" * 100000 + b"\n")
    client.send(bytes(range(1, 10)) + bytes(range(11, 256)) + b"\n")
    client.send("name\n")
    while True:
        answer = client.receive()
        if answer == "= Mustplay":
            break
        assert answer.startswith("?"), answer
    client.send("set_position " + "black a1 " * 3000 + "\n")
    assert client.receive() == "? too many words"
    assert client.close() == 0


check_cases([whole_game, swap_by_replay, undo_and_go_on, analysis_menu, parameters, live_graphics, every_command_answers,
     files, end_of_input, odd_lines])
finish()
