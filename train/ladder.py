#!/usr/bin/env python3
"""A ladder of frozen opponents: Elo on every board that people play.

  ladder.py openings --size N [--count 60] [--sims 128] [--net FILE] [--device cuda] [--seed 1] [--folder train/openings] [--force]
      openings of two or three moves that the net values between 40 and 60 %, into FOLDER/NxN.txt; a list that is there
      is replaced with --force only
  ladder.py run FOLDER --players NAME=SPEC NAME=SPEC ... [--sizes 9 11 ...] [--time S] [--openings K] [--reach R] [--jobs J] [--limit S]
      plays each player against the R next ones of the list, every opening with both colours; what FOLDER has is not played again;
      with --device cuda the players are files of nets, which play on that device with --sims simulations each
  ladder.py show FOLDER [--anchor NAME] [--svg FILE]
      ratings with their standard errors, a table per size, and a picture

SPEC is what `mustplay match --players` takes: `net:file=slice_07.safetensors,playouts=64`, `mcts:playouts=2000`, `auto:level=5`,
`htp:COMMAND LINE`. With --time all have the same seconds per move; without it, what their own options say. FOLDER holds a
journal of `mustplay match` and its report per pair and size. The first player named is 0 on the scale if it is not another by --anchor.
"""
import argparse
import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import games
import plot

HERE = os.path.dirname(os.path.abspath(__file__))
NEAR = (0.40, 0.60)
NEAR_AT_ONCE = (0.30, 0.70)  # a first look that saves most searches
WAIT_MAX = 1e6  # seconds; the system cannot wait much longer at once
PRIOR = 0.5  # games won and lost against the mean player that a rating starts with, so that 10 of 10 has one too


def openings_file(size, folder=os.path.join(HERE, "openings")):
    return os.path.join(folder, "%dx%d.txt" % (size, size))


# ---- openings ----

def half_turned(size, moves):
    return tuple("%c%d" % (97 + size - 1 - (ord(m[0]) - 97), size + 1 - int(m[1:])) for m in moves)


def near_even(player, size, sims, device, draws):
    """Of openings drawn at random, all of one length, those that the net at once and a search value near even."""
    import match  # needs PyTorch, which the rest of this file does not
    cells = [[games.cell_index(m, size) for m in moves] for moves in draws]
    for count, (low, high) in ((1, NEAR_AT_ONCE), (sims, NEAR)):
        values = match.values(player, size, count, device, cells)[count > 1] if cells else []
        keep = [low <= (1.0 + v) / 2.0 <= high for v in values]
        cells, draws = [c for c, k in zip(cells, keep) if k], [d for d, k in zip(draws, keep) if k]
    return draws


