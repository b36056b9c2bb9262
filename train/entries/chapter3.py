"""Gao 2020, chapter 3: learning from games, the net as a player and as a prior, policy gradients.

`mcts` stands for the seed's MoHex 2.0. Wolve's evaluation, resistance with connections and fill-in, stands for Wolve:
one ply of `resistance`, four of `alphabeta`.
"""
import os

import torch

import cnn
import supervised
from experiments import Late, share_row, wilson
from policy_gradient import Loop
from policy_play import versus

QUICK = {"size": 6, "games": 150, "nets": [(5, 8), (5, 16), (7, 16)], "best": (5, 16), "epochs": 8, "batch": 64, "seconds": 60,
         "matches": 18, "one_ply": {"count": 36}, "plies": 2, "plies_matches": 6, "playouts": [50], "move_time": 0.01,
         "pg_side": 5, "pg_games": 16, "pg_iterations": 10, "pg_every": 5, "pg_net": (4, 16), "pg_k": [1, 3], "pg_trials": 2,
         "pg_sides": {5: ["reinforce-v", "reinforce-a", "reinforce-b", "amcpg-a", "amcpg-b"]}, "pg_match": {5: 3}, "pg_seconds": 60, "pg_data": 600, "pg_epochs": 60,
         "steps": {"iterations": 6, "every": 3, "games": 16, "k": [1], "trials": 2, "against": 100, "rate": 0.1, "data": 100, "epochs": 4}}
FULL = {"size": 13, "games": 3000, "nets": [(5, 64), (5, 128), (7, 128), (8, 128), (9, 128)], "best": (8, 128), "epochs": 60,
        "batch": 128, "seconds": 60, "matches": 86, "one_ply": {"every": 4}, "plies": 4, "plies_matches": 40, "playouts": [1000], "move_time": 0.05,
        "pg_side": 9, "pg_games": 128, "pg_iterations": 400, "pg_every": 50, "pg_net": (6, 48), "pg_k": [1, 9], "pg_trials": 3,
        "pg_sides": {9: ["reinforce-v", "reinforce-a", "reinforce-b", "amcpg-a", "amcpg-b"], 11: ["reinforce-v", "amcpg-b"]},
        "pg_match": {9: 2, 11: 6}, "pg_seconds": 600, "pg_data": 4000,
        "steps": {"iterations": 40, "every": 20, "games": 64, "k": [1], "trials": 3, "against": 400, "rate": 0.1, "data": 200, "epochs": 6}}

# Between the two: 7x7, nets and times that end within twelve minutes of two cores an entry.
MEDIUM = {"size": 7, "games": 600, "nets": [(5, 16), (5, 32), (7, 32), (8, 32), (9, 32)], "best": (8, 32), "epochs": 30, "batch": 128,
          "seconds": 45, "matches": 50, "one_ply": {"count": 98}, "plies": 4, "plies_matches": 40, "playouts": [100], "move_time": 0.02,
          "pg_side": 6, "pg_games": 32, "pg_iterations": 40, "pg_every": 10, "pg_net": (5, 16), "pg_k": [1, 5], "pg_trials": 3,
          "pg_sides": {6: ["reinforce-v", "reinforce-a", "reinforce-b", "amcpg-a", "amcpg-b"]}, "pg_match": {6: 3}, "pg_seconds": 60, "pg_data": 400,
          "steps": {"iterations": 20, "every": 10, "games": 32, "k": [1], "trials": 3, "against": 400, "rate": 0.1, "data": 200, "epochs": 6}}

PUBLISHED_DEPTH = {(5, 64): 49.5, (5, 128): 53.4, (7, 128): 54.7, (8, 128): 54.8, (9, 128): 54.5}
PUBLISHED_TOP = {8: 90.0, 12: 95.0}  # read as "above"
ONE_PLY, MORE_PLIES = "resistance:circuit=connections", "alphabeta:solver=0,evaluation=connections,width=8,depth=%d"  # Wolve's evaluation
SAMPLED = "net:file=%s,playouts=1,knowledge=0,dither=10000"  # a move is drawn from the policy, as in the seed


