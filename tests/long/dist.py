#!/usr/bin/env python3
"""A release in a folder: made twice it is the same, its checksums hold, the archive of the sources builds nothing here but has what it must
have; larger proofs are taken by their checksums, and what is missing is said.

Usage: dist.py BUILD"""
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()


def make(folder, *more):
    done = subprocess.run([ROOT / "tools/dist", BUILD, folder, *more], capture_output=True, text=True)
    check("made", done.returncode == 0, done.stderr[-500:])
    return done


with tempfile.TemporaryDirectory() as work:
    one, two, proofs = (pathlib.Path(work) / name for name in ("one", "two", "proofs"))
    proofs.mkdir()
    (proofs / "foreign.proof").write_text("no proof of ours\n")
    make(one)
    done = make(two, proofs)
    sums = (one / "SHA256SUMS").read_text()
    check("twice the same", sums == (two / "SHA256SUMS").read_text(), sums, (two / "SHA256SUMS").read_text())
    check("the checksums hold", subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=one).returncode == 0)
    check("every file is there", set(line.split()[1] for line in sums.splitlines()) == {path.name for path in one.iterdir()} - {"SHA256SUMS"})
    check("foreign proofs are not taken", not list(two.glob("*larger*")))
    check("what is missing is said", done.stderr.splitlines() == ["missing: " + line for line in (two / "MISSING").read_text().splitlines()])
    source = next(path for path in one.glob("mustplay-*.tar.gz") if "proofs" not in path.name and "site" not in path.name)
    with tarfile.open(source) as tar:
        names = tar.getnames()
        top = names[0].rstrip("/")
        check("the sources", {f"{top}/{name}" for name in ("CMakeLists.txt", "LICENSE", "verify/verify.c", "data/nets/default.safetensors")} <= set(names))
        commit = tar.extractfile(f"{top}/tools/build/commit.txt").read().decode().strip()
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
    check("the sources know their commit", commit == head, commit, head)
    bill = json.loads(next(one.glob("*.cdx.json")).read_text())
    check("the libraries", {"lmdb", "zstd", "cairo", "hiredis"} <= {part["name"] for part in bill["components"]} and all(part["version"] for part in bill["components"]))
    check("the notes", (one / "RELEASE_NOTES.md").read_text().startswith("## 0."))
finish()
