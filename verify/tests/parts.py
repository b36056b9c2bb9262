#!/usr/bin/env python3
"""mustplay-verify --threads, --slice and --cover: threads say what one says, of right files and of wrong ones; each slice finds the wrong lines of
its claims and no others; slices are counted as cover only if they are of this file, right, and name every claim. Usage: parts.py BUILD"""
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "tests" / "scripts"))
from checks import check, finish  # noqa: E402
from proofs import mutate, small  # noqa: E402
from proofs.boundaries import file  # noqa: E402
from proofs.checker import programs  # noqa: E402
from proofs.text import sealed  # noqa: E402

dice = random.Random(6)
MINE = programs(BUILD)["mustplay-verify"]


def run(words, *more, given=None):
    done = subprocess.run([*words, *map(str, more)], input=given, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def long_file(claims):
    """The example with many claims, each of which needs the one before it."""
    lines = file().splitlines()
    start, own = lines[:9], lines[9:-1]
    middle = [f"S ^1,{dice.choice(['c1', 'c2', 'c3'])}" if i % 3 else own[1] for i in range(claims - 4)]
    return sealed("\n".join(start + [own[0], own[1], "S a3,a2,a1|b1"] + middle + ["C a2:1 c1:2"]) + "\n")


def threads(folder):
    path = folder / "a.proof"
    truth = small.Truth()
    texts = [long_file(3000), file(), file(claims=["S a3,a2,a1|b1"]), "", "x\n"] + [small.random_file(dice, truth) for _ in range(6)]
    texts += [mutate.mutant(dice, dice.choice(texts[5:])) for _ in range(20)] + [mutate.mutant(dice, texts[0]) for _ in range(6)]
    for text in texts:
        path.write_text(text)
        alone = run(MINE, path, "--json", "--stats")
        for count in (2, 3, 16):
            many = run(MINE, path, "--json", "--stats", "--threads", count)
            check(f"{count} threads", many == alone or alone[0] == many[0] == 2 and alone[2] == many[2], alone, many, text)
    # The first of several false lines is the one that is named, whoever comes to it first.
    lines = texts[0].splitlines()[:-1]
    for at in (20, 700, 1500, 2990):
        broken = [line if i < at or i % 5 else "S T-B" for i, line in enumerate(lines)]
        path.write_text(sealed("\n".join(broken) + "\n"))
        check("the first false line", run(MINE, path) == run(MINE, path, "--threads", "4"), run(MINE, path), run(MINE, path, "--threads", "4"))
    for words in programs(BUILD).values():
        check("standard input", run(words, "-", "--threads", 2, given=texts[0])[1] == run(words, "-", given=texts[0])[1] != "")
        done = run(words, "-", "--threads", 2, "--memory", 1, given=long_file(6000))
        check("memory", done[0] == 3 and not done[1] and "memory" in done[2], done)


def slices(folder):
    path, sums = folder / "b.proof", folder / "sums"
    text = long_file(500)
    path.write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    said = []
    for words in programs(BUILD).values():
        for part in ("1-200", "201-499", "350-500"):
            code, out, err = run(words, path, "--slice", part)
            said.append(out)
            check("slice", code == 0 and out.startswith(f"slice {part} of 500: right, winner black, sha256 {digest}, by ") and not err, code, out, err)
        found = json.loads(run(words, path, "--slice", "7-7", "--json")[1])
        check("slice as JSON", found["slice"] == [7, 7] and found["claims"] == 500 and found["sha256"] == digest and found["by"], found)
        for bad in ("0-3", "3", "3-", "-3", "5-3", "1-501", "1-9x", "01-3", "1- 3", " 1-3", "1--3", "1-99999999999999999999", "", "x"):
            code, out, err = run(words, path, "--slice", bad)
            check(f"--slice '{bad}'", code == 2 and not out and err, code, out, err)
        # Whoever collects the lines counts what they name.
        host = said[0].strip().split(" by ")[1]
        other = said[2].replace(f"by {host}", "by elsewhere")
        sums.write_text(said[0] + said[1] + other)
        code, out, err = run(words, path, "--cover", sums)
        check("covered", code == 0 and "none" in out and f"{host} 2" in out and "elsewhere 1" in out and digest in out, code, out, err)
        found = json.loads(run(words, path, "--cover", sums, "--json")[1])
        check("covered", found == {"missing": [], "covered": True, "winner": "black", "claims": 500, "runs": 3, "sha256": digest, "by": {host: 2, "elsewhere": 1}}, found)
        code, out, err = run(words, path, "--cover", "-", "--json", given=said[1])
        check("not covered", code == 3 and json.loads(out)["missing"] == [[1, 200], [500, 500]] and not json.loads(out)["covered"], code, out, err)
        check("nothing covered", json.loads(run(words, path, "--cover", "/dev/null", "--json")[1])["missing"] == [[1, 500]])
        wrong = [("x\n", "no summary"), ("", ""), (said[0].replace(digest, "0" * 64), "another file"), (said[0].replace("right", "false"), "right"),
                 (said[0].replace("black", "white"), "right"), (said[0].replace("1-200", "1-501"), "beyond"), (said[0].replace("1-200", "9-5"), "no summary"),
                 (said[0].replace("of 500", "of 400"), "right"), (said[0].strip().rsplit(" ", 1)[0] + " \n", "whom"), (said[0].strip() + " x\n", "odd"),
                 (said[0].strip() + "x" * 70 + "\n", "whom"), ("y" * 2000 + "\n", "no summary")]
        for line, why in wrong:
            code, out, err = run(words, path, "--cover", "-", given=said[1] + line)
            check(f"summary {why}", code == (2 if line else 3) and (not line or not out and "line 2" in err and why in err), line, code, out, err)
        # Slices may overlap, lie in others and be the same.
        many = said[2] + said[0] + said[0] + said[0].replace("1-200", "1-300") + said[0].replace("1-200", "7-9") + said[2].replace("350", "250")
        found = json.loads(run(words, path, "--cover", "-", "--json", given=many)[1])
        check("overlapping slices", found["covered"] and found["runs"] == 6 and found["by"] == {host: 6}, found)
        for odd in ('"', "\\", "\x7f", "\x1f"):
            code, out, err = run(words, path, "--cover", "-", given=said[0].strip() + odd + "\n")
            check("an odd host", code == 2 and not out and "odd" in err, odd, code, out, err)
        for more in (("--slice", "1-3"), ("--cover", sums), ("--threads", 2)):
            with open("/dev/full", "w") as full:
                check("a full disk", subprocess.run([*words, path, *map(str, more)], stdout=full, stderr=subprocess.PIPE).returncode == 1, more)
        large = ROOT / "data" / "proofs" / "9x9" / "e5.proof.zst"
        for more in (("--slice", "1-3"), ("--threads", 2)):
            code, out, err = run(words, large, "--memory", 1, *more)
            check("a text larger than --memory", code == 3 and not out and "memory" in err, more, code, out, err)
        check("no file for threads", run(words, folder / "none", "--threads", 2)[0] == 2)
        check("no summaries", run(words, path, "--cover", folder / "none")[0] == 2)
        check("both", run(words, path, "--cover", sums, "--slice", "1-3")[0] == 2)
        check("no file", run(words, folder / "none", "--slice", "1-3")[0] == 2)
    # A false line is found by the slices that hold it.
    lines = text.splitlines()[:-1]
    lines[9 + 299] = "S T-B ^1,c3|c2,c3|c1"
    path.write_text(sealed("\n".join(lines) + "\n"))
    check("the line is false", run(MINE, path)[0] == 4, run(MINE, path))
    for part, code in (("1-299", 0), ("300-300", 4), ("250-400", 4), ("301-500", 0)):
        got, out, err = run(MINE, path, "--slice", part)
        check(f"a false line, slice {part}", got == code and ("line 309" in out) == (code == 4), got, out, err)
    with open("/dev/full", "w") as full:
        check("a false slice on a full disk", subprocess.run([*MINE, path, "--slice", "300-300"], stdout=full, stderr=subprocess.PIPE).returncode == 1)
    check("a false slice as JSON", json.loads(run(MINE, path, "--slice", "300-300", "--json")[1])["valid"] is False)
    path.write_text(text[:-3] + "x\n" + text[-1:])
    check("a damaged file, cut short", run(MINE, "-", "--threads", 2, given=text[:-1])[0] == 2)
    check("a damaged file", run(MINE, path, "--slice", "1-3")[0] == run(MINE, path, "--cover", "/dev/null")[0] == run(MINE, path, "--threads", 2)[0] == 2)


with tempfile.TemporaryDirectory() as name:
    threads(pathlib.Path(name))
    slices(pathlib.Path(name))
for count in ("0", "257", "x", ""):
    check(f"--threads '{count}'", run(MINE, "-", "--threads", count, given=file())[0] == 2)
finish()
