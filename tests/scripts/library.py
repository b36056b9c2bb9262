#!/usr/bin/env python3
"""libmustplay as others see it: it shows the functions that its headers declare and no other name, as .so and as .a; each
header compiles alone, as C17 and as C++17; other libraries with functions of the same names can be linked beside it.

Usage: library.py BUILD"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
SHARED, STATIC = BUILD / "libmustplay.so", BUILD / "libmustplay.a"
HEADERS = sorted((ROOT / "include").glob("mustplay/**/*.h"))
MOST, MOST_SYS = 121, 40  # functions: of the whole interface, and of sys/
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
NET = ROOT / "data/nets/solver/solver.safetensors"


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


def shown(*words):
    """The names that a library shows."""
    return {line.split()[-1] for line in run("nm", "--defined-only", *words, check=True).stdout.splitlines() if len(line.split()) == 3}


def declared(header):
    """The functions that a header declares."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    return set(re.findall(r"^MP_API\b[^;(]*\b(mp_\w+)\(", text, flags=re.M))


def names():
    wanted = set().union(*(declared(header) for header in HEADERS))
    system = set().union(*(declared(header) for header in HEADERS if header.parent.name == "sys"))
    for library, found in (SHARED.name, shown("-D", SHARED)), (STATIC.name, shown("-g", STATIC)):
        check(f"{library} shows what the headers declare", found == wanted, "missing", sorted(wanted - found), "more", sorted(found - wanted))
        check(f"{library} shows some names, and only ours", found and all(name.startswith("mp_") for name in found), sorted(found))
    check(f"at most {MOST} functions", len(wanted) <= MOST, len(wanted))
    check(f"at most {MOST_SYS} of them in sys/", len(system) <= MOST_SYS, len(system))
    members = run("ar", "t", STATIC).stdout.split()
    check("the archive is one object", len(members) == 1, members)
    soname = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", SHARED).stdout)
    check("the shared library's name", soname and soname[1] == "libmustplay.so.0", soname)


def headers(folder):
    for header in HEADERS:
        name = header.relative_to(ROOT / "include")
        inner = re.findall(r'#\s*include\s+"([^"]+)"', header.read_text())
        check(f"{name} includes public headers only", all((ROOT / "include" / other).is_file() for other in inner), inner)
        for compiler, standard, ending in ("cc", "c17", "c"), ("c++", "c++17", "cc"):
            source = folder / f"alone.{ending}"
            source.write_text(f'#include "{name}"\nint main() {{ return 0; }}\n' if ending == "cc" else f'#include "{name}"\nint main(void) {{ return 0; }}\n')
            done = run(compiler, f"-std={standard}", *WARNINGS, "-fsyntax-only", "-I", ROOT / "include", source)
            check(f"{name} alone, {standard}", done.returncode == 0, done.stderr)


def private():
    """What a program needs besides libmustplay.a, as pkg-config says it."""
    flags = run("pkg-config", "--libs", "mustplay-static", env={**os.environ, "PKG_CONFIG_PATH": str(BUILD)}, check=True).stdout.split()
    return [flag for flag in flags if not flag.startswith("-L") and "libmustplay" not in flag]


def beside(folder):
    program = folder / "json_beside"
    others = ["-ljansson", "-ljson-c"]
    for library, after in (SHARED, []), (STATIC, private()):
        for order in ([library, *after, *others], [*reversed(others), library, *after]):
            done = run("cc", "-std=c17", *WARNINGS, "-I", ROOT / "include", "-o", program, *sorted((ROOT / "tests/library").glob("*.c")), *order)
            if done.returncode == 0:
                done = run(program, NET, env={**os.environ, "LD_LIBRARY_PATH": str(BUILD)})
            check(f"{library.name} {'before' if order[0] == library else 'behind'} jansson and json-c", done.returncode == 0, done.stdout, done.stderr)


with tempfile.TemporaryDirectory() as temporary:
    names()
    headers(pathlib.Path(temporary))
    beside(pathlib.Path(temporary))
finish()
