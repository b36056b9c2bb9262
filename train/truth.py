#!/usr/bin/env python3
"""The net against truth: positions from games that the solver decides.

  truth.py make    --program MUSTPLAY FILE [--size 9] [--count 2000] [--seconds 20] [--jobs 2] [--limit S] [--seed 1] [--first 2]
      takes positions at random moments of games that a player plays with itself, from --first stones on, and solves each, at most --seconds
      of one thread;
      --set-up: positions of random stones instead, on up to half of the cells, that nobody has won
  truth.py measure --program MUSTPLAY FILE --journal J [--net NET] [--player SPEC] [--seconds 20] [--jobs 2] [--limit S] [--known J...]
      asks the net for its value and its first choice, and a player for its move; where the mover wins, their moves are solved, but for
      those that the journals --known of other nets decide

FILE has a line per position: the size, the moves, who moves, who wins (`?`: not decided in time), the solver's seconds, separated by
tabs. Both commands resume from their files, and end after --limit seconds.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import games

FIRST, LAST = 2, 0.75  # moments of a game: from this many stones (if not told otherwise) to this share of its moves
GAMES, PER_GAME = 4, 3  # games to a chunk, positions to a game
FILL = 0.5  # the most of the cells that a set-up position fills
Line = collections.namedtuple("Line", "size moves mover winner seconds")


def read(path):
    """The positions of a file, as a list; lines that start with # are comments."""
    out = []
    with open(path) as f:
        for k, text in enumerate(f):
            if text.startswith("#"):
                continue
            words = text.rstrip("\n").split("\t")
            if len(words) != 5 or words[3] not in ("black", "white", "?"):
                raise ValueError("%s:%d: not a position with its winner: %.60s" % (path, k + 1, text.strip()))
            out.append(Line(*words))
    return out


def ask(program, command, size, moves, *more):
    """An answer of the program as JSON; exit code 3, an unfinished one, is an answer too."""
    run = subprocess.run([program, command, *(["eval"] if command == "net" else []), "--size", size, "--moves", moves, "--json", *more],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 3):
        raise RuntimeError("%s %s: %s" % (command, moves, run.stderr.strip()))
    return json.loads(run.stdout)


def solve(program, size, moves, seconds):
    """The winner, or `?`."""
    return ask(program, "solve", size, moves, "--time", str(seconds), "--threads", "1", "--memory", "1000")["winner"] or "?"


def moments(game, seed, first=FIRST):
    """Different numbers of stones at which a game is looked at."""
    most = max(first, int(LAST * len(game.moves)))
    return random.Random(seed).sample(range(first, most + 1), min(PER_GAME, most + 1 - first))


def seeds_done(path):
    """The seeds of the chunks of games whose positions a file has."""
    if not os.path.exists(path):
        return set()
    with open(path) as f:
        return {int(text.split()[-1]) for text in f if text.startswith("# chunk ")}


def joined(size, cells, black):
    """Whether a colour's stones join its sides: Black the first and the last row."""
    along = (lambda at: at // size) if black else (lambda at: at % size)
    stack, seen = [at for at in cells if along(at) == 0], set()
    while stack:
        at = stack.pop()
        if at in seen:
            continue
        seen.add(at)
        if along(at) == size - 1:
            return True
        c, r = at % size, at // size
        near = [(c + dc, r + dr) for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))]
        stack += [y * size + x for x, y in near if 0 <= x < size and 0 <= y < size and y * size + x in cells]
    return False


def scattered(size, count, seed):
    """Cells of positions of random stones, Black's and White's in turn, that nobody has won."""
    rng, out = random.Random(seed), []
    while len(out) < count:
        cells = rng.sample(range(size * size), rng.randrange(FIRST, int(FILL * size * size) + 1))
        if not joined(size, set(cells[::2]), True) and not joined(size, set(cells[1::2]), False):
            out.append(cells)
    return out


def chunk(args, k):
    """The cells of a chunk's positions."""
    if args.set_up:
        return scattered(args.size, GAMES * PER_GAME, args.seed * 100000 + k)
    played = games.play(args.program, args.size, args.player, GAMES, args.seed * 100000 + k)
    return [game.moves[:stones] for i, game in enumerate(played)
            for stones in sorted(moments(game, args.seed * 10000000 + k * GAMES + i, args.first)) if stones <= len(game.moves)]


def judged(args, k):
    """The positions of a chunk with their winners; none if the time did not suffice for all of them."""
    out = []
    for cells in chunk(args, k):
        if time.time() > args.end - args.seconds:
            return k, []
        moves, start = " ".join(games.cell_name(m, args.size) for m in cells), time.time()
        winner = solve(args.program, str(args.size), moves, args.seconds)
        out.append(Line("%dx%d" % (args.size, args.size), moves, ("black", "white")[len(cells) % 2], winner, "%.2f" % (time.time() - start)))
    return k, out


