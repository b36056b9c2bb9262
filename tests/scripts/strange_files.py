#!/usr/bin/env python3
"""Names that are no plain files, for every option and argument that names one to read.

Usage: strange_files.py BUILD. What lives on a disk (stores, checkpoints, nets, atlases, journals) is refused at once when it is
a device, a pipe, a folder or a socket: exit code 2, one line that names it, stdout empty. Games, proofs, puzzles, templates and
lists may come through a pipe, which is waited for; SIGTERM and SIGINT end the wait.
"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from checks import check, finish
from waiting import asleep, wait_for

BUILD = sys.argv[1]
MOVE = ["move", "--size", "3", "--player", "random"]
SOLVE = ["solve", "--size", "3"]
# The command line up to the name. `{}`: the name goes there.
PLAIN = {
    "store": [*SOLVE, "--store"],
    "checkpoint": [*SOLVE, "--checkpoint"],
    "advice": [*SOLVE, "--advice"],
    "solver's net": [*SOLVE, "--net"],
    "player's net": ["move", "--size", "3", "--player", "net:file={}"],
    "shown net": ["net", "info"],
    "page's net": ["serve", "--check", "--net"],
    "page's token": ["serve", "--check", "--token-file"],
    "gammas": ["move", "--size", "3", "--player", "mcts:file={}"],
    "resumed match": ["match", "--size", "3", "--players", "random", "random", "--games", "2", "--resume"],
    "resumed puzzles": ["puzzle", "make", "--size", "3", "--count", "1", "--resume"],
    "resumed search": ["template", "--search", "edge:row=2", "--resume"],
    "player's store": ["move", "--size", "3", "--player", "mcts:store={}"],
}
STREAMS = {
    "position": ["move", "--player", "random", "--sgf"],
    "solved position": ["solve", "--sgf"],
    "diagram": ["solve", "--hexboard"],
    "review": ["review", "--player", "random", "--solver-time", "0"],
    "puzzles": ["puzzle", "list"],
    "checked puzzles": ["puzzle", "check"],
    "puzzles from games": ["puzzle", "make", "--count", "1", "{}"],
    "templates": ["template"],
    "region": ["template", "--search", "drawn"],
    "openings": ["match", "--size", "3", "--players", "random", "random", "--games", "2", "--openings"],
    "checked proof": ["verify"],
    "drawn proof": ["draw", "--output", "/dev/null", "--force", "--proof"],
}
# What is written to a pipe waits for a reader.
WRITES = {
    "review": ["review", "{game}", "--player", "random", "--solver-time", "0", "--force", "--output"],
    "proof": [*SOLVE, "--force", "--proof"],
}
SGF = b"(;GM[11]SZ[3];B[a1];W[b2])"


def command(words, name):
    filled = [word.replace("{}", str(name)) for word in words]
    return [os.path.join(BUILD, "mustplay"), *filled, *([] if filled != words else [str(name)])]


def run(words, name):
    return subprocess.run(command(words, name), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


def refused(case, words, name):
    done = run(words, name)
    good = done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1 and name.name in done.stderr
    check(case, good, done)


def stopped(case, words, fifo, number):
    """The end is by the signal, or with exit code 3 where a command has begun to catch it; nothing is printed as a result."""
    os.unlink(fifo)
    os.mkfifo(fifo)
    process = subprocess.Popen(command(words, fifo), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # A writer that stays keeps the pipe from ending.
    holder = []
    ready = wait_for(lambda: process.poll() is not None or opened(fifo, holder))
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    for file in holder:
        os.close(file)
    check(f"{case}: signal {number} ends it", ready and not out and process.returncode in (-number, 3),
          process.returncode, out, err)


def waits_to_read(case, words, fifo):
    """SIGTERM ends the wait for somebody who writes to a pipe."""
    process = subprocess.Popen(command(words, fifo), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waits = wait_for(lambda: process.poll() is not None or asleep(process))
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    check(f"{case}: a pipe that nobody writes", waits and not out and process.returncode in (-signal.SIGTERM, 3), process.returncode, err)


def waits_to_write(case, words, fifo, game):
    """SIGTERM ends the wait for a reader, with a sentence."""
    process = subprocess.Popen(command([word.replace("{game}", str(game)) for word in words], fifo), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    opens = wait_for(lambda: process.poll() is not None or in_open(process))
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    check(f"{case}: a pipe that nobody reads", opens and process.returncode in (1, 3) and err.count("\n") == 1 and "interrupted" in err, process.returncode, err)


def in_open(process):
    """Whether it waits for the other end of a pipe."""
    with open(f"/proc/{process.pid}/wchan") as file:
        where = file.read()
    return asleep(process) if where == "0" else where == "wait_for_partner"  # 0: this system does not say


def opened(fifo, holder):
    try:
        holder.append(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
        return True
    except OSError:
        return False


def piped(case, words, fifo, data):
    """The same answer by a pipe as by a file."""
    def feed():
        with open(fifo, "wb") as file:
            file.write(data)
    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    done = run(words, fifo)
    thread.join(60)
    check(f"{case}: a pipe will do", done.returncode in (0, 3), done)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fifo, plug = folder / "fifo", folder / "socket"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(plug))
        os.mkfifo(fifo)
        for case, words in PLAIN.items():
            for kind, path in (("device", pathlib.Path("/dev/zero")), ("pipe", fifo), ("folder", folder), ("socket", plug)):
                refused(f"{case}: a {kind}", words, path)
        for kind, path in (("device", pathlib.Path("/dev/zero")), ("pipe", fifo), ("socket", plug)):
            refused(f"a folder for opening maps: a {kind}", ["openings", "--make"], path)
        for case, words in STREAMS.items():
            for kind, path in (("folder", folder), ("socket", plug)):
                refused(f"{case}: a {kind}", words, path)
            for number in (signal.SIGTERM, signal.SIGINT):
                stopped(case, words, fifo, number)
        waits_to_read("checked proof", STREAMS["checked proof"], fifo)
        for case in ("position", "solved position", "review"):
            piped(case, STREAMS[case], fifo, SGF)
        (folder / "game.sgf").write_bytes(SGF)
        for case, words in WRITES.items():
            waits_to_write(case, words, fifo, folder / "game.sgf")
        refused("position: a device without an end", STREAMS["position"], pathlib.Path("/dev/zero"))
        listener.close()
    finish()


main()
