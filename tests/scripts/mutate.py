#!/usr/bin/env python3
"""tools/mutate on a small function: which mutants it makes, which of them a test with a gap kills, and that a run resumes."""
import pathlib
import shutil
import subprocess
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = """// a == b in a comment
#include <stdio.h>
static int clamp(int n, int most) {
    if (n < 0 && most > 0) return 0; // "n < 0"
    return n > most ? most : n;
}
int main(void) { return clamp(-1, 3) == 0 && clamp(5, 3) == 3 && clamp(2, 3) == 2 ? puts("a < b") < 0 : 1; }
"""
CHANGES = {  # what becomes of clamp
    "if (n <= 0 && most > 0) return 0;", "if (n >= 0 && most > 0) return 0;", "if (n < 0 || most > 0) return 0;", "if (n < 0) return 0;",
    "if (most > 0) return 0;", "if (n < 0 && most >= 0) return 0;", "if (n < 0 && most <= 0) return 0;", "if (1) return 0;", "if (0) return 0;",
    "return n >= most ? most : n;", "return n <= most ? most : n;", "return 1 ? most : n;", "return 0 ? most : n;",
}
SURVIVORS = {"if (n <= 0 && most > 0) return 0;", "if (n < 0 && most >= 0) return 0;", "if (n < 0) return 0;", "return n >= most ? most : n;"}


def changed(said):
    return {line[2:].split(" // ")[0] for line in said.splitlines() if line.startswith("+ ") and "main" not in line}


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    folder.joinpath("tools").mkdir()
    shutil.copy(ROOT / "tools" / "mutate", folder / "tools" / "mutate")
    folder.joinpath("clamp.c").write_text(SOURCE)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)

    def mutate(*words):
        done = subprocess.run([folder / "tools" / "mutate", folder / "clamp.c", "--copy", folder / "copies", *words], capture_output=True, text=True, cwd=folder)
        return done.returncode, done.stdout, done.stderr

    code, said, err = mutate("--list")
    check("the mutants", code == 0 and changed(said) == CHANGES, changed(said) ^ CHANGES, err)
    run = ["--build", "cc -w clamp.c -o clamp", "--test", "./clamp", "--results", folder / "results", "--jobs", "2"]
    code, said, err = mutate(*run)
    check("the survivors", code == 0 and changed(said) == SURVIVORS, changed(said) ^ SURVIVORS, err)
    check("the source stays", folder.joinpath("clamp.c").read_text() == SOURCE and folder.joinpath("copies", "1", "clamp.c").read_text() == SOURCE)
    check("too few killed", mutate(*run, "--least", "99")[0] == 1)
    # A result that was lost is found again, the others stay.
    lines = folder.joinpath("results").read_text().splitlines()
    folder.joinpath("results").write_text("\n".join(lines[:-1]) + "\n")
    check("resumed", mutate(*run)[:2] == (0, said) and folder.joinpath("results").read_text().startswith("\n".join(lines[:-1])))
    check("it resumed one", len(folder.joinpath("results").read_text().splitlines()) == len(lines))
    explained = folder / "explained"
    gaps = [line.split("\t")[4:] for line in lines if line.split("\t")[1] == "survived"]
    explained.write_text("".join(f"- {before}\n+ {after}\nNo gap.\n" for before, after in gaps))
    code, said, err = mutate(*run, "--explained", explained, "--least", "100")
    check("explained", code == 0 and not changed(said) and f"{len(gaps)} explained" in said, said, err)
    code, said, err = mutate("--build", "cc -O2 -w -c clamp.c -o clamp.o", "--object", "clamp.o", "--test", "true")
    check("equal objects", code == 0 and " 0 same" not in said, said, err)
    code, said, err = mutate("--build", "cc clamp.c -o clamp", "--test", "false")
    check("a test that fails by itself", code == 1 and "fails without a change" in err, err)

finish()