def settings(c):
    return c.choose(QUICK, MEDIUM, FULL)


def net_name(d, w, size, count=9):
    return "cnn_%d_%d_%dx%d_%d.safetensors" % (d, w, size, size, count)


def train_net(c, d, w, size, games, epochs, batch, seconds, count=9):
    """Trains CNN(d, w); the epoch of the best test accuracy is saved. Its records, with what was learned from."""
    train, test = c.pairs(size, games)
    arch = cnn.arch(d, w, count)
    model, best = supervised.Policy(arch, c.device, c.seed), [-1.0]

    def each(epoch, record):
        if record["top"][0] > best[0]:
            best[0] = record["top"][0]
            model.save(c.path(net_name(d, w, size, count)), {"size": size, "pairs": len(train), "epoch": epoch, "top1": best[0]})

    c.say("CNN(%d, %d) on %dx%d, %d planes, %d pairs to learn and %d to test" % (d, w, size, size, count, len(train), len(test)))
    records = supervised.fit(model, train, test, epochs, batch, seed=c.seed, seconds=min(seconds, c.left()), each=each)
    return {"records": records, "train": len(train), "test": len(test), "batch": batch}


def trained(c, d, w, size=None, games=None, count=9):
    s = settings(c)
    size, games = size or s["size"], games or s["games"]
    return c.measure(net_name(d, w, size, count), lambda: train_net(c, d, w, size, games, s["epochs"], s["batch"], s["seconds"], count))


def net_file(c, d, w, size=None, count=9, games=None, epochs=None):
    """The trained net, made now if it is not there."""
    s = settings(c)
    size = size or s["size"]
    path = c.path(net_name(d, w, size, count))
    if not os.path.exists(path) and c.left() > 0:
        c.keep(net_name(d, w, size, count), train_net(c, d, w, size, games or s["games"], epochs or s["epochs"], s["batch"], s["seconds"], count))
    return path


def best_record(result):
    return max(result["records"], key=lambda r: r["top"][0])


def data(c):
    """Positions by move number in a data set of games by mcts (Figure 3.3)."""
    from games import pairs_of

    s = settings(c)

    def work():
        pairs, total = pairs_of(c.games(s["size"], s["games"]))
        return {"by_move": torch.bincount(pairs.ply).tolist(), "all": total, "distinct": len(pairs)}

    value = c.measure("data_%d" % s["size"], work)
    rows = [{"move": k + 1, "pairs": n, "board": "%dx%d" % (s["size"], s["size"])}
            for k, n in enumerate(value["by_move"]) if k]
    return ["board", "move", "pairs"], rows


def depth_width(c):
    """Accuracy of move prediction by depth and width of a plain net on 9 planes (Table 3.2)."""
    rows = []
    for d, w in settings(c)["nets"]:
        try:
            result = trained(c, d, w)
        except Late:
            continue
        best = best_record(result)
        low, high = wilson(best["top"][0] * result["test"], result["test"])
        rows.append({"d": d, "w": w, "accuracy": round(100 * best["top"][0], 1), "low": round(100 * low, 1), "high": round(100 * high, 1),
                     "published": PUBLISHED_DEPTH.get((d, w)), "epoch": best["epoch"], "train_pairs": result["train"],
                     "test_pairs": result["test"], "net": "CNN(%d, %d)" % (d, w)})
    return ["net", "d", "w", "accuracy", "low", "high", "published", "epoch", "train_pairs", "test_pairs"], rows


