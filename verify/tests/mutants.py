#!/usr/bin/env python3
"""Right proof files, changed: whatever mustplay-verify still accepts is true, and the other readers agree with it on every
file and every mutant. MUSTPLAY_MUTANTS mutants (5,000; `make soundness` takes 100,000). Usage: mutants.py BUILD [SEED]

The files: random roots of small boards proved by plain search (verify/tests/proofs/small.py); proofs of the solver on
boards up to 5x5; the published ones up to 4x4. Those of 5x5 are read unchanged. Truth: search over all games on small
boards, the method brute of the solver on larger ones; a root that is unchanged needs no search.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from proofs import mutate, reader, small
from proofs.agree import Readers
from proofs.text import sealed

ROOT = pathlib.Path(__file__).resolve().parents[2]

BUILD = pathlib.Path(sys.argv[1]).resolve()
MUTANTS = int(os.environ.get("MUSTPLAY_MUTANTS", "5000"))
dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 13)
truth = small.Truth()
faults = []


# Conditions that mutants seldom come to: a header, lines of claims that are right, and one that has to be false.
SELDOM = [
    ("board 4x3\nwinner white\nroot position\nblack d2\nwhite b2,d1\nto-move white\nfirst -\nmade for the order of reversals\n"
     "S L-R a3,b2,c1,d1\nS L-R a1,b1,c1,d1\nC a3:1 b1:2\nC +b2,c1,d1,d3 a1:^1 a2*a1 a2*a3 a2*b1\nC +b2,d1,d3 c1:4 a2*a3 a2*a1 c2*c1 a3*a2 a3*b1\n",
     "C +b2,d1 d3:^1 c2~b1,a1 c2*c1 a3*a1 a3*a2 a1~d3,c3 c1*c2 a2*a3\n", "C +b2,d1 d3:^1 a1~d3,c3 c2*c1 a3*a1 a3*a2 c2~b1,a1 c1*c2 a2*a3\n"),
    ("board 3x3\nwinner black\nroot join b2-T\nstones b2\ncarrier b1,c1\nmade for sets with an end\n", "S b2-T b1|c1\n", "S b2-T b1|c1\nF 1 b2\n"),
]


def solver_file(folder):
    """A proof that the solver writes for a random position."""
    path = f"{folder}/solver.proof"
    board = small.Board(*dice.choice([(3, 3), (4, 4), (4, 4), (5, 4), (4, 5), (5, 5)]))
    stones = small.random_position(dice, board)
    for colour in stones:
        stones[colour] = set(dice.sample(sorted(stones[colour]), min(len(stones[colour]), dice.randrange(4))))
    done = subprocess.run(
        [BUILD / "mustplay", "solve", "--size", f"{board.width}x{board.height}", "--to-move", dice.choice(["black", "white"]),
         "--black", small.names(stones["black"]).strip("-"), "--white", small.names(stones["white"]).strip("-"),
         "--proof", path, "--force"], capture_output=True, text=True)
    if done.returncode:
        faults.append(f"the solver wrote no proof: {done.stderr}")
        return None
    return pathlib.Path(path).read_text()


def published_files(size):
    """The texts of data/proofs/SIZE, if zstd is there to read them."""
    paths = sorted((ROOT / "data" / "proofs" / size).glob("*.zst")) if shutil.which("zstd") else []
    return [subprocess.run(["zstd", "-dc", path], capture_output=True, text=True, check=True).stdout for path in paths]


def root_of(data):
    """What the header claims: everything but how it was made."""
    text = data.decode()
    return text[: text.index("\nmade ")]


def is_true(data):
    judge = reader.Reader(data)
    judge.read_header()
    root, board = judge.root, small.Board(judge.board.width, judge.board.height)
    own, free = (small.unpacked(judge.board, cells) for cells in (root.stones, root.free & ~root.stones))
    if len(free) <= 10 or set(root.ends) != set(judge.edges):
        ends = tuple(small.unpacked_end(judge.board, end) for end in root.ends)
        return truth.joins(board, reader.EDGES[judge.winner], ends, own, free)
    # With the first move made, or Y to move, the solver decides.
    loser = "white" if judge.winner == "black" else "black"
    stones = {judge.winner: own, loser: board.cells - own - free}
    done = subprocess.run(
        [BUILD / "mustplay", "solve", "--method", "brute", "--json", "--size", f"{board.width}x{board.height}", "--to-move", loser,
         "--black", small.names(stones["black"]).strip("-"), "--white", small.names(stones["white"]).strip("-")],
        capture_output=True, text=True)
    return done.returncode == 0 and json.loads(done.stdout)["winner"] == judge.winner


def agree(readers, data, what):
    """The verdict of all readers; a fault if they differ."""
    verdict, difference = readers.judge(data)
    if difference:
        faults.append(f"the readers disagree on {what}: {difference}\n{data.decode()}")
    return verdict[0]


with tempfile.TemporaryDirectory() as folder:
    readers = Readers(BUILD, folder)
    files = [small.random_file(dice, truth) for _ in range(60 + MUTANTS // 400)]
    files += [text for text in (solver_file(folder) for _ in range(60 + MUTANTS // 400)) if text]
    files += [text for size in ("2x2", "3x3", "4x4") for text in published_files(size)]
    for text in files + published_files("5x5"):
        if agree(readers, text.encode(), "a right file") != 0:
            faults.append(f"a right file is refused: {readers.judge(text.encode())}\n{text}")
    for head, right, wrong in SELDOM:
        for claims, code in ((right, 0), (wrong, 4)):
            text = sealed(f"mustplay-proof 1\n{head}{claims}")
            if agree(readers, text.encode(), "a rare file") != code:
                faults.append(f"a rare file should have the code {code}: {readers.judge(text.encode())}\n{text}")
    counts = {0: 0, 2: 0, 4: 0}
    changed_roots, decided = 0, {}
    for i in range(MUTANTS):
        text = dice.choice(files)
        data = mutate.mutant(dice, text).encode()
        code = agree(readers, data, "a mutant")
        counts[code] += 1
        if code == 0 and root_of(data) != root_of(text.encode()):
            changed_roots += 1
            root = root_of(data)
            if root not in decided:
                decided[root] = is_true(data)
            if not decided[root]:
                faults.append(f"accepted and false:\n{data.decode()}\nmade from\n{text}")
        if len(faults) > 5:
            break
        if (i + 1) % 10000 == 0:
            print(f"{i + 1} mutants", flush=True)
    readers.close()
print("\n".join(faults[:5]))
print(f"{readers.names()}: {len(files)} files, {sum(counts.values())} mutants: {counts[0]} right ({changed_roots} with another root), {counts[4]} false, {counts[2]} unreadable")
print(f"{len(files) + sum(counts.values())} passed, {len(faults)} failed")
sys.exit(1 if faults or not changed_roots else 0)
