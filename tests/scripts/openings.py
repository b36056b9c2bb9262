#!/usr/bin/env python3
"""data/openings and tools/openings: the maps are whole, agree with brute force and with the proof files, and a
stopped run resumes."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "verify" / "tests"))
from proofs.text import sealed  # noqa: E402

TOOL = ROOT / "tools" / "openings"


def rows(path):
    head, *lines = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(head, line, strict=True)) for line in lines]


def run(*args):
    return subprocess.run([str(TOOL), *map(str, args)], capture_output=True, text=True, timeout=300)


def maps():
    for size in range(3, 9):
        name = f"{size}x{size}"
        found = rows(ROOT / "data" / "openings" / f"{name}.tsv")
        check(f"{name} is whole", len({r["opening"] for r in found}) == len(found) == (size * size + 1) // 2, len(found))
    for path in sorted((ROOT / "data" / "openings").glob("*.tsv")):
        for row in rows(path):
            stones = row["opening"] if row["covered_by"] == "-" else row["covered_by"]
            file = ROOT / "data" / "proofs" / path.stem / f"{stones}.proof.zst"
            own = hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "-"
            elsewhere = own == "-" and path.stem == "9x9" and re.fullmatch("[0-9a-f]{64}", row["proof"])  # too large to be kept here
            check(f"{path.stem} {row['opening']}: checksum", row["proof"] == own or elsewhere, row["proof"])


def captures():
    """A stone on the second line captures the two cells behind it, so Black has at least as much as with a stone there."""
    for path in sorted((ROOT / "data" / "openings").glob("*.tsv")):
        winner = {row["opening"]: row["winner"] for row in rows(path)}
        for opening, won in winner.items():
            column = opening[0]
            behind = [f"{column}1", f"{chr(ord(column) + 1)}1"]
            if opening[1:] == "2" and won == "white" and ord(column) - 96 < int(path.stem.split("x")[0]):
                check(f"{path.stem} {opening}: what it captures loses too", all(winner.get(c) != "black" for c in behind), behind)


def truth():
    """The small maps against the solver that knows nothing but the rules."""
    for size in (3, 4):
        for row in rows(ROOT / "data" / "openings" / f"{size}x{size}.tsv"):
            done = subprocess.run([sys.argv[1] + "/mustplay", "solve", "--size", str(size), "--moves", row["opening"],
                                   "--method", "brute", "--json"], capture_output=True, text=True)
            check(f"{size}x{size} {row['opening']}: winner", json.loads(done.stdout)["winner"] == row["winner"])


def proof_elsewhere():
    """A proof file that is not in data/proofs: only its checksum is in the map, and stays there."""
    with tempfile.TemporaryDirectory() as folder:
        path, answer = pathlib.Path(folder) / "9x9.tsv", pathlib.Path(folder) / "answer.json"
        answer.write_text(json.dumps({"winner": "white", "move": "e5", "nodes": 1, "seconds": 1}))
        own = hashlib.sha256(answer.read_bytes()).hexdigest()
        done = run("proofs", "9x9", "d2", answer, "--folder", folder)
        check("no opening, no proof", done.returncode == 1 and "d2 is not in the map" in done.stderr, done)
        run("take", "9x9", answer, "--opening", "d2", "--commit", "x", "--folder", folder)
        done = run("proofs", "9x9", "f8", answer, "--folder", folder)
        check("a proof kept elsewhere", done.returncode == 0 and rows(path)[0]["proof"] == own, done)
        run("proofs", "--folder", folder)
        run("take", "9x9", answer, "--opening", "d2", "--commit", "y", "--folder", folder)
        check("its checksum stays", (rows(path)[0]["commit"], rows(path)[0]["proof"]) == ("y", own), rows(path)[0])
        cells = [f"{chr(97 + i % 9)}{i // 9 + 1}" for i in range(81)]
        answer.write_text(json.dumps({"winner": "white", "move": "e5", "nodes": 1, "seconds": 1, "stones": "a1,b1", "commit": "x", "carrier": cells[3:]}))
        run("take", "9x9", answer, "--folder", folder)
        other = hashlib.sha256(answer.read_bytes()).hexdigest()
        done = run("proofs", "9x9", "b1", answer, "--folder", folder)
        found = {r["opening"]: r["proof"] for r in rows(path)}
        check("a group's proof is that of all it covers", done.returncode == 0 and found == {"a1": other, "b1": other, "c1": other, "d2": own}, found)
        answer.write_text(json.dumps({"winner": "white", "move": "e5", "nodes": 2, "seconds": 1, "stones": "a1,b1", "commit": "y", "carrier": cells[3:]}))
        run("take", "9x9", answer, "--folder", folder)
        answer.write_text(json.dumps({"winner": "white", "move": "e5", "nodes": 3, "seconds": 1, "stones": "c1,d1", "commit": "z", "carrier": cells[4:]}))
        run("take", "9x9", answer, "--folder", folder)
        found = {r["opening"]: (r["nodes"], r["covered_by"]) for r in rows(path)}
        wanted = {"a1": ("2", "a1,b1"), "b1": ("2", "a1,b1"), "c1": ("2", "a1,b1"), "d1": ("3", "c1,d1"), "d2": ("1", "-")}
        check("a group solved again replaces its own lines only", found == wanted, found)
        for bad in (["9x9", "d2"], ["9x9", "d2", "/no/such/file"]):
            done = run("proofs", *bad, "--folder", folder)
            check(f"refused: {' '.join(bad)}", done.returncode == 1 and done.stderr.startswith("openings: "), done)


def proof_checked():
    """A reader's file against the map: the checksum, the root and the checker must all agree."""
    own = ROOT / "data" / "proofs" / "4x4"
    right = [("a1", own / "a1.proof.zst"), ("d4", own / "a1.proof.zst"), ("b3", own / "c2.proof.zst")]
    for opening, file in right:
        done = run("check", "4x4", opening, file, "--build", sys.argv[1])
        check(f"{opening} is proved by {file.name}", done.returncode == 0 and "wins" in done.stdout and "right" in done.stdout, done)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "4x4.tsv").write_text((ROOT / "data" / "openings" / "4x4.tsv").read_text())
        text = subprocess.run(["zstd", "-dcq", own / "a2.proof.zst"], capture_output=True, text=True, check=True).stdout
        body = text[:text.index("\nend ") + 1]
        header = body[:body.index("\n", body.index("\nmade ") + 1) + 1]
        won = subprocess.run(["zstd", "-dcq", own / "c2.proof.zst"], capture_output=True, text=True, check=True).stdout
        won = won[:won.index("\nend ") + 1]
        files = {"as it is": body, "of b1": body.replace("black a2", "black b1"), "of two stones": body.replace("black a2", "black a2,b1"),
                 "of a win and more": won.replace("black c2", "black a1,c2"),
                 "of another size": body.replace("board 4x4", "board 5x4"), "false": header + "S\n"}
        for name, words in files.items():
            (folder / name).write_text(sealed(words))
        (folder / "foreign").write_text("x\n")
        (folder / "empty").write_text("")
        for name, opening, sentence in (("as it is", "a2", None), ("as it is", "d3", None), ("of b1", "b1", None), ("of b1", "a2", "something else"),
                                        ("as it is", "b1", "something else"), ("of two stones", "a2", None), ("of two stones", "b1", None),
                                        ("of two stones", "b2", "something else"), ("of a win and more", "c2", "something else"), ("of another size", "a2", "does not find"),
                                        ("false", "a2", "does not find"), ("foreign", "a2", "does not find"), ("empty", "a2", "does not find"),
                                        ("as it is", "c2", "does not find black's win")):
            run("proofs", "4x4", opening, folder / name, "--folder", folder)
            done = run("check", "4x4", opening, folder / name, "--build", sys.argv[1], "--folder", folder)
            good = done.returncode == 0 if sentence is None else done.returncode == 1 and sentence in done.stderr and not done.stdout
            check(f"{name} for {opening}", good, done)
        done = run("check", "4x4", "b2", own / "b1.proof.zst", "--build", sys.argv[1])
        check("another file", done.returncode == 1 and "its checksum is" in done.stderr, done)
        done = run("check", "4x4", "a1", own / "a1.proof.zst", "--build", folder)
        check("no checker", done.returncode == 1 and "mustplay-verify: No such file" in done.stderr, done)
        (folder / "4x4.tsv").write_text(re.sub("[0-9a-f]{64}", "-", (folder / "4x4.tsv").read_text()))
        done = run("check", "4x4", "a1", own / "a1.proof.zst", "--folder", folder)
        check("a map without proofs", done.returncode == 1 and "names no proof file" in done.stderr and done.stderr.count("\n") == 1, done)
    for bad, sentence in ((["9x9", "z9", own / "a1.proof.zst"], "no cell"),
                          (["9x9", "d2", "/no/such/file"], "No such file")):
        done = run("check", *bad)
        check(f"refused: check {bad[1]}", done.returncode == 1 and sentence in done.stderr and done.stderr.count("\n") == 1, done)


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
        answer.write_text(json.dumps({"winner": "black", "move": "a2", "nodes": 1, "seconds": 1, "stones": "b1", "white": "a3", "carrier": []}))
        before = path.read_text()
        done = run("take", "3x3", answer, "--commit", "x", "--folder", folder)
        check("an answer that fails says nothing", done.returncode == 0 and path.read_text() == before, done)
        asked = subprocess.run([sys.argv[1] + "/mustplay", "solve", "--size", "3", "--black", "a1", "--white", "b2", "--to-move", "black", "--json"],
                               capture_output=True, text=True)
        answer.write_text(json.dumps(json.loads(asked.stdout) | {"stones": "a1", "white": "b2"}))
        path.unlink()
        done = run("take", "3x3", answer, "--commit", "x", "--folder", folder)
        found = {r["opening"]: r for r in rows(path)}
        known = {r["opening"]: r for r in rows(ROOT / "data" / "openings" / "3x3.tsv")}
        check("White's answer given", done.returncode == 0 and found["a1"]["answer"] == "b2" and "b2" not in found, done)
        check("and what it covers", all(known[o]["winner"] == r["winner"] == "white" for o, r in found.items()), found)
        for bad in (["solve", sys.argv[1], "3y3"], ["solve", sys.argv[1], "3x3", "d4"], ["take", "3x3", "/no/such/file"]):
            done = run(*bad, "--folder", folder)
            check(f"refused: {' '.join(bad[2:])}", done.returncode == 1 and done.stderr.startswith("openings: "), done)


