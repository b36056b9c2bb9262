#!/usr/bin/env python3
"""The programs of examples/ are built against the installed library, shared and static, and do what they say.

Usage: tests/scripts/examples.py BUILD"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "examples").glob("*.c")) + sorted((ROOT / "examples").glob("*.cpp"))
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
GAME = "(;GM[11]FF[4]SZ[5];B[c3];W[a1];B[c2];W[a2];B[e5];W[c4];B[b4];W[c5];B[d4];W[d5];B[e4])"


def install(prefix):
    """Installs what was built; what the build keeps for `make uninstall` stays as it was."""
    kept = {name: (BUILD / name).read_bytes() for name in ("install_folders.txt", "install_manifest.txt") if (BUILD / name).exists()}
    done = subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], capture_output=True, text=True)
    for name in ("install_folders.txt", "install_manifest.txt"):
        (BUILD / name).unlink(missing_ok=True)
        if name in kept:
            (BUILD / name).write_bytes(kept[name])
    check("installed", done.returncode == 0, done.stderr[-500:])


def flags(prefix, package):
    path = next(prefix.glob("lib*/**/" + package + ".pc")).parent
    env = {**os.environ, "PKG_CONFIG_PATH": str(path)}
    told = subprocess.run(["pkg-config", f"--define-variable=prefix={prefix}", "--cflags", "--libs", package], capture_output=True, text=True, env=env, check=True)
    return shlex.split(told.stdout), path.parent


def build(prefix, folder, package):
    """Builds every example; the programs by name."""
    options, libraries = flags(prefix, package)
    programs = {}
    for source in SOURCES:
        program = folder / (source.name + "." + package)
        compiler = ["c++", "-std=c++17"] if source.suffix == ".cpp" else ["cc"]
        done = subprocess.run([*compiler, *WARNINGS, source, *options, f"-Wl,-rpath,{libraries}", "-o", program], capture_output=True, text=True)
        check(f"{source.name} against {package}", done.returncode == 0, done.stderr[-800:])
        programs[source.name] = program
    return programs


def run(program, *args, stdin=""):
    env = {key: value for key, value in os.environ.items() if not key.startswith("MUSTPLAY_")}
    done = subprocess.run([program, *args], input=stdin, capture_output=True, text=True, timeout=300, env=env)
    return done.returncode, done.stdout, done.stderr


def examples(programs, folder):
    code, out, _ = run(programs["play.c"], "4", "mcts", "resistance")
    check("play: a game to its end", code == 0 and out.rstrip().endswith("wins"), out)
    code, out, err = run(programs["play.c"], "4", "nobody")
    check("play: an unknown player", code == 1 and "nobody" in err, err)
    for name in ("analyse.c", "analyse.cpp"):
        code, out, err = run(programs[name], "9", "c2 f6", "1")
        check(f"{name}: live", code == 0 and out.count("play-outs:") >= 2, out, err)
        code, out, err = run(programs[name], "9", "z1")
        check(f"{name}: no such move", code == 1 and "z1" in err, err)
    proof = folder / "a2.proof"
    code, out, _ = run(programs["solve.c"], "5", "a2", proof)
    check("solve: the winner", code == 0 and "black wins" in out or "white wins" in out, out)
    check("solve: its proof", f"{proof}: right" in out and "is answered by" in out, out)
    check("solve: mustplay-verify agrees", subprocess.run([BUILD / "mustplay-verify", proof], capture_output=True).returncode == 0)
    game, reviewed = folder / "game.sgf", folder / "reviewed.sgf"
    game.write_text(GAME)
    code, out, _ = run(programs["review.c"], game, reviewed, "mcts")
    check("review: every move", code == 0 and " 11. e4" in out, out)
    check("review: the file", "Review by Mustplay." in reviewed.read_text())
    check("review: no such file", run(programs["review.c"], folder / "nothing", reviewed)[0] == 1)


def data(prefix, programs):
    """A program that is linked with the installed library has its nets, wherever that was installed."""
    code, out, err = run(programs["play.c"], "4", "net:playouts=1", "random")
    check("data: the player net", code == 0 and out.rstrip().endswith("wins"), out, err)
    code, out, err = run(programs["solve.c"], "5", "a2", prefix.parent / "data.proof")
    check("data: the solver's net", code == 0 and "net is not found" not in err, err)
    nets = prefix / "share/mustplay/nets"
    hidden = nets.with_name("hidden")
    nets.rename(hidden)
    code, out, err = run(programs["play.c"], "4", "net:playouts=1", "random")
    check("data: a player that needs a net, and there is none", code == 1 and "no net found" in err, out, err)
    code, out, err = run(programs["play.c"], "4", "auto:level=1", "random")
    check("data: auto says that it has none", code == 0 and "no net found" in err, out, err)
    hidden.rename(nets)


def engine(program):
    code, out, _ = run(program, "random", stdin="1 name\nlist_commands\nboardsize 4\nplay b a1\ngenmove w\nshowboard\nfoo\nplay b z9\nundo\n7 quit\n")
    answers = out.split("\n\n")
    check("gtp: ends", code == 0, out)
    check("gtp: a number", answers[0] == "=1 Mustplay example" and "=7 " in out, out)
    check("gtp: a move", "\n= " in out and "genmove" in answers[1], out)
    check("gtp: errors", "? unknown command" in out and "? this is no move" in out, out)


check("five programs", len({source.stem for source in SOURCES}) == 5 and any(source.suffix == ".cpp" for source in SOURCES), SOURCES)
check("the engine in 150 lines", len((ROOT / "examples/gtp.c").read_text().splitlines()) <= 150)
if shutil.which("pkg-config") is None:
    sys.exit(77)
with tempfile.TemporaryDirectory() as work:
    folder = pathlib.Path(work)
    prefix = folder / "prefix"
    install(prefix)
    programs = build(prefix, folder, "mustplay")
    data(prefix, programs)
    examples(programs, folder)
    engine(programs["gtp.c"])
    still = build(prefix, folder, "mustplay-static")
    engine(still["gtp.c"])
finish()
