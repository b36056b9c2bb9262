#!/usr/bin/env python3
"""The documents are true where a program can tell. ARCHITECTURE.md names every file and none that is gone; its
picture of the includes is up to date. Tables of results are those of their data. Links and pictures exist, and so do
the commands, options, targets of make and paths that pages name. THEORY.md and PROMISES.md name tests that exist,
with their counts. The player in CONTRIBUTING.md compiles.

Usage: docs.py BUILD"""
import functools
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED = ("include/", "src/", "cli/", "app/", "cluster/", "lab/", "tools/", "verify/")  # folders whose files ARCHITECTURE.md names


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
    files = [f for f in tracked() if f.startswith(LISTED) and "/tests/" not in f and not f.startswith(("lab/data/", "lab/docs/", "lab/results/")) and not f.endswith((".in", ".md", ".clang-format", "CMakeLists.txt"))]
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
    shown = set()
    for page in [ROOT / "docs/RESULTS.md", *sorted((ROOT / "lab/docs/results").glob("*.md")), *sorted((ROOT / "docs/notes").glob("*.md"))]:
        lines = page.read_text().splitlines()
        shown |= {line.split()[2] for line in lines if line.startswith("<!-- data: ")}
        typed = [k + 2 for k, (before, line) in enumerate(zip(lines, lines[1:]))
                 if line.startswith("|") and not before.startswith(("|", "<!-- data: "))]
        check(f"{page.name}: its tables come from data", not typed, typed)
    bare = [path.name for path in (ROOT / "docs/results/data").glob("*.tsv") if path.stem not in shown and not path.read_text().startswith("# ")]
    check("measurements that no page shows say in their first line what they are", not bare, bare)
    done = subprocess.run([str(ROOT / "tools/levels-table"), "--check"], capture_output=True, text=True)
    check("the tables of levels are up to date", done.returncode == 0, done.stdout, done.stderr)


