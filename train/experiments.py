#!/usr/bin/env python3
"""The experiments with networks behind `mustplay lab reproduce` (Gao 2020, chapters 3 and 4).

  experiments.py ENTRY --program MUSTPLAY [--medium|--full] [--seed N] [--resume JOURNAL] [--jobs J] [--seconds S] [--device cuda]
  experiments.py list

prints {"columns": [names], "rows": [objects], "missing": [words]} as JSON on stdout and its progress on stderr. The quick setting is
small enough for two cores and some minutes, --medium for twelve minutes; --full is near the published scale. SIGINT ends the run with
the rows that there are, exit code 3. --resume names a journal, a line of JSON per
measurement: what is in it is not measured again; data sets and nets lie in the folder JOURNAL.files beside it. Without it
everything is forgotten at the end. --seconds (or the environment's MUSTPLAY_SECONDS) bounds the run, from the start of the program
on: what does not fit is left out of the rows; 0 shows what is in the journal.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

BEGAN = time.time()  # --seconds count from here: PyTorch takes a while to load on a busy machine
signal.signal(signal.SIGINT, lambda number, frame: os._exit(3))  # until there is something to show

try:
    import torch
except ImportError:  # Debian's PyTorch belongs to Debian's Python
    if os.path.exists("/usr/bin/python3") and os.path.realpath(sys.executable) != os.path.realpath("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    print("PyTorch is missing", file=sys.stderr)
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import games  # noqa: E402
import supervised  # noqa: E402

sys.modules.setdefault("experiments", sys.modules[__name__])  # the entries import this module, also when it is the program


def wilson(won, played, z=1.96):
    """The 95 % interval of a share."""
    if not played:
        return 0.0, 1.0
    p, n = won / played, played
    middle, half = p + z * z / (2 * n), z * ((p * (1 - p) + z * z / (4 * n)) / n) ** 0.5
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def error_interval(error, count):
    """An interval of 95 % or more for the mean of `count` squared differences between values in [-1, 1]. Squares up
    to 4 with this mean have at most the variance error * (4 - error)."""
    half = 1.96 * (max(0.0, error * (4.0 - error)) / count) ** 0.5
    return round(max(0.0, error - half), 3), round(error + half, 3)


class Late(Exception):
    """There is no time left for a measurement."""


class Context:
    """What an experiment works with: its options, the journal, the folder of data and nets."""

    def __init__(self, args):
        self.program, self.seed, self.jobs = args.program, args.seed, args.jobs
        self.device, self.journal = args.device, args.resume
        self.end = BEGAN + args.seconds
        self.forget = not args.files and (not args.resume or args.seconds <= 0)
        self.folder = args.files or (tempfile.mkdtemp(prefix="mustplay-") if self.forget else args.resume + ".files")
        os.makedirs(self.folder, exist_ok=True)
        self.lock, self.known, self.read_to = threading.Lock(), {}, 0
        self.setting = "full" if args.full else "medium" if getattr(args, "medium", False) else "quick"
        self.children, self.missing = set(), []
        self.only, self.rate = args.only, args.rate

    def close(self):
        if self.forget:
            shutil.rmtree(self.folder, ignore_errors=True)

    def left(self):
        return self.end - time.time()

    def late(self, key):
        """The exception to raise where no time is left for a measurement, which is noted as missing."""
        if key not in self.missing:
            self.missing.append(key)
        return Late(key)

    def choose(self, quick, medium, full):
        """That of the setting."""
        return {"quick": quick, "medium": medium, "full": full}[self.setting]

    def stop(self, number, frame):
        """SIGINT: no time is left, for the programs that run neither."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.end = 0
        for child in list(self.children):
            child.send_signal(signal.SIGINT)
        raise KeyboardInterrupt

    def chosen(self, name):
        """Whether --only names it: a part of the name, or `=` and the whole of it."""
        return any(word[1:] == name if word.startswith("=") else word in name for word in self.only.split(","))

    def path(self, name):
        return os.path.join(self.folder, self.setting + "_" + name)

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    # ---- the journal ----

    def _read(self):
        if not self.journal or not os.path.exists(self.journal):
            return
        with open(self.journal) as f:
            f.seek(self.read_to)
            for line in f:
                if not line.endswith("\n"):
                    break  # another process is writing it
                self.read_to += len(line.encode())
                entry = json.loads(line)
                self.known[entry["key"]] = entry["value"]

    def look(self, key):
        with self.lock:
            self._read()
            return self.known.get(self.setting + " " + key)

    def keep(self, key, value):
        with self.lock:
            self.known[self.setting + " " + key] = value
            if self.journal:
                line = json.dumps({"key": self.setting + " " + key, "value": value}, separators=(",", ":"))
                with open(self.journal, "a") as f:
                    f.write(line + "\n")

    def measure(self, key, work):
        """The journal's value, or what `work()` returns, kept there."""
        value = self.look(key)
        if value is None:
            if self.left() <= 0:
                raise self.late(key)
            value = work()
            self.keep(key, value)
        return value

    # ---- data ----

    def games(self, size, count):
        """At least `count` games of `mcts` with a few hundred play-outs per move, the first six drawn by visits; made
        if missing."""
        if self.left() <= 0:
            raise self.late("games of %dx%d" % (size, size))
        players = ["mcts:playouts=%d,dither=6" % n for n in self.choose((30, 60), (100, 200), (300, 400, 500, 600))]
        made = games.make(self.program, size, count, players, self.path("%d.games" % size), self.jobs, self.seed * 100 + size, self.left, self.run)
        if self.left() <= 0:  # not all of them: nothing is learned from a part
            raise self.late("games of %dx%d" % (size, size))
        return made

    def pairs(self, size, count):
        pairs, total = games.pairs_of(self.games(size, count))
        train, test = games.split(pairs, seed=self.seed)
        return train, test

    # ---- matches ----

    def openings_file(self, size, every):
        """Each so manieth cell of a board, as `mustplay match --openings` reads them."""
        path = os.path.join(self.folder, "every%d_%d.txt" % (every, size))
        with open(path, "w") as f:
            f.write("\n".join(games.cell_name(k, size) for k in range(0, size * size, every)) + "\n")
        return path

    def match_journal(self, key, *players):
        """Where a match keeps its games; another file when a net is not the same any more."""
        content = hashlib.sha1(key.encode())
        for path in re.findall(r"(?:file|net)=([^,]+)", " ".join(players)):
            if os.path.exists(path):
                with open(path, "rb") as f:
                    content.update(f.read())
        return os.path.join(self.folder, "match_%s.journal" % content.hexdigest()[:16])

    def match(self, key, a, b, size, openings="all", count=None, every=1, more=0):
        """A's wins as Black and White: {"black": [won, played], "white": [won, played]}. count: games; openings: as in
        `mustplay match`; every: only each so manieth opening; more: added to the seed. A match that ended with the time is kept as
        a part, and goes on when there is time again."""
        known = self.look(key)
        if known and (not known.get("part") or self.left() <= 0):
            return known
        if self.left() <= 0:
            raise self.late(key)
        command = [self.program, "match", "--players", a, b, "--size", str(size), "--json", "--seed", str(self.seed + more),
                   "--resume", self.match_journal(key, a, b)]
        if openings or every > 1:
            command += ["--openings", self.openings_file(size, every) if every > 1 else openings]
        if count:
            command += ["--games", str(count)]
        code, out, errors = self.run_bounded(command)
        if code not in (0, 3):  # 3: stopped when the time was over; the games so far count
            raise RuntimeError("%s: %s" % (" ".join(command), errors.strip()[-300:]))
        side = json.loads(out)["by_side"]
        won = {c: side["a"][c]["won"] for c in ("black", "white")}
        lost = {c: side["b"][c]["won"] for c in ("black", "white")}
        value = {"black": [won["black"], won["black"] + lost["white"]], "white": [won["white"], won["white"] + lost["black"]],
                 "a": os.path.basename(a), "b": os.path.basename(b), "size": size}
        if code == 3:
            value["part"] = True
        if not value["black"][1] + value["white"][1]:
            raise self.late(key)
        self.say("%s: black %d/%d, white %d/%d" % ((key,) + tuple(value["black"] + value["white"])))
        self.keep(key, value)
        return value

    def run(self, command, seconds=None):
        """Runs a command, which is interrupted after `seconds`, and when this program is: code, stdout, stderr."""
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.children.add(p)
        if self.end == 0:  # the signal came before the child was known
            p.send_signal(signal.SIGINT)
        try:
            out, errors = p.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            p.send_signal(signal.SIGINT)
            out, errors = p.communicate()
        finally:
            self.children.discard(p)
        return p.returncode, out, errors

    def run_bounded(self, command):
        """The same within the time that is left."""
        return self.run(command, min(1e6, max(1.0, self.left())))

    def ready(self, key, *nets):
        """Whether a match is in the journal or can be played. `nets` are pairs of a file and what makes it, which is called where the
        file is missing and there is time."""
        known = self.look(key)
        if known and (not known.get("part") or self.left() <= 0):
            return True
        try:
            for path, make in nets:
                if not os.path.exists(path):
                    if self.left() <= 0:
                        raise self.late(key)
                    make()
        except Late:
            return False
        return all(os.path.exists(path) for path, _ in nets)

    def matches(self, wanted):
        """Many at once, as many as there are jobs: a list of arguments of `match`, as dicts. Late ones are None."""
        def one(arguments):
            try:
                return self.match(**arguments)
            except Late:
                return None

        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(one, wanted))


