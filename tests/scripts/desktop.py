#!/usr/bin/env python3
"""What a desktop and a shell get. The entry and its description are well-formed, and `serve --open` shows the page in
the browser. The completions offer the commands, their options and the choices of an option. Checkers and shells that
are not installed are left out.

Usage: desktop.py BUILD"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish
from waiting import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
DESKTOP = ROOT / "app/desktop"


def said(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, **more)


def entry():
    text = (DESKTOP / "mustplay.desktop").read_text()
    command = re.search(r"^Exec=mustplay (.*)$", text, re.M)[1].split()
    listed = said(BUILD / "mustplay", command[0], "--help").stdout
    check("the entry's command exists", all(word in listed for word in command[1:]), command)
    if shutil.which("desktop-file-validate"):
        done = said("desktop-file-validate", DESKTOP / "mustplay.desktop")
        check("desktop-file-validate", done.returncode == 0 and not done.stdout, done.stdout)
    if shutil.which("appstreamcli"):
        # The project has no domain that its identifier could be the reverse of.
        done = said("appstreamcli", "validate", "--no-net", DESKTOP / "mustplay.metainfo.xml")
        faults = [line for line in done.stdout.splitlines() if re.match(r"[EWI]: ", line) and "cid-desktopapp-is-not-rdns" not in line]
        check("appstreamcli", "cid-desktopapp" in done.stdout and not faults, done.stdout)


def opened(folder):
    """What xdg-open is given is the line that the server prints; without xdg-open the server runs all the same."""
    note, token = folder / "note", folder / "token"
    (folder / "xdg-open").write_text(f'#!/bin/sh\necho noise\necho "$1" >"{note}.part"\nmv "{note}.part" "{note}"\n')
    (folder / "xdg-open").chmod(0o755)
    token.write_text("sixteen-letters-and-more\n")
    for path, more in (str(folder), []), (str(folder), ["--token-file", token]), ("/nonexistent", []):
        note.unlink(missing_ok=True)
        server = subprocess.Popen([BUILD / "mustplay", "serve", "--port", "0", "--open", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env={**os.environ, "PATH": path if "none" in path else path + ":/usr/bin:/bin"})
        address = server.stdout.readline()
        if "none" in path:
            problem = server.stderr.readline()
            check("no xdg-open: a sentence", "--open: xdg-open: No such file" in problem, problem)
        else:
            check("xdg-open is called", wait_for(note.exists))
            check("with the address", note.read_text() == address and ("token=" in address) == bool(more), note.read_text(), address)
        server.terminate()
        rest, _ = server.communicate(timeout=60)
        check("nothing else on stdout, a clean end", not rest and server.returncode == 0, rest, server.returncode)


def bash_offers(name, *words):
    """What bash offers for the last of the words."""
    line = " ".join(f"'{word}'" for word in (name, *words))
    script = f". {BUILD}/completion/{name}.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _{name}; echo \"${{COMPREPLY[*]}}\""
    done = said("bash", "-c", script)
    check(f"bash: {name} {words}: no complaint", done.returncode == 0 and not done.stderr, done.stderr)
    return done.stdout.split()


def completions(name):
    program = BUILD / name
    commands = said(program, "--commands").stdout.split()
    check(f"{name}: commands", set(commands) <= set(bash_offers(name, "")), bash_offers(name, ""))
    for command in commands:
        options = set(re.findall(r"^  (--[a-z][a-z-]*)", said(program, command, "--help").stdout, re.M)) - {"--help"}
        offered = set(bash_offers(name, command, "--"))
        check(f"{name} {command}: its options are offered", options <= offered, sorted(options - offered))
    for shell in "zsh", "fish":
        if shutil.which(shell):
            done = said(shell, "-n", BUILD / f"completion/{name}.{shell}")
            check(f"{shell} reads the completion of {name}", done.returncode == 0 and not done.stderr, done.stderr)
    if shutil.which("fish"):
        done = said("fish", "-c", f"source {BUILD}/completion/{name}.fish; complete -C '{name} '", env={**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"})
        check(f"fish: commands of {name}", set(commands) <= {line.split("\t")[0] for line in done.stdout.splitlines()}, done.stdout, done.stderr)


entry()
with tempfile.TemporaryDirectory() as work:
    opened(pathlib.Path(work))
for name in "mustplay", "mustplay-lab", "mustplay-worker":
    if (BUILD / name).exists():
        completions(name)
check("choices of an option", sorted(bash_offers("mustplay", "solve", "--to-move", "")) == ["black", "white"], bash_offers("mustplay", "solve", "--to-move", ""))
check("beginnings", bash_offers("mustplay", "so") == ["solve"], bash_offers("mustplay", "so"))
finish()
