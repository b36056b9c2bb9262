#!/usr/bin/env python3
"""Whoever writes to Redis what nobody should: too long, behind the last id, of another type, nothing at all. The run goes on."""
import shutil
import sys

from checks import check_cases, finish as finish_checks
from cluster_kit import LONG_LEASE, P, Cluster, Liar, finish
from waiting import wait_for

BUILD = sys.argv[1]
LAST_ID = "18446744073709551615-18446744073709551615"


def begun(cluster):
    master = cluster.start("solve", "--json", "--size", "7", "--moves", "a2", "--lease", str(LONG_LEASE), "--audit", "0")
    assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
    return master


def right(master):
    answer = finish(master)
    assert answer["winner"] == "white", answer
    return answer


def peak(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def long_entries():
    """Neither a megabyte nor forty are read into the master."""
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        before = peak(master)
        for size in (100_000, 1 << 20, 40 << 20, 40 << 20, 1 << 20):
            cluster.redis.call("XADD", P + "answers", "*", "worker", "x", "job", "1", "kind", "solve", "body", b"x" * size)
            cluster.redis.call("XADD", P + "answers", "*", "worker", "x", "job", "1", "kind", "solve", "body", b"", "facts", b"x" * size)
        assert wait_for(lambda: (cluster.redis.call("XLEN", P + "answers") or 0) <= 1)
        assert peak(master) - before < 100_000, (before, peak(master))
        cluster.work()
        assert right(master)["cluster"]["refused"] >= 10


def last_id():
    """Behind an entry with the largest id nothing can be added: the stream goes, and what was in it comes again."""
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        for name in ("answers", "jobs", "facts"):
            cluster.redis.call("XADD", P + name, LAST_ID, "worker", "x", "job", "1", "kind", "solve", "body", "y")
        cluster.work()
        answer = right(master)
        assert answer["cluster"]["refused"] < 100, answer


def lanes_gone():
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        worker = cluster.work()
        assert wait_for(lambda: cluster.answers() >= 3)
        cluster.redis.call("DEL", P + "jobs")
        assert right(master) and worker.poll() is None
        assert wait_for(lambda: cluster.redis.call("TYPE", P + "jobs") == "stream")


def wrong_types():
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        for name in ("jobs", "open", "answers", "facts", "alive", "workers", "names", "machines", "banned"):
            cluster.redis.call("DEL", P + name)
            cluster.redis.call("SET", P + name, "x")
        worker = cluster.work()
        assert right(master) and worker.poll() is None


class Spoiler(Liar):
    """Answers at once, signed, and never with an answer."""

    def answer(self, job):
        return b"A\x02" + job[2:20]


def never_an_answer():
    """A member whose answers are none does not keep the only job from the others by being idle first."""
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        spoiler = Spoiler(cluster, 0)
        assert wait_for(lambda: spoiler.live() or spoiler.lie() or spoiler.told >= 5)
        cluster.work()
        assert wait_for(lambda: spoiler.live() or spoiler.lie() or master.poll() is not None, 60), spoiler.told
        assert right(master)["cluster"]["refused"] >= 5


def nothing_raw():
    """Escapes for a terminal come out as question marks."""
    with Cluster(BUILD) as cluster:
        master = begun(cluster)
        for kind in ("refused", "solve", "\x1b[2Jcake"):
            cluster.redis.call("XADD", P + "answers", "*", "worker", "\x1b[31m", "job", "1", "kind", kind, "body", b"\x1b]0;owned\x07\xff")
        cluster.redis.call("HSET", P + "workers", "\x1b[31m", '{"name": "\\u001b[31mred", "kind": "\\u001b[31m"}')
        cluster.redis.call("ZADD", P + "alive", "99999999999999", "\x1b[31m")
        shown = cluster.call("cluster", "workers").stdout + cluster.call("cluster", "status").stdout
        cluster.work()
        out, err = master.communicate(timeout=300)
        assert master.returncode == 0 and "\x1b" not in out + shown, (out, shown)
        assert "\x1b[2J" not in err and "\x1b]0" not in err and "\x1b[31m" not in err, err


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
CASES = [long_entries, last_id, lanes_gone, wrong_types, never_an_answer, nothing_raw]
if len(sys.argv) > 2:  # only these, for whoever works on one
    CASES = [case for case in CASES if case.__name__ in sys.argv[2:]]
check_cases(CASES)
finish_checks()