def make(args):
    done, lines = seeds_done(args.out), read(args.out) if os.path.exists(args.out) else []
    need = (args.count + GAMES * PER_GAME - 1) // (GAMES * PER_GAME)
    with ThreadPoolExecutor(args.jobs) as pool, open(args.out, "a") as f:
        waiting = [pool.submit(lambda k: judged(args, k) if time.time() < args.end - args.seconds else (k, []), k)
                   for k in range(need) if args.seed * 100000 + k not in done]
        for future in as_completed(waiting):
            k, made = future.result()
            if not made:
                continue
            lines += made
            source = "of random stones" if args.set_up else "of games of " + args.player
            f.write("# chunk %d %s, seed %d\n" % (k, source, args.seed * 100000 + k))
            f.write("".join("\t".join(line) + "\n" for line in made))
            f.flush()
            print("%d positions, %d not decided" % (len(lines), sum(line.winner == "?" for line in lines)), file=sys.stderr, flush=True)


def read_journal(path):
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f]


def known_moves(paths):
    """From journals: whether a move keeps a won position, by size and both, where that was decided."""
    return {(e.get("size", "9x9"), e["moves"], e[who]): e[who + "_wins"] for path in paths for e in read_journal(path)
            for who in ("policy", "player") if e.get(who + "_wins") in (True, False)}


def examine(args, line, known):
    """What net and player say of a decided position, and whether their moves keep a won one."""
    net = ["--net", args.net] if args.net else []
    said = ask(args.program, "net", line.size, line.moves, *net)
    out = {"size": line.size, "moves": line.moves, "won": line.winner == line.mover, "value": said["value"], "policy": max(said["p"], key=said["p"].get)}
    if args.player:
        out["player"] = ask(args.program, "move", line.size, line.moves, "--player", args.player, "--seed", "1")["move"]
    for who in ("policy", "player") if out["won"] else ():
        move = (line.size, line.moves, out.get(who))
        if who in out and move not in known:
            winner = solve(args.program, line.size, " ".join(move[1:]), args.seconds)
            known[move] = winner if winner == "?" else winner == line.mover
        if who in out:
            out[who + "_wins"] = known[move]
    return out


def summary(found):
    """Counts of a journal's entries: value signs right, first choices and player's moves that win, of those decided."""
    won = [e for e in found if e["won"]]
    out = {"positions": len(found), "sign_right": sum((e["value"] > 0.5) == e["won"] for e in found), "won": len(won)}
    for who in ("policy", "player"):
        known = [e for e in won if e.get(who + "_wins") in (True, False)]
        if any(who + "_wins" in e for e in won):
            out[who] = {"keeps_the_win": sum(e[who + "_wins"] for e in known), "of": len(known), "not_decided": len(won) - len(known)}
    return out


def measure(args):
    found, known = read_journal(args.journal), known_moves(args.known)
    done = {(e.get("size", "9x9"), e["moves"]) for e in found}
    todo = {(line.size, line.moves): line for line in read(args.out) if line.winner != "?" and (line.size, line.moves) not in done}  # games may share a position
    with ThreadPoolExecutor(args.jobs) as pool, open(args.journal, "a") as f:
        for entry in pool.map(lambda line: examine(args, line, known) if time.time() < args.end else None, todo.values()):
            if entry:
                found.append(entry)
                f.write(json.dumps(entry) + "\n")
                f.flush()
    print(json.dumps(summary(found)))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=("make", "measure"))
    p.add_argument("out", metavar="FILE")
    p.add_argument("--program", default="build/mustplay")
    p.add_argument("--size", type=int, default=9)
    p.add_argument("--count", type=int, default=2000)
    p.add_argument("--seconds", type=float, default=20.0)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--limit", type=float, default=1e9)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--player", help="make: who plays the games (net:playouts=16 if not given); measure: who moves too")
    p.add_argument("--set-up", action="store_true", help="make: positions of random stones")
    p.add_argument("--first", type=int, default=FIRST, help="make: the fewest stones of a position from a game")
    p.add_argument("--known", nargs="*", default=[], metavar="J")
    p.add_argument("--net")
    p.add_argument("--journal")
    args = p.parse_args()
    args.end = time.time() + args.limit
    if args.what == "measure" and not args.journal:
        p.error("--journal is missing")
    if args.what == "make":
        args.player = args.player or "net:playouts=16"
        make(args)
    else:
        measure(args)


if __name__ == "__main__":
    main()
