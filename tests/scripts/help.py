#!/usr/bin/env python3
"""Help speaks of its own command: an option's line names no other command; each command has examples, all of whose options it takes,
and a manual page of its own.

Usage: help.py BUILD"""
import os
import re
import shlex
import subprocess
import sys

from checks import check, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60).stdout


COMMANDS = run("--commands").split()
check("commands", len(COMMANDS) >= 18, COMMANDS)
for name in COMMANDS:
    text = run(name, "--help")
    others = "|".join(other for other in COMMANDS if other != name)
    options = re.findall(r"^  (--[a-z0-9-]+)", text, re.M)
    for line in re.findall(r"^  (--.*)", text, re.M):
        found = re.search(rf"elsewhere|for others|\bin ({others})\b|; ({others}) ", line)
        check(f"{name}: {line.split()[0]} speaks of this command", not found, line)
    examples = re.search(r"^Examples:\n((?:  .*\n)+)", text, re.M)
    check(f"{name} has examples", examples, text[-300:])
    for line in re.findall(r"^  (mustplay .*)", examples[1] if examples else "", re.M):
        words = shlex.split(line)
        check(f"{name}: {line}", words[:2] == ["mustplay", name], line)
        unknown = [word for word in words if word.startswith("--") and word not in options]
        check(f"{name}: options of {line}", not unknown, unknown)
    page = run("--man", name)
    check(f"{name}: a page of its own", page.startswith(f".TH MUSTPLAY-{name.upper()} 1"), page[:100])
    for section in "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO":
        check(f"{name}: {section}", f'.SH {section}\n' in page, page[:200])
finish()
