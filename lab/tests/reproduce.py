#!/usr/bin/env python3
"""`mustplay lab reproduce`: the list, the counts of positions, which are known, experiments of train/, journals."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from checks import check_all, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay-lab")
ROOT = pathlib.Path(__file__).resolve().parents[2]
MEDIUM_MOST, MEDIUM_TOTAL = 12, 150  # minutes of two cores


def run(*args):
    done = subprocess.run([PROGRAM, "reproduce", *args], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def ours(rows, figure):
    return {row["board"]: row["ours"] for row in rows if row["figure"] == figure}


def checks():
    code, out, _ = run()
    yield "the list", code == 0 and "positions" in out
    code, out, _ = run("--json")
    yield "the list in JSON", code == 0 and "positions" in [r["name"] for r in json.loads(out)["reproductions"]]
    listed = json.loads(out)
    names = {r["name"] for r in listed["reproductions"]}
    yield from register_checks(listed["published"], names)
    for r in listed["reproductions"]:
        yield f"the settings of {r['name']}", (r["quick"] and r["medium"] and 0 < r["medium minutes"] <= MEDIUM_MOST) if r["full"] else not r["medium"]
    yield "medium runs end in time", sum(r["medium minutes"] for r in listed["reproductions"]) <= MEDIUM_TOTAL
    yield from medium_checks()
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "table.tsv")
        for path in sorted((ROOT / "docs/results/data").glob("small-*.tsv")):
            name = path.stem[len("small-"):]
            code, _, _ = run(name, "--table", table, "--force")
            yield f"{name} is as docs/results says", code == 0 and pathlib.Path(table).read_text() == path.read_text()
    code, out, err = run("no-such-table")
    yield "an unknown name", code == 2 and out == "" and "no-such-table" in err
    code, out, _ = run("positions", "--json")
    rows = json.loads(out)["rows"]
    yield "positions", code == 0
    counts = ours(rows, "positions")
    yield "counts of positions", (counts["2x2"], counts["3x3"], counts["4x4"]) == (19, 3050, 5083443)
    yield "upper bound", abs(ours(rows, "upper bound")["11x11"] / 2.3835e56 - 1) < 1e-3
    notes = {r["board"]: r["note"] for r in rows if r["figure"] == "lower bound (solution)"}
    yield "differences are named", ["DIFFERS" in notes[n] for n in ("9x9", "10x10", "11x11", "13x13")] == [1, 1, 0, 1]
    yield "lower bound", abs(ours(rows, "lower bound (solution)")["11x11"] / 1.39e21 - 1) < 1e-2
    for seconds in ("0.1", "0.5", "3"):  # more where the machine stalls
        code, out, _ = run("table-5.1", "--time", seconds, "--json")
        rows = json.loads(out)["rows"]
        if all(r["nodes"] > 0 for r in rows):
            break
    yield "table 5.1", code == 0 and [r["method"] for r in rows] == 5 * ["dfpn", "fdfpn", "fdfpn --net", "auto"]
    yield "its nodes", all(r["nodes"] > 0 and (r["published_nodes"] or 2000) > 1000 for r in rows)
    code, out, _ = run("decomposition", "--time", "0.1", "--json")
    rows = json.loads(out)["rows"]
    yield "decomposition", code == 0 and {r["method"] for r in rows} == {"decompose", "decompose-rules", "auto"}
    won = {}
    for row in rows:
        won.setdefault((row["size"], row["black"]), set()).add(row["winner"])
    yield "its winners agree", all(len(winners - {"not decided"}) <= 1 for winners in won.values())
    yield from journal_checks()
    yield from script_checks(next(r["name"] for r in listed["reproductions"] if r["by"] == "train"))
    yield from lecture()
    yield from graphs()
    yield from nets()


def register_checks(published, names):
    """Three words of every published table and figure: ran, complete, agrees."""
    for x in published:
        name = f"{x['source']} {x['item']}"
        yield f"{name}: ran", x["ran"] in ("quick", "medium", "full", None) and (x["ran"] is None) == (x["page"] is None)
        yield f"{name}: complete", x["complete"] == (x["ran"] is not None and x["missing"] is None)
        yield f"{name}: agrees", x["agrees"] == "yes" or any(x["agrees"].startswith(word) and len(x["agrees"]) > len(word) + 10 for word in ("no: ", "not comparable: "))
        yield f"{name}: its entry and page", (x["entry"] is None or x["entry"] in names) and (x["page"] is None or (ROOT / x["page"]).exists())
    yield "what did not run is not comparable", all(x["agrees"].startswith("not comparable") for x in published if not x["ran"])


def medium_checks():
    """Its duration and its journal are said before it starts; what one run keeps the next one, elsewhere, takes."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as elsewhere:
        words = [PROGRAM, "reproduce", "td-leaf", "--size", "4", "--medium", "--json"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, env={**os.environ, "MUSTPLAY_RESULTS": folder})
        journal = os.path.join(folder, "td-leaf.medium.jsonl")
        yield "a medium run", done.returncode == 0 and json.loads(done.stdout)["ran"] == "medium" and os.path.exists(journal)
        yield "its duration", "minutes of two cores" in done.stderr.splitlines()[0] and journal in done.stderr.splitlines()[0]
        os.rename(journal, os.path.join(elsewhere, "td-leaf.medium.jsonl"))
        again = subprocess.run(words, capture_output=True, text=True, timeout=300, env={**os.environ, "MUSTPLAY_RESULTS": elsewhere})
        yield "again elsewhere", again.returncode == 0 and "learning" not in again.stderr and json.loads(again.stdout)["rows"] == json.loads(done.stdout)["rows"]
        code, out, err = run("td-leaf", "--medium", "--full")
        yield "two settings", code == 2 and out == "" and "choose one" in err
        code, out, err = run("positions", "--medium")
        yield "no medium setting", code == 2 and out == "" and "no setting --medium" in err