def figures():
    """Figures of README stand in the table of current results, or on a page that their line links. Those of RESULTS.md stand in a data file."""
    def found(text):
        text = re.sub(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|^    .*$|\b\d+x\d+\b|MoHex 2\.0|Debian \d+|License 2\.0|Exit codes: .*|^3 not decided.*", " ", text, flags=re.M)
        return {number.rstrip(",") for number in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)", text)}

    data = {path.stem: found(path.read_text()) for path in (ROOT / "docs/results/data").glob("*.tsv")}
    measured = data["current"] | {str(round(float(number))) for number in data["current"] if re.fullmatch(r"\d+\.\d+", number)}
    for line in (ROOT / "README.md").read_text().splitlines():
        linked = [ROOT / target for target in re.findall(r"\]\(([^)#\s:]+\.md)", line)]
        wrong = found(line) - measured.union(*(found(page.read_text()) for page in linked))
        check("the figures of README have a source", not wrong, sorted(wrong), line)
    text = "\n".join(line for line in (ROOT / "docs/RESULTS.md").read_text().splitlines() if not line.startswith(("|", "- [")))
    wrong = found(text) - set().union(*data.values())
    check("the figures of RESULTS.md have a source", not wrong, sorted(wrong))


def links():
    for page in pages():
        for target in re.findall(r"(?:\]\(|src=\")(?!https?:|#)([^)#\s\"]+)", page.read_text()):
            check(f"{page.name} points to {target}", (page.parent / target).exists())
        for target in re.findall(r"`(docs/[A-Za-z_]+\.md)`", page.read_text()):
            check(f"{page.name} names {target}", (ROOT / target).exists())


def pages():
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md")), *sorted((ROOT / "lab/docs").glob("**/*.md"))]


def program(lab, *words):
    return subprocess.run([sys.argv[1] + ("/mustplay-lab" if lab else "/mustplay"), *words], capture_output=True, text=True).stdout


@functools.cache
def words_of(lab, command):
    """The options of a command and, where it has some, the names it takes."""
    text = program(lab, command, "--help")
    names = re.findall(r"^  ([a-z][\w.-]*) ", text.partition("\nNames:")[2], re.M)
    if command == "reproduce":
        names = [entry["name"] for entry in json.loads(program(lab, "reproduce", "--json"))["reproductions"]]
    return set(re.findall(r"--[a-z][a-z-]*", text)), names


def commands():
    """Every command that a page shows has the options and the name that it is shown with."""
    seen, wrong = 0, []
    for page in pages():
        text = re.sub(r'"[^"\n]*"', "X", page.read_text())  # command lines of other programs
        for lab, command, rest in re.findall(r"(?<![\w/.-])(?:build/)?mustplay([ -]lab)? ([a-z]+)((?: [^\n`|#;<>(),]*)?)", text):
            options, names = words_of(bool(lab), command)
            if not options:
                continue  # prose
            seen += 1
            first = rest.split()[:1]
            wrong += [(page.name, command, option) for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", rest) if option not in options]
            if names and first and re.match(r"[a-z][\w.-]*\w$", first[0]) and first[0] not in names and "--" in rest:
                wrong.append((page.name, command, first[0]))
    check("commands in pages", seen > 200, seen)
    check("have the options and names that are shown", not wrong, wrong)


def places():
    """Targets of make, files in back quotes, and headings that links point to."""
    targets = re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.M)
    elsewhere = ("src/server/", "src/shared/", "src/LAYER/")  # PlayHex's files; a pattern
    folders = r"`((?:src|cli|app|cluster|lab|tools|train|tests|data|docs|examples|site|web|verify|include)/[\w./+-]*[\w/])"

    def anchors(page):
        return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", page.read_text(), re.M)}

    for page in pages():
        text = page.read_text()
        wrong = [name for name in re.findall(r"(?:`|^    )make ([a-z][\w-]*)", text, re.M) if name not in targets]
        check(f"{page.name}: targets of make", not wrong, wrong)
        wrong = [path for path in re.findall(folders, text) if not path.startswith(elsewhere) and not list(ROOT.glob(path.rstrip("/") + "*"))]
        check(f"{page.name}: paths", not wrong, wrong)
        wrong = [target + "#" + head for target, head in re.findall(r"\]\((?!http)([^)#\s]*)#([^)\s]+)\)", text)
                 if head not in anchors(page.parent / target if target else page)]
        check(f"{page.name}: headings", not wrong, wrong)


def theory():
    code = (ROOT / "tests/unit/test_theory.c").read_text()
    names = re.findall(r"`theory:(test_\w+)`", (ROOT / "docs/THEORY.md").read_text())
    check("THEORY.md names tests", len(names) > 5)
    for name in names:
        check(f"THEORY.md's {name}", f"cmocka_unit_test({name})" in code)


def promises():
    """PROMISES.md names suites that are there, and promises no more tests than a program has."""
    text = (ROOT / "docs/PROMISES.md").read_text()
    programs = {path.stem: len(re.findall(r"cmocka_unit_test\w*\(", path.read_text()))
                for folder in ("tests/unit", "verify/tests") for path in (ROOT / folder).glob("test_*.c")}
    counted = re.findall(r"`(test_\w+)` \((\d+)\)", text)
    check("PROMISES.md counts tests", len(counted) > 20)
    wrong = [(name, int(number), programs.get(name)) for name, number in counted if programs.get(name, 0) < int(number)]
    check("PROMISES.md: no program has fewer tests than it says", not wrong, wrong)
    fuzzers = [path.stem for folder in ("tests/fuzz", "*/tests") for path in ROOT.glob(folder + "/fuzz_*.c")]
    whole = re.search(r"\*\*([\d,]+) tests in ([\d,]+) programs\*\*, \*\*(\d+) fuzzers\*\*", text)
    said = [int(number.replace(",", "")) for number in whole.groups()] if whole else None
    there = [sum(programs.values()), len(programs), len(fuzzers)]
    check("PROMISES.md: tests, programs, fuzzers", said and all(a <= b for a, b in zip(said, there)), said, there)
    gone = [(room, name) for room, name in re.findall(r"`(scripts|long)/([\w-]+)(?:\.\w+)?`", text)
            if not list((ROOT / "tests" / room).glob(name + ".*"))]
    gone += [name for name in re.findall(r"`(fuzz_\w+)`", text) if name not in fuzzers]
    check("PROMISES.md names suites that exist", not gone, gone)


def example():
    code = re.search(r"```c\n(.*?)```", (ROOT / "docs/CONTRIBUTING.md").read_text(), re.S)[1]
    command = ["cc", "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Isrc", "-Iinclude", "-xc", "-"]
    done = subprocess.run(command, cwd=ROOT, input=code, capture_output=True, text=True)
    check("the player in CONTRIBUTING.md compiles", done.returncode == 0, done.stderr)


architecture()
includes()
results()
figures()
links()
commands()
places()
theory()
promises()
example()
finish()
