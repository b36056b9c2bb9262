#!/usr/bin/env python3
"""`mustplay draw --proof`: claims of proof files as pictures, and what is said of files that are none."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import check, finish  # noqa: E402

PROGRAM = os.path.join(sys.argv[1], "mustplay")


def run(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def drawn(proof, picture, *words):
    return run("draw", "--proof", proof, "--output", picture, "--force", *words)


def pictures(folder):
    proof, packed = os.path.join(folder, "a.proof"), os.path.join(folder, "a.proof.zst")
    picture = os.path.join(folder, "a.svg")
    for path in (proof, packed):
        check(f"made {path}", run("solve", "--size", "5", "--moves", "a3", "--proof", path).returncode == 0)
        check(f"drawn {path}", drawn(path, picture).returncode == 0 and os.path.getsize(picture) > 1000)
    with open(proof) as file:
        claims = int(file.read().split("\n")[-2].split()[1])
    for claim in range(1, claims + 1):
        done = drawn(proof, picture, "--claim", str(claim))
        check(f"claim {claim}", done.returncode == 0 and done.stderr == "", done)
    return proof, claims


def refusals(folder, proof, claims):
    picture, text = os.path.join(folder, "b.svg"), open(proof).read()
    made = os.path.join(folder, "bad.proof")
    for name, content in (("empty", ""), ("foreign", "(;GM[11])"), ("cut", text[: len(text) // 2]),
                          ("altered", text.replace("a3", "a4", 1)), ("longer", text + "S a1\n"), ("bytes", "\0\xff" * 50)):
        with open(made, "w", encoding="latin-1") as file:
            file.write(content)
        done = drawn(made, picture)
        check(f"{name}: a sentence", done.returncode == 2 and "not a proof file" in done.stderr, done)
    packed = os.path.join(folder, "bad.proof.zst")
    with open(packed, "w") as file:
        file.write(text)
    check("not compressed", drawn(packed, picture).returncode == 2)
    for words in (["--claim", str(claims + 1)], ["--claim", "0"], ["--size", "5"], ["--cells", "x: a1"]):
        done = drawn(proof, picture, *words)
        check(f"{words}", done.returncode == 2 and words[0][2:] in done.stderr, done)
    check("a claim of nothing", run("draw", "--claim", "1", "--output", picture).returncode == 2)
    check("no file", drawn(os.path.join(folder, "none"), picture).returncode == 2)
    check("and no picture", not os.path.exists(picture))


with tempfile.TemporaryDirectory() as folder:
    refusals(folder, *pictures(folder))
finish()
