#!/usr/bin/env python3
"""Matches with external players that crash, hang, cheat or refuse: the right games are void, nothing else is; and the
form of the report."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from checks import check_cases, finish
from waiting import wait_for

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

BUILD = sys.argv[1]
FAKE = f"htp:{sys.executable} {os.path.join(ROOT, 'tests', 'players', 'fake.py')}"
KEYS = ["games", "a_wins", "b_wins", "void", "adjudicated", "score", "elo", "elo_low", "elo_high"]


def program(*words, timeout=300):
    return subprocess.run([os.path.join(BUILD, "mustplay"), "match", *words], capture_output=True, text=True,
                          timeout=timeout)


def report(*words, code=0):
    done = program(*words, "--json")
    assert done.returncode == code, (done.returncode, done.stderr)
    result = json.loads(done.stdout)
    assert list(result)[:9] == KEYS, result
    by_side = [result["by_side"][side][color] for side in "ab" for color in ("black", "white")]
    assert sum(part["void"] for part in by_side) == result["void"]
    assert sum(part["adjudicated"] for part in by_side) == result["adjudicated"]
    for side in "ab":
        won = sum(part["won"] + part["adjudicated"] for part in result["by_side"][side].values())
        assert won == result[f"{side}_wins"]
    assert result["games"] == result["a_wins"] + result["b_wins"] + result["void"] - result["adjudicated"]
    return result


def void(result, side):
    return sum(part["void"] for part in result["by_side"][side].values())


def crash_in_every_third_game():
    with tempfile.TemporaryDirectory() as folder:
        result = report("--players", f"{FAKE} crash 3", "random", "--size", "3", "--games", "12", "--sgf", folder)
        assert result["games"] == 12 and result["void"] == 4 and void(result, "a") == 4, result
        assert result["adjudicated"] == 4, result  # 3x3 is solved at once
        names = sorted(os.listdir(folder))
        assert names == [f"game-{i:05d}.sgf" for i in range(1, 13)], names
        texts = [open(os.path.join(folder, name)).read() for name in names]
        assert [i for i, text in enumerate(texts, 1) if "exit code 3" in text] == [3, 6, 9, 12]
        assert all("Adjudicated" in texts[i] for i in (2, 5, 8, 11))
        assert all("RE[B+]" in text or "RE[W+]" in text for text in texts)


def crash_of_b():
    result = report("--players", "random", f"{FAKE} crash 3", "--size", "3", "--games", "9")
    assert result["void"] == 3 and void(result, "b") == 3, result


def crash_with_jobs():
    with tempfile.TemporaryDirectory() as folder:
        spec = f"{FAKE} crash 3 {folder}/count"
        result = report("--players", spec, "random", "--size", "3", "--games", "12", "--jobs", "3")
        assert result["games"] == 12 and result["void"] == 4, result


def patiently(case):
    """Runs a match whose players hang with little grace; where the machine stalled for longer than that, once more with much."""
    try:
        case(2)
    except AssertionError:
        case(15)


def hang():
    def case(grace):
        start = time.monotonic()
        result = report("--players", f"{FAKE} hang 3", "random", "--size", "3", "--games", "6", "--time", "0.2",
                        "--grace", str(grace))
        assert result["void"] == 2 and void(result, "a") == 2, result
        assert time.monotonic() - start < 100  # it hangs for an hour
    patiently(case)


def hang_leaves_no_process():
    def case(grace):
        with tempfile.TemporaryDirectory() as folder:
            pids = os.path.join(folder, "pids")
            spec = f"htp:echo $$ >>{pids}; {FAKE[4:]} hang 1"
            report("--players", spec, "random", "--size", "3", "--games", "2", "--time", "0.1", "--grace", str(grace - 0.5))
            found = open(pids).read().split()
            assert len(found) >= 2
            assert wait_for(lambda: not members(found), 20), f"they live on: {members(found)}"
    patiently(case)


def members(groups):
    """The processes that live in these groups."""
    living = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, _, group = file.read().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if state not in "ZX" and group in groups:
            living.append(name)
    return living


def silent_start():
    """A program that says nothing: --time and --grace bound its start too, and Ctrl-C ends the match."""
    start = time.monotonic()
    done = program("--players", f"{FAKE} silent 1", "random", "--size", "3", "--time", "0.5", "--grace", "0.5")
    assert done.returncode == 2 and "did not answer in time" in done.stderr, done
    assert time.monotonic() - start < 50  # without them it would be a minute
    for commands in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            said_nothing = os.path.join(folder, "silent")
            words = ["--players", f"{FAKE} silent {commands} {said_nothing}", "random", "--size", "3", "--json"]
            match = subprocess.Popen([os.path.join(BUILD, "mustplay"), "match", *words], stdout=subprocess.PIPE)
            assert wait_for(lambda: os.path.exists(said_nothing))
            match.send_signal(signal.SIGINT)
            start = time.monotonic()
            out, _ = match.communicate(timeout=90)
            assert match.returncode == 3 and json.loads(out)["games"] == 0, (match.returncode, out)
            assert time.monotonic() - start < 30  # of a minute


def illegal_moves():
    for mode in ("illegal", "nonsense", "refuse"):
        result = report("--players", "random", f"{FAKE} {mode} 2", "--size", "3", "--games", "8")
        assert result["void"] == 4 and void(result, "b") == 4, (mode, result)


def good_external_players():
    result = report("--players", FAKE, f"{FAKE} good", "--size", "4", "--games", "4", "--jobs", "2")
    assert result["games"] == 4 and result["void"] == 0, result
    own = f"htp:{os.path.abspath(BUILD)}/mustplay htp --player resistance"
    result = report("--players", own, "random", "--size", "5", "--openings", "distinct", "--games", "10")
    assert result["a_wins"] == 10, result


def one_play_a_move():
    """A game is told move by move, not anew; a new game starts with boardsize and clear_board."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        report("--players", f"{FAKE} count {log}", "random", "--size", "4", "--games", "3", "--openings", "all",
               "--time", "50")
        words = [line.split()[0] for line in open(log)]
        assert words.count("clear_board") == 3 and words.count("boardsize") == 3, words
        assert words.count("time_settings") == 1
        assert words.count("play") <= words.count("genmove") + 6


