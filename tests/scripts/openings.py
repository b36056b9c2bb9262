#!/usr/bin/env python3
"""data/openings and tools/openings: the maps are whole, agree with brute force and with the proof files, and a run goes on where
it was stopped."""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "openings"


def rows(path):
    head, *lines = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(head, line, strict=True)) for line in lines]


def run(*args):
    return subprocess.run([str(TOOL), *map(str, args)], capture_output=True, text=True, timeout=120)


def maps():
    for size in range(3, 9):
        name = f"{size}x{size}"
        found = rows(ROOT / "data" / "openings" / f"{name}.tsv")
        check(f"{name} is whole", len({r["opening"] for r in found}) == len(found) == (size * size + 1) // 2, len(found))
    for path in sorted((ROOT / "data" / "openings").glob("*.tsv")):
        for row in rows(path):
            file = ROOT / "data" / "proofs" / path.stem / f"{row['opening']}.proof.zst"
            own = hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "-"
            check(f"{path.stem} {row['opening']}: checksum", row["proof"] == own)


def truth():
    """The small maps against the solver that knows nothing but the rules."""
    for size in (3, 4):
        for row in rows(ROOT / "data" / "openings" / f"{size}x{size}.tsv"):
            done = subprocess.run([sys.argv[1] + "/mustplay", "solve", "--size", str(size), "--moves", row["opening"],
                                   "--method", "brute", "--json"], capture_output=True, text=True)
            check(f"{size}x{size} {row['opening']}: winner", json.loads(done.stdout)["winner"] == row["winner"])


def tool():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "3x3.tsv"
        done = run("solve", sys.argv[1], "3x3", "a1", "b2", "--folder", folder)
        check("two openings", done.returncode == 0 and [r["opening"] for r in rows(path)] == ["a1", "b2"], done)
        done = run("solve", sys.argv[1], "3x3", "--folder", folder)
        check("the others", done.returncode == 0 and len(rows(path)) == 5 and "a1" not in done.stdout, done)
        answer = pathlib.Path(folder) / "answer.json"
        answer.write_text(json.dumps({"winner": "white", "nodes": 1, "seconds": 1, "opening": "b2", "commit": "x"}))
        before = path.read_text()
        done = run("take", "3x3", answer, "--folder", folder)
        check("a contradiction is refused", done.returncode == 1 and "the map says black" in done.stderr, done)
        check("and changes nothing", path.read_text() == before)
        answer.write_text(json.dumps({"winner": "white", "move": "b2", "nodes": 1, "seconds": 1}))
        done = run("take", "3x3", answer, "--opening", "c3", "--commit", "x", "--folder", folder)
        first = rows(path)[0]
        check("a half-turn", done.returncode == 0 and (first["opening"], first["answer"], first["commit"]) == ("a1", "b2", "x"), done)
        for bad in (["solve", sys.argv[1], "3y3"], ["solve", sys.argv[1], "3x3", "d4"], ["take", "3x3", "/no/such/file"]):
            done = run(*bad, "--folder", folder)
            check(f"refused: {' '.join(bad[2:])}", done.returncode == 1 and done.stderr.startswith("openings: "), done)


maps()
truth()
tool()
finish()