def graphs():
    code, out, _ = run("best-first", "--json")
    rows = json.loads(out)["rows"]
    yield "best-first", code == 0 and all(r["value"] == "solvable" for r in rows)
    yield "figure A.3", {r["cost"] for r in rows if r["graph"] == "A.3" and r["scheme"] in ("total", "sum")} == {5, 6}
    code, out, _ = run("sat", "--json")
    yield "sat", code == 0 and {r["satisfiable"] for r in json.loads(out)["rows"]} == {"yes", "no"}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x")
        for name, option, good, bad, word in (("best-first", "--graph", "s or\nt solvable\ns -> t 2\n", "s or\n", "successors"),
                                              ("sat", "--dimacs", "p cnf 1 1\n1 0\n", "p cnf 1 1\n2 0\n", "line 2")):
            open(path, "w").write(good)
            code, out, _ = run(name, option, path, "--output", path + ".png", "--force")
            yield name + " from a file", code == 0 and open(path + ".png", "rb").read(4) == b"\x89PNG"
            open(path, "w").write(bad)
            code, out, err = run(name, option, path)
            yield name + " from a bad file", code == 2 and out == "" and word in err and path in err
    # An option for another entry would be ignored, and the built-in rows be taken for one's own.
    for name, option in (("sat", "--graph"), ("best-first", "--dimacs"), ("positions", "--size"), ("td-leaf", "--time"), ("or-rule", "--time")):
        code, out, err = run(name, option, "5")
        yield f"{name} refuses {option}", code == 2 and out == "" and f"{name} does not take {option}" in err


