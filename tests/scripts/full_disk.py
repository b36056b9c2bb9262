#!/usr/bin/env python3
"""A disk that is really full: searches end with their answer, old records stay.

Usage: full_disk.py BUILD. Needs to mount a small file system of its own: as root, or in a user namespace; skipped where neither is allowed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
KILOBYTES = 1100  # a new store takes 1024, its lock 8
GAME = "(;FF[4]GM[11]SZ[4];B[a1];W[b2];B[b3];W[c2])"


def run(*words, text=""):
    return subprocess.run([PROGRAM, *words], input=text, text=True, capture_output=True, timeout=300)


def fill(folder, name="fill"):
    """Takes all the room that is left, to the last byte."""
    with open(os.path.join(folder, name), "ab", buffering=0) as file:
        for block in (65536, 4096, 1):
            try:
                while True:
                    file.write(bytes(block))
            except OSError:
                pass


def empty(folder):
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))


def solved(name, folder, store):
    done = run("solve", "--size", "5", "--store", os.path.join(folder, store), "--json")
    good = done.returncode == 0 and json.loads(done.stdout)["winner"] == "black"
    check(f"{name}: the search ends", good, done)
    check(f"{name}: it says why nothing is stored", "No space left on device" in done.stderr
         and "nothing will be stored" in done.stderr, done.stderr)
    check(f"{name}: nothing is left behind", not [n for n in os.listdir(folder) if ".new-" in n], os.listdir(folder))


def stores(folder):
    done = run("solve", "--size", "4", "--store", os.path.join(folder, "s"), "--json")
    check("a store fits", done.returncode == 0 and not done.stderr, done)
    os.unlink(os.path.join(folder, "s-lock"))
    fill(folder)
    solved("no room for the lock", folder, "s")
    empty(folder)
    fill(folder)
    solved("no room at all", folder, "s")
    empty(folder)
    with open(os.path.join(folder, "fill"), "wb") as file:
        file.write(bytes(500 << 10))
    solved("room for half a store", folder, "s")
    empty(folder)
    done = run("solve", "--size", "5", "--store", os.path.join(folder, "s"), "--json")
    check("there is room again", done.returncode == 0 and not done.stderr, done)
    empty(folder)


def decided(folder, top):
    """A search that is decided goes on to its proof, though it could not be kept."""
    fill(folder)
    proof = os.path.join(top, "a1.proof")
    done = run("solve", "--size", "5", "--moves", "a1", "--checkpoint", os.path.join(folder, "c"), "--proof", proof, "--json")
    good = done.returncode == 0 and json.loads(done.stdout)["winner"] == "white" and os.path.exists(proof)
    check("no room for the checkpoint: answer and proof are there", good, done)
    empty(folder)


def records(folder, game):
    path = os.path.join(folder, "old.sgf")
    quick = ["--player", "random", "--solver-time", "0"]
    for name, words, text in (
            ("review", ["review", game, *quick, "--output", path, "--force"], ""),
            ("play", ["play", "--size", "3", "--side", "both", "--player", "random"], f"a1\nsave! {path}\nquit\n"),
            ("htp", ["htp", "--player", "random"], f"play black a1\nsavesgf {path}\nquit\n"),
            ("draw", ["draw", "--size", "3", "--output", path[:-3] + "svg", "--force"], "")):
        target = words[words.index("--output") + 1] if "--output" in words else path
        with open(target, "w") as file:
            file.write(GAME)
        fill(folder)
        done = run(*words, text=text)
        check(f"{name} says that the disk is full", "No space left on device" in done.stdout + done.stderr, done)
        check(f"{name} leaves the old record", open(target).read() == GAME, open(target).read())
        check(f"{name} leaves no part", not [n for n in os.listdir(folder) if n.endswith(".part")], os.listdir(folder))
        empty(folder)


# Everything else that is written: words in which {} is its name on the disk, and whether it is a file of its own that was there before.
QUICK = ["--player", "random", "--solver-time", "0"]
WRITTEN = {
    "proof": (["solve", "--size", "5", "--moves", "a1", "--force", "--proof", "{}.proof"], True),
    "compressed proof": (["solve", "--size", "5", "--moves", "a1", "--force", "--proof", "{}.proof.zst"], True),
    "picture of an answer": (["solve", "--size", "4", "--force", "--output", "{}.svg"], True),
    "review as a page": (["review", "GAME", *QUICK, "--force", "--output", "{}.html"], True),
    "curve": (["review", "GAME", *QUICK, "--force", "--curve", "{}.pdf"], True),
    "bitmap": (["draw", "--size", "3", "--force", "--output", "{}.png"], True),
    "games of selfplay": (["selfplay", "--size", "4", "--player", "random", "--games", "3", "--force", "--output", "{}.sgf"], True),
    "games of a match": (["match", "--size", "4", "--players", "random", "random", "--games", "2", "--sgf", "{}"], False),
    "journal of a match": (["match", "--size", "4", "--players", "random", "random", "--games", "2", "--resume", "{}"], False),
    "puzzles": (["puzzle", "make", "--size", "5", "--count", "1", "--seed", "3", "--force", "--output", "{}.json"], True),
    "chosen puzzles": (["puzzle", "list", "PUZZLES", "--pick", "1", "--force", "--output", "{}.json"], True),
    "kept puzzles": (["puzzle", "make", "--size", "5", "--count", "1", "--seed", "3", "--resume", "{}.json"], False),
    "template's proof": (["template", "TEMPLATE", "--pick", "1", "--force", "--proof", "{}.proof"], True),
    "template's picture": (["template", "TEMPLATE", "--pick", "1", "--force", "--output", "{}.svg"], True),
    "journal of a search": (["template", "--search", "edge:row=2", "--resume", "{}"], False),
    "opening maps": (["openings", "--make", "{}", "--size", "10", "--playouts", "5"], False),
    "picture of openings": (["openings", "--size", "5", "--force", "--output", "{}.svg"], True),
    "checkpoint": (["solve", "--size", "9", "--time", "2", "--checkpoint", "{}"], False),
    "check of a store": (["store", "check", "{}"], False),
}
TEMPLATE = "<hexboard size=\"2x3\" coords=\"none\" edges=\"bottom\" contents=\"R b1 E a2 b2\"/>\n"


def written(folder, top, state, game):
    """On a disk that is full or may only be read: a sentence that names the file and the reason, and what was there stays."""
    template, puzzles = os.path.join(top, "template.txt"), os.path.join(os.path.dirname(__file__), "..", "..", "data", "puzzles")
    with open(template, "w") as file:
        file.write(TEMPLATE)
    puzzles = next(os.path.join(puzzles, name) for name in sorted(os.listdir(puzzles)) if ".json" in name)
    for name, (words, whole) in WRITTEN.items():
        target = os.path.join(folder, "f")
        words = [{"GAME": game, "TEMPLATE": template, "PUZZLES": puzzles}.get(word, word.replace("{}", target)) for word in words]
        path = next(word for word in words if word.startswith(target))
        if whole:
            with open(path, "w") as file:
                file.write(GAME)
        if name == "check of a store":
            run("solve", "--size", "4", "--store", path)
        before = sorted(os.listdir(folder)) if state == "read-only" else None
        fill(folder)
        if state == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        done = run(*words)
        reason = "No space left on device" if state == "full" else "Read-only file system"
        said = done.returncode in (1, 2, 3) and reason in done.stderr and folder in done.stderr
        check(f"{name} on a {state} disk", said, done)
        if whole:
            check(f"{name} on a {state} disk: the old file stays", open(path).read() == GAME)
        left = [n for n in os.listdir(folder) if n.startswith(".mustplay-") or ".new-" in n]  # NAME.part has claims to go on with
        check(f"{name} on a {state} disk: no part is left", not left, left)
        if state == "read-only":
            subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
        clear(folder)


def clear(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)


def main():
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "disk")
        os.mkdir(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={KILOBYTES}k", "tmpfs", folder], check=True)
        game = os.path.join(top, "game.sgf")
        with open(game, "w") as file:
            file.write(GAME)
        try:
            stores(folder)
            decided(folder, top)
            records(folder, game)
            for state in ("full", "read-only"):
                written(folder, top, state, game)
        finally:
            subprocess.run(["umount", folder], check=True)
    finish()


if "--inside" in sys.argv:
    sys.exit(main())
apart = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
try:
    allowed = subprocess.run([*apart, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0
except OSError:
    allowed = False
if not allowed:
    print("no file system can be mounted here")
    sys.exit(77)
os.execvp(apart[0], [*apart, sys.executable, os.path.abspath(__file__), sys.argv[1], "--inside"])
