#!/usr/bin/env python3
"""A player for the tests of external players: it plays the first empty cell, and misbehaves on demand.

Usage: fake.py MODE [NUMBER] [FILE]

    good            never misbehaves
    crash N [FILE]  dies in its first move of every N-th game; games are counted in FILE, else since the start
    hang N [FILE]   does not answer there
    illegal N [FILE] answers with an occupied cell there
    nonsense N [FILE] answers with no move at all there
    refuse N [FILE] answers `?` there
    slow [0 FILE]   thinks until the line "# interrupt"; then there is a FILE
    silent N [FILE] does not answer its N-th command, nor any later one; then there is a FILE
    count FILE      writes each command it gets to FILE
"""
import fcntl
import os
import sys
import time

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
every = int(sys.argv[2]) if len(sys.argv) > 2 and mode != "count" else 0
counter = sys.argv[3] if len(sys.argv) > 3 else None
log = open(sys.argv[2], "a") if mode == "count" else None
width, height, stones, games, fresh = 11, 11, {}, 0, False


def answer(text="", good=True):
    sys.stdout.write(f"{'=' if good else '?'} {text}\n\n")
    sys.stdout.flush()


def game_number():
    """The number of the game that starts now, from 1."""
    global games
    if counter:
        with open(counter, "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # several players of one match count in the same file
            file.write("x")
            file.flush()
            return file.tell()
    games += 1
    return games


def misbehave():
    if mode == "crash":
        os._exit(3)
    elif mode == "hang":
        time.sleep(3600)
    elif mode == "illegal":
        answer(next(iter(stones), "z99"))
    elif mode == "nonsense":
        answer("hello")
    else:
        answer("I will not", good=False)


def first_free():
    for row in range(height):
        for column in range(width):
            name = f"{chr(97 + column)}{row + 1}"
            if name not in stones:
                return name
    return "resign"


def genmove(color):
    global fresh
    if fresh:
        fresh = False
        if every and game_number() % every == 0:
            return misbehave()
    if mode == "slow":
        if counter:
            open(counter, "w").close()
        while sys.stdin.readline().strip() != "# interrupt":
            pass
    move = first_free()
    stones[move] = color
    answer(move)


commands = 0
for line in iter(sys.stdin.readline, ""):
    words = line.split("#")[0].split()
    commands += bool(words)
    if mode == "silent" and commands >= every:
        if counter:
            open(counter, "w").close()
        time.sleep(3600)
    if log:
        log.write(line)
        log.flush()
    if not words:
        continue
    if words[0] == "boardsize":
        width, height = int(words[1]), int(words[-1])
        answer()
    elif words[0] == "clear_board":
        stones, fresh = {}, True
        answer()
    elif words[0] == "play":
        stones[words[2]] = words[1]
        answer()
    elif words[0] == "genmove":
        genmove(words[1])
    elif words[0] == "name":
        answer("fake")
    elif words[0] == "quit":
        answer()
        break
    else:
        answer("unknown command", good=False)
