#!/usr/bin/env python3
"""Whether resigned games were lost: a player's games with itself, every resignation put to the solver or to a longer search.

  resigned.py JOURNAL [--program MUSTPLAY] [--sizes 9 11] [--games 200] [--player net:playouts=250] [--longer net:playouts=2000]
              [--seconds 20] [--jobs 2] [--limit S] [--seed 1]

Games start with two stones at random. On boards up to 9x9 the solver says who wins where a game was resigned, if it
can within --seconds of one thread. Otherwise, and on larger boards, the longer search takes over the side that
resigned and plays against the player. JOURNAL has a line of JSON per game; an interrupted run resumes from it. It is
summed up at the end: a size, resigned games, and those of them that were won.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

SOLVED_TO = 9
COLOURS = ("black", "white")


class Engine:
    """A player behind `mustplay htp`."""

    def __init__(self, program, player, size, resigns):
        self.process = subprocess.Popen([program, "htp", "--player", player], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.ask("boardsize %d" % size)
        self.ask("param_mustplay resign %d" % resigns)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line == "\n" and lines:
                break
            lines.append(line.rstrip("\n"))
        if not lines or not lines[0].startswith("="):
            raise RuntimeError("%s: %s" % (command, lines[0] if lines else "the program ended"))
        return lines[0][1:].strip()

    def play(self, moves):
        for k, move in enumerate(moves):
            self.ask("play %s %s" % (COLOURS[k % 2], move))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def over(engine):
    """Whether the game has ended: its score is an error while it has not."""
    try:
        return bool(engine.ask("final_score"))
    except RuntimeError:
        return False


def opening(size, seed):
    cells = ["%c%d" % (97 + c, r + 1) for r in range(size) for c in range(size)]
    return random.Random(seed).sample(cells, 2)


def game_resigned(args, size, moves):
    """Plays on from `moves`, which grows; true when it ends by resignation."""
    engine = Engine(args.program, args.player, size, 1)
    engine.play(moves)
    resigned = False
    while not resigned and not over(engine):
        move = engine.ask("genmove " + COLOURS[len(moves) % 2])
        resigned = move == "resign"
        moves += [] if resigned else [move]
    engine.close()
    return resigned


def solved(args, size, moves):
    """The winner by the solver, or None."""
    run = subprocess.run([args.program, "solve", "--size", str(size), "--moves", " ".join(moves), "--time", str(args.seconds), "--threads", "1", "--json"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(run.stdout)["winner"] if run.returncode in (0, 3) else None


def played_on(args, size, moves):
    """The winner when the longer search takes over the side to move."""
    sides = [Engine(args.program, spec, size, 0) for spec in (args.longer, args.player)]
    line, turn = list(moves), 0
    for side in sides:
        side.play(line)
    while not over(sides[0]):
        colour = COLOURS[len(line) % 2]
        move = sides[turn].ask("genmove " + colour)
        sides[1 - turn].ask("play %s %s" % (colour, move))
        line.append(move)
        turn = 1 - turn
    for side in sides:
        side.close()
    return COLOURS[(len(line) - 1) % 2]


def judge(args, size, number):
    """A game and, if it was resigned, what became of it."""
    moves = opening(size, args.seed * 1000003 + size * 10007 + number)
    entry = {"size": size, "game": number, "resigned": game_resigned(args, size, moves), "moves": " ".join(moves)}
    if entry["resigned"]:
        mover = COLOURS[len(moves) % 2]
        winner = solved(args, size, moves) if size <= SOLVED_TO else None
        entry["by"] = "solver" if winner else "longer search"
        entry["won"] = (winner or played_on(args, size, moves)) == mover
    return entry


def summary(found):
    out = {}
    for e in found:
        row = out.setdefault("%dx%d" % (e["size"], e["size"]), {"games": 0, "resigned": 0, "won": 0, "by solver": 0})
        row["games"] += 1
        row["resigned"] += e["resigned"]
        row["won"] += e.get("won", False)
        row["by solver"] += e.get("by") == "solver"
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("journal")
    p.add_argument("--program", default="build/mustplay")
    p.add_argument("--sizes", nargs="+", type=int, default=[9, 11])
    p.add_argument("--games", type=int, default=200, help="of each size")
    p.add_argument("--player", default="net:playouts=250")
    p.add_argument("--longer", default="net:playouts=2000")
    p.add_argument("--seconds", type=float, default=20.0)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--limit", type=float, default=1e9)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    end, found = time.time() + args.limit, []
    if os.path.exists(args.journal):
        with open(args.journal) as f:
            found = [json.loads(line) for line in f]
    done = {(e["size"], e["game"]) for e in found}
    todo = [(size, k) for k in range(args.games) for size in args.sizes if (size, k) not in done]
    with ThreadPoolExecutor(args.jobs) as pool, open(args.journal, "a") as f:
        for entry in pool.map(lambda item: judge(args, *item) if time.time() < end else None, todo):
            if entry:
                found.append(entry)
                f.write(json.dumps(entry) + "\n")
                f.flush()
                print("%(size)d %(game)d resigned %(resigned)s" % entry, entry.get("by", ""), entry.get("won", ""), file=sys.stderr, flush=True)
    print(json.dumps(summary(found)))


if __name__ == "__main__":
    main()
