#!/usr/bin/env python3
"""The checker compiles alone, from its one file of at most 1,000 lines. That program has a command of its own, which answers
as mustplay-verify does. Usage: alone.py BUILD"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "tests" / "scripts"))
from checks import check, finish  # noqa: E402

EXAMPLE = (ROOT / "docs" / "PROOFS.md").read_text().split("```\n")[1]
SOURCE = ROOT / "verify" / "verify.c"


def run(program, *words, **options):
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=300, **options)
    return done.returncode, done.stdout, done.stderr


lines = SOURCE.read_text().count("\n")
check("the checker's length", lines <= 1000, f"{lines} lines")
with tempfile.TemporaryDirectory() as folder:
    alone, path = os.path.join(folder, "alone"), os.path.join(folder, "a.proof")
    pathlib.Path(path).write_text(EXAMPLE)
    done = run("cc", "-std=c17", "-Wall", "-Wextra", SOURCE, "-o", alone)
    check("cc verify/verify.c", done[0] == 0 and not done[2], done)
    # Orders and kinds of options.
    false = os.path.join(folder, "false.proof")
    pathlib.Path(false).write_text(EXAMPLE.replace("a2:1 c1:2", "a2:1 a1:1"))
    for file in (path, false):
        for words in ([], ["--json"], ["--stats"], ["--json", "--stats"], ["--stats", "--json"], ["--memory", "9"], ["--memory", "9", "--json"]):
            for order in ([file, *words], [*words, file]):
                said = run(alone, *order)
                check(order, said == run(BUILD / "mustplay-verify", *order) and said[0] == (0 if file == path else 4), said)
    check("standard input", run(alone, "-", input=EXAMPLE) == (0, "right: black wins (3 claims)\n", ""))
    for words in (["--help"], [path, "--help"], ["--help", path], ["--what", "--help"]):
        code, out, err = run(alone, *words)
        check(words, code == 0 and "FILE" in out and not err, code, out, err)
    for words in ([], [path, path], [path, "-"], ["--what"], [path, "--what"], ["--what", path], ["-j", path], [path, ""], [path, "--memory"], ["--memory", path], ["--memory", "9"]):
        code, out, err = run(alone, *words)
        check(words, code == 2 and not out and "Usage: mustplay-verify FILE" in err, code, out, err)
    for words in (["/nonexistent"], [folder], ["/nonexistent", "--json"]):
        code, out, err = run(alone, *words)
        check(words, code == 2 and not out and err == run(BUILD / "mustplay-verify", *words)[2], code, out, err)
    for bound in ("0", "-1", "+1", "x", "", " 1", ":", "/", "1x", "1048577", "99999999999999999999"):
        code, out, err = run(alone, path, "--memory", bound)
        check(f"--memory '{bound}'", code == 2 and not out and "Usage" in err, code, out, err)
    for bound in ("9", "1000", "1048576", "0000000000000000000000000001"):
        check(f"--memory {bound}", run(alone, path, "--memory", bound)[0] == 0, bound)
    # What --memory bounds.
    many = "mustplay-proof 1\nboard 1x1\nwinner black\nroot position\nblack a1\nwhite -\nto-move white\nfirst -\nmade x\n" + "S a1\n" * 100000
    for bound, code in (("1", 3), ("3", 3), ("40", 2)):
        said = run(alone, "-", "--memory", bound, input=many)
        check(f"--memory {bound}, many claims", said[0] == code and (f" {bound} MB" in said[2]) == (code == 3), said)
    for words in (["--help"], [path], [path, "--json", "--stats"]):
        with open("/dev/full", "w") as full:
            check(f"a full device {words}", subprocess.run([alone, *words], stdout=full, stderr=subprocess.DEVNULL).returncode == 1)
    said = run(alone, path + ".zst")
    check("no such file", said[0] == 2 and "No such file" in said[2], said)
    os.rename(path, path + ".zst")
    said = run(alone, path + ".zst")
    check("the checker without zstd", said[0] == 2 and "without" in said[2], said)

finish()
