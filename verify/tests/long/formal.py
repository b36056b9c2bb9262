#!/usr/bin/env python3
"""The theory of verify/coq compiles, assumes nothing, and coqchk accepts it. docs/FORMAL.md prints the statement as
it is. The proved checker answers as verify.c on every shipped file, and so does its extraction without mapped
numbers.
Usage: formal.py BUILD"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "verify" / "tests"))  # its folder proofs, not tests/scripts/proofs.py
from checks import check, finish  # noqa: E402
from proofs.checker import Checker  # noqa: E402
from proofs.proved import Proved, differ  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
COQ = ROOT / "verify" / "coq"
THEORY = BUILD / "theory"
PLAIN = 2000000  # bytes of text up to which the plain extraction is asked: it is ten times slower


def timed(what, words, **options):
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, **options)
    print(f"{what}: {time.monotonic() - start:.0f} s", flush=True)
    return done


def theory():
    done = timed("the theory", [COQ / "compile", THEORY], timeout=2000)
    check("the theory compiles", done.returncode == 0, done.stderr[-2000:])
    asked = len(re.findall("^Print Assumptions", (COQ / "Assumptions.v").read_text(), re.M))
    closed = done.stdout.count("Closed under the global context")
    check("no theorem assumes anything", asked and closed == asked and "Axioms" not in done.stdout, done.stdout)
    for file in sorted(COQ.glob("*.v")):
        words = re.findall(r"\b(Axiom|Axioms|Parameter|Parameters|Conjecture|Admitted|admit|Admit Obligations|bypass_check|Unset Guard Checking)\b", file.read_text())
        check(f"{file.name} proves all that it says", not words, words)
    done = timed("coqchk", ["timeout", "1200", "coqchk", "-silent", "-o", "-Q", ".", "Mustplay", "Mustplay.Soundness", "Mustplay.Turn", "Mustplay.Bits", "Mustplay.Words"], cwd=THEORY)
    said = done.stdout + done.stderr
    check("coqchk accepts it", done.returncode == 0 and re.search(r"Axioms:\s*<none>", said), said[-2000:])


def statement():
    """Every piece of Coq in docs/FORMAL.md is in the sources, but for the indentation of sections."""
    def plain(text):
        return re.sub(r"\s+", " ", re.sub(r"\(\*.*?\*\)", "", text, flags=re.S))
    sources = {name: plain((COQ / name).read_text()) for name in ("Hex.v", "Soundness.v")}
    sources["openings"] = plain("".join(path.read_text() for path in sorted((BUILD / "theorems").glob("**/*.v"))))
    for piece in re.findall(r"```coq\n(.*?)```", (ROOT / "docs" / "FORMAL.md").read_text(), re.S):
        for part in re.split(r"\n(?=Definition|Inductive|Theorem)", piece):
            check("the page prints the statement", any(plain(part).strip() in text for text in sources.values()), part)


def theorems():
    """Small ones; `make theorems` makes the others."""
    done = timed("theorems", [COQ / "openings", THEORY, BUILD / "theorems", "2x2", "3x3", "4x4", "5x5"], timeout=1800)
    files = [BUILD / "theorems" / f"openings_{width}x{width}" for width in (2, 3, 4, 5)]
    said = "".join(path.with_suffix(".txt").read_text() for path in files)
    check("theorems about openings", done.returncode == 0 and "Axioms" not in said and "Closed" in said, done.stdout[-2000:])
    said = "".join(path.with_suffix(".names").read_text() for path in files)
    for width, count in ((2, 4), (3, 9), (4, 16), (5, 25)):
        names = set(re.findall(rf"opening_{width}x{width}_[a-e]\d", said))
        check(f"every opening of {width}x{width}", len(names) == count, sorted(names))
    wrong = BUILD / "theorems" / "wrong"
    text = subprocess.run(["zstd", "-dc", ROOT / "data/proofs/3x3/a1.proof.zst"], capture_output=True, text=True, check=True).stdout
    wrong.mkdir(exist_ok=True)
    (wrong / "false.proof").write_text(re.sub(r"first \S+", "first c3", text))
    done = subprocess.run([COQ / "openings", THEORY, wrong, wrong / "false.proof"], capture_output=True, text=True)
    check("a false file gives no theorem", done.returncode == 1 and "FAILED" in done.stdout and not list(wrong.glob("*.vo")), done.stdout)


def slices():
    """A file of 6x6 in four slices: their lemmas give its theorems, what is compiled stays, and a wrong claim is not handed on."""
    out, words = BUILD / "theorems" / "slices", ["--slice", "12", THEORY, BUILD / "theorems" / "slices", ROOT / "data/proofs/6x6/b1.proof.zst"]
    shutil.rmtree(out, ignore_errors=True)
    done = timed("slices", [COQ / "openings", *words], timeout=900)
    folder, said = out / "openings_6x6_b1", (out / "openings_6x6_b1.names").read_text()
    check("theorems from slices", done.returncode == 0 and said.split() == ["opening_6x6_b1", "opening_6x6_e6"], done.stdout)
    count = len(list(folder.glob("slice_*.vo")))
    final = (out / "openings_6x6_b1.v").read_text()
    check("the theorems rest on every slice", count == 4 and all(f"slice_{i}.handed_on" in final for i in range(count)) and "script" not in final, count)
    check("a slice takes over claims", "Forall (handed (X := bits) 6 6 true) [given_1.claims; given_0.claims] ->" in (folder / "slice_2.v").read_text())
    os.remove(folder / "slice_2.vo")
    again = timed("one slice again", [COQ / "openings", *words], timeout=900)
    check("only what is missing is compiled", again.returncode == 0 and re.findall(r"^  (\w+):", again.stdout, re.M) == ["slice_2", "openings_6x6_b1"], again.stdout)
    given = (folder / "given_1.v").read_text()
    changed = re.sub(r"\(g (\d+) ", lambda found: f"(g {int(found[1]) + 1} ", given, count=1)
    wrong = out / "wrong"
    wrong.mkdir()
    for i, text in ((0, (folder / "given_0.v").read_text()), (1, given)):
        (wrong / f"given_{i}.v").write_text(text)
    (wrong / "slice_1.v").write_text((folder / "slice_1.v").read_text())
    for text, right in ((given, True), (changed, False)):
        (wrong / "given_1.v").write_text(text)
        codes = [subprocess.run(["timeout", "300", "coqc", "-q", "-Q", THEORY, "Mustplay", "-Q", ".", "Slices", name], cwd=wrong, capture_output=True).returncode
                 for name in ("given_0.v", "given_1.v", "slice_1.v")]
        check("a slice hands on what its lines give, and nothing else", codes[:2] == [0, 0] and (codes[2] == 0) == right, codes)


def shipped():
    with tempfile.TemporaryDirectory() as folder:
        checker, proved, pair = Checker(folder), Proved(BUILD), Proved(BUILD, plain=True)
        for path in sorted((ROOT / "data" / "proofs").glob("*/*.zst")):
            data = subprocess.run(["zstd", "-dc", path], capture_output=True, check=True).stdout
            first, second = checker.judge(data), (pair if len(data) <= PLAIN else proved).judge(data)
            check(f"{path.parent.name} {path.name}", first[0] == 0 and not differ(first, second), first, second)
        proved.close()
        pair.close()


def program():
    """The largest file, by the programs themselves."""
    path = max((ROOT / "data" / "proofs").glob("*/*.zst"), key=lambda path: path.stat().st_size)
    both = [timed(name, [BUILD / name, path]) for name in ("mustplay-verify", "mustplay-proved")]
    check("the programs agree", both[0].returncode == 0 and both[0].stdout == both[1].stdout, both)


theory()
theorems()
slices()
statement()
shipped()
program()
finish()
