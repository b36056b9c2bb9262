#!/usr/bin/env python3
"""Every fuzzer takes every input of its corpus: those that were once a fault stay tested. Usage: fuzz_corpus.py BUILD"""
import pathlib
import subprocess
import sys

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
sources = [path for folder in ROOT.glob("*/tests") for path in folder.glob("fuzz_*.c")] + list((ROOT / "tests/fuzz").glob("fuzz_*.c"))
programs = sorted(pathlib.Path(sys.argv[1], "fuzz").glob("fuzz_*"))
names = {program.name.removeprefix("fuzz_") for program in programs}

check("fuzzers are built", names, programs)
check("and are those of the tree", names <= {source.stem.removeprefix("fuzz_") for source in sources}, names)
for folder in sorted(CORPUS.iterdir()):
    check(f"the corpus {folder.name} is a fuzzer's", any(source.stem == "fuzz_" + folder.name for source in sources))
for program in programs:
    inputs = sorted((CORPUS / program.name.removeprefix("fuzz_")).glob("*"))
    done = subprocess.run([program, *inputs], capture_output=True, text=True)
    check(f"{program.name} takes its {len(inputs)} inputs", done.returncode == 0, done.stdout.splitlines()[-1:], done.stderr[-2000:])
finish()
