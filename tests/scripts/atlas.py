#!/usr/bin/env python3
"""The contract of `mustplay openings`: exit codes, JSON keys, pictures, and a run of --make that resumes. Usage:
atlas.py BUILD"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def openings(*args, **more):
    done = subprocess.run([PROGRAM, "openings", *args], capture_output=True, text=True, timeout=300, **more)
    return done.returncode, done.stdout, done.stderr


def proved():
    """What is called proved is what data/openings says, no more and no less."""
    for size in range(3, 20):
        code, out, err = openings("--size", str(size), "--json")
        data = json.loads(out)
        check(f"{size}: keys", code == 0 and sorted(data) == ["estimated", "openings", "proved", "size"] and data["size"] == size, err)
        check(f"{size}: opening keys", all(sorted(o) == ["date", "net", "opening", "proof", "replies", "swap", "value", "visits", "winner"]
                                           for o in data["openings"]))
        path = ROOT / f"data/openings/{size}x{size}.tsv"
        rows = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith(("#", "opening"))] if path.exists() else []
        known = {o["opening"]: o for o in data["openings"]}
        check(f"{size}: the maps", all(known[row[0]]["winner"] == row[1] and (known[row[0]]["proof"] or "-") == row[8] for row in rows))
        check(f"{size}: nothing else is proved", data["proved"] == sum(o["winner"] is not None for o in data["openings"]) and
              data["proved"] == 2 * len(rows) - (size % 2 and any(row[0] == f"{chr(97 + size // 2)}{size // 2 + 1}" for row in rows)))
        check(f"{size}: swap advice", all(o["swap"] == (o["value"] > 0.5) for o in data["openings"]))
        check(f"{size}: estimates say how", all((o["visits"] or 0) > 0 and o["date"] and o["net"] for o in data["openings"] if o["winner"] is None))


def showing(folder):
    code, out, _ = openings("--size", "7")
    check("a map", code == 0 and "(+)" in out and "(-)" in out and "proved" in out, out)
    code, out, _ = openings("a1", "--size", "7")
    check("an opening", code == 0 and "loses, proved" in out and "White wins with b6" in out and "Do not swap" in out, out)
    code, out, _ = openings("a1", "--size", "7", "--json")
    check("one opening", len(json.loads(out)["openings"]) == 1)
    picture = os.path.join(folder, "map.svg")
    code, out, err = openings("--size", "9", "--output", picture)
    check("a picture", code == 0 and open(picture).read().startswith("<?xml"), err)
    check("keeps files", openings("--size", "9", "--output", picture)[0] == 2)
    for words in (["--size", "5x4"], ["--size", "2"], ["z9"], ["--size", "9", "--output", "map.doc"]):
        code, out, err = openings(*words)
        check(f"refused {words}", code == 2 and out == "" and err.startswith("mustplay:"), err)


def making(folder):
    made = os.path.join(folder, "atlas")
    # Of 8x8 nothing is left to estimate; of 9x9 the openings that are not proved.
    code, out, err = openings("--make", made, "--size", "8", "--playouts", "1")
    check("nothing to do", code == 0 and out.startswith("0 openings"), out + err)
    proved_here = json.loads(openings("--size", "9", "--json")[1])
    code, out, err = openings("--make", made, "--size", "9", "--playouts", "1")
    path = os.path.join(made, "9x9.tsv")
    lines = open(path).read().splitlines()
    check("made", code == 0 and lines[0].startswith("opening\t") and len(lines) == 1 + (81 - proved_here["proved"] + 1) // 2, err)
    open(path, "w").write("\n".join(lines[:-3]) + "\n")
    code, out, err = openings("--make", made, "--size", "9", "--playouts", "1")
    check("goes on", code == 0 and out.startswith("3 openings") and open(path).read().splitlines()[1:-3] == lines[1:-3], out)
    check("the same again", sorted(line.split("\t")[0] for line in open(path).read().splitlines()) == sorted(line.split("\t")[0] for line in lines))
    open(path, "a").write("nonsense\n")
    code, out, err = openings("--make", made, "--size", "9", "--playouts", "1")
    check("a bad file", code == 2 and f"line {len(lines) + 1}" in err and out == "", err)
    check("no folder", openings("--make", "/nowhere/at/all", "--size", "9")[0] == 2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        proved()
        showing(folder)
        making(folder)
    finish()


main()
