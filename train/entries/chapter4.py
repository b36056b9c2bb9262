"""Gao 2020, chapter 4: two and three heads on the same games, what moves to other boards, average wins by opening.

The net is that of net.py with 10 blocks of 32 filters (Figure 4.6 without batch normalisation). q is convolutional
and v pools over cells, so that the net works on every size: the transferable kind of Figure 4.10.
"""
import os

import supervised
import tensorfile
from experiments import Late, error_interval, share_row, wilson
from games import pairs_of

ARCH = {"blocks": 10, "channels": 32, "head": 32, "value": 32}
QUICK = {"arch": {"blocks": 2, "channels": 8, "head": 8, "value": 8}, "size": 6, "games": 150, "epochs": 6, "batch": 64, "seconds": 60,
         "epochs_played": [0, 6], "playouts": 50, "every": 3, "move_time": 0.01, "cnn": (5, 16), "small": 6, "large": 7, "sizes": [6, 7],
         "others": {}, "others_else": 40, "large_games": 100, "large_seconds": 60, "transfer_every": 4, "opening_sizes": {6: 150}}
FULL = {"arch": ARCH, "size": 9, "games": 4000, "epochs": 100, "batch": 128, "seconds": 260, "epochs_played": [2, 10, 40],
        "playouts": 500, "every": 3, "move_time": 0.05, "cnn": (5, 64), "small": 9, "large": 13, "sizes": [8, 9, 10, 11, 12, 13],
        "others": {8: 2000}, "others_else": 100, "large_games": 3000, "large_seconds": 200, "transfer_every": 6, "opening_sizes": {11: 1000, 13: 3000}}
# Between the two: 7x7, and 8x8 as the larger board.
MEDIUM = {"arch": {"blocks": 4, "channels": 16, "head": 16, "value": 16}, "size": 7, "games": 600, "epochs": 30, "batch": 128, "seconds": 60,
          "epochs_played": [2, 10], "playouts": 100, "every": 3, "move_time": 0.02, "cnn": (5, 16), "small": 7, "large": 8, "sizes": [6, 7, 8],
          "others": {}, "others_else": 60, "large_games": 300, "large_seconds": 60, "transfer_every": 4, "opening_sizes": {7: 600, 8: 300}}
OTHERS_MOST = 1000  # games of another board that a net is tested on
LOSSES = {"two": "two", "three": "three", "three, R1 to R3": "three_zero"}


def settings(c):
    return c.choose(QUICK, MEDIUM, FULL)


def set_size(s, size):
    """Games of the data set of a board."""
    return {s["size"]: s["games"], s["large"]: s["large_games"]}.get(size) or s["others"].get(size) or s["others_else"]


def heads_name(loss, size, epoch, start=""):
    return "heads_%s_%d%s_%d.safetensors" % (loss, size, start, epoch)


def heads_train(c, loss, size, games, others=(), start=None, label=""):
    """Trains a net of the given loss on games of one size; nets of some epochs are saved."""
    s = settings(c)
    train, test = c.pairs(size, games)
    weights = None
    if start:
        if not os.path.exists(start):  # where it starts from is made first
            heads_train(c, loss, s["small"], s["games"])
        weights = tensorfile.load(start)[0]
    model = supervised.Heads(s["arch"], c.device, loss, seed=c.seed, weights=weights, w=0.01, l2=1e-5)

    def each(epoch, record):
        if epoch in s["epochs_played"] or epoch % 10 == 0:
            model.save(c.path(heads_name(loss, size, epoch, label)), {"size": size, "pairs": len(train), "epoch": epoch, "loss": loss})
        model.save(c.path(heads_name(loss, size, -1, label)), {"size": size, "pairs": len(train), "epoch": epoch, "loss": loss})

    checks = {}
    for other in others:
        if other != size:
            pairs, _ = pairs_of(c.games(other, set_size(s, other))[:OTHERS_MOST])
            checks["on%d" % other] = pairs
    c.say("%s heads on %dx%d%s: %d pairs" % (loss, size, size, label, len(train)))
    records = supervised.fit(model, train, test, s["epochs"], s["batch"], seed=c.seed, seconds=min(s["seconds"] if size == s["size"] else s["large_seconds"], c.left()), each=each, others=checks)
    return {"records": records, "train": len(train), "test": len(test)}


def heads_trained(c, loss, size, **more):
    return c.measure(heads_name(loss, size, 0, more.get("label", ""))[:-12], lambda: heads_train(c, loss, size, set_size(settings(c), size), **more))


