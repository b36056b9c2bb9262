#!/usr/bin/env python3
"""The examples for operators: systemd finds no fault in the units and little to harden, and the commands in them take their options.

Usage: units.py BUILD"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from checks import check, finish

BUILD = pathlib.Path(sys.argv[1]).resolve()
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "cluster"
UNITS = sorted(FOLDER.glob("*.service"))
EXPOSURE_MOST = 30  # of 100: systemd's "OK"


def options_of(text):
    """Of the one command of ours in a file: its name and the options."""
    command = re.search(r"(mustplay(?:-worker)?) (work|solve)\b(.*)", text.replace("\\\n", " "))
    return command[1], command[2], set(re.findall(r"--[a-z-]+", command[3]))


def taken(program, command):
    done = subprocess.run([BUILD / program, command, "--help"], capture_output=True, text=True)
    return set(re.findall(r"--[a-z-]+", done.stdout))


for path in [unit for unit in UNITS if "redis" not in unit.name] + [FOLDER / "workers.slurm"]:
    program, command, options = options_of(path.read_text())
    check(f"{path.name}: its options are the command's", options <= taken(program, command), options - taken(program, command))
check("the Slurm script is a shell script", subprocess.run(["sh", "-n", FOLDER / "workers.slurm"]).returncode == 0)
check("its array is queued again, with all cores of a task", re.search(r"--cpus-per-task=.*\n#SBATCH --requeue", (FOLDER / "workers.slurm").read_text()))
if shutil.which("systemd-analyze"):
    for unit in UNITS:
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MOST}", unit],
                              capture_output=True, text=True, env=dict(os.environ, SYSTEMD_COLORS="0", SYSTEMD_PAGER=""))
        check(f"{unit.name}: exposure below {EXPOSURE_MOST / 10}", done.returncode == 0, done.stdout[-200:], done.stderr)
finish()
