#!/usr/bin/env python3
"""Every entry of `mustplay-lab reproduce` stops within two seconds of one SIGINT to its own process. None ends with
an empty table and exit code 0.

Usage: interrupts.py BUILD [SECONDS [ENTRY ...]]: the signal comes after SECONDS (0.5)."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from checks import check_all, finish

PROGRAM = os.path.join(sys.argv[1], "mustplay-lab")
AFTER = float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
TRIES, MOST = 3, 2.0  # again where the machine stalled


def interrupt(name, setting):
    """The exit code, the answer, its words, and the seconds between the signal and the end."""
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "out"), "w+") as out, open(os.path.join(folder, "err"), "w+") as err:
        words = [PROGRAM, "reproduce", name, "--json", *setting, "--resume", os.path.join(folder, "journal")]
        process = subprocess.Popen(words, stdout=out, stderr=err)
        try:
            process.wait(AFTER)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        began = time.time()
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        seconds = time.time() - began
        out.seek(0), err.seek(0)
        return process.returncode, out.read(), err.read()[-300:], seconds


def entry_checks(entry, setting):
    """Names and outcomes of the checks of one entry."""
    name = " ".join([entry["name"], *setting])
    for _ in range(TRIES):
        code, out, err, seconds = interrupt(entry["name"], setting)
        if seconds < MOST:
            break
    if code == 2 and "PyTorch" in err:
        return [(f"{name} says that PyTorch is missing", out == "")]
    answer = json.loads(out) if out else {"rows": []}
    return [(f"{name}: {seconds:.1f} s to stop", seconds < MOST),
            (f"{name}: exit code {code}, {len(answer['rows'])} rows {err if code not in (0, 3) else ''}", code == 3 or (code == 0 and answer["rows"] and answer["complete"]))]


def checks():
    listed = json.loads(subprocess.run([PROGRAM, "reproduce", "--json"], capture_output=True, check=True).stdout)["reproductions"]
    chosen = [(entry, setting) for entry in listed if not sys.argv[3:] or entry["name"] in sys.argv[3:]
              for setting in ([], ["--full"]) if not setting or entry["full"]]
    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda what: entry_checks(*what), chosen):
            yield from found


if __name__ == "__main__":
    check_all(checks())
    finish()