def heads_net(c, loss, size, epoch):
    """The file of a net, and what makes it."""
    def make():
        key = heads_name(loss, size, 0)[:-12]
        c.keep(key, heads_train(c, loss, size, set_size(settings(c), size), others=settings(c)["sizes"]))

    return c.path(heads_name(loss, size, epoch)), make


def heads(c):
    """Value errors and accuracies of two and three heads, by epoch (Figures 4.7 and 4.8)."""
    s, rows = settings(c), []
    for name, loss in LOSSES.items():
        if not c.chosen(loss):
            continue
        try:
            result = heads_trained(c, loss, s["size"], others=s["sizes"])
        except Late:
            continue
        for r in result["records"]:
            low, high = error_interval(r["v_mse"], result["test"])
            row = {"heads": name, "epoch": r["epoch"], "v_mse": round(r["v_mse"], 3), "low": low, "high": high, "accuracy": round(100 * r["top"][0], 1)}
            if loss != "two":
                row["q_mse"] = round(r["q_mse"], 3)
            rows.append(row)
    return ["heads", "epoch", "v_mse", "low", "high", "q_mse", "accuracy"], rows


def player_2(path, s, expand=10):
    return "mcts:prior=net,value=net,net=%s,expand=%d" % (path, expand)


def player_3(path, s):
    return "mcts:prior=net,value=net-action,net=%s" % path


def match_key(name, epoch, limit):
    return "heads %s %s at %s" % (name, epoch, limit)


def heads_strength(c):
    """Two and three heads in the search against the net as a prior alone: by epoch, and at equal time (Figure 4.9, Table 4.3)."""
    from entries import chapter3

    s, wanted = settings(c), []
    base_file = c.path(chapter3.net_name(*s["cnn"], s["size"]))
    base, base_net = "mcts:prior=net,net=%s" % base_file, (base_file, lambda: chapter3.net_file(c, *s["cnn"], size=s["size"]))
    for loss, make in (("two", player_2), ("three", player_3)):
        for epoch in s["epochs_played"]:
            path = c.path(heads_name(loss, s["size"], epoch))
            n, limit = ",playouts=%d" % s["playouts"], "%d play-outs" % s["playouts"]
            if c.ready(match_key(loss, epoch, limit), base_net, heads_net(c, loss, s["size"], epoch)):
                wanted.append((loss, epoch, limit, None, make(path, s) + n, base + n))
    last = {loss: c.path(heads_name(loss, s["size"], -1)) for loss in ("two", "three")}
    t, limit = ",time=%g" % s["move_time"], "%g s per move" % s["move_time"]
    if c.ready(match_key("three", "last", limit), base_net, *(heads_net(c, loss, s["size"], -1) for loss in last)):
        two, two_at_once, three = player_2(last["two"], s), player_2(last["two"], s, 1), player_3(last["three"], s)
        wanted += [("three", "last", limit, 73.5, three + t, base + t), ("two, every leaf", "last", limit, 61.8, two_at_once + t, base + t),
                   ("two, play-outs between", "last", limit, 62.9, two + t, base + t),
                   ("three against two, every leaf", "last", limit, 64.1, three + t, two_at_once + t),
                   ("three against two, play-outs between", "last", limit, 70.6, three + t, two + t)]
    results = c.matches([dict(key=match_key(name, epoch, limit), a=a, b=b, size=s["size"], every=s["every"])
                         for name, epoch, limit, _, a, b in wanted])
    short = {"three against two, every leaf": "3 against 2 (every leaf)", "three against two, play-outs between": "3 against 2 (play-outs)"}
    rows = [dict(share_row(r), player=short.get(name, name), epoch=str(epoch), limit=limit, published=published)
            for (name, epoch, limit, published, _, _), r in zip(wanted, results) if r]
    return ["player", "epoch", "limit", "as_black", "as_white", "overall", "low", "high", "games", "published"], rows


def transfer_runs(c):
    s = settings(c)
    yield "trained on %d" % s["large"], heads_trained, dict(loss="three", size=s["large"], others=s["sizes"])
    yield "trained on %d" % s["small"], heads_trained, dict(loss="three", size=s["small"], others=s["sizes"])