def top_k(c):
    """Share of moves among the net's first k (Figure 3.4)."""
    d, w = settings(c)["best"]
    result = trained(c, d, w)
    rows = []
    for k, share in enumerate(best_record(result)["top"], 1):
        low, high = wilson(share * result["test"], result["test"])
        rows.append({"k": k, "accuracy": round(100 * share, 1), "low": round(100 * low, 1), "high": round(100 * high, 1),
                     "published": ("54.8" if k == 1 else "above %d" % PUBLISHED_TOP[k] if k in PUBLISHED_TOP else None)})
    return ["k", "accuracy", "low", "high", "published"], rows


PUBLISHED_PLAYER = {"one ply": "48.9 overall", "four plies": "17 and 3.25", "mcts": "33 and 8.5"}


def policy_player(c):
    """The net without search against one ply, four plies and mcts with 1,000 play-outs (Table 3.3)."""
    s = settings(c)
    path = net_file(c, *s["best"])
    me, size = SAMPLED % path, s["size"]
    few = s["matches"]
    wanted = [(ONE_PLY, s["one_ply"], "one ply"),
              ("mcts:playouts=%d" % s["playouts"][0], {"openings": "distinct", "count": few}, "mcts"),
              (MORE_PLIES % s["plies"], {"openings": None, "count": s["plies_matches"]}, "four plies")]
    results = c.matches([dict(key="policy against " + b, a=me, b=b, size=size, **how) for b, how, _ in wanted])
    rows = []
    for (b, _, name), result in zip(wanted, results):
        if result:
            rows.append(dict(share_row(result), opponent=b, published=PUBLISHED_PLAYER[name]))
    return ["opponent", "as_black", "as_white", "overall", "low", "high", "games", "published"], rows


PUBLISHED_PRIOR = {("prior", 1000): 69.5, ("puct", 1000): 62.5}


def prior(c):
    """The net's policy as the prior of mcts, equal play-outs and equal time (Tables 3.4 and 3.5)."""
    s = settings(c)
    path, size, t = net_file(c, *s.get("prior_net", s["nets"][0])), s["size"], s["move_time"]
    kinds = [("prior", "mcts:prior=net,net=%s" % path), ("puct", "mcts:prior=net-puct,bias=2,net=%s" % path)]
    wanted = []
    for name, spec in kinds:
        for n in s["playouts"]:
            wanted.append((name, "%d play-outs" % n, PUBLISHED_PRIOR.get((name, n)), spec + ",playouts=%d" % n, "mcts:playouts=%d" % n))
        wanted.append((name, "%g s per move" % t, {"prior": 69.9, "puct": 62.4}[name], spec + ",time=%g" % t, "mcts:time=%g" % t))
    results = c.matches([dict(key="%s at %s" % (name, limit), a=a, b=b, size=size, openings="distinct", count=s["matches"])
                         for name, limit, _, a, b in wanted])
    rows = [dict(share_row(r), prior=name, limit=limit, published=published)
            for (name, limit, published, _, _), r in zip(wanted, results) if r]
    return ["prior", "limit", "as_black", "as_white", "overall", "low", "high", "games", "published"], rows


def gradient_key(side, method, k):
    return "gradient_%d_%s_k%d" % (side, method, k)


def gradient_net(c, side, method, k, trial, iteration):
    return c.path("%s_trial%d_%d.safetensors" % (gradient_key(side, method, k), trial, iteration))


def start_file(c):
    s = settings(c)
    return net_file(c, *s["pg_net"], size=s["pg_side"], count=12, games=s["pg_data"], epochs=s.get("pg_epochs"))


def gradient_nets(c, side, method, k, iteration):
    """The nets of all trials at an iteration, or None."""
    paths = [gradient_net(c, side, method, k, trial, iteration) for trial in range(settings(c)["pg_trials"])]
    return [cnn.load(path)[0] for path in paths] if all(map(os.path.exists, paths)) else None