def openings(args):
    path = openings_file(args.size, args.folder)
    if os.path.exists(path) and not args.force:
        raise RuntimeError("'%s' exists; --force replaces it" % path)
    import match
    player, draw, found = match.player(args.net, args.device), random.Random(args.seed * 1000 + args.size), {2: [], 3: []}
    names = ["%c%d" % (97 + c, r + 1) for r in range(args.size) for c in range(args.size)]
    for length, good in found.items():
        while len(good) < args.count // 2:
            for moves in near_even(player, args.size, args.sims, args.device, [tuple(draw.sample(names, length)) for _ in range(args.batch)]):
                if moves not in good and half_turned(args.size, moves) not in good:
                    good.append(moves)
    os.makedirs(args.folder, exist_ok=True)
    with open(path, "w") as f:
        f.write("".join(" ".join(m) + "\n" for pair in zip(found[2][:args.count // 2], found[3]) for m in pair))


# ---- matches ----

def pairs(names, reach):
    return [(names[i], names[k]) for i in range(len(names)) for k in range(i + 1, min(len(names), i + 1 + reach))]


def first_openings(size, count, folder):
    """The file of openings, or its first `count` in a file of the folder."""
    with open(openings_file(size)) as f:
        lines = f.readlines()
    if not count or count >= len(lines):
        return openings_file(size)
    path = os.path.join(folder, "openings_%d_%d.txt" % (size, count))
    with open(path, "w") as f:
        f.writelines(lines[:count])
    return path


def play_nets(args, players, size, a, b):
    """A match of two nets on the device; what `mustplay match` reports of one."""
    import match  # needs PyTorch
    with open(first_openings(size, args.openings, args.folder)) as f:
        cells = [[games.cell_index(m, size) for m in line.split()] for line in f]
    won, count = match.play(match.player(players[a], args.device), match.player(players[b], args.device), size, size, args.sims, args.device, cells)
    return {"a_wins": won, "b_wins": count - won}


def play_program(args, players, size, a, b, path, left):
    """A match of the program's players, or what was missing of it."""
    command = [args.program, "match", "--players", players[a], players[b], "--size", str(size), "--seed", str(args.seed),
               "--openings", first_openings(size, args.openings, args.folder), "--resume", path + ".journal", "--json"]
    if args.time:
        command += ["--time", str(args.time)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        out, err = run.communicate(timeout=min(left, WAIT_MAX))
    except subprocess.TimeoutExpired:
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
    if run.returncode not in (0, 3):
        raise RuntimeError("%s against %s on %dx%d: %s" % (a, b, size, size, err.strip()))
    return json.loads(out)


def play(args, players, size, a, b):
    """One match; its report lies in the folder afterwards, the program's beside its journal."""
    path = os.path.join(args.folder, "%d_%s_%s" % (size, a, b))
    left = args.end - time.time()
    if left < 1 or (args.device and os.path.exists(path + ".json")):
        return
    report = play_nets(args, players, size, a, b) if args.device else play_program(args, players, size, a, b, path, left)
    with open(path + ".json.part", "w") as f:
        json.dump({"size": size, "a": a, "b": b, "players": [players[a], players[b]], "time": args.time, "sims": args.sims if args.device else None,
                   "won": report["a_wins"], "lost": report["b_wins"]}, f)
    os.replace(path + ".json.part", path + ".json")
    print("%dx%d %s against %s: %d of %d" % (size, size, a, b, report["a_wins"], report["a_wins"] + report["b_wins"]), file=sys.stderr, flush=True)


def run(args):
    players = dict(p.split("=", 1) for p in args.players)
    os.makedirs(args.folder, exist_ok=True)
    args.end = time.time() + args.limit
    work = [(size, a, b) for size in args.sizes for a, b in pairs(list(players), args.reach)]
    with ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(lambda job: play(args, players, *job), work))


# ---- ratings ----

def solve_linear(m, v):
    """Gauss with pivots; m is symmetric and positive definite."""
    n = len(v)
    rows = [list(m[i]) + [v[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def ratings(results, anchor):
    """results: (a, b, won, lost). Elo and its standard error against the anchor by the model of Bradley and Terry, by Newton's method."""
    names = sorted({n for r in results for n in r[:2]})
    at = {n: i for i, n in enumerate(names)}
    strength = [0.0] * len(names)
    for _ in range(100):
        slope, curve = [0.0] * len(names), [[0.0] * len(names) for _ in names]
        for i, s in enumerate(strength):  # the prior: PRIOR games won and lost against strength 0
            p = 1.0 / (1.0 + math.exp(-s))
            slope[i] += PRIOR - 2 * PRIOR * p
            curve[i][i] += 2 * PRIOR * p * (1 - p)
        for a, b, won, lost in results:
            i, k = at[a], at[b]
            p = 1.0 / (1.0 + math.exp(strength[k] - strength[i]))
            gain, weight = won - (won + lost) * p, (won + lost) * p * (1 - p)
            slope[i] += gain
            slope[k] -= gain
            for x, y, sign in ((i, i, 1), (k, k, 1), (i, k, -1), (k, i, -1)):
                curve[x][y] += sign * weight
        step = solve_linear(curve, slope)
        strength = [s + max(-1.0, min(1.0, d)) for s, d in zip(strength, step)]
        if max(map(abs, step)) < 1e-9:
            break
    scale, zero = 400.0 / math.log(10.0), at[anchor]
    out = {}
    for n, i in at.items():
        unit = [float(j == i) - float(j == zero) for j in range(len(names))]
        variance = sum(u * x for u, x in zip(unit, solve_linear(curve, unit))) if i != zero else 0.0
        out[n] = (scale * (strength[i] - strength[zero]), scale * math.sqrt(max(0.0, variance)))
    return out


def load(folder):
    """The reports of a folder, sizes in order, and the players in the order of their first match."""
    found, order = [], []
    for name in sorted(os.listdir(folder), key=lambda n: os.path.getmtime(os.path.join(folder, n))):
        if name.endswith(".json"):
            with open(os.path.join(folder, name)) as f:
                found.append(json.load(f))
    for r in found:
        order += [n for n in (r["a"], r["b"]) if n not in order]
    return found, order


def rated(found, order, anchor):
    """By size: Elo, error and games of each player who has any there."""
    table = {}
    for size in sorted({r["size"] for r in found}):
        results = [(r["a"], r["b"], r["won"], r["lost"]) for r in found if r["size"] == size and r["won"] + r["lost"]]
        if not any(anchor in r[:2] for r in results):
            continue
        games = {n: sum(r[2] + r[3] for r in results if n in r[:2]) for n in order}
        table[size] = {n: (*v, games[n]) for n, v in ratings(results, anchor).items()}
    return table


def show(args):
    found, order = load(args.folder)
    if not found:
        raise SystemExit("%s: no reports of matches" % args.folder)
    table = rated(found, order, args.anchor or order[0])
    print("| player | " + " | ".join("%dx%d" % (s, s) for s in table) + " |\n|---|" + "---:|" * len(table))
    for n in order:
        print("| %s | " % n + " | ".join("%.0f ± %.0f" % table[s][n][:2] if n in table[s] else "" for s in table) + " |")
    if args.svg:
        draw(args.svg, table, order)


def draw(path, table, order):
    """A row per player, a colour per size, error bars of one standard error."""
    sizes = list(table)
    low = min(e - d for t in table.values() for e, d, _ in t.values())
    high = max(e + d for t in table.values() for e, d, _ in t.values())
    left, right, row = 150, 640, 16 * len(sizes) + 14
    height = 50 + row * len(order) + 40

    def x(elo):
        return left + (elo - low) / (high - low or 1.0) * (right - left)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="%d"><style>text{font-family:sans-serif;font-size:12px}</style>' % height,
           '<rect width="100%" height="100%" fill="white"/>', '<text x="%d" y="24" font-weight="bold">Elo, with one standard error</text>' % left]
    for tick in plot.Chart.ticks(low, high, 6):
        out.append('<line x1="%.1f" x2="%.1f" y1="40" y2="%d" stroke="#ddd"/>' % (x(tick), x(tick), height - 40))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (x(tick), height - 24, tick))
    for k, n in enumerate(order):
        out.append('<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (left - 10, 46 + row * k + row / 2, n))
        for j, s in enumerate(sizes):
            if n not in table[s]:
                continue
            elo, error, _ = table[s][n]
            y, colour = 50 + row * k + 16 * j + 4, plot.COLOURS[j % len(plot.COLOURS)]
            out.append('<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s" stroke-width="2"/>' % (x(elo - error), x(elo + error), y, y, colour))
            out.append('<circle cx="%.1f" cy="%d" r="4" fill="%s"/>' % (x(elo), y, colour))
    for j, s in enumerate(sizes):
        out.append('<circle cx="%d" cy="%d" r="4" fill="%s"/>' % (680, 52 + 18 * j, plot.COLOURS[j % len(plot.COLOURS)]))
        out.append('<text x="%d" y="%d">%dx%d</text>' % (690, 56 + 18 * j, s, s))
    with open(path, "w") as f:
        f.write("\n".join(out) + "\n</svg>\n")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--program", default=os.path.join(HERE, "..", "build", "mustplay"))
    part = p.add_subparsers(dest="what", required=True)
    o = part.add_parser("openings")
    o.add_argument("--size", type=int, required=True)
    o.add_argument("--count", type=int, default=60)
    o.add_argument("--sims", type=int, default=128)
    o.add_argument("--net", default=os.path.join(HERE, "..", "data", "nets", "default.safetensors"))
    o.add_argument("--device", default="cpu")
    o.add_argument("--batch", type=int, default=256)
    o.add_argument("--seed", type=int, default=1)
    o.add_argument("--folder", default=os.path.join(HERE, "openings"))
    o.add_argument("--force", action="store_true", help="replace a list that exists")
    r = part.add_parser("run")
    r.add_argument("folder")
    r.add_argument("--players", nargs="+", required=True, metavar="NAME=SPEC")
    r.add_argument("--sizes", nargs="+", type=int, default=[9, 11, 13, 14, 15, 19])
    r.add_argument("--time", type=float)
    r.add_argument("--device", help="nets alone, on this device")
    r.add_argument("--sims", type=int, default=64)
    r.add_argument("--openings", type=int, help="so many of the size's list; all if not given")
    r.add_argument("--reach", type=int, default=2)
    r.add_argument("--jobs", type=int, default=1, help="matches at the same time")
    r.add_argument("--limit", type=float, default=1e9, help="seconds after which it ends; the same command goes on")
    r.add_argument("--seed", type=int, default=1)
    s = part.add_parser("show")
    s.add_argument("folder")
    s.add_argument("--anchor")
    s.add_argument("--svg")
    args = p.parse_args()
    try:
        {"openings": openings, "run": run, "show": show}[args.what](args)
    except (RuntimeError, OSError) as error:
        print("ladder.py: %s" % error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
