#!/usr/bin/env python3
"""The clock on the wall jumps by days and weeks, to and fro, at every look: nothing that is timed may notice.

Usage: clock_jumps.py BUILD. Moves, clocks of games, time limits of the solver, stores, checkpoints, matches, HTP and the page's server.
Skipped without a C compiler, which makes the library that turns the clock.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Client, Server  # noqa: E402
from checks import check, finish  # noqa: E402
from waiting import PATIENCE  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
PROGRAM = os.path.join(BUILD, "mustplay")
JUMPS = r"""
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
// Up to 4,000 days, forward and back in turn.
static long jump(void) {
    static atomic_uint looks;
    unsigned n = ++looks;
    return (n % 2 ? 1 : -1) * 86400L * (long)(n * 2654435761u % 4000);
}
int clock_gettime(clockid_t id, struct timespec *now) {
    int code = (int)syscall(SYS_clock_gettime, id, now);
    if (id == CLOCK_REALTIME) now->tv_sec += jump();
    return code;
}
time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    (void)zone, clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return 0;
}
"""


def run(environment, *words, text=""):
    start = time.monotonic()
    done = subprocess.run([PROGRAM, *words], input=text, text=True, capture_output=True, timeout=3 * PATIENCE, env=environment)
    return done, time.monotonic() - start


def timed(environment, folder):
    """What has a limit ends by it: not at once, and not in a week."""
    done, took = run(environment, "move", "--size", "9", "--time", "1", "--player", "mcts", "--json")
    check("a move takes its time", done.returncode == 0 and json.loads(done.stdout)["seconds"] > 0.3 and took < PATIENCE, done, took)
    done, took = run(environment, "solve", "--size", "9", "--time", "2", "--json")
    check("a proof takes its time", done.returncode == 3 and 1 < json.loads(done.stdout)["seconds"] < PATIENCE, done, took)
    store, checkpoint = os.path.join(folder, "store"), os.path.join(folder, "checkpoint")
    done, took = run(environment, "solve", "--size", "9", "--time", "2", "--checkpoint", checkpoint, "--store", store, "--json")
    check("with a checkpoint and a store", done.returncode == 3 and os.path.getsize(checkpoint) and os.path.getsize(store), done)
    nodes = json.loads(done.stdout)["nodes"]
    done, took = run(environment, "solve", "--size", "9", "--time", "1", "--checkpoint", checkpoint, "--store", store, "--json")
    check("which goes on", done.returncode == 3 and json.loads(done.stdout)["nodes"] >= nodes, done)


def games(environment, folder):
    done, took = run(environment, "match", "--size", "5", "--players", "mcts", "mcts", "--games", "2", "--time", "0.1",
                     "--resume", os.path.join(folder, "match"), "--json")
    answer = json.loads(done.stdout) if done.returncode == 0 else {}
    check("a match", answer.get("games") == 2 and not answer["void"] and answer["lost_on_time"] == {"a": 0, "b": 0}, done)
    done, took = run(environment, "htp", "--player", "mcts", text="boardsize 7\ntime_settings 3 0 0\ngenmove b\ngenmove w\ngenmove b\nquit\n")
    check("a clock of HTP", done.returncode == 0 and done.stdout.count("=") == 6 and took < PATIENCE, done, took)


def page(environment):
    server = Server(BUILD, env=environment)
    client = Client(server.port)
    client.message()
    answer = client.ask("genmove", size=9, player="mcts", time=1, swap=False)
    check("a move of the page", answer["type"] == "done" and answer["move"], answer)
    check("its proof ends in time", client.ask("solve", size=11, time=1)["winner"] is None)
    check("the server's end", server.end() == (0, ""))


def main():
    compiler = shutil.which("cc")
    if not compiler:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "jumps.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=JUMPS, text=True, check=True)
        environment = {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": "verify_asan_link_order=0"}
        timed(environment, folder)
        games(environment, folder)
        page(environment)
    finish()


main()