def gradient_train(c, side, method, k, waiting=1):
    """One method, all trials: nets are saved at regular iterations. Returns what was reached; a run that ended with
    its time
    goes on from there. `waiting`: trainings that share the time that is left, of which some is kept for matches."""
    s = settings(c)
    start, arch = cnn.load(start_file(c))
    loop = Loop(method, start, arch, side, c.device, s["pg_trials"], k, s["pg_games"], c.rate or 1e-3, bool(c.rate), seed=c.seed * 1000 + k)
    known = [(i, gradient_nets(c, side, method, k, i)) for i in (c.look(gradient_key(side, method, k)) or [])[1:]]
    known = [(i, nets) for i, nets in known if nets]
    saved = [0] + [i for i, _ in known]
    if known:
        loop.go_on(*known[-1], [[start] * s["pg_trials"]] + [nets for _, nets in known[:-1]])

    def each(iteration, loop):
        if iteration > saved[-1]:
            saved.append(iteration)
            for trial in range(s["pg_trials"]):
                cnn.save(gradient_net(c, side, method, k, trial, iteration), loop.net(trial), arch, {"method": method, "k": k})

    loop.run(s["pg_iterations"], each, s["pg_every"], min(s["pg_seconds"], 0.65 * c.left() / waiting))
    c.say("%s: %s" % (gradient_key(side, method, k), saved))
    return saved


def gradient_plan(c):
    """(side, method, k) of every run; k matters to those only that play games more."""
    import gradients

    s = settings(c)
    out = []
    for side, methods in s["pg_sides"].items():
        for method in methods:
            ks = s["pg_k"] if gradients.METHODS[method].EXTRA else [0]
            out += [(side, method, k) for k in (ks if side == s["pg_side"] else ks[-1:])]
    return [run for run in out if c.chosen(gradient_key(*run))]


def gradient_measure(c, side, method, k, saved):
    """Matches of every saved net of a run against one ply."""
    s = settings(c)
    wanted = []
    for iteration in saved:
        for trial in range(s["pg_trials"]):
            path, more = gradient_net(c, side, method, k, trial, iteration), 0
            key = "connections against " + path.split("/")[-1]
            if not iteration:  # the same net for all: other games
                key, path, more = "connections against start on %d" % side + (", again %d" % trial if trial else ""), start_file(c), trial
            if c.ready(key, (path, lambda: None)):
                wanted.append(dict(key=key, a=SAMPLED % path, b=ONE_PLY, size=side, every=s["pg_match"][side], more=more))
    return wanted


def policy_gradient(c):
    """REINFORCE-V, -A, -B, AMCPG-A and -B from the supervised net, against one ply (Figures 3.8 and 3.9)."""
    s, rows = settings(c), []
    plan = gradient_plan(c)
    for number, (side, method, k) in enumerate(plan):
        if (c.look(gradient_key(side, method, k)) or [0])[-1] < s["pg_iterations"] and c.left() > 0:
            c.keep(gradient_key(side, method, k), gradient_train(c, side, method, k, len(plan) - number))
    runs = [(side, method, k, c.look(gradient_key(side, method, k)) or []) for side, method, k in plan]
    runs = [run for run in runs if run[3][1:]]  # a run that came to no net has nothing to show
    wanted = [w for run in runs for w in gradient_measure(c, *run)]
    # The start first, then the hundreds, so that what is missing at the end of the time is spread evenly.
    wanted.sort(key=lambda w: ("start" not in w["key"], not w["key"].endswith("00.safetensors")))
    results = {w["key"]: r for w, r in zip(wanted, c.matches(wanted)) if r}
    for side, method, k, saved in runs:
        name = method if not k else "%s k=%d" % (method, k)
        for iteration in saved:
            keys = [w["key"] for w in gradient_measure(c, side, method, k, [iteration])]
            shares = [(r["black"][0] + r["white"][0]) / (r["black"][1] + r["white"][1]) for r in map(results.get, keys) if r]
            if not shares:
                continue
            mean = sum(shares) / len(shares)
            played = sum(sum(r["black"][1:] + r["white"][1:]) for r in map(results.get, keys) if r)
            spread = (sum((x - mean) ** 2 for x in shares) / (len(shares) - 1) / len(shares)) ** 0.5 if len(shares) > 1 else 0.0
            # One standard error, the 68 % of the seed's band: by the trials, and not below that of this number of games.
            error = max(spread, (mean * (1 - mean) / played) ** 0.5)
            rows.append({"board": "%dx%d" % (side, side), "method": name, "iteration": iteration, "overall": round(100 * mean, 1),
                         "low": round(100 * (mean - error), 1), "high": round(100 * (mean + error), 1), "trials": len(shares),
                         "series": "%s on %dx%d" % (name, side, side)})
    return ["board", "method", "iteration", "overall", "low", "high", "trials", "series"], rows