def share_row(result):
    """Columns of a match: shares as Black, as White and overall with its 95 % interval, in percent."""
    if result is None:
        return None
    black, white = result["black"], result["white"]
    won, played = black[0] + white[0], black[1] + white[1]
    low, high = wilson(won, played)
    return {"as_black": round(100 * black[0] / max(1, black[1]), 1), "as_white": round(100 * white[0] / max(1, white[1]), 1),
            "overall": round(100 * won / max(1, played), 1), "low": round(100 * low, 1), "high": round(100 * high, 1), "games": played}


def known_entries():
    import entries.chapter3
    import entries.chapter4
    import entries.zero

    found = {}
    for module in (entries.chapter3, entries.chapter4, entries.zero):
        found.update(module.ENTRIES)
    return found


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("entry")
    p.add_argument("--program", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "mustplay"))
    p.add_argument("--full", action="store_true")
    p.add_argument("--medium", action="store_true")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--resume")
    p.add_argument("--files", help="the folder of data and nets, if not the journal's")
    p.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="matches and self-play at the same time")
    p.add_argument("--only", default="", help="of several trainings only those whose name has one of these words in it, or is one after = (gao-policy-gradient, gao-heads, gao-zero)")
    p.add_argument("--rate", type=float, help="of the policy gradients, per mean over the moves; without it the seed's 0.001 per game")
    p.add_argument("--seconds", type=float, default=float(os.environ.get("MUSTPLAY_SECONDS", 1e9)))
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = p.parse_args()
    known = known_entries()
    if args.entry == "list":
        for name, entry in known.items():
            print("%-22s %s" % (name, entry.__doc__.strip().splitlines()[0]))
        return
    if args.entry not in known:
        print("experiments.py: there is no entry '%s' (experiments.py list)" % args.entry, file=sys.stderr)
        sys.exit(2)
    if args.device == "cpu":
        torch.set_num_threads(1)  # small nets: threads would only wait for each other
    context = Context(args)
    signal.signal(signal.SIGINT, context.stop)
    try:
        columns, rows = table(context, known[args.entry])
    except KeyboardInterrupt:
        columns, rows = table(context, known[args.entry])  # from what is known: no time is left
    except supervised.Diverged as diverged:
        print("experiments.py: %s: %s; nothing of it is kept" % (args.entry, diverged), file=sys.stderr)
        sys.exit(1)
    finally:
        context.close()
    print(json.dumps({"columns": columns, "rows": rows, "missing": context.missing}), flush=True)
    sys.exit(3 if context.missing else 0)


def table(context, entry):
    try:
        return entry(context)
    except Late as late:
        context.say("no time was left for %s" % late)
        return [], []


if __name__ == "__main__":
    main()
