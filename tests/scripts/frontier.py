#!/usr/bin/env python3
"""tools/frontier: a queue resumes after any kill, takes turns, ends in time, can be paused, and resumes from kept
checkpoints. It settles nothing without a checked proof and enters what is settled. Nothing else reads
data/frontier."""
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from unittest import mock

from checks import check, finish
from waiting import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
TOOL = ROOT / "tools" / "frontier"
HEAD = "question\tsize\tblack\twhite\tto_move\tminutes\tadvice"
SMALL = ["7x7-b4\t7x7\tb4\t-\twhite\t10\t-", "6x6-a2-e5\t6x6\ta2\te5\tblack\t10\t7x7-b4"]
LONG = ["9x9-b3\t9x9\tb3\t-\twhite\t600\t-"]  # an hour: it does not end by itself


class Queue:
    """A folder with questions, and the tool at work on it."""

    def __init__(self, folder, lines):
        self.state = folder / "state"
        self.questions = folder / "questions.tsv"
        self.kept = folder / "kept"
        self.build = BUILD
        self.ask(lines)

    def ask(self, lines):
        self.questions.write_text("\n".join([HEAD, *lines]) + "\n")

    def command(self, name, *more):
        return [str(TOOL), name, "--state", str(self.state), "--questions", str(self.questions), "--kept", str(self.kept), "--build", str(self.build),
                "--poll", "0.02", "--line-seconds", "0.2", "--memory", "200", "--margin", "0", "--nice", "0", *map(str, more)]

    def call(self, name, *more):
        return subprocess.run(self.command(name, *more), capture_output=True, text=True, timeout=300)

    @contextlib.contextmanager
    def at_work(self, *more):
        """A run in the background; its process."""
        process = subprocess.Popen(self.command("run", *more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            process.stderr.close()
            wait_for(self.ended)

    def ended(self):
        """Whether the run and its solver are gone, also one that run.json does not name yet: both hold the lock."""
        with contextlib.suppress(OSError), (self.state / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return not (self.state / "lock").exists()

    def child(self):
        """The solver's process, or None when there is none."""
        try:
            pid = json.loads((self.state / "run.json").read_text())["child"]["pid"]
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
        except (OSError, ValueError, TypeError):
            return None
        return pid if "State:\tZ" not in status else None

    def state_of_child(self):
        with contextlib.suppress(OSError):
            return pathlib.Path(f"/proc/{self.child()}/stat").read_text().rpartition(")")[2].split()[0]
        return None

    def busy(self, process):
        """Waits until the solver has computed for a while: its process."""
        def begun():
            with contextlib.suppress(OSError):
                fields = pathlib.Path(f"/proc/{self.child()}/stat").read_text().rpartition(")")[2].split()
                return int(fields[11]) >= 20  # hundredths of a second
            return process.poll() is not None
        wait_for(begun)
        return self.child()

    def notes(self, name):
        return json.loads((self.state / "questions" / name / "notes.json").read_text())

    def log(self):
        return (self.state / "log").read_text()


def settles(folder):
    """Each answer has a proof that both readers find right; a second run has nothing to do."""
    queue = Queue(folder, SMALL)
    done = queue.call("run")
    check("a queue ends", done.returncode == 0, done)
    for name, winner in (("7x7-b4", "black"), ("6x6-a2-e5", "black")):
        notes, proof = queue.notes(name), queue.state / "questions" / name / f"{name}.proof.zst"
        check(f"{name} is settled", notes["winner"] == winner and notes["nodes"] > 0 and notes["bytes"] == proof.stat().st_size, notes)
        check(f"{name}: both readers", {"mustplay-verify", "reader.py"} <= set(notes["checked"]), notes)
    status = queue.call("status").stdout.splitlines()
    check("status has ten lines", len(status) == 10 and "7x7-b4 6x6-a2-e5" in status[4], status)
    again = queue.call("run")
    check("nothing is left", again.returncode == 0 and queue.log().count("begins after") == 2, queue.log())


def elsewhere(folder):
    """Programs built outside the tree have the solver's net too."""
    queue = Queue(folder, SMALL[:1])
    queue.build = folder / "build"
    for name in ("mustplay", "mustplay-verify", "tools/trim_checkpoint"):
        (queue.build / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(BUILD / name, queue.build / name)
    done = queue.call("run")
    log = (queue.state / "questions" / "7x7-b4" / "log").read_text()
    check("a build elsewhere: settled", done.returncode == 0 and queue.notes("7x7-b4").get("settled"), done)
    check("a build elsewhere: the net is there", "net" not in log, log)


def builds(folder):
    """A run that still builds its programs shows itself, and `stop` ends it with what it started."""
    queue = Queue(folder, SMALL[:1])
    queue.build = queue.state / "build"
    slow, pid = folder / "bin" / "cmake", folder / "pid"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 600\n")
    slow.chmod(0o755)
    with mock.patch.dict(os.environ, {"PATH": f"{slow.parent}:{os.environ['PATH']}"}), queue.at_work() as run:
        check("the build begins", wait_for(lambda: pid.exists() and pid.read_text().strip()))
        check("status knows the run", str(run.pid) in queue.call("status").stdout)
        check("stop while it builds", queue.call("stop").returncode == 0)
        check("the run ends", wait_for(lambda: run.poll() is not None), run.poll())
        check("the build has ended", wait_for(lambda: not pathlib.Path(f"/proc/{pid.read_text().strip()}").exists()))


def proves(folder):
    """A proof of another position, or one that a reader refuses, settles nothing."""
    queue = Queue(folder, SMALL[:1])
    queue.call("run")
    place = queue.state / "questions" / "7x7-b4"
    right = (place / "7x7-b4.proof.zst").read_bytes()
    text = subprocess.run(["zstd", "-dc"], input=right, capture_output=True).stdout
    for name, wrong in (("another root", text.replace(b"black b4\n", b"black b4,a1\n", 1)), ("a changed claim", text.replace(b"\nS ", b"\nC ", 1))):
        (place / "notes.json").unlink()
        (place / "7x7-b4.proof.zst").write_bytes(subprocess.run(["zstd", "-c"], input=wrong, capture_output=True).stdout)
        done = queue.call("run")
        check(f"{name}: refused and proved again", done.returncode == 0 and queue.notes("7x7-b4").get("settled") and "FAILED" in queue.log(), queue.log())
        check(f"{name}: put aside", (place / "7x7-b4.proof.refused").exists())
        (queue.state / "log").unlink()


def resumes(folder):
    """Whatever is killed, the next run has what was searched before."""
    queue = Queue(folder, LONG)
    checkpoint = queue.state / "questions" / "9x9-b3" / "search.ck"
    with queue.at_work() as run:
        check("a solver works", queue.busy(run), run.poll())
        second = queue.call("run")
        check("one run has a folder", second.returncode == 2 and "works here already" in second.stderr, second)
        run.kill()
        check("without its run the solver ends", wait_for(lambda: not queue.child()))
    check("and leaves its search", checkpoint.exists())
    with queue.at_work() as run:
        child = queue.busy(run)
        run.kill()
        os.kill(child, signal.SIGKILL)
        check("both are gone", wait_for(lambda: not queue.child()))
    check("the search is still there", checkpoint.exists())
    with queue.at_work() as run:
        child = queue.busy(run)
        os.kill(child, signal.SIGKILL)
        check("a solver that died is begun again", wait_for(lambda: queue.child() not in (None, child)), queue.log())
        check("and noted", "FAILED (1 of 3), exit code -9" in queue.log(), queue.log())
    seconds = queue.notes("9x9-b3")["cpu_seconds"]
    done = queue.call("run", "--until", 1)
    check("a run ends in time", done.returncode == 3 and "the time is over" in queue.log(), done)
    check("the seconds of all runs count", queue.notes("9x9-b3")["cpu_seconds"] > seconds)


def turns(folder):
    """With small budgets questions take turns."""
    queue = Queue(folder, ["9x9-b3\t9x9\tb3\t-\twhite\t0.004\t-", "9x9-c3\t9x9\tc3\t-\twhite\t0.004\t-"])
    with queue.at_work() as run:
        check("each has two turns", wait_for(lambda: (queue.state / "log").exists() and queue.log().count("its turn ended") >= 4), run.poll())
    names = [line.split()[2].rstrip(":") for line in queue.log().splitlines() if "begins after" in line]
    check("in turns", names[:4] == ["9x9-b3", "9x9-c3"] * 2 or sorted(names[:4]) == ["9x9-b3"] * 2 + ["9x9-c3"] * 2, names)
    check("a line a while", "solving, " in queue.log(), queue.log())


def pauses(folder):
    queue = Queue(folder, LONG)
    with queue.at_work() as run:
        queue.busy(run)
        queue.call("pause")
        check("paused: the solver has stopped", queue.state_of_child() == "T", queue.state_of_child())
        check("status says so", "paused" in queue.call("status").stdout)
        queue.call("resume")
        check("it goes on", wait_for(lambda: queue.state_of_child() in ("R", "S")), queue.state_of_child())
        queue.call("pause")
        queue.call("stop")
        check("a paused run can be ended", wait_for(lambda: run.poll() is not None) and not queue.child(), run.poll())
    with queue.at_work() as run:
        check("a paused run starts nothing", wait_for(lambda: json.loads((queue.state / "run.json").read_text()).get("paused")) and not queue.child())
        queue.call("resume")
        check("before it goes on", queue.busy(run))


def keeps(folder):
    """What was kept is small, is a beginning on another machine, and goes when the question is settled."""
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    queue = Queue(folder / "a", LONG)
    with queue.at_work() as run:
        queue.busy(run)
        queue.call("stop")
    nodes = queue.state / "questions" / "9x9-b3" / "search.ck"
    done, kept = queue.call("keep"), queue.kept / "9x9-b3.ck.zst"
    check("a checkpoint is kept", done.returncode == 0 and 0 < kept.stat().st_size <= 2_000_000 and nodes.exists(), done)
    other = Queue(folder / "b", LONG)
    other.kept = queue.kept
    with other.at_work() as run:
        check("another machine begins with it", wait_for(lambda: (other.state / "log").exists() and "begins with" in other.log() or run.poll() is not None), run.poll())
        check("and searches", other.busy(run))
    check("nobody refused it", "FAILED" not in other.log(), other.log())
    queue.ask(SMALL)
    check("of no question: removed", queue.call("keep").returncode == 0 and not kept.exists())


def enters(folder):
    """A settled opening is in the map, its proof beside the others, and it is asked no more."""
    tree = folder / "tree"
    for name in ("tools/openings", "data/openings/7x7.tsv"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    for name in ("data/proofs/7x7", "docs/results/data"):
        (tree / name).mkdir(parents=True)
    table = tree / "data" / "openings" / "7x7.tsv"
    line = next(line for line in table.read_text().splitlines() if line.startswith("b4\t"))
    table.write_text(table.read_text().replace(line, "\t".join([*line.split("\t")[:8], "-", "-"])))
    queue = Queue(folder, SMALL[:1])
    queue.call("run")
    queue.ask(SMALL)
    done = queue.call("enter", "--tree", tree)
    proof = tree / "data" / "proofs" / "7x7" / "b4.proof.zst"
    check("the map has the proof", done.returncode == 0 and hashlib.sha256(proof.read_bytes()).hexdigest() in table.read_text(), done)
    check("the question is gone, and its advice", queue.questions.read_text().splitlines() == [HEAD, SMALL[1].replace("7x7-b4", "-")], queue.questions.read_text())


def refuses(folder):
    """Bad input: a message that says what and where."""
    queue = Queue(folder, SMALL)
    good = SMALL[0]
    cases = {"three columns": ("a\tb\tc", "3 columns"), "a size": (good.replace("\t7x7\t", "\t7\t"), "'7' is not a size"), "a cell": (good.replace("\tb4\t", "\tz4\t"), "'z4'"),
             "a colour": (good.replace("\twhite\t", "\tred\t"), "'red'"), "a budget": (good.replace("\t10\t", "\t0\t"), "budget"),
             "advice": (good[:-1] + "nobody", "'nobody'"), "a path as name": (good.replace("7x7-b4", "../x"), "'../x'")}
    for name, (line, word) in cases.items():
        queue.ask([line])
        done = queue.call("run")
        check(f"{name} is refused", done.returncode == 2 and word in done.stderr and not done.stdout, done)
    queue.ask([good, good])
    check("twice the same name", "twice" in queue.call("run").stderr)
    queue.ask(SMALL)
    for until in ("25:00", "soon", "-3"):
        done = queue.call("run", f"--until={until}")
        check(f"--until {until} is refused", done.returncode == 2 and until in done.stderr, done)
    for switch, warned in (("0", False), ("1", True)):
        (folder / "autogroup").write_text(switch + "\n")
        done = queue.call("run", "--until", "0.1", "--autogroup", folder / "autogroup")
        check(f"autogroups {switch}: a warning or none", ("nice has no effect" in done.stderr) == warned and done.stderr.count("\n") == warned, done)
    check("no run to stop", queue.call("stop").returncode == 2)
    inside = queue.call("run", "--state", ROOT / "data")
    check("no folder inside the repository", inside.returncode == 2 and "outside" in inside.stderr, inside)
    queue.questions.unlink()
    check("no questions", queue.call("run").returncode == 2)


def alone():
    """No program, test, bench or build step reads data/frontier; what lies there is small."""
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    allowed = {"tools/frontier", "tests/scripts/frontier.py", "tests/seconds.tsv", "debian/copyright"}
    looked = [name for name in files if not name.startswith(("docs/", "data/")) and not name.endswith((".md", ".png")) and (ROOT / name).is_file()]
    readers = {name for name in looked if re.search(rb"\bfrontier\b", (ROOT / name).read_bytes())}
    check("nobody else names data/frontier", readers <= allowed, readers - allowed)
    check("the search for readers finds one", "tools/frontier" in readers)
    kept = [ROOT / name for name in files if name.startswith("data/frontier/") and (ROOT / name).is_file()]
    sizes = [path.stat().st_size for path in kept if path.name.endswith(".ck.zst")]
    check("two megabytes each, twenty together", max(sizes, default=0) <= 2_000_000 and sum(sizes) <= 20_000_000, sizes)
    wanted = {line.split("\t")[0] for line in (ROOT / "data/frontier/questions.tsv").read_text().splitlines()}
    names = {path.name.split(".")[0] for path in kept if path.name.endswith(".ck.zst")}
    check("of questions only", names <= wanted, names - wanted)


alone()
for case in (settles, elsewhere, builds, proves, resumes, turns, pauses, keeps, enters, refuses):
    with tempfile.TemporaryDirectory() as name:
        case(pathlib.Path(name))
finish()
