#!/usr/bin/env python3
"""Programs that were linked with libmustplay.so.0 run with this one: nothing that tools/build/libmustplay.so.0.abi has is gone or has another
form. A library without one function, and one with a struct of another form, are found out.

Usage: abi.py BUILD"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
KEPT = ROOT / "tools/build/libmustplay.so.0.abi"
if shutil.which("abidiff") is None:
    sys.exit(77)


def difference(new):
    """What has changed but for new functions; "" when nothing has."""
    done = subprocess.run(["abidiff", "--no-added-syms", KEPT, new], capture_output=True, text=True)
    return done.stdout if done.returncode else ""


with tempfile.TemporaryDirectory() as folder:
    now = pathlib.Path(folder) / "now.abi"
    subprocess.run([ROOT / "tools/abi-dump", BUILD, now], check=True)
    check("the interface holds what it held (tools/abi-dump, when it has only grown)", not difference(now), difference(now))
    text = now.read_text()
    check("all functions are there", len(re.findall("<function-decl name='mp_", text)) >= 100)

    without = pathlib.Path(folder) / "without.abi"
    gone = re.sub(r"    <elf-symbol name='mp_game_undo'[^>]*/>\n", "", text)
    without.write_text(re.sub(r"    <function-decl name='mp_game_undo'.*?</function-decl>\n", "", gone, flags=re.S))
    check("a function less", "mp_game_undo" in difference(without), difference(without))

    other = pathlib.Path(folder) / "other.abi"
    struct = re.search(r"<class-decl name='mp_verdict'.*?</class-decl>", text, re.S)[0]
    moved = struct.replace("layout-offset-in-bits='128'", "layout-offset-in-bits='192'")
    other.write_text(text.replace(struct, moved))
    check("a struct of another form", moved != struct and "mp_verdict" in difference(other), difference(other))
finish()
