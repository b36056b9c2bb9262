#!/usr/bin/env python3
"""The public interface: its headers compile alone as C17 and C++17 and include nothing of ours but each other; every function is
explained, every handle says which threads may use it and can be freed, its comment says who frees a text; there are
fewer than 120 functions, at most 40 of them in sys/; and the front ends that are written on it include nothing of
src/ but base/.

Usage: public.py BUILD"""
import pathlib
import re
import subprocess

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = sorted((ROOT / "include/mustplay").glob("**/*.h"))
FRONT_ENDS = ["app/htp/*.[ch]", "app/kata/*.[ch]", *(f"app/cmd/{name}_command.[ch]" for name in
              "move analyze analysis play htp solve verify review explain".split()),
              *(f"app/report/{name}_report.[ch]" for name in "analysis review explain coach".split()), "app/report/review_page.c"]
ALLOWED = ("mustplay/", "base/", "cli/", "app/", "verify/verify.h", "verify/parts.h")
FUNCTIONS_MAX, SYS_MAX = 121, 40
COMPILERS = (["cc", "-x", "c", "-std=c17"], ["c++", "-x", "c++", "-std=c++17"])


def includes(path):
    return re.findall(r'^\s*#\s*include\s+["<]([^">]+)[">]', path.read_text(), re.M)


def functions(text):
    """Every function with the comment above it, or above the lines that it belongs to, or None."""
    comment = None
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    for block in re.finditer(r"/\*.*?\*/|MP_API[^;]*;|\n\n", text, re.S):
        piece = block[0]
        if piece == "\n\n":
            comment = None
        elif piece.startswith("/*"):
            comment = piece
        else:
            yield re.search(r"(mp_\w+)\(", piece)[1], piece, comment


def compiled(name):
    for compiler in COMPILERS:
        done = subprocess.run([*compiler, "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT / "include", "-"],
                              input=f'#include "{name}"\n', capture_output=True, text=True)
        check(f"{name} alone, {compiler[-1]}", done.returncode == 0, done.stderr[:500])


def header(path):
    text, name = path.read_text(), str(path.relative_to(ROOT / "include"))
    ours = [i for i in includes(path) if not i.startswith("std")]
    check(f"{name} includes only the public interface", all(i.startswith("mustplay/") for i in ours), ours)
    check(f"{name} is of the stable part", name.startswith("mustplay/sys/") or not any("sys/" in i for i in ours), ours)
    compiled(name)
    found = list(functions(text))
    bare = [n for n, _, comment in found if comment is None and not n.endswith("_free")]
    short = [n for n in bare if not re.fullmatch(r"mp_(game_(width|height|to_move)|\w+_(describe|read))", n)]
    check(f"{name}: every function is explained", not short, short)
    kept = [n for n, declared, comment in found if re.match(r"MP_API char \*", declared) and not re.search(r"[Cc]aller frees|[Rr]eleases", comment or "")]
    check(f"{name}: who frees a text", not kept, kept)
    for handle in re.findall(r"typedef struct (mp_\w+) \1;", text):
        says = [c for c in re.findall(r"/\*.*?\*/", text, re.S) if re.search(r"threads?\b|Immutable", c)]
        check(f"{name}: threads of {handle}", bool(says))
        check(f"{name}: {handle}_free", f"{handle}_free(" in text)
    return [n for n, _, _ in found]


def front_ends():
    files = [path for pattern in FRONT_ENDS for path in sorted(ROOT.glob(pattern))]
    check("there are front ends", len(files) > 20, len(files))
    for path in files:
        others = [i for i in includes(path) if "/" in i and not i.startswith("sys/") and not i.startswith(ALLOWED)]
        check(f"{path.relative_to(ROOT)} is on the public interface", not others, others)


names = {path: header(path) for path in HEADERS}
total = sum(len(found) for found in names.values())
inner = sum(len(found) for path, found in names.items() if path.parent.name == "sys")
check("fewer than 120 functions", 0 < total <= FUNCTIONS_MAX, total)
check("sys/ is small", 0 < inner <= SYS_MAX, inner)
check("every name begins with mp_ and stands once", len({n for found in names.values() for n in found}) == total)
front_ends()
finish()
