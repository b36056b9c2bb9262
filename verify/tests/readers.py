#!/usr/bin/env python3
"""The readers of proof files agree: verify/verify.c, proofs/reader.py, and the proved checker where it is built. The same verdict and the same
first wrong line, on files at every boundary that docs/PROOFS.md draws, on the published files and on random ones.

Usage: readers.py BUILD [--files SIZE...] [--random N] [--seconds S] [--seed N] [--record FILE | --replay FILE]
Without options a quick share: the boundaries, the published files up to 5x5, 600 random files. --files all takes every published file;
--seconds goes on with random files until then. --record keeps all files and verify.c's exact words about them.
--replay has a changed verify.c read them, which takes a fraction of a second: mutation testing begins with it.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "scripts"))
from checks import check, finish  # noqa: E402
from proofs import reader, small  # noqa: E402
from proofs.agree import Readers  # noqa: E402
from proofs.checker import Checker  # noqa: E402
from proofs.boundaries import boundaries  # noqa: E402
from proofs.text import sealed  # noqa: E402

CELL = re.compile(r"\b[a-s](?:1?[0-9])\b")


def published(sizes):
    paths = sorted((ROOT / "data" / "proofs").glob("*/*.zst"), key=lambda path: path.stat().st_size)
    wanted = [path for path in paths if "all" in sizes or path.parent.name in sizes] if shutil.which("zstd") else []
    for path in wanted:
        yield path, subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout


class Dice(random.Random):
    """Random lines for a board: well-formed, and now and then right."""

    def begin(self, text):
        lines = text.splitlines()[:-1]
        end = next(i for i, line in enumerate(lines) if line.startswith("made ")) + 1
        self.header, self.claims = lines[:end], [line for line in lines[end:] if line[0] != "#"]
        self.width, self.height = map(int, lines[1].split()[1].split("x"))
        self.edges = "TB" if lines[2].endswith("black") else "LR"

    def cell(self):
        return f"{chr(97 + self.randrange(self.width))}{1 + self.randrange(self.height)}"

    def cells(self, most):
        return ",".join(self.cell() for _ in range(self.randint(1, most)))

    def patch(self, size):
        """Cells near each other: only such sets are captured."""
        column, row = self.randrange(self.width), self.randrange(self.height)
        near = [(column + c, row + r) for c in (-1, 0, 1) for r in (-1, 0, 1) if 0 <= column + c < self.width and 0 <= row + r < self.height]
        return [f"{chr(97 + c)}{r + 1}" for c, r in self.sample(near, min(size, len(near)))]

    def back(self):
        return f"^{self.randint(1, 1 + len(self.claims) // 3)}" + self.choice(["", "", "'"])

    def sets(self):
        return " ".join(",".join(self.patch(self.choice([1, 2, 2, 3, 4, 9]))) for _ in range(self.randint(1, 2)))

    def plus(self):
        return f" +{self.cells(2)}" if self.random() < 0.2 else ""

    def body(self):
        items = [self.back() if self.claims else self.cell(), self.cell(), f"{self.cell()}|{self.cell()}"]
        return ",".join(self.choice(items) for _ in range(self.randint(1, 4)))

    def ends(self):
        return f" {self.choice([self.cell(), self.edges[0]])}-{self.choice([self.cell(), self.edges[1]])}" if self.random() < 0.3 else ""

    def new_line(self):
        """A line of any rule."""
        kind = self.choice("SSCFFFDDDP")
        if kind in "FD":
            return f"{kind} {self.back()}{self.plus()} {self.sets()}"
        if kind == "S":
            return f"S{self.ends()} {self.body()}"
        if kind == "P":
            return f"P {self.randrange(3)}" + (f" {self.cells(2)}" if self.random() < 0.5 else "")
        answers = " ".join(f"{self.cell()}:{self.body()}" for _ in range(self.randint(1, 3)))
        return f"C{self.ends()}{self.plus()} {answers}{self.excuses()}"

    def excuses(self):
        patches = [self.patch(self.choice([2, 2, 3])) for _ in range(self.randrange(4))]
        return "".join(f" {cells[0]}{self.choice('~~*')}{','.join(cells[1:])}" for cells in patches if cells[1:])

    def change(self):
        at = self.randrange(len(self.claims))
        words = self.claims[at].split(" ")
        found = list(CELL.finditer(self.claims[at]))
        kind = self.randrange(5)
        if kind == 0 and found:
            one = self.choice(found)
            self.claims[at] = self.claims[at][: one.start()] + self.cell() + self.claims[at][one.end() :]
        elif kind == 1 and words[0] == "C" and len(words) > 2:  # fewer answers, and excuses instead
            del words[self.randrange(1, len(words))]
            self.claims[at] = " ".join(words) + self.excuses()
        elif kind == 2 and words[0] in "SC" and "-" not in self.claims[at]:
            self.claims[at] = words[0] + self.ends() + " " + " ".join(words[1:])
        elif kind == 3:
            self.claims.insert(at + 1, self.new_line())
        else:
            self.claims.append(self.new_line())

    def captured(self, text):
        """A right file cut after one of its claims, and a set of cells near each other filled or dropped there."""
        judge = reader.Reader(text.encode())
        judge.read()
        self.begin(text)
        k = self.randrange(len(judge.claims))
        claim, kind = judge.claims[k], self.choice("FD")
        pool = small.unpacked(judge.board, claim.free if kind == "D" else claim.stones & ~reader.union(claim.ends))
        if not pool:
            return self.file(text)
        first = self.choice(sorted(pool))
        near = sorted(pool, key=lambda cell: (max(abs(cell[0] - first[0]), abs(cell[1] - first[1])), self.random()))
        del self.claims[k + 1 :]
        self.claims.append(f"{kind} ^1 {','.join(map(small.name, near[: self.choice([1, 2, 2, 2, 3, 4])]))}")
        return sealed("\n".join(self.header + self.claims) + "\n")

    def file(self, text):
        self.begin(text)
        del self.claims[self.randint(1, len(self.claims)) :]
        for _ in range(self.randint(1, 6)):
            self.change()
        return sealed("\n".join(self.header + self.claims) + "\n")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--files", nargs="*", default=["2x2", "3x3", "4x4", "5x5"])
    parser.add_argument("--random", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--record")
    parser.add_argument("--replay")
    return parser.parse_args()


def replay(path, folder):
    checker = Checker(folder)
    for line in open(path):
        text, *said = json.loads(line)
        now = spoken(checker, text.encode("latin-1"))
        check("as recorded", now == said, text, now, said)
        if now != said:
            break


def spoken(checker, data):
    """All that verify.c says of a file, as JSON gives it back."""
    verdict = checker.judge(data)
    r = checker.result
    counts = [r.claims, r.bytes, *r.rule_claims, *r.rule_bytes, *r.depth_claims, r.depth, *r.stones, *r.free, r.width, r.height, r.wins]
    pieces = []
    skipping = [*checker.judge(data, skip=lambda claim: claim % 3 == 0, seen=pieces), checker.result.skipped, sum(map(len, pieces))]
    return [*verdict, r.winner.decode(), counts, r.out_of_memory, skipping]


def used_rules(data, verdict, counts):
    """Counts what the lines that were found right hold."""
    lines = data.decode().splitlines()
    for line in lines[8 : verdict[1] - 1 if verdict[1] else len(lines)]:
        if line[0] in "SCFDP":
            counts.update({line[0]} | {sign for sign in "~*+'" if sign in line})


def conclusion(data):
    """A right file that ends with the last line found right in this one, and asks for just its claim; with A and C. None if no line is right."""
    judge = reader.Reader(data)
    try:
        judge.read()
    except reader.Fault:
        pass
    if not judge.claims:
        return None
    lines, last, board = data.decode().splitlines(), judge.claims[-1], judge.board
    start = next(i for i, line in enumerate(lines) if line.startswith("made "))
    claims = [line for line in lines[start + 1 :] if line[0] != "#"][: len(judge.claims)]
    x, y = (end if isinstance(end, str) else small.name(end) for end in (small.unpacked_end(board, end) for end in last.ends))
    own, free = ({small.name(cell) for cell in small.unpacked(board, some)} for some in (last.stones, last.free))
    root = [f"root join {x}-{y}", f"stones {','.join(sorted(own)) or '-'}", f"carrier {','.join(sorted(free)) or '-'}"]
    return sealed("\n".join(lines[:3] + root + ["made x"] + claims) + "\n").encode(), own, free, board.width


def check_conclusion(readers, data):
    """All readers draw the same conclusion from the lines that are right: with a cell less in the root, the file is false."""
    found = conclusion(data)
    if not found:
        return
    text, own, free, width = found
    verdict, difference = readers.judge(text)
    check("conclusion", not difference and verdict[0] == 0, difference, verdict, text.decode())
    checker, pieces, asked = readers.checker, [], []
    check("A and C", readers.checker.last_claim(width) == (own, free), readers.checker.last_claim(width), text.decode())
    # Without asking why a line holds, the conclusions are the same.
    verdict = checker.judge(text, skip=lambda claim: asked.append(claim) or True, seen=pieces)
    check("skipped", verdict[0] == 0 and checker.result.skipped == checker.result.claims == len(asked) == asked[-1], verdict)
    check("A and C, skipped", checker.last_claim(width) == (own, free), checker.last_claim(width), text.decode())
    check("the text is seen", b"".join(pieces) == text)


def main():
    options = arguments()
    dice, counts, truth = Dice(options.seed), collections.Counter(), small.Truth()
    with tempfile.TemporaryDirectory() as folder:
        if options.replay:
            replay(options.replay, folder)
            finish()
        readers = Readers(options.build, folder, record=bool(options.record))
        for name, data, code, line in boundaries():
            verdict, difference = readers.judge(data)
            check(name, not difference, difference)
            codes = code if isinstance(code, tuple) else (code,)
            check(name, verdict[0] in codes and verdict[1] == line, verdict, (code, line))
        sources = []
        for path, data in published(options.files):
            verdict, difference = readers.judge(data)
            check(path, not difference and verdict[0] == 0, difference, verdict)
            if len(data) < 30000:
                sources.append(data.decode())
        sources += [small.random_file(dice, truth) for _ in range(max(len(sources), 40))]
        made, end = 0, time.monotonic() + options.seconds
        while made < options.random or time.monotonic() < end:
            source = dice.choice(sources)
            data = (dice.captured(source) if dice.random() < 0.4 else dice.file(source)).encode()
            verdict, difference = readers.judge(data)
            check("random file", not difference, difference, "\n", data.decode())
            used_rules(data, verdict, counts)
            check_conclusion(readers, data)
            made += 1
            if made % 10000 == 0:
                print(f"{made} random files", flush=True)
        readers.close()
        print(f"{readers.names()}: {made} random files; verdicts {readers.codes}; in lines found right: {dict(counts)}")
        if options.record:
            with open(options.record, "w") as file:
                for data in dict.fromkeys(readers.recorded):
                    print(json.dumps([data.decode("latin-1"), *spoken(readers.checker, data)]), file=file)
    finish()


main()
