#!/usr/bin/env python3
"""`mustplay solve --checkpoint`: a stopped or killed search resumes, and bad files are refused."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from checks import check, finish
from waiting import wait_busy

PROGRAM = os.path.join(sys.argv[1], "mustplay")
TRIM = os.path.join(sys.argv[1], "tools", "trim_checkpoint")
POSITION = ["--size", "7", "--moves", "g1", "--net", "none"]


def command(*args):
    return [PROGRAM, "solve", "--json", *map(str, args)]


def solve(*args):
    done = subprocess.run(command(*args), capture_output=True, text=True, timeout=300)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def stopped_often(folder, method):
    """A best-first search in pieces studies exactly what one search does; df-pn loses its thresholds."""
    file = folder / "pieces"
    _, whole, _ = solve(*POSITION, "--method", method)
    for share in (0.2, 0.04, 0.008):  # shorter pieces where a machine that stalled made the whole seem long
        for pieces in range(1, 40):  # longer and longer, for a machine that is busier than it was
            code, data, err = solve(*POSITION, "--method", method, "--time", share * whole["seconds"] * 1.3**pieces, "--checkpoint", file)
            if code != 3:
                break
            check(f"{method}: piece {pieces} is kept", file.exists(), err)
        if pieces > 1:
            break
    check(f"{method}: some pieces", pieces > 1, pieces)
    keys = ("winner", "nodes", "proof_nodes", "carrier") if method == "auto" else ("winner",)
    check(f"{method}: as in one piece", code == 0 and all(data[k] == whole[k] for k in keys), (data, whole))
    check(f"{method}: hardly more nodes", data["nodes"] < 1.5 * whole["nodes"], (data["nodes"], whole["nodes"]))
    check(f"{method}: the file is gone", not file.exists())


def proof_stopped(folder):
    """A search that is decided is kept until its proof is written: the rest of the proof is not searched for again."""
    file, proof = folder / "decided", folder / "g1.proof"
    args = [*POSITION, "--checkpoint", file, "--proof", proof]
    seconds, between = 0.05, 0
    for pieces in range(60):
        code, data, err = solve(*args, "--time", seconds)
        if code != 3:
            break
        check(f"piece {pieces} is kept", file.exists(), err)
        if data["winner"]:
            between += 1
            check("the answer is read, not searched for", between == 1 or data["nodes"] == nodes, data)
            nodes = data["nodes"]
        seconds *= 1.0 if between < 3 and data["winner"] else 1.15
    check("some pieces of the proof", between > 0 and code == 0, (between, pieces, err))
    check("the proof is there, the search is not", proof.exists() and not file.exists())


def begun(file):
    """A checkpoint of a search that is not done; its bytes. In less time where the machine was done."""
    for seconds in (0.3, 0.1, 0.03, 0.01, 0.003):
        solve(*POSITION, "--time", seconds, "--checkpoint", file)
        if file.exists():
            break
    return file.read_bytes()


def killed(folder):
    """A file stays whole whenever the program is killed."""
    file = folder / "killed"
    before = begun(file)
    child = subprocess.Popen(command(*POSITION, "--checkpoint", file), stdout=subprocess.PIPE)
    wait_busy(child)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    if file.exists():  # on a fast machine it may have been done
        check("after kill -9 the file is as it was", file.read_bytes() == before)
    code, data, err = solve(*POSITION, "--checkpoint", file)
    check("and the search goes on", code == 0 and data["winner"] in ("black", "white"), err)


def trimmed(folder):
    """A search goes on from the dear part of its graph, alone or with what a store kept of the rest."""
    file, small, store = folder / "whole", folder / "small", folder / "store"
    _, whole, _ = solve(*POSITION)
    for tries in range(12):
        code, part, _ = solve(*POSITION, "--time", 0.2 * whole["seconds"] * 1.5**tries, "--checkpoint", file, "--store", store)
        if code == 0 or part["nodes"] > whole["nodes"] // 4:
            break
    if code == 0:  # a fast machine
        return
    trim = lambda *args: subprocess.run([TRIM, *map(str, args)], capture_output=True, text=True, timeout=300)
    done = trim(file, small, 20)
    kept, _, nodes, _ = done.stdout.split()
    check("the dear part is small", done.returncode == 0 and int(kept) < int(nodes) / 3 and small.stat().st_size < file.stat().st_size / 3, done)
    again = trim(small, folder / "again", 20)
    check("trimmed twice as once", again.returncode == 0 and again.stdout.split()[0] == kept, again)
    for args in ([], ["--store", store]):
        code, data, err = solve(*POSITION, "--checkpoint", small, *args)
        check(f"the search goes on from it {args}", code == 0 and data["winner"] == whole["winner"], err)
        check(f"and counts all nodes {args}", part["nodes"] < data["nodes"] < 2 * whole["nodes"], (part["nodes"], data["nodes"], whole["nodes"]))
        os.rename(folder / "again", small) if not args else None
    (folder / "bad").write_bytes(file.read_bytes()[:-100])
    for args, word in (((file, file, 20), "exists"), ((folder / "bad", small, 20), "damaged"), ((folder / "none", small, 20), "No such file"),
                       ((store, small, 20), "no checkpoint"), ((file, small, "x"), "WORK is"), ((file, small, "20 "), "WORK is"), ((file, small, -1), "WORK is"), ((file, small), "usage")):
        done = trim(*args)
        check(f"trim_checkpoint refuses: {word}", done.returncode == 2 and word in done.stderr, done)
    check("and leaves nothing", not small.exists())


def refused(folder):
    file = folder / "bad"
    good = begun(file)
    places = [0, 9, 40, len(good) // 3, len(good) // 2, len(good) - 1]
    bad = [good[:i] + bytes([good[i] ^ 64]) + good[i + 1:] for i in places] + [good[:len(good) // 2], b"", b"hello"]
    for number, content in enumerate(bad):
        file.write_bytes(content)
        code, _, err = solve(*POSITION, "--checkpoint", file)
        check(f"damage {number} is refused", code == 2 and "checkpoint" in err, (code, err))
        check(f"damage {number} stays", file.read_bytes() == content)
    with open(file, "r+b") as whole:  # as large as no graph within --memory could be; nothing of it is read
        whole.write(good)
        whole.truncate(40 << 30)
    code, _, err = solve(*POSITION, "--memory", "200", "--checkpoint", file)
    check("more than --memory is refused", code == 2 and "does not fit into the memory allowed" in err, (code, err))
    file.write_bytes(good)
    for name, args in {"another position": ["--size", "7", "--moves", "a4"], "another board": ["--size", "6", "--moves", "a4"]}.items():
        code, _, err = solve(*args, "--net", "none", "--checkpoint", file)
        check(f"{name} is refused", code == 2 and "checkpoint" in err and file.read_bytes() == good, (code, err))
    for args in (["--method", "brute"], ["--all-moves"], ["--store", file], ["--checkpoint", folder / "no" / "such"]):
        code, _, err = solve("--size", "4", "--checkpoint", file, *args)
        check(f"not with {args[0]}", code == 2 and err, (code, err))
    check("all that left the file alone", file.read_bytes() == good)


with tempfile.TemporaryDirectory() as name:
    path = pathlib.Path(name)
    for search in ("auto", "dfpn"):
        stopped_often(path, search)
    proof_stopped(path)
    killed(path)
    trimmed(path)
    refused(path)
finish()
