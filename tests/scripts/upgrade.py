#!/usr/bin/env python3
"""A user's files of earlier versions are read: stores, proofs, checkpoints, journals of matches, reviewed games,
puzzles. tests/data/upgrade names the versions.

Usage: upgrade.py BUILD"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1]).resolve() / "mustplay"


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=300)


def answer(*words):
    done = run(*words, "--json")
    check(" ".join(map(str, words[:2])), done.returncode == 0, done.stdout[:300], done.stderr[:300])
    return json.loads(done.stdout) if done.stdout else {}


def version_read(folder):
    name = folder.name
    for packed in folder.glob("*.zst"):
        if ".proof" not in packed.name:
            subprocess.run(["zstd", "-dq", packed, "-o", packed.with_suffix("")], check=True)
    store = answer("store", "list", folder / "6x6-a3.store")
    check(f"{name}: the store has its positions", store.get("positions", 0) > 0, store)
    check(f"{name}: and they are right", answer("store", "check", folder / "6x6-a3.store").get("false") == 0)
    solved = run("solve", "--size", "6", "--moves", "a3", "--store", folder / "6x6-a3.store", "--json")
    again = json.loads(solved.stdout or "{}")
    check(f"{name}: the store answers", solved.returncode == 0 and again.get("winner") and "not" not in solved.stderr, again, solved.stderr)
    for proof in folder.glob("5x5-*.proof*"):
        check(f"{name}: {proof.name}", answer("verify", proof).get("valid") is True)
    resumed = run("solve", "--size", "8", "--moves", "a4", "--net", "none", "--checkpoint", folder / "8x8-a4.checkpoint", "--time", "0.01", "--json")
    check(f"{name}: the checkpoint is resumed", resumed.returncode in (0, 3) and "nodes of an earlier run" in resumed.stderr or
          json.loads(resumed.stdout or "{}").get("nodes", 0) >= 2000, resumed.stdout[:200], resumed.stderr[:300])
    match = answer("match", "--players", "random", "resistance", "--size", "4", "--games", "6", "--seed", "1", "--resume", folder / "match.jsonl")
    check(f"{name}: the match is whole", match.get("games") == 6, match)
    review = answer("review", folder / "reviewed.sgf", "--player", "random")
    check(f"{name}: the reviewed game", len(review.get("moves", [])) == 5, review)
    check(f"{name}: the puzzles", answer("puzzle", "check", folder / "puzzles.jsonl").get("unique") == 1)


versions = sorted((ROOT / "tests/data/upgrade").iterdir())
check("some versions", versions)
for version in versions:
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(version, pathlib.Path(work) / version.name)
        version_read(pathlib.Path(work) / version.name)
finish()