def groups():
    """Openings that one proof covers: as the map says, each outside the carrier, and half-turns as they should be."""
    known = {r["opening"]: r for r in rows(ROOT / "data" / "openings" / "6x6.tsv")}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "6x6.tsv"
        done = run("groups", sys.argv[1], "6x6", "--folder", folder)
        found = {r["opening"]: r for r in rows(path)}
        check("a proof covers openings", done.returncode == 0 and len(found) >= 5, done)
        check("as the map says", all(known[o]["winner"] == r["winner"] for o, r in found.items()), found)
        check("and says which", all(r["covered_by"] == "a1,b1,c1" for r in found.values()), found)
        done = run("groups", sys.argv[1], "6x6", "f6,e6", "c3", "--folder", folder)
        check("a group by name, and one that Black wins", done.returncode == 0 and "c3: black" in done.stdout, done)
        turned = pathlib.Path(folder) / "turned"
        turned.mkdir()
        run("groups", sys.argv[1], "6x6", "f6,e6", "--folder", turned)
        first = rows(turned / "6x6.tsv")[0]
        check("a half-turn", (first["opening"], first["covered_by"]) == ("a1", "a1,b1") and first["answer"] in found["a1"]["answer"], first)
        run("solve", sys.argv[1], "6x6", "b1", "--folder", turned)
        answer = pathlib.Path(folder) / "answer.json"
        carrier = sorted({f"{c}{r}" for c in "abcdef" for r in range(1, 7)} - {"a1", "c3"})
        answer.write_text(json.dumps({"winner": "white", "move": "d4", "nodes": 1, "seconds": 1, "stones": "a1,b1",
                                      "carrier": carrier, "commit": "x"}))
        run("solve", sys.argv[1], "6x6", "c3", "--folder", folder)
        before = path.read_text()
        done = run("take", "6x6", answer, "--folder", folder)
        check("a contradiction is refused", done.returncode == 1 and "the map says black" in done.stderr, done)
        check("and changes nothing", path.read_text() == before)
        done = run("groups", sys.argv[1], "6x6", "a1,a1", "--folder", folder)
        check("refused: a cell twice", done.returncode == 1 and done.stderr.startswith("openings: "), done)


maps()
captures()
truth()
groups()
proof_elsewhere()
proof_checked()
tool()
finish()
