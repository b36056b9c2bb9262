#!/usr/bin/env python3
"""The game of Y from outside: the commands with --game y, `solve --as-y`, `reduce`, HTP, and their bad input."""
import json
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = pathlib.Path(sys.argv[1]) / "mustplay-lab"
FOLDER = tempfile.TemporaryDirectory()


def run(*words, text=""):
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True)


def answer(*words):
    done = run(*words, "--json")
    check(" ".join(words), done.returncode == 0, done.stderr)
    return json.loads(done.stdout or "{}")


def bad(sentence, *words):
    done = run(*words)
    check(" ".join(words), done.returncode == 2 and not done.stdout and sentence in done.stderr, done.returncode, done.stderr)


def path(name):
    return str(pathlib.Path(FOLDER.name) / name)


# Moves and truth
move = answer("move", "--game", "y", "--size", "5", "--seed", "1")
check("the keys of move", list(move) == ["move", "value", "visits", "pv", "seconds"], move)
check("a won opening", move["move"] in ("b3", "b4", "c4") and move["value"] == 1, move)
check("the same seed, the same move", answer("move", "--game", "y", "--size", "9", "--player", "mcts:playouts=300", "--seed", "4")["move"]
      == answer("move", "--game", "y", "--size", "9", "--player", "mcts:playouts=300", "--seed", "4")["move"])
truth = answer("solve", "--game", "y", "--size", "4", "--all-openings")
check("the keys of solve", list(truth) == list(json.loads(run("solve", "--size", "3", "--json").stdout)), list(truth))
check("the winning openings of size 4", truth["winning_moves"] == ["a2", "b2", "a3", "b3", "c3", "b4", "c4"], truth)
check("the losing ones", truth["losing_moves"] == ["a1", "a4", "d4"] and truth["unknown_moves"] == [], truth)
check("by brute force too", answer("solve", "--game", "y", "--size", "4", "--all-openings", "--method", "brute")["winning_moves"] == truth["winning_moves"])
done = run("solve", "--game", "y", "--size", "9", "--time", "0.05", "--json")
check("no legend without signs", "the move" not in run("solve", "--game", "y", "--size", "9", "--time", "0.05").stdout)
check("limits end a search", done.returncode == 3 and json.loads(done.stdout)["winner"] is None, done.returncode)

# Hex both ways
both = answer("solve", "--as-y", "--size", "3x4", "--moves", "b2")
check("Hex as Y", both["agree"] is True and both["y_size"] == 6 and both["hex"]["winning_moves"] == both["y"]["winning_moves"], both)
check("its text", "They agree, about every move." in run("solve", "--as-y", "--size", "3").stdout)

# Reductions
for kind in ("micro", "macro"):
    chain = answer("reduce", "--game", "y", "--size", "5", "--fill", "--seed", "7", "--kind", kind)
    check(f"{kind}: the last board", chain["chain"][-1]["size"] == 1 and chain["value"] is None, chain)
    if kind == "micro":
        check("one winner in the whole chain", {board["winner"] for board in chain["chain"]} == {chain["winner"]}, chain)
        check("one board per size", [board["size"] for board in chain["chain"]] == [5, 4, 3, 2, 1])
    else:
        check("as many boards as places", [board["size"] for board in chain["chain"]] == [5] + [4] * 3 + [3] * 6 + [2] * 10 + [1] * 15)
large = run("reduce", "--game", "y", "--size", "6", "--fill", "--kind", "macro").stdout
check("what macro reduction leaves out is said", "size  6:  1 board," in large and "21 smaller boards are left out" in large, large)
part = answer("reduce", "--game", "y", "--size", "3", "--moves", "a2")
check("an estimate by equation 1", abs(part["value"] - 0.75) < 1e-6 and part["chain"][1]["share"] == [0.75, 0.75, 0.5], part)
check("Hex is filled up", answer("reduce", "--size", "2", "--moves", "a1")["chain"][0]["white"] == ["a3"])

# Files
game = path("game.sgf")
play = run("play", "--game", "y", "--size", "4", "--side", "both", text=f"b3\nb2\nsave {game}\nundo\nhint\nnope\nhelp\nquit\n")
check("a game in the terminal", play.returncode == 0 and "Saved in" in play.stdout and "neither a cell" in play.stdout, play.stdout)
check("the file", "GM[Y]" in pathlib.Path(game).read_text() and ";B[b3];W[b2])" in pathlib.Path(game).read_text())
check("the file read", answer("solve", "--game", "y", "--sgf", game, "--move-number", "1")["to_move"] == "white")
for kind, words in {"draw": ["draw", "--moves", "b3 b2", "--labels", "a1=x", "--numbers"], "solve": ["solve", "--moves", "b3"],
                    "reduce": ["reduce", "--fill"], "macro": ["reduce", "--fill", "--kind", "macro"]}.items():
    picture = path(kind + ".svg")
    done = run(*words, "--game", "y", "--size", "5", "--output", picture)
    check(f"the picture of {kind}", done.returncode == 0 and "<svg" in pathlib.Path(picture).read_text(), done.stderr)
    bad("exists", *words, "--game", "y", "--size", "5", "--output", picture)

