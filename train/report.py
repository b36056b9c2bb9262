#!/usr/bin/env python3
"""The tables of lab/docs/results/nets.md from the journal of the runs they report.

  report.py [--check]      writes docs/results/data/nets-*.tsv from docs/results/data/nets.jsonl; --check: says which differ

tools/results-tables then sets them into the page. Pictures: MUSTPLAY_SECONDS=0 mustplay lab reproduce ENTRY --full --resume
docs/results/data/nets.jsonl --output FILE.svg, for which `report.py pictures PROGRAM` makes the calls.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "docs", "results", "data")
IMAGES = os.path.join(HERE, "..", "docs", "images")
JOURNAL = os.path.join(DATA, "nets.jsonl")


def some_epochs(rows, key, shown=(0, 1, 2, 5, 10, 20, 40, 60, 80, 100)):
    """Rows of some epochs and of the last one of every series."""
    last = {}
    for row in rows:
        last[row[key]] = max(last.get(row[key], 0), row["epoch"])
    return [row for row in rows if row["epoch"] in shown or row["epoch"] == last[row[key]]]


def tens(rows):
    return [row for row in rows if row["move"] % 10 == 0]


def share(row):
    """A share with its interval."""
    return "%.1f (%.1f to %.1f)" % (row["overall"], row["low"], row["high"])


MATCH = [("as_black", "as Black, %"), ("as_white", "as White, %"), (share, "overall, % (95 %)"), ("games", "games"), ("published", "published, %")]
# name, entry, columns as (key or function, title), filter
TABLES = [
    ("nets-data", "gao-data", [("move", "move"), ("pairs", "distinct pairs")], tens),
    ("nets-depth-width", "gao-depth-width", [("net", "net"), (lambda r: "%.1f (%.1f to %.1f)" % (r["accuracy"], r["low"], r["high"]), "top 1 on test pairs, % (95 %)"),
                                             ("epoch", "best epoch"), ("published", "published, %")], None),
    ("nets-top-k", "gao-top-k", [("k", "k"), ("accuracy", "accuracy, %"), ("published", "published, %")],
     lambda rows: [r for r in rows if r["k"] in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)]),
    ("nets-policy-player", "gao-policy-player", [("opponent", "opponent")] + MATCH, None),
    ("nets-prior", "gao-prior", [("prior", "prior"), ("limit", "limit")] + MATCH, None),
    ("nets-policy-gradient", "gao-policy-gradient", [("board", "board"), ("method", "method"), ("iteration", "iteration"),
                                                     (lambda r: "%.1f (%.1f to %.1f)" % (r["overall"], r["low"], r["high"]), "won, % (68 %)"), ("trials", "trials")],
     lambda rows: [r for r in rows if r["iteration"] % 100 == 0]),
    ("nets-equal-steps", "gao-equal-steps", [("method", "method"), ("iteration", "iteration"), (share, "won, % (68 %)"), ("trials", "trials")], None),
    ("nets-heads", "gao-heads", [("heads", "heads"), ("epoch", "epoch"), ("v_mse", "error of v"), ("q_mse", "error of q"), ("accuracy", "top 1, %")],
     lambda rows: some_epochs(rows, "heads")),
    ("nets-heads-strength", "gao-heads-strength", [("player", "player"), ("epoch", "epoch"), ("limit", "limit")] + MATCH, None),
    ("nets-transfer", "gao-transfer", [("net", "net"), ("board", "board"), ("epoch", "epoch"), ("p_accuracy", "p: top 1, %"), ("q_sign", "q: sign right, %"), ("q_mse", "error of q")],
     lambda rows: some_epochs(rows, "series", shown=(1,))),
    ("nets-fine-tuning", "gao-fine-tuning", [("start", "start"), ("epoch", "epoch"), ("train_loss", "training loss"), ("p_accuracy", "p: top 1, %"), ("v_mse", "error of v"), ("q_mse", "error of q")],
     lambda rows: some_epochs(rows, "start")),
    ("nets-transfer-strength", "gao-transfer-strength", [("player", "player"), ("board", "board")] + MATCH, None),
    ("nets-zero", "gao-zero", [("heads", "heads"), ("iteration", "iteration"), ("updates", "updates"), ("games", "games"), ("v_mse_games", "error of v, games"), ("p_games", "top 1, games, %"),
                               ("v_mse_solved", "error of v, solved"), ("v_right_solved", "v right, solved, %")], None),
    ("nets-zero-strength", "gao-zero-strength", [("player", "player"), ("opponent", "opponent"), ("iteration", "iteration"), ("updates", "updates"), ("updates_opponent", "opponent's"), (share, "won, % (95 %)"), ("games", "games"), ("published", "published, %")], None),
]


def rows_of(entry):
    """What the journal holds of an entry's full setting."""
    import experiments

    context = experiments.Context(argparse.Namespace(program="", full=True, seed=1, jobs=1, device="cpu", resume=JOURNAL, files=None,
                                                     seconds=0.0, only="", rate=None))
    try:
        return experiments.known_entries()[entry](context)[1]
    except experiments.Late:
        return []
    finally:
        context.close()


def text_of(value):
    return "" if value is None else str(value)


def table(columns, rows):
    lines = ["\t".join(title for _, title in columns)]
    for row in rows:
        lines.append("\t".join(text_of(key(row) if callable(key) else row.get(key)) for key, _ in columns))
    return "\n".join(lines) + "\n"


def make(check):
    stale = []
    for name, entry, columns, choose in TABLES:
        rows = rows_of(entry)
        text, path = table(columns, choose(rows) if choose else rows), os.path.join(DATA, name + ".tsv")
        old = open(path).read() if os.path.exists(path) else None
        if text == old:
            continue
        stale.append(name)
        if not check:
            with open(path, "w") as f:
                f.write(text)
    return stale


def pictures(program):
    for entry in ("gao-data", "gao-top-k", "gao-policy-gradient", "gao-equal-steps", "gao-heads", "gao-heads-strength", "gao-transfer", "gao-fine-tuning",
                  "gao-transfer-strength", "gao-zero"):
        subprocess.run([program, "reproduce", entry, "--full", "--resume", JOURNAL, "--force", "--output", os.path.join(IMAGES, "nets-%s.svg" % entry[4:])],
                       env=dict(os.environ, MUSTPLAY_SECONDS="0"), check=True, stdout=subprocess.DEVNULL)


    boards = {}
    for row in rows_of("gao-openings"):
        boards.setdefault(row["board"], []).append(row)
    for board, rows in boards.items():
        size = board.split("x")[0]
        subprocess.run([program, "draw", "--size", size, "--heat", " ".join("%s=%.2f" % (r["cell"], r["won"] / 100) for r in rows),
                        "--labels", " ".join("%s=%d" % (r["cell"], r["won"]) for r in rows), "--force", "--output",
                        os.path.join(IMAGES, "nets-openings-%s.svg" % size)], check=True, stdout=subprocess.DEVNULL)


def main():
    if sys.argv[1:2] == ["pictures"] and len(sys.argv) == 3:
        return pictures(sys.argv[2])
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = make(sys.argv[1:] == ["--check"])
    if sys.argv[1:] and stale:
        sys.exit("run train/report.py: " + ", ".join(stale))


if __name__ == "__main__":
    main()