def transfer(c):
    """Accuracy of p and q on other sizes than the one learned from (Figures 4.11 and 4.12)."""
    s, rows = settings(c), []
    for name, run, arguments in transfer_runs(c):
        try:
            result = run(c, **arguments)
        except Late:
            continue
        for r in result["records"][1:]:
            for size in s["sizes"]:
                at = "" if size == arguments["size"] else "on%d_" % size
                if at + "top" in r:
                    pairs = r.get(at + "count") or (None if at else result["test"])  # early journals do not count those of other boards
                    low, high = wilson(r[at + "top"][0] * pairs, pairs) if pairs else (r[at + "top"][0],) * 2
                    rows.append({"net": name, "board": "%dx%d" % (size, size), "epoch": r["epoch"], "p_accuracy": round(100 * r[at + "top"][0], 1),
                                 "low": round(100 * low, 1), "high": round(100 * high, 1), "pairs": pairs,
                                 "q_mse": round(r[at + "q_mse"], 3), "q_sign": round(100 * r[at + "q_sign"], 1),
                                 "series": "%s, on %dx%d" % (name.replace("trained on ", "of "), size, size)})
    return ["net", "board", "epoch", "p_accuracy", "low", "high", "pairs", "q_mse", "q_sign", "series"], rows


def fine_tuning(c):
    """Learning on the larger board from fresh weights and from the smaller board's net (Figures 4.13 and 4.14)."""
    s, rows = settings(c), []
    warm = c.path(heads_name("three", s["small"], -1))
    for name, label, start in (("fresh", "", None), ("warm", "_warm", warm)):
        try:
            result = heads_trained(c, "three", s["large"], others=s["sizes"] if not label else [], **({"start": start, "label": label} if label else {}))
        except Late:
            continue
        for r in result["records"]:
            low, high = wilson(r["top"][0] * result["test"], result["test"])
            rows.append({"start": name, "epoch": r["epoch"], "train_loss": r.get("train_loss"), "p_accuracy": round(100 * r["top"][0], 1),
                         "low": round(100 * low, 1), "high": round(100 * high, 1), "v_mse": round(r["v_mse"], 3), "q_mse": round(r["q_mse"], 3)})
    return ["start", "epoch", "train_loss", "p_accuracy", "low", "high", "v_mse", "q_mse"], rows


# Tables 4.4 and 4.5 at epoch 10, the nearest to ours.
PUBLISHED_TRANSFER = {"three heads, trained on 13": {9: 71.0, 10: 71.0, 11: 67.4, 12: 67.0, 13: 63.0},
                      "three heads, trained on 9": {9: 63.6, 10: 63.5, 11: 62.8, 12: 51.0, 13: 35.3}}


def transfer_strength(c):
    """Transferred nets in the search against mcts, with all heads and with p alone (Tables 4.4 to 4.6)."""
    s, wanted = settings(c), []
    n = ",playouts=%d" % s["playouts"]
    for trained in (s["large"], s["small"]):
        path, make = heads_net(c, "three", trained, -1)
        for size in s["sizes"]:
            if size < s["small"] or not c.ready("transfer three heads, trained on %d on %d" % (trained, size), (path, make)):
                continue
            wanted.append(("three heads, trained on %d" % trained, size, player_3(path, s) + n))
            if trained == s["small"]:
                wanted.append(("p alone, trained on %d" % trained, size, "mcts:prior=net,net=%s%s" % (path, n)))
    results = c.matches([dict(key="transfer %s on %d" % (name, size), a=a, b="mcts:playouts=%d" % s["playouts"], size=size,
                              every=s["transfer_every"]) for name, size, a in wanted])
    rows = [dict(share_row(r), player=name, board="%dx%d" % (size, size), published=PUBLISHED_TRANSFER.get(name, {}).get(size))
            for (name, size, _), r in zip(wanted, results) if r]
    return ["player", "board", "as_black", "as_white", "overall", "low", "high", "games", "published"], rows


def opening_values(c):
    """Average result of games by opening cell, Black's view (Figure 4.17)."""
    rows = []
    for size, count in settings(c)["opening_sizes"].items():
        def work():
            tally = [[0, 0] for _ in range(size * size)]
            for g in c.games(size, count):
                for at in {g.moves[0], size * size - 1 - g.moves[0]}:
                    tally[at][0] += g.winner == 1
                    tally[at][1] += 1
            return tally

        for at, (won, played) in enumerate(c.measure("openings_%d" % size, work)):
            if played:
                low, high = wilson(won, played)
                rows.append({"board": "%dx%d" % (size, size), "cell": "%c%d" % (97 + at % size, at // size + 1), "won": round(100 * won / played),
                             "low": round(100 * low), "high": round(100 * high), "games": played})
    return ["board", "cell", "won", "low", "high", "games"], rows


ENTRIES = {"gao-heads": heads, "gao-heads-strength": heads_strength, "gao-transfer": transfer, "gao-fine-tuning": fine_tuning,
           "gao-transfer-strength": transfer_strength, "gao-openings": opening_values}