STEPS_SIDE, STEPS_NET = 5, (4, 16)


def steps_start(c):
    """The supervised net that the runs start from."""
    s = settings(c)
    train, test = c.pairs(STEPS_SIDE, s["steps"]["data"])
    model = supervised.Policy(cnn.arch(*STEPS_NET, 12), "cpu", c.seed)
    supervised.fit(model, train, test, s["steps"]["epochs"], 64, seed=c.seed)
    return {n: t.detach() for n, t in model.weights.items()}, model.arch


def steps_run(c, method, k, s):
    """Shares that each trial's net wins against the start, by iteration."""
    start, arch = steps_start(c)
    loop = Loop(method, start, arch, STEPS_SIDE, "cpu", s["trials"], k, s["games"], s["rate"], True, seed=c.seed * 1000 + k)
    out = {}

    def each(iteration, loop):
        if iteration:
            out[str(iteration)] = [round(versus(loop.net(t), start, arch, STEPS_SIDE, s["against"]), 4) for t in range(s["trials"])]

    loop.run(s["iterations"], each, s["every"], c.left())
    c.say("%s k=%d: %s" % (method, k, out))
    return out


def equal_steps(c):
    """The five policy gradients with steps of equal length, on 5x5 against their start (besides Figure 3.8)."""
    import gradients

    s, rows = settings(c)["steps"], []
    for method, module in gradients.METHODS.items():
        for k in s["k"] if module.EXTRA else [0]:
            name = "%s k=%d" % (method, k) if k else method
            if not c.chosen(name):
                continue
            try:
                result = c.measure("steps " + name, lambda: steps_run(c, method, k, s))
            except Late:
                continue
            for iteration, shares in result.items():
                mean, played = sum(shares) / len(shares), len(shares) * s["against"]
                spread = (sum((x - mean) ** 2 for x in shares) / max(1, len(shares) - 1) / len(shares)) ** 0.5
                error = max(spread, (mean * (1 - mean) / played) ** 0.5)
                rows.append({"method": name, "iteration": int(iteration), "overall": round(100 * mean, 1), "low": round(100 * (mean - error), 1),
                             "high": round(100 * (mean + error), 1), "trials": len(shares)})
    return ["method", "iteration", "overall", "low", "high", "trials"], rows


def prepare(c):
    """Makes what other entries need: --only games8,games9,games13 (data sets), start (the net of the policy gradients)."""
    from entries import chapter4

    s = settings(c)
    rows = []
    for word in c.only.split(","):
        if word.startswith("games"):
            size = int(word[5:])
            many = {s["size"]: s["games"], s["pg_side"]: s["pg_data"]}.get(size) or chapter4.set_size(chapter4.settings(c), size)
            rows.append({"made": word, "count": len(c.games(size, many))})
        elif word == "start":
            rows.append({"made": start_file(c), "count": 1})
    return ["made", "count"], rows


ENTRIES = {"prepare": prepare, "gao-data": data, "gao-depth-width": depth_width, "gao-top-k": top_k, "gao-policy-player": policy_player,
           "gao-prior": prior, "gao-policy-gradient": policy_gradient, "gao-equal-steps": equal_steps}