def no_such_program():
    for spec in ("htp:/no/such/program", "htp:", "htp:exit 3", "nobody", "random:x=1"):
        done = program("--players", "random", spec, "--size", "3", "--games", "2")
        assert done.returncode == 2 and not done.stdout, (spec, done)


def bad_input():
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "openings")
        with open(bad, "w") as file:
            file.write("a1\n# a comment\nb2 b2\n")
        for words in (["--size", "3"], ["--players", "random"], ["--players", "random", "random", "--size", "20"],
                      ["--players", "random", "random", "--openings", "/no/such/file"],
                      ["--players", "random", "random", "--openings", bad],
                      ["--players", "random", "random", "--openings", os.devnull],
                      ["--players", "random", "random", "--games", "0"],
                      ["--players", "random", "random", "--size", "1", "--openings", "all"],
                      ["--players", "random", "random", "--sgf", bad],
                      ["--players", "random", "random", "--resume", bad],
                      ["--players", "random", "random", "--resume", folder]):
            done = program(*words)
            assert done.returncode == 2 and not done.stdout and done.stderr, (words, done)
        assert "line 3" in program("--players", "random", "random", "--openings", bad).stderr


def openings():
    assert report("--players", "random", "random", "--size", "3", "--openings", "all")["games"] == 18
    assert report("--players", "random", "random", "--size", "3", "--openings", "distinct")["games"] == 10
    assert report("--players", "random", "random", "--size", "4x3", "--openings", "distinct")["games"] == 12
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "openings")
        with open(path, "w") as file:
            file.write("a1 b2 c3\nb2, a1 # a comment\n\nc3\n")
        games = os.path.join(folder, "games")
        result = report("--players", "random", "random", "--size", "3", "--openings", path, "--sgf", games)
        assert result["games"] == 6
        starts = [open(os.path.join(games, f"game-{i:05d}.sgf")).read().split("\n")[1] for i in range(1, 7)]
        assert starts[0].startswith(";B[a1];W[b2];B[c3]") and starts[1].startswith(";B[a1];W[b2];B[c3]")
        assert starts[2].startswith(";B[b2];W[a1]") and starts[4].startswith(";B[c3]")


def same_results_with_any_jobs():
    def journal(folder, jobs, seed):
        path = os.path.join(folder, f"{jobs}-{seed}")
        report("--players", "resistance", "random", "--size", "6", "--games", "40", "--openings", "all",
               "--seed", str(seed), "--jobs", str(jobs), "--resume", path)
        return sorted(open(path).read().split("\n"))
    with tempfile.TemporaryDirectory() as folder:
        one = journal(folder, 1, 7)
        assert one == journal(folder, 4, 7)
        assert one != journal(folder, 1, 8)


def strength():
    """The acceptance line: resistance against random."""
    result = report("--players", "resistance", "random", "--size", "7", "--games", "50")
    assert result["games"] == 50 and result["a_wins"] >= 49, result
    assert result["elo_low"] > 0 and result["elo_low"] < result["elo"] < result["elo_high"], result


check_cases([crash_in_every_third_game, crash_of_b, crash_with_jobs, hang, hang_leaves_no_process, silent_start, illegal_moves,
     good_external_players, one_play_a_move, no_such_program, bad_input, openings, same_results_with_any_jobs,
     strength])
finish()
