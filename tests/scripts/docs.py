#!/usr/bin/env python3
"""The documents are true where a program can tell: ARCHITECTURE.md names every file and none that is gone, its picture of
the includes is up to date, the tables of results are those of their data, links and pictures exist, THEORY.md names tests
that exist, and the player in CONTRIBUTING.md compiles."""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED = ("include/", "src/", "app/", "tools/", "verify/")  # folders whose files ARCHITECTURE.md names


def tracked():
    return subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


def named():
    """The paths that ARCHITECTURE.md names under its headings of folders; an ending may be left out."""
    folder, paths = None, set()
    for line in (ROOT / "docs/ARCHITECTURE.md").read_text().splitlines():
        heading = re.match(r"### `(.*)`$", line)
        if heading:
            folder = heading[1]
        elif folder and re.match(r"-|  ", line):
            entry = re.match(r"[- ]*((?:`[^` ]+`(?:, ?)?)+)", line)
            paths |= {folder + name for name in re.findall(r"`([^`]+)`", entry[1])} if entry else set()
    return paths


def architecture():
    files = [f for f in tracked() if f.startswith(LISTED) and not f.endswith((".in", ".md", ".clang-format"))]
    stems = {re.sub(r"\.[ch]$", "", f) for f in files}
    names = named()
    stated = {re.sub(r"\.[ch]$", "", n) for n in names}
    check("ARCHITECTURE.md names every file", stems <= stated, sorted(stems - stated))
    gone = {n for n in names if n.startswith(LISTED) and n not in files and n not in stems}
    check("and none that is gone", not gone, sorted(gone))


def includes():
    loader = importlib.machinery.SourceFileLoader("include_graph", str(ROOT / "tools/include-graph"))
    graph = importlib.util.module_from_spec(importlib.util.spec_from_loader("include_graph", loader))
    loader.exec_module(graph)
    now, drawn = set(graph.edges()), graph.recorded()
    check("the picture of the includes is up to date (run tools/include-graph)", now == drawn,
          "missing", sorted(now - drawn), "gone", sorted(drawn - now))


def results():
    done = subprocess.run([str(ROOT / "tools/results-tables"), "--check"], capture_output=True, text=True)
    check("the tables of results are up to date", done.returncode == 0, done.stdout, done.stderr)


def links():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]:
        for target in re.findall(r"(?:\]\(|src=\")(?!https?:|#)([^)#\s\"]+)", page.read_text()):
            check(f"{page.name} points to {target}", (page.parent / target).exists())
        for target in re.findall(r"`(docs/[A-Za-z_]+\.md)`", page.read_text()):
            check(f"{page.name} names {target}", (ROOT / target).exists())


def theory():
    code = (ROOT / "tests/unit/test_theory.c").read_text()
    names = re.findall(r"`theory:(test_\w+)`", (ROOT / "docs/THEORY.md").read_text())
    check("THEORY.md names tests", len(names) > 5)
    for name in names:
        check(f"THEORY.md's {name}", f"cmocka_unit_test({name})" in code)


def example():
    code = re.search(r"```c\n(.*?)```", (ROOT / "docs/CONTRIBUTING.md").read_text(), re.S)[1]
    command = ["cc", "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Isrc", "-Iinclude", "-xc", "-"]
    done = subprocess.run(command, cwd=ROOT, input=code, capture_output=True, text=True)
    check("the player in CONTRIBUTING.md compiles", done.returncode == 0, done.stderr)


architecture()
includes()
results()
links()
theory()
example()
finish()
