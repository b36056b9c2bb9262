#!/usr/bin/env python3
"""A worker takes jobs, sends heartbeats and never answers. Its job goes out again after three times what it may take,
so that a run with another worker ends. The same holds for claims."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import check_cases, finish as finish_checks
from cluster_kit import P, Cluster, Liar, finish
from waiting import wait_for

BUILD = sys.argv[1]
BLACK = 0


def ends(cluster, master, liar, **waits):
    def step():
        liar.live()
        if not liar.told or waits.get("lies"):
            liar.lie()
        return master.poll() is not None
    assert wait_for(step, 250)
    answer = finish(master)
    assert answer["winner"] == "white", answer
    return answer


def silent_at_once():
    with Cluster(BUILD) as cluster:
        master = cluster.start("solve", "--json", "--size", "6", "--moves", "a2", "--lease", "5")
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        silent = Liar(cluster, BLACK)
        assert wait_for(lambda: (cluster.status() or {}).get("open"))  # it has the only job
        silent.told = 1
        cluster.work()
        answer = ends(cluster, master, silent)
        assert answer["seconds"] < 45 and answer["cluster"]["lost"], answer  # not after the whole deadline: the other worker is idle


def silent_about_claims():
    with Cluster(BUILD) as cluster:
        master = cluster.start("solve", "--json", "--size", "6", "--moves", "a2", "--lease", "5", "--audit", "0")
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        liar = Liar(cluster, BLACK)
        assert wait_for(lambda: liar.live() or liar.lie() or liar.told)
        cluster.work()
        answer = ends(cluster, master, liar)
        assert answer["seconds"] < 100 and answer["cluster"]["doubts"], answer


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
check_cases([silent_at_once, silent_about_claims])
finish_checks()
