#!/usr/bin/env python3
"""`mustplay template`: verdicts, JSON, proofs, pictures, bad files.

Usage: template.py BUILD
"""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

BUILD = os.path.abspath(sys.argv[1])
PROGRAM, VERIFY = os.path.join(BUILD, "mustplay"), os.path.join(BUILD, "mustplay-verify")

LIST = """; The bridge
   A
 .   .
   V

; The ziggurat, with a cell too many
     A   .   .
   .   .   .
 .   .   .   .
---------------

; The ziggurat, with a cell too few
     A   .
   .   .   .
 .   .   .
---------------

; The fourth row
           A   .
     .   .   .   .   .
   .   .   .   .   .   .
 .   .   .   .   .   .   .
---------------------------
"""


def run(*words):
    return subprocess.run([PROGRAM, "template", *words], capture_output=True, timeout=120)


def main(folder):
    path = os.path.join(folder, "list.hdg")

    def write(text):
        with open(path, "w") as file:
            file.write(text)

    write(LIST)
    done = run(path, "--json")
    data = json.loads(done.stdout)
    bridge, more, less, fourth = data["templates"]
    check("exit code", done.returncode == 0 and not done.stderr, done)
    check("counts", (data["valid"], data["minimal"], data["invalid"], data["undecided"], data["unreadable"]) == (3, 2, 1, 0, 0), data)
    check("the bridge", bridge["verdict"] == "valid" and bridge["minimal"] and bridge["replies"] == {"a2": "b2", "b2": "a2"}, bridge)
    check("a cell too many", more["verdict"] == "valid" and not more["minimal"] and more["spare"] == ["e1"], more)
    check("a cell too few", less["verdict"] == "invalid" and less["intrusions"], less)
    check("names and lines", fourth["name"] == "The fourth row" and fourth["line"] == 19 and len(fourth["carrier"]) == 19, fourth)
    text = run(path).stdout.decode()
    check("text", "3 valid, 2 of them minimal; 1 invalid" in text and "can spare, each alone: e1" in text, text)

    for pick, winner in ((4, "black"), (3, "white")):
        proof = os.path.join(folder, f"{pick}.proof")
        done = run(path, "--pick", str(pick), "--proof", proof)
        verified = subprocess.run([VERIFY, proof], capture_output=True)
        check(f"proof of {pick}", done.returncode == 0 and verified.returncode == 0
              and f"{winner} wins".encode() in verified.stdout, done, verified)
    picture = os.path.join(folder, "picture.png")
    check("a picture", run(path, "--pick", "3", "--output", picture).returncode == 0 and os.path.getsize(picture) > 1000)
    check("nothing is overwritten", run(path, "--pick", "3", "--output", picture).returncode == 2)

    for name, words, sentence in (("no file", [], "one file"), ("a missing file", [path + "x"], "No such file"),
                                  ("pick", [path, "--pick", "9"], "has 4 templates"),
                                  ("a picture of which", [path, "--output", picture], "name it by --pick")):
        done = run(*words)
        check(name, done.returncode == 2 and sentence.encode() in done.stderr and done.stderr.count(b"\n") == 1, done)
    write(LIST + "\n .  .\n\n A\n .\n---\n")
    done = run(path)
    check("a block that cannot be read", done.returncode == 2 and b"four columns apart" in done.stdout
          and b"3 valid" in done.stdout and b"2 not read" in done.stdout, done)
    write("; nothing\n")
    check("an empty list", b"no template" in run(path).stderr)
    write("-----------\n" + "".join(" " * 2 * row + "   ".join("." * 9) + "\n" for row in range(9)) + "-----------\n")
    for seconds in ("0.2", "0"):
        done = run(path, "--time", seconds)
        check(f"{seconds} s", done.returncode == 3 and b"undecided" in done.stdout, done)


with tempfile.TemporaryDirectory() as temporary:
    main(temporary)
finish()
