#!/usr/bin/env python3
"""SIGTERM, Ctrl-C, and Ctrl-C twice at random moments in every long command.

Usage: interrupts.py BUILD [TIMES, 6] [COMMAND...]. TIMES moments for each command, drawn from its start to a little beyond its end.
A moment is an amount of computing, so that a crowded machine does not move all of them to the start. After each, the exit code is 0, 3,
or the signal where it was not caught yet
or came twice. stdout is empty or whole, stderr a few lines without a complaint, and nothing is left beside the files.
The files are whole: records are read again, proofs verified, stores checked, and what can be resumed runs to its end.
"""
import collections
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scripts"))
from checks import check, finish  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 6
ONLY = sys.argv[3:]
PROGRAM, VERIFIER = os.path.join(BUILD, "mustplay"), os.path.join(BUILD, "mustplay-verify")
END_SECONDS = 120  # in which a signal has ended a command on the most crowded machine
GAME = "(;FF[4]GM[11]SZ[7];B[a1];W[d4];B[c5];W[d3];B[e2];W[c4])"
PROOF = str(pathlib.Path(__file__).resolve().parents[2] / "data" / "proofs" / "9x9" / "e5.proof.zst")


def run(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)


def reads_sgf(path):
    return not path.exists() or run(PROGRAM, "review", str(path), "--player", "random", "--solver-time", "0").returncode == 0


def verifies(path):
    return not path.exists() or run(VERIFIER, str(path)).returncode == 0


def store_right(path):
    """LMDB finds it whole, and a hundredth of it is proved again."""
    if not path.exists():
        return True
    listed = run(PROGRAM, "store", "list", str(path), "--json")
    return listed.returncode == 0 and run(PROGRAM, "store", "check", str(path), "--share", "0.01", "--time", "2").returncode in (0, 3)


def ends(words, key, value):
    """The same command, not interrupted, comes to its end."""
    done = run(*words)
    return done.returncode in (0, 3) and json.loads(done.stdout)[key] == value


# Each gives its words for a folder, and a function that says whether what is left is right.
def solve(f):
    return ["solve", "--size", "7", "--moves", "a1", "--all-moves", "--time", "0.5", "--json"], lambda words: True


def solve_kept(f):
    words = ["solve", "--size", "7", "--moves", "b3", "--checkpoint", f / "c", "--store", f / "s", "--proof", f / "p.proof", "--time", "3", "--json"]
    return words, lambda words: store_right(f / "s") and verifies(f / "p.proof") and checkpoint_goes_on(f, words)


def checkpoint_goes_on(f, words):
    (f / "p.proof").unlink(missing_ok=True)
    return run(*words).returncode in (0, 3)


def proof(f):
    words = ["solve", "--size", "7", "--moves", "a3", "--proof", f / "p.proof.zst", "--checkpoint", f / "c", "--json"]
    return words, lambda words: verifies(f / "p.proof.zst") and ((f / "p.proof.zst").exists() or run(*words).returncode == 0) and \
        verifies(f / "p.proof.zst") and not (f / "p.proof.zst.part").exists()


def match(f):
    words = ["match", "--size", "5", "--players", "mcts:playouts=300", "distance", "--games", "20", "--resume", f / "m", "--sgf", f / "games", "--json"]
    return words, lambda words: all(reads_sgf(p) for p in (f / "games").glob("*.sgf")) and ends(words, "games", 20)


def selfplay(f):
    words = ["selfplay", "--size", "7", "--player", "mcts:playouts=300", "--games", "8", "--output", f / "g.sgf", "--json"]
    return words, lambda words: not (f / "g.sgf").exists() or (f / "g.sgf").read_text().count("(;") in range(0, 13)


def review(f):
    words = ["review", f / "game.sgf", "--playouts", "60", "--player", "mcts", "--solver-time", "2", "--output", f / "r.sgf", "--curve", f / "r.svg", "--force", "--json"]
    return words, lambda words: reads_sgf(f / "r.sgf") and (not (f / "r.svg").exists() or "</svg>" in (f / "r.svg").read_text())


def puzzles(f):
    words = ["puzzle", "make", "--size", "5", "--count", "3", "--seed", "3", "--resume", f / "p.json", "--json"]
    return words, lambda words: run(PROGRAM, "puzzle", "list", str(f / "p.json"), "--json").returncode == 0 if (f / "p.json").exists() and \
        (f / "p.json").stat().st_size else True


def templates(f):
    words = ["template", "--search", "edge:row=3", "--resume", f / "t", "--time", "4", "--json"]
    return words, lambda words: run(*words).returncode in (0, 3)


