#!/usr/bin/env python3
"""A killed match resumes: no game is lost, none is played twice, and the results are those of an uninterrupted
match."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from checks import check_cases, finish
from waiting import wait_caught, wait_for

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

BUILD = sys.argv[1]
FAKE = f"htp:{sys.executable} {os.path.join(ROOT, 'tests', 'players', 'fake.py')}"
MATCH = ["--players", "resistance", "random", "--size", "8", "--games", "60", "--openings", "all", "--seed", "3"]


def start(*words):
    return subprocess.Popen([os.path.join(BUILD, "mustplay"), "match", *words, "--json"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def end_of(*words, code=0):
    process = start(*words)
    out, err = process.communicate(timeout=300)
    assert process.returncode == code, (process.returncode, err)
    return json.loads(out) if code == 0 else err


def games(journal):
    return sorted(open(journal).read().rstrip("\n").split("\n")[1:])


def killed_many_times():
    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        whole, torn = os.path.join(folder, "whole"), os.path.join(folder, "torn")
        expected = end_of(*MATCH, "--resume", whole)
        kills = 0
        for attempt in range(200):
            process = start(*MATCH, "--resume", torn, "--jobs", str(1 + attempt % 3))
            time.sleep(rng.uniform(0.002, 0.06))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += process.returncode == -signal.SIGKILL
            if kills >= 12 or process.returncode == 0 and kills >= 3:
                break
            if process.returncode == 0:  # it was quicker: from the start
                os.remove(torn)
        assert kills >= 3, kills
        result = end_of(*MATCH, "--resume", torn)
        assert result == expected, (result, expected)
        assert games(torn) == games(whole)
        assert end_of(*MATCH, "--resume", torn) == expected  # nothing is left to do
        assert games(torn) == games(whole)
        print(f"killed {kills} times")


def killed_with_faults():
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        journal, count = os.path.join(folder, "journal"), os.path.join(folder, "count")
        words = ["--players", f"{FAKE} crash 3 {count}", "random", "--size", "3", "--games", "30", "--resume", journal]
        for _ in range(4):
            process = start(*words)
            time.sleep(rng.uniform(0.3, 0.5))
            process.kill()
            process.communicate()
        result = end_of(*words)
        lines = games(journal)
        assert result["games"] == 30 and len(lines) == 30
        lines = [json.loads(line) for line in lines]
        assert sorted(int(line["key"].removeprefix("game ")) for line in lines) == list(range(30))
        assert result["void"] == sum(line["value"]["fault"] == "a" for line in lines)
        # games that a kill cut short were counted by the player, but not by the match
        assert 6 <= result["void"] <= 11, result


def torn_lines():
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        words = ["--players", "resistance", "random", "--size", "4", "--games", "8", "--resume", journal]
        expected = end_of(*words)
        data = open(journal, "rb").read()
        complete = games(journal)
        for cut in range(0, len(data), 7):
            with open(journal, "wb") as file:
                file.write(data[:cut])
            assert end_of(*words) == expected, cut
            assert games(journal) == complete, cut


def other_files_are_refused():
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        base = ["--players", "random", "random", "--size", "3", "--games", "4", "--resume", journal]
        end_of(*base)
        before = open(journal, "rb").read()
        for change in (["--seed", "1"], ["--time", "1"], ["--openings", "all"], ["--playouts", "5"]):
            assert "another run" in end_of(*base, *change, code=2)
        assert "another run" in end_of(*["4" if w == "3" else w for w in base], code=2)
        assert "another run" in end_of(*["6" if w == "4" else w for w in base], code=2)
        assert open(journal, "rb").read() == before
        old = "mustplay-match 1 size=3x3 games=4 seed=0 time=0 playouts=0 openings=af63bd4c8601b7df a=random b=random\n"
        for text in ("precious notes", "precious\nnotes\n", "mustplay-match 1 nonsense", old):
            with open(journal, "w") as file:
                file.write(text)
            assert "older version" in end_of(*base, code=2)
            assert open(journal).read() == text
        lines = before.decode().split("\n")
        wrong = {lines[0] + "\nnonsense\n" + lines[1] + "\n": "line 2",
                 "\n".join(lines[:2] + lines[1:]): "line 3",
                 lines[0] + "\n" + lines[1].replace("game 0", "game 9") + "\n" + lines[2] + "\n": "game 9",
                 lines[0] + "\n" + lines[1].replace("game 0", "game 00") + "\n" + lines[1] + "\n": "twice",
                 lines[0] + "\n" + lines[1].replace('"black":"a"', '"black":"b"') + "\n": "game 0",
                 lines[0] + "\n" + lines[1].replace("game 0", "prize 0") + "\n": "prize 0"}
        for text, word in wrong.items():
            with open(journal, "w") as file:
                file.write(text)
            assert word in end_of(*base, code=2), (text, word)
            assert open(journal).read() == text


def two_at_once():
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        words = ["--players", f"{FAKE} slow", "random", "--size", "3", "--games", "4", "--resume", journal]
        first = start(*words)
        assert wait_for(lambda: os.path.exists(journal) and os.path.getsize(journal)) and wait_caught(first)
        assert "using it" in end_of(*words, code=2)
        first.send_signal(signal.SIGINT)
        out, _ = first.communicate(timeout=90)
        assert first.returncode == 3 and json.loads(out)["games"] == 0
        assert json.loads(out)["elo"] is None


check_cases([killed_many_times, killed_with_faults, torn_lines, other_files_are_refused, two_at_once])
finish()