# Matches and HTP
score = answer("match", "--game", "y", "--players", "yreduction", "random", "--size", "5", "--games", "6")
check("a match", score["games"] == 6 and score["a_wins"] == 6 and score["b_wins"] == 0, score)
check("all openings", answer("match", "--game", "y", "--players", "random", "random", "--size", "2", "--openings", "all")["games"] == 6)
match = ["match", "--game", "y", "--players", "mcts:playouts=20", "yreduction", "--size", "4", "--games", "12", "--seed", "5"]
alone = answer(*match)
check("jobs change nothing", answer(*match, "--jobs", "3") == alone and alone["games"] == 12, alone)
journal = path("match.journal")
check("a match with a journal", answer(*match, "--jobs", "2", "--resume", journal) == alone)
lines = pathlib.Path(journal).read_text().splitlines(keepends=True)
pathlib.Path(journal).write_text("".join(lines[:6]) + lines[6][:9])  # as after a kill
check("goes on", len(lines) == 13 and answer(*match, "--resume", journal) == alone and sorted(pathlib.Path(journal).read_text().splitlines(keepends=True)) == sorted(lines))
check("and is not played again", answer(*match, "--resume", journal) == alone and len(pathlib.Path(journal).read_text().splitlines()) == 13)
bad("belongs to another run", *match[:-1], "6", "--resume", journal)
bad("more than these 2 games", *match[:-4], "--games", "2", "--seed", "5", "--resume", journal)
pathlib.Path(journal).write_text(lines[0] + '{"key": "game 3", "value": "red"}\n')
bad("no winner", *match, "--resume", journal)
htp = run("htp", "--game", "y", "--seed", "1", text="boardsize 3\nplay b b3\nplay w swap-pieces\ngenmove\nshowboard\nfinal_score\nboardsize 3x3\nplay b d1\nprintsgf\nquit\n")
check("HTP", htp.stdout.split("\n\n")[:3] == ["= "] * 3 and "? size '3x3'" in htp.stdout and "? 'd1': not a cell" in htp.stdout
      and "GM[Y]" in htp.stdout, htp.stdout)

# Bad input
for command in ("explain", "analyze", "bench", "net"):
    bad(f"{command}: unknown option '--game'", command, "--game", "y")
    bad("it goes with play, move, draw, solve, htp, match, reduce", command, "--game", "y")
bad("--game 'chess': expected one of hex|y", "move", "--game", "chess")
bad("--proof is not for --game y", "solve", "--game", "y", "--proof", "x")
bad("--hexworld is not for --game y", "move", "--game", "y", "--hexworld", "x")
bad("size '21': a board of Y has one size, from 1 to 20", "move", "--game", "y", "--size", "21")
bad("size '5x4'", "draw", "--game", "y", "--size", "5x4", "--output", path("x.svg"))
bad("move 2, 'b1': not a cell of this board of Y, size 5", "move", "--game", "y", "--size", "5", "--moves", "a1 b1")
bad("--black, column 4: 'e4' is not a cell", "move", "--game", "y", "--size", "5", "--black", "a1 e4")
bad("'a1' is named twice", "move", "--game", "y", "--size", "5", "--black", "a1", "--white", "a1")
bad("only one source", "move", "--game", "y", "--moves", "a1", "--black", "a1")
bad("say who moves", "solve", "--game", "y", "--size", "5", "--black", "a1 a2 a3")
bad("the players of Y are auto, random, yreduction, mcts", "move", "--game", "y", "--player", "net")
bad("the methods for Y are", "solve", "--game", "y", "--method", "pns")
bad("boards up to size 10", "solve", "--game", "y", "--size", "12")
bad("at most 15 empty cells", "solve", "--game", "y", "--size", "6", "--method", "brute")
bad("only a full board can be reduced", "reduce", "--game", "y", "--kind", "macro", "--size", "4")
bad("needs a board of Y of size 21", "reduce", "--size", "11")
bad("the game is over", "move", "--game", "y", "--size", "1", "--moves", "a1")
bad("do not go together", "solve", "--as-y", "--size", "3", "--proof", "x")
bad("takes boards up to size 10", "solve", "--as-y", "--size", "6")
bad("only 'all'", "match", "--game", "y", "--players", "random", "random", "--openings", "distinct")
finish()
