#!/usr/bin/env python3
"""The Python package with numpy: arrays, the environment, a data set of 10,000 solved positions and a model of it; as fast as C within
a factor; the wheel in a fresh environment with nothing to download.

Usage: python.py BUILD"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from checks import check, check_cases, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
DEBIAN = "/usr/bin/python3"  # which has Debian's numpy
if "numpy" not in sys.modules:
    try:
        import numpy
    except ImportError:
        if sys.executable == DEBIAN:
            sys.exit(77)
        os.execv(DEBIAN, [DEBIAN, *sys.argv])
os.environ.update(MUSTPLAY_LIBRARY=str(BUILD / "libmustplay.so.0"), MUSTPLAY_DATA=str(ROOT / "data"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
import mustplay  # noqa: E402

WORK = pathlib.Path(tempfile.mkdtemp())


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=1800, **more)
    check(f"{words[0]} {words[1]}", done.returncode == 0, done.stdout[-800:], done.stderr[-800:])
    return done.stdout


def arrays():
    game = mustplay.Game("3x2", "a1 c2")
    check("the board", game.array().tolist() == [[1, 0, 0], [0, 0, -1]])
    check("planes", game.planes().shape == (2, 2, 3) and game.planes()[0, 0, 0] == 1 and game.planes()[1, 1, 2] == 1)
    check("a mask", game.mask(["b1"]).tolist() == [[0, 1, 0], [0, 0, 0]])
    values, policies = mustplay.Net().evaluate_many([mustplay.Game(5)] * 300, threads=4)
    check("a net", values.shape == (300,) and policies.shape == (300, 5, 5) and abs(policies[0].sum() - 1) < 0.01)


def environment():
    env = mustplay.HexEnvironment(4, labels=True, render_mode="ansi")
    for seed in range(20):
        env.reset(seed=seed)
        turns = 0
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            check("an observation", env.observation_space(agent).contains(observation) and not truncation)
            if termination:
                check("the reward", reward == (1 if env.game.winner == agent else -1), reward)
                env.step(None)
                continue
            mask = observation["action_mask"]
            check("the mask", mask.sum() == 16 - turns and not (mask[observation["observation"].sum(0).reshape(-1) > 0]).any())
            check("the labels", (info["winner"] == agent) == bool(info["winning"].any()) and not (info["winning"] > mask).any(), info)
            env.step(env.action_space(agent).sample(mask))
            turns += 1
        check("it ends", env.game.winner and not env.agents)
    env.reset(options={"moves": "a1"})
    env.step(0)
    check("an illegal action loses", env.rewards == {"black": 1, "white": -1} and all(env.terminations.values()))
    env.close()
    swap = mustplay.HexEnvironment(3, swap=True)
    swap.reset()
    swap.step(2)
    check("a swap", swap.observe("white")["action_mask"][-1] == 1)
    swap.step(9)
    check("swapped", swap.game["a3"] == "white" and swap.agent_selection == "black")


def data_set():
    sys.path.insert(0, str(ROOT / "python/examples"))
    import fit_solved

    right, most = fit_solved.main(10000, str(WORK / "data.npz"))
    check("the model has learned", right > most + 0.08, right, most)
    data = numpy.load(WORK / "data.npz")
    check("the data", data["planes"].shape == (10000, 2, 5, 5) and data["moves"].shape == (10000, 5, 5))
    check("its labels agree", ((data["moves"].reshape(10000, -1).sum(1) > 0) == (data["wins"] > 0)).all())


def as_fast_as_c():
    source = random.Random(1)
    lines = []
    while len(lines) < 240:
        game = mustplay.Game(4)
        for _ in range(source.randrange(6)):
            game.play(source.choice(game.cells()))
        lines.append(" ".join(game.moves))
    run("cc", "-O2", "-I", ROOT / "include", ROOT / "tests/python/moves_of_all.c", "-o", WORK / "c", BUILD / "libmustplay.so.0", f"-Wl,-rpath,{BUILD}")
    games = [mustplay.Game(4, line) for line in lines]
    ours, theirs, wins = [], [], set()
    for _ in range(5):  # interleaved
        start = time.process_time()
        found = mustplay.solve_many(games, all_moves=True)
        ours.append(time.process_time() - start)
        wins.add(sum(len(solution.winning) for solution in found))
        count, seconds = run(WORK / "c", "240 positions", input="\n".join(lines) + "\n").split()
        theirs.append(float(seconds))
        wins.add(int(count))
    print(f"240 positions of 4x4 with all moves: {min(ours):.4f} s, in C {min(theirs):.4f} s")
    check("the same answers", len(wins) == 1, wins)
    check("within twice the time of C", min(ours) < 2 * min(theirs), ours, theirs)


def wheel():
    first = run(sys.executable, ROOT / "python/build-wheel", BUILD, WORK / "one").strip()
    second = run(sys.executable, ROOT / "python/build-wheel", BUILD, WORK / "two", cwd="/", env={**os.environ, "TZ": "Asia/Tokyo"}).strip()
    check("made twice, the same", pathlib.Path(first).read_bytes() == pathlib.Path(second).read_bytes())
    print(f"the wheel: {pathlib.Path(first).stat().st_size / 1e6:.1f} MB")
    run(sys.executable, "-m", "venv", WORK / "venv")
    run(WORK / "venv/bin/pip", "install", "--no-index", "--disable-pip-version-check", first)
    env = {key: value for key, value in os.environ.items() if not key.startswith("MUSTPLAY_") and key != "PYTHONPATH"}
    script = ("import mustplay; print(mustplay.solve(mustplay.Game(5, 'a2')).winner, mustplay.Net().parameters > 1000, "
              "list(mustplay.analyse(mustplay.Game(7), playouts=20))[-1].last, mustplay.__file__)")
    said = run(WORK / "venv/bin/python", "-c", script, env=env, cwd=WORK).split()
    check("it works", said[:3] == ["white", "True", "True"] and said[3].startswith(str(WORK)), said)
    run(WORK / "venv/bin/pip", "uninstall", "--yes", "--disable-pip-version-check", "mustplay")
    check("and leaves nothing", not list((WORK / "venv").rglob("mustplay*")))


check_cases([arrays, environment, as_fast_as_c, wheel, data_set])
finish()
