#!/usr/bin/env python3
"""The Python package over the shared library of the build: structs as C has them, games, solving, players, analysis, proofs, errors, threads.
What wants numpy is in tests/long/python.sh.

Usage: python.py BUILD"""
import ctypes
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from checks import check, check_cases, finish
from waiting import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
os.environ.update(MUSTPLAY_LIBRARY=str(BUILD / "libmustplay.so.0"), MUSTPLAY_DATA=str(ROOT / "data"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True

import mustplay  # noqa: E402
from mustplay import _library  # noqa: E402
from mustplay import Game  # noqa: E402

FOLDER = pathlib.Path(tempfile.mkdtemp())


def raises(what, words, call, *arguments, kind=mustplay.Error, **more):
    """The call raises, with a sentence that has these words."""
    try:
        found = call(*arguments, **more)
    except kind as error:
        check(what, words in str(error), repr(error))
    else:
        check(what, False, found)


def structs():
    """Sizes and places of all members are those of the C compiler."""
    lines = []
    for struct in _library.STRUCTS:
        name = struct.__name__
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        lines += [f'printf("%zu\\n", offsetof({name}, {member[0]}));' for member in struct._fields_]
    source = "#include <mustplay/mustplay.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }\n"
    (FOLDER / "sizes.c").write_text(source)
    subprocess.run(["cc", "-I", ROOT / "include", FOLDER / "sizes.c", "-o", FOLDER / "sizes"], check=True)
    said = [int(line) for line in subprocess.run([FOLDER / "sizes"], capture_output=True, text=True, check=True).stdout.split()]
    ours = [number for struct in _library.STRUCTS for number in (ctypes.sizeof(struct), *(getattr(struct, member[0]).offset for member in struct._fields_))]
    check("structs are those of C", ours == said, ours, said)
    headers = "".join(path.read_text() for path in (ROOT / "include/mustplay").glob("*.h"))
    for name, (_, arguments) in _library.FUNCTIONS.items():
        declared = re.search(rf"\b{name}\(((?:[^()]|\([^()]*\))*)\)", headers)
        count = 0 if declared and declared[1] == "void" else len(re.sub(r"\([^()]*\)", "", declared[1]).split(",")) if declared else -1
        check(f"{name} has its parameters", count == len(arguments), declared and declared[0])


def games():
    game = Game("5x4", "a1 e4")
    check("a game", (game.width, game.height, game.to_move, game.moves, game["a1"], game["e4"], game["c3"]) == (5, 4, "black", ["a1", "e4"], "black", "white", None))
    check("cells", game.cells("black") == ["a1"] and len(game.cells()) == 18)
    check("undo", game.undo().moves == ["a1"] and len(game.copy().play("b2").moves) == 2 and len(game.moves) == 1)
    check("a set-up", Game(4, black=["a1", "b2"], white=["c3"]).to_move == "white")
    check("swap", Game(5, "a3 swap-pieces")["c1"] == "white")
    won = Game(2, "a1 b1 a2")
    check("a winner", won.winner == "black" and game.winner is None)
    check("SGF", Game.from_sgf(Game(6, "b2 c3").to_sgf()).moves == ["b2", "c3"])
    check("a link", Game.from_link(Game(6, "b2 c3").to_link()).moves == ["b2", "c3"])
    picture = Game(3, "b2")._repr_svg_()
    check("a picture", picture.startswith("<svg") and picture.count("<polygon") == 9 and picture.count("<circle") == 2, picture[:200])
    raises("a cell off the board", "z9", game.play, "z9")
    raises("an occupied cell", "occupied", game.play, "a1")
    raises("no move", "no move on", game.__getitem__, "swop")
    raises("too large", "1 to 19", Game, 20)
    raises("not a size", "size", Game, "5xx")
    raises("no text", "text is wanted", game.play, 7, kind=TypeError)
    raises("a zero byte", "zero byte", game.play, "a1\0b2")
    raises("bad SGF", "line 1", Game.from_sgf, "nothing")
    raises("bad link", "", Game.from_link, "http://example.com")
    raises("nothing to undo", "no move", Game(3).undo)
    game.close()
    raises("a closed game", "closed", lambda: game.moves)


def solving():
    found = mustplay.solve(Game(5, "a2"), all_moves=True)
    check("who wins", found.winner == "white" and found.winning == ["c3"] and len(found.losing) == 23 and found.unknown == [], found)
    check("the solution's picture", ">+<" in found._repr_svg_())
    limited = mustplay.solve(Game(11), nodes=50)
    check("limits", limited.winner is None and limited.move is None, limited)
    games = [Game(4, " ".join(random.Random(seed).sample(Game(4).cells(), seed % 5))) for seed in range(60)]
    alone = [mustplay.Solver("brute").solve(game, all_moves=True) for game in games]
    many = mustplay.solve_many(games, threads=3, all_moves=True)
    check("many at a time, as brute force says", [(s.winner, s.winning) for s in many] == [(s.winner, s.winning) for s in alone])
    store = FOLDER / "store"
    mustplay.Solver(store=store).solve(Game(6, "a2"))
    check("a store", store.exists())
    cancel = mustplay.Cancel()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    start = time.monotonic()
    check("cancelled", mustplay.solve(Game(11), cancel=cancel).winner is None and time.monotonic() - start < 60)
    solver = mustplay.Solver()
    cancel = mustplay.Cancel()
    busy = threading.Thread(target=lambda: solver.solve(Game(11), cancel=cancel))
    with solver.held():
        thread_says = []

        def other():
            try:
                solver.solve(Game(3))
            except mustplay.Error as error:
                thread_says.append(str(error))

        busy = threading.Thread(target=other)
        busy.start()
        busy.join()
    check("two threads with one solver", thread_says and "another thread" in thread_says[0], thread_says)
    raises("an unknown method", "method", mustplay.Solver, "none")
    raises("a store in no folder", "", mustplay.Solver, store="/nowhere/at/all")
    raises("bad limits", "seconds", mustplay.solve, Game(3), seconds=-1)
    raises("no game", "mustplay.Game", mustplay.solve, "5", kind=TypeError)


def interrupted():
    """Ctrl-C ends a solve in the main thread."""
    script = "import mustplay, sys\ntry:\n    print('ready', flush=True)\n    mustplay.solve(mustplay.Game(11))\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # what runs in the background ignores it
    process.stdout.readline()
    wait_for(lambda: process.poll() is not None or len(os.listdir(f"/proc/{process.pid}/task")) > 1)  # another thread solves
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=200)[0]
    check("Ctrl-C", process.returncode == 0 and said == "interrupted\n", process.returncode, said)


def players():
    engine = mustplay.Engine()
    check("what there is", "auto" in engine.players and "auto" in engine.methods and engine.data == str(ROOT / "data"), engine.data)
    choice = mustplay.Player("mcts", seed=3).choose(Game(5), nodes=200)
    check("a move", choice.move in Game(5).cells() and 0 <= choice.value <= 1 and choice.line[0] == choice.move, choice)
    strong = mustplay.Player()
    check("a swap, where that is the rule", strong.choose(Game(5, "c3"), swap=True).move == "swap-pieces")
    check("and no swap elsewhere", strong.choose(Game(5, "c3")).move != "swap-pieces")
    said = []
    without = mustplay.Engine(data=FOLDER, log=said.append)
    check("no net there", without.data is None)
    mustplay.Player("auto:level=1", engine=without)
    check("which auto says", said and "no net found" in said[0], said)
    raises("and net cannot do without", "no net", mustplay.Player, "net", engine=without)
    raises("an unknown player", "nobody", mustplay.Player, "nobody")
    raises("a finished game", "over", mustplay.Player("random").choose, Game(2, "a1 b1 a2"))
    raises("no folder", "/nowhere", mustplay.Engine, data="/nowhere")


def analysis():
    reports = list(mustplay.analyse(Game(7), playouts=60, interval=0.05))
    check("reports", reports[-1].last and not any(r.last for r in reports[:-1]) and reports[-1].visits >= 1, reports)
    check("candidates", reports[-1].candidates[0].line[0] == reports[-1].candidates[0].move)
    for report in mustplay.analyse(Game(11), interval=0.01):
        break  # leaving the loop ends the search
    check("left early", not report.last or report.visits)
    proved = list(mustplay.analyse(Game(3), playouts=100))[-1]
    check("proved", proved.proved == "win" and proved.candidates[0].proved == "win", proved)
    net = mustplay.Net()
    value, policy = net.evaluate(Game(5, "c3"))
    check("a net", 0 <= value <= 1 and abs(float(sum(sum(row) for row in policy)) - 1) < 0.01 and policy[2][2] == 0, value)
    values, policies = net.evaluate_many([Game(5), Game(5, "c3"), Game(5)], threads=2)
    check("many positions", values[0] == values[2] and abs(values[1] - value) < 1e-6 and len(policies) == 3, values)
    raises("a finished game", "over", mustplay.analyse, Game(2, "a1 b1 a2"))
    raises("no net", "nothing", mustplay.Net, "/nothing")


def proofs():
    path = FOLDER / "c3.proof"
    solver = mustplay.Solver()
    found = solver.solve(Game(5, "c3"))
    check("written", solver.prove(found, path) is True)
    raises("an existing file", "exists", solver.prove, found, path)
    verdict = mustplay.verify(path)
    check("right", verdict and verdict.winner == "black" and verdict.claims > 0, verdict)
    text = path.read_bytes()
    check("as text", bool(mustplay.verify(text)))
    check("changed", not mustplay.verify(text.replace(b"winner black", b"winner white")))
    check("no proof", mustplay.verify(b"nothing").judgement == "not a proof")
    proof = mustplay.Proof(text)
    check("what it says", proof.winner == "black" and proof.game.moves == [] and proof.claims > 0 and "<svg" in proof._repr_svg_(), proof.made)
    walk = proof.walk()
    del proof  # the walk keeps it
    while not walk.game.winner:
        cell = walk.game.cells()[0]
        step = walk.play(cell)
        check("answered", walk.game[cell] == "white" and (step.answer is None or walk.game[step.answer] == "black"), step)
        if step.answer is None:
            break
    check("won", mustplay.solve(walk.game).winner == "black")
    raises("no file", "nothing", mustplay.verify, "/nothing")
    raises("no proof to read", "", mustplay.Proof, b"nothing")


def nonsense():
    """Random arguments for everything: an exception with a sentence, or an answer."""
    done = subprocess.run([sys.executable, ROOT / "tests/fuzz/fuzz_python.py", BUILD, "5", "1"], capture_output=True, text=True, timeout=300)
    check("nonsense", done.returncode == 0, done.returncode, done.stdout[-500:], done.stderr[-1000:])


check_cases([structs, games, solving, interrupted, players, analysis, proofs, nonsense])
finish()