def openings(f):
    words = ["openings", "--make", f / "maps", "--size", "5", "--playouts", "40"]
    return words, lambda words: all(line.count("\t") == head.count("\t") for p in (f / "maps").glob("*.tsv")
                                    for head in [p.read_text().split("\n")[0]] for line in p.read_text().split("\n")[:-1] if line)


def store_check(f):
    if not (f / "s").exists():
        run(PROGRAM, "solve", "--size", "7", "--moves", "b3", "--store", str(f / "s"))
    words = ["store", "check", f / "s", "--json"]
    return words, lambda words: store_right(f / "s")


def move(f):
    return ["move", "--size", "9", "--player", "mcts", "--time", "0.5", "--json"], lambda words: True


def analyze(f):
    return ["analyze", "--size", "9", "--time", "0.5", "--json"], lambda words: True


def explain(f):
    return ["explain", "--size", "19", "--moves", "j10 k9 h11 l8", "--json"], lambda words: True


def verify(f):
    return ["verify", PROOF, "--json"], lambda words: True


def draw(f):
    return ["draw", "--proof", PROOF, "--output", f / "d.svg", "--force"], lambda words: not (f / "d.svg").exists() or "</svg>" in (f / "d.svg").read_text()


COMMANDS = {"solve": solve, "solve with all files": solve_kept, "solve --proof": proof, "match": match, "selfplay": selfplay,
            "review": review, "puzzle make": puzzles, "template --search": templates, "openings --make": openings,
            "store check": store_check, "move": move, "analyze": analyze, "explain": explain, "verify": verify, "draw --proof": draw}
BEYOND = 1.05  # of the whole command, up to which moments are drawn


def whole(out):
    """Nothing, or one object, or text that ends with its line."""
    if not out.startswith("{"):
        return not out or out.endswith("\n")
    try:
        json.loads(out)
        return True
    except ValueError:
        return False


def computed(process):
    """Its CPU seconds, all threads together, to the nanosecond; infinity when it has ended."""
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # the kernel's name for the CPU clock of another process
    except OSError:
        return float("inf")


def whole_seconds(make):
    """What a command computes when nobody interrupts it."""
    with tempfile.TemporaryDirectory(prefix="mustplay-signals-") as name:
        folder = pathlib.Path(name)
        (folder / "game.sgf").write_text(GAME)
        words, _ = make(folder)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run(PROGRAM, *map(str, words))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        check("it runs by itself", done.returncode in (0, 3), done)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def signalled(words, moment, numbers):
    """Starts a command, sends the signals when it has computed for that time, and waits for its end."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and computed(process) < moment:
        time.sleep(0.0005)  # the moments are random
    for number in numbers:
        if process.poll() is None:
            process.send_signal(number)
    try:
        out, err = process.communicate(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, "", ""
    return process.returncode, out, err


def once(name, whole_run, make, folder, draw_from):
    numbers = draw_from.choice([(signal.SIGTERM,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT)])
    (folder / "game.sgf").write_text(GAME)
    words, right = make(folder)
    words = [PROGRAM, *map(str, words)]
    moment = draw_from.uniform(0, BEYOND * whole_run)
    code, out, err = signalled(words, moment, numbers)
    case = f"{name}, {'+'.join(n.name for n in numbers)} after {moment:.3f} of {whole_run:.3f} s"
    check(f"{case}: exit code", code in (0, 3, -numbers[0]), code, err)
    check(f"{case}: stdout is whole", whole(out), out[-300:])
    check(f"{case}: stderr", err.count("\n") <= 40 and "Sanitizer" not in err and "rror:" not in err, err)
    # What is proved of an unfinished proof stays beside its name, for the next run.
    left = [p.name for p in folder.rglob("*") if p.name.endswith(".part") and ".proof" not in p.name or ".new-" in p.name]
    check(f"{case}: nothing is left beside", not left or (len(numbers) == 2 and code < 0), left)
    check(f"{case}: the files are whole", right(words), sorted(p.name for p in folder.rglob("*")))
    return code


def main():
    draw_from = random.Random(int(os.environ.get("SEED", "1")))
    for name, make in COMMANDS.items():
        if ONLY and name not in ONLY:
            continue
        start, ends, whole_run = time.monotonic(), collections.Counter(), whole_seconds(make)
        for i in range(TIMES):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="mustplay-signals-"))
            try:
                ends[once(name, whole_run, make, folder, draw_from)] += 1
            finally:
                shutil.rmtree(folder)
        print(f"{name}: {TIMES} moments of {whole_run:.2f} CPU seconds, exit codes {dict(ends)}, {time.monotonic() - start:.0f} s", flush=True)
    finish()


main()
