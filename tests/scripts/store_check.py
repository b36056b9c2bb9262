#!/usr/bin/env python3
"""`mustplay store check|repair|list`: false records are named and go; stores without the mark; answers that rest on a store.

Usage: store_check.py BUILD
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish
from store_file import forged, key_bytes, unmarked

PROGRAM = os.path.join(sys.argv[1], "mustplay")


def mustplay(*args):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def reported(*args):
    code, out, err = mustplay(*args, "--json")
    return code, json.loads(out) if out else {}, err


def solve(store, *moves):
    return reported("solve", "--size", "6", "--moves", " ".join(moves), "--store", store)


def right(store):
    """A store that a solve has filled."""
    code, data, err = solve(store, "a3")
    check("a new answer rests on nothing stored", code == 0 and data["stored"] == 0 and "mark" not in err, code, data, err)
    code, data, err = solve(store, "a3")
    check("a stored answer says so", code == 0 and data["stored"] == 1 and data["nodes"] == 0, code, data, err)
    code, out, _ = mustplay("solve", "--size", "6", "--moves", "a3", "--store", store)
    check("in words too", code == 0 and "1 position of the store" in out, out)
    code, data, err = reported("store", "check", store)
    check("all is right", code == 0 and data["right"] == data["checked"] == data["positions"] > 20 and data["marked"] and data["finished"]
          and not data["records"] and not os.path.exists(store + ".checked"), code, data, err)
    listed = reported("store", "list", store)[1]
    check("list", listed["positions"] == data["positions"] == len(mustplay("store", "list", store)[1].splitlines()) and listed["marked"], listed["positions"])
    return data["positions"]


def sampled(store, positions):
    code, data, err = reported("store", "check", store, "--share", "0.5", "--seed", "1")
    check("a sample", code == 0 and 0 < data["checked"] < positions and data["share"] == 0.5 and data["right"] == data["checked"], code, data, err)


def without_mark(folder, store):
    old = os.path.join(folder, "old")
    shutil.copy(store, old)
    check("the mark is the format", unmarked(old) > 0)
    code, data, err = solve(old, "a3")
    check("a warning until it is checked", code == 0 and "mustplay store check" in err and old in err, err)
    code, out, err = mustplay("solve", "--size", "6", "--moves", "b3", "--advice", old)
    check("of advice too", code == 0 and "mustplay store check" in err, err)
    new = os.path.join(folder, "new")
    code, out, err = mustplay("solve", "--size", "6", "--moves", "b3", "--advice", old, "--store", new)
    check("but not into a store with the mark", code == 2 and "no mark" in err and not reported("store", "list", new)[1]["positions"], code, err)
    for number, (source, marked) in enumerate(((old, False), (store, True))):
        copy = os.path.join(folder, f"copy{number}")
        subprocess.run([os.path.join(sys.argv[1], "tools", "trim_store"), source, copy, "1"], check=True, capture_output=True, timeout=300)
        check("trim_store keeps the mark", reported("store", "list", copy)[1]["marked"] is marked, marked)
    code, data, err = reported("store", "check", old, "--share", "0.5")
    check("a sample gives no mark", code == 0 and not data["marked"] and "mustplay store check" in solve(old, "a3")[2], data)
    code, data, err = reported("store", "check", old, "--time", "0.0001")
    check("one that was stopped neither", code == 3 and not data["finished"] and not data["marked"] and os.path.exists(old + ".checked"), code, data)
    code, data, err = reported("store", "check", old, "--threads", "2")
    check("all of it does", code == 0 and data["marked"] and not os.path.exists(old + ".checked"), code, data, err)
    check("no more warning", "mark" not in solve(old, "a3")[2])


def poisoned(folder, store):
    """A right and verified run once left such records; the solver believed them at once."""
    wrong = os.path.join(folder, "wrong")
    lines = sorted(mustplay("store", "list", store)[1].splitlines(), key=lambda line: -int(line.split(" ")[5]))
    shutil.copy(store, wrong)
    for line in (lines[0], lines[len(lines) // 2], lines[-1]):
        check("a forged record", forged(wrong, wrong, key_bytes(line)) > 0)
    unmarked(wrong)
    honest = solve(store, "a3")[1]["winner"]
    lie = solve(wrong, "a3")[1]
    check("the lie is believed", lie["winner"] != honest and lie["nodes"] == 0, lie)
    code, out, err = mustplay("store", "check", wrong)
    check("three are named", code == 4 and out.count(": the other side wins") == 3 and "3 false" in out and "not marked" in out, code, out, err)
    code, data, err = reported("store", "repair", wrong)
    check("and mended", code == 0 and data["false"] == 3 and data["replaced"] + data["removed"] == 3 and data["marked"], code, data, err)
    check("as it was", reported("store", "check", wrong)[0] == 0 and solve(wrong, "a3")[1]["winner"] == honest)


def refusals(folder, store):
    missing = os.path.join(folder, "missing")
    for args, word in ((("check", missing), "No such file"), (("list", missing), "No such file"), (("check",), "which file"), (("mend", store), "expected check"),
                       ((), "expected check"), (("check", store, "--share", "2"), "share"), (("check", __file__), "not a store")):
        code, out, err = mustplay("store", *args)
        check(f"refused: {word}", code == 2 and not out and word in err, code, out, err)
    check("nothing is made", not os.path.exists(missing))


with tempfile.TemporaryDirectory() as top:
    main = os.path.join(top, "store")
    count = right(main)
    sampled(main, count)
    without_mark(top, main)
    poisoned(top, main)
    refusals(top, main)
finish()
