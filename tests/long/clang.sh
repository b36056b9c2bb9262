#!/usr/bin/env bash
# clang reads what fuzz.sh does not build with it, the tests and the tools, without a warning too.
set -eu
cd "$(dirname "$0")/../.."
command -v clang >/dev/null || { echo "clang is not installed"; exit 77; }
exec python3 - "${1:?usage: clang.sh BUILD}" <<'END'
import json, os, re, shlex, subprocess, sys

root = os.getcwd()
failed = passed = 0
for entry in json.load(open(os.path.join(sys.argv[1], "compile_commands.json"))):
    if not re.match(r"(tests/unit|tests/threads|tools|\w+/tests)/", os.path.relpath(entry["file"], root)):
        continue
    words = shlex.split(entry["command"])
    keep = [w for w in words if w[:2] in ("-D", "-I", "-W", "-m") or w.startswith("-std")]
    keep += [v for w, v in zip(words, words[1:]) if w == "-isystem" for v in (w, v)]
    good = subprocess.run(["clang", "-fsyntax-only", *keep, entry["file"]], cwd=entry["directory"]).returncode == 0
    passed, failed = passed + good, failed + (not good)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or not passed)
END