def nets():
    """Two of the experiments with networks, at their quick setting; without PyTorch it is said what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal")
        code, out, err = run("gao-data", "--json", "--resume", journal)
        if code == 2:
            yield "PyTorch is missing, and that is said", "PyTorch" in err
            return
        yield "data set", code == 0 and sum(r["pairs"] for r in json.loads(out)["rows"]) > 500
        code, out, err = run("gao-top-k", "--json", "--resume", journal)
        shares = [r["accuracy"] for r in json.loads(out)["rows"]] if code == 0 else []
        yield "top k", code == 0 and shares == sorted(shares) and shares[-1] > 80
        os.environ["MUSTPLAY_SECONDS"] = "0"
        again = run("gao-top-k", "--json", "--resume", journal)
        del os.environ["MUSTPLAY_SECONDS"]
        yield "from the journal alone", again[0] == 0 and json.loads(again[1])["rows"] == json.loads(out)["rows"]


# The fill-in that the answers to the lecture's review questions name.
LECTURE_FILL = {"black": "b1 c1 d1 e1 b8 c8 d8 d7 e8 f8 e7 e2 f2 c4 d3", "white": "a6 a7 h6 h7 g6 f7",
                "dead": "a3 c2 c6 g3 h1 h3"}


def lecture():
    code, out, _ = run("lecture", "--json")
    rows = json.loads(out)["rows"]
    yield "lecture", code == 0
    nodes = {r["figure"]: r["ours"] for r in rows if r["part"] == "negamax"}
    yield "negamax on 3x3", nodes["3x3, row by row"] < 10000 and nodes["3x3, good order"] < 1000
    yield "negamax on 4x4", nodes["4x4, must-play"] < 300000 and nodes["4x4, smaller must-play"] < 80000
    yield "strategies", all(r["ours"].startswith(("right", "Black wins")) for r in rows if r["part"] == "strategy")
    dead = {r["figure"]: (r["published"], r["ours"]) for r in rows if "dead" in r["figure"]}
    yield "dead cells", len(dead) == 2 and all(published == ours for published, ours in dead.values())
    filled = {}
    for row in rows:
        if row["part"] == "fill-in" and row["figure"].startswith("stage"):
            filled.update(dict.fromkeys(row["figure"].split(": ")[1].split(), row["ours"]))
    for color, cells in LECTURE_FILL.items():
        yield "fill-in: " + color, all(filled.get(cell) == color for cell in cells.split())


def journal_checks():
    """A run that Ctrl-C ended resumes where it was, and a journal of another run is refused."""
    with tempfile.TemporaryDirectory() as folder:
        journal, plot, table = (os.path.join(folder, name) for name in ("j", "p.svg", "t.tsv"))
        words = [PROGRAM, "reproduce", "td-leaf", "--size", "6", "--json", "--resume", journal, "--output", plot, "--table", table]
        for _ in range(5):  # again where it was quicker than the signal
            for path in filter(os.path.exists, (journal, plot, table)):
                os.remove(path)
            with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                while process.poll() is None and (not os.path.exists(journal) or open(journal).read().count("\n") < 4):
                    time.sleep(0.02)
                process.send_signal(signal.SIGINT)
                first = json.loads(process.stdout.read())
            if process.returncode != 0:
                break
        yield "interrupted", process.returncode == 3 and not first["complete"] and 0 < len(first["rows"]) < 10
        kept = open(journal).read()
        open(journal, "a").write('{"key": "cut o')
        os.remove(table), os.remove(plot)
        done = subprocess.run(words, capture_output=True, timeout=300)
        second = json.loads(done.stdout)
        yield "resumed", done.returncode == 0 and second["complete"] and len(second["rows"]) == 10
        yield "nothing is done twice", open(journal).read().startswith(kept) and second["rows"][:len(first["rows"])] == first["rows"]
        yield "its table and plot", len(open(table).read().splitlines()) == 11 and "<svg" in open(plot).read()
        code, out, err = run("td-leaf", "--size", "6", "--resume", journal, "--seed", "2")
        yield "a journal of another run", code == 2 and out == "" and "another run" in err


DRIVER = """import json, sys
what = open(__file__ + ".what").read()
if what == "table": print(json.dumps({"columns": ["a", "words"], "rows": [{"a": 1, "words": " ".join(sys.argv[1:])}], "missing": []}))
if what == "empty": print(json.dumps({"columns": ["a"], "rows": [], "missing": []}))
if what == "late": print(json.dumps({"columns": ["a"], "rows": [], "missing": ["a net"]})), sys.exit(3)
if what == "rubbish": print("no JSON")
sys.exit({"torch": 77, "refused": 2, "broken": 1}.get(what, 0))
"""


def script_checks(name):
    """Experiments of train/: what they print is shown, and what they lack is said."""
    with tempfile.TemporaryDirectory() as folder:
        driver = os.path.join(folder, "experiments.py")

        def drive(what):
            open(driver + ".what", "w").write(what)
            done = subprocess.run([PROGRAM, "reproduce", name, "--json", "--seed", "5"], capture_output=True, text=True,
                                  timeout=300, env={**os.environ, "MUSTPLAY_TRAIN": folder})
            return done.returncode, done.stdout, done.stderr
        code, out, err = drive("table")
        yield "train: no driver", code == 2 and out == "" and "experiments.py" in err
        open(driver, "w").write(DRIVER)
        code, out, err = drive("table")
        yield "train: its rows", code == 0 and json.loads(out)["rows"][0]["a"] == 1
        yield "train: its options", "--seed 5" in json.loads(out)["rows"][0]["words"]
        for what, exit_code, text in (("torch", 2, "PyTorch"), ("refused", 2, "refused"), ("broken", 1, "exit code 1"),
                                      ("rubbish", 1, "no table"), ("empty", 1, "no row")):
            code, out, err = drive(what)
            yield "train: " + what, code == exit_code and out == "" and text in err
        code, out, err = drive("late")
        yield "train: what is missing is said", code == 3 and json.loads(out)["missing"] == ["a net"] and not json.loads(out)["complete"]


check_all(checks())
finish()
