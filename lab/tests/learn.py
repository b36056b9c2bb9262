#!/usr/bin/env python3
"""`mustplay lab learn --resume`: a run that is killed goes on and ends as one that was not; other files are refused."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay-lab")


def learn(method, output, *more):
    done = subprocess.run([PROGRAM, "learn", method, "--seed", "4", "--output", str(output), "--force", *map(str, more)],
                          capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr


def result(path):
    """What was learned: everything but the seconds."""
    text = path.read_text()
    if not text.startswith("{"):
        return text
    return [(e["iteration"], e["performance"], e["weights"]) for e in json.loads(text)["list"]]


def killed(method, folder, *options):
    """Killed as soon as there is something in the journal, and again when there is more, then run to the end."""
    whole, parts, file = (folder / f"{method}.{name}" for name in ("whole", "parts", "resume"))
    code, err = learn(method, whole, *options)
    check(f"{method}: a run in one piece", code == 0, err)
    for more in (1, 3):
        lines = more + (file.read_bytes().count(b"\n") if file.exists() else 0)
        child = subprocess.Popen([PROGRAM, "learn", method, "--seed", "4", "--output", str(parts), "--force", "--resume", str(file),
                                  *map(str, options)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        end = time.time() + 60
        while not (file.exists() and file.read_bytes().count(b"\n") > lines) and child.poll() is None and time.time() < end:
            time.sleep(0.002)
        child.send_signal(signal.SIGKILL)
        child.wait()
        check(f"{method}: after kill -9 there is a journal", file.exists())
    code, err = learn(method, parts, "--resume", file, *options)
    check(f"{method}: it goes on", code == 0 and "going on after" in err, err)
    check(f"{method}: as in one piece", result(parts) == result(whole))
    before = file.read_bytes()
    other = ["--seed", "5"] if method == "games" else ["--seed", "5", *options]
    done = subprocess.run([PROGRAM, "learn", method, "--output", str(parts), "--force", "--resume", str(file), *map(str, other)],
                          capture_output=True, text=True, timeout=300)
    check(f"{method}: not for another seed", done.returncode == 2 and "another run" in done.stderr, done.stderr)
    check(f"{method}: nothing is lost", file.read_bytes() == before)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    killed("games", folder, "--size", 5, "--games", 20)
    killed("td", folder, "--size", 6, "--games", 150)
    killed("beam", folder, "--size", 6, "--iterations", 60)
    killed("apprentice", folder, "--data", folder / "games.whole", "--population", 3000, "--iterations", 30)
    code, err = learn("td", folder / "x", "--size", 5, "--resume", folder / "games.whole")
    check("another file is refused", code == 2 and "games.whole" in err, err)
finish()
