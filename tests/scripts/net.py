#!/usr/bin/env python3
"""The commands about nets: net info, ls, eval, calibrate; analyze; HTP's kata-analyze; the player without a net."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from checks import check, finish

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
TINY = os.path.join(ROOT, "tests", "data", "net", "tiny.safetensors")


def run(*words, program=PROGRAM, **environment):
    env = {k: v for k, v in os.environ.items() if k != "MUSTPLAY_NET"}
    env.update(environment)
    done = subprocess.run([program, *words], capture_output=True, text=True, env=env, timeout=300)
    return done.returncode, done.stdout, done.stderr


def with_tiny(*words):
    code, out, err = run(*words, "--json", MUSTPLAY_NET=TINY)
    check("exit code of %s" % " ".join(words), code == 0, code, err)
    return json.loads(out) if code == 0 else {}


def nets(folder):
    info = with_tiny("net", "info")
    check("info", (info.get("blocks"), info.get("channels"), info.get("calibrated")) == (2, 16, False), info)
    listed = with_tiny("net", "ls")
    check("ls names the environment's first", listed["nets"][0]["file"] == TINY, listed)
    for precision in ("f32", "int8"):
        got = with_tiny("net", "eval", "--size", "4x3", "--moves", "a1 b2", "--precision", precision)
        check("eval", len(got["p"]) == 10 and abs(sum(got["p"].values()) - 1) < 1e-3 and "a1" not in got["q"], got)
    out = os.path.join(folder, "calibrated.safetensors")
    code, _, err = run("net", "calibrate", TINY, "--output", out, "--positions", "20")
    check("calibrate", code == 0, err)
    again = run("net", "calibrate", TINY, "--output", out)
    check("calibrate does not overwrite", again[0] == 2 and "--force" in again[2], again)
    check("calibrated", json.loads(run("net", "info", out, "--json")[1])["calibrated"] is True)


def bad(folder):
    broken = os.path.join(folder, "broken.safetensors")
    with open(TINY, "rb") as f, open(broken, "wb") as g:
        g.write(f.read()[:-100])
    for words in (["net", "info", broken], ["net", "info", __file__], ["net", "info", "/nowhere"], ["net", "fly"], ["net"],
                  ["net", "ls", "x"], ["net", "eval", "--size", "2", "--moves", "a1 b1 a2"],
                  ["analyze", "--size", "2", "--moves", "a1 b1 a2"], ["analyze", "--net", broken],
                  ["move", "--player", "net:file=" + broken]):
        code, out, err = run(*words, MUSTPLAY_NET=TINY)
        check("refused: %s" % " ".join(words), code == 2 and not out and err.startswith("mustplay: "), code, out, err)
    check("the message says where", "ends inside tensor" in run("net", "info", broken)[2])


def without(folder):
    """A program far from any net: it works, and says what is missing when the net player is asked for."""
    alone = os.path.join(folder, "bin", "mustplay")
    os.makedirs(os.path.dirname(alone))
    shutil.copy(PROGRAM, alone)
    code, out, _ = run("move", "--size", "4", "--moves", "a1", "--json", program=alone)
    check("auto moves without a net", code == 0 and json.loads(out)["move"], out)
    for words in (["move", "--player", "net", "--moves", "a1"], ["analyze"], ["net", "eval"], ["net", "info"]):
        code, out, err = run(*words, program=alone)
        check("no net: %s" % words[0], code == 2 and not out and "MUSTPLAY_NET" in err, code, out, err)
    check("ls is empty", json.loads(run("net", "ls", "--json", program=alone)[1]) == {"nets": []})
    share = os.path.join(folder, "share", "mustplay", "nets")
    os.makedirs(share)
    shutil.copy(TINY, os.path.join(share, "default.safetensors"))
    found = json.loads(run("net", "info", "--json", program=alone)[1])["file"]
    check("installed nets are found", found.endswith("share/mustplay/nets/default.safetensors"), found)


def analyze():
    got = with_tiny("analyze", "--size", "3", "--moves", "b2", "--playouts", "3000")
    check("analyze proves", got["proved"] == "loss" and got["value"] == 0 and got["to_move"] == "white", got)
    got = with_tiny("analyze", "--size", "7", "--playouts", "200", "--threads", "2")
    moves = got["moves"]
    check("analyze counts", len(moves) == 49 and got["visits"] == 200 and sum(m["visits"] for m in moves) == 199, got)
    check("analyze keys", list(moves[0]) == ["move", "value", "visits", "prior", "proved", "pv"], moves[0])
    check("analyze line", moves[0]["pv"][0] == moves[0]["move"] and all(0 <= m["value"] <= 1 for m in moves))
    check("best first", moves[0]["visits"] == max(m["visits"] for m in moves))
    start = time.monotonic()
    with_tiny("analyze", "--size", "9", "--time", "0.5")
    check("analyze keeps its time", 0.4 < time.monotonic() - start < 60)
    code, out, _ = run("analyze", "--size", "5", "--playouts", "50", MUSTPLAY_NET=TINY)
    check("analyze table", code == 0 and "prior" in out and "\033" not in out, out)


def solve():
    """A net orders moves; the truth does not depend on it, not even on a random one."""
    for method in ("auto", "fdfpn"):
        words = ["solve", "--size", "4", "--all-openings", "--method", method]
        code, out, err = run(*words, "--net", TINY, "--json")
        check("solve by %s with a net" % method, code == 0 and json.loads(out)["winning_moves"] == ["d1", "c2", "b3", "a4"], err)
    code, out, err = run("solve", "--size", "3", "--method", "brute", "--net", TINY)
    check("brute takes no net", code == 2 and not out and "brute" in err, err)


def selfplay(folder):
    record = os.path.join(folder, "games.sgf")
    words = ["selfplay", "--size", "4", "--games", "4", "--player", "net:file=%s,playouts=20" % TINY, "--seed", "3"]
    got = with_tiny(*words, "--output", record)
    check("selfplay counts", got["games"] == 4 == got["black_wins"] + got["white_wins"] and got["moves"] > 20, got)
    with open(record) as f:
        text = f.read()
    check("selfplay records", text.count("GM[11]") == 4 and "value 0" in text, text[:300])
    check("selfplay does not overwrite", run(*words, "--output", record)[0] == 2)
    with_tiny(*words, "--output", record, "--force")
    with open(record) as f:
        check("the same seed gives the same games", f.read() == text)
    size = json.loads(run("net", "eval", "--json", "--sgf", record, "--size", "4", "--move-number", "2", MUSTPLAY_NET=TINY)[1])
    check("the record is read back", len(size["p"]) == 14, size)


def kata():
    env = dict(os.environ, MUSTPLAY_NET=TINY)
    htp = subprocess.Popen([PROGRAM, "htp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def send(line):
        htp.stdin.write(line + "\n")
        htp.stdin.flush()

    send("boardsize 7")
    send("5 kata-analyze white 5")
    check("boardsize", htp.stdout.readline() == "= \n" and htp.stdout.readline() == "\n")
    check("the head comes first", htp.stdout.readline() == "=5\n")
    lines = [htp.stdout.readline() for _ in range(3)]
    check("lines of infos", all(line.startswith("info move ") and " order 0 pv " in line for line in lines), lines)
    send("name")
    rest = []
    while not rest or rest[-1] != "= Mustplay\n":
        rest.append(htp.stdout.readline())
    check("the next line ends it", rest[-2] == "\n" and all(r.startswith("info") for r in rest[:-2]), rest)
    send("kata-analyze nobody")
    check("a bad colour", htp.stdout.readline() == "\n" and htp.stdout.readline().startswith("? "))
    send("kata-analyze")
    htp.stdin.close()  # the end of the input ends it too
    out = htp.stdout.read()
    check("a last line of infos", "\n=\ninfo move " in out and out.endswith("\n\n"), out)
    check("htp ends", htp.wait(timeout=90) == 0)


with tempfile.TemporaryDirectory() as folder:
    nets(folder)
    bad(folder)
    without(folder)
    analyze()
    solve()
    selfplay(folder)
    kata()
finish()
