#!/usr/bin/env python3
"""Many machines on Redis: masters and workers of a real server, with everything that goes wrong between them.

MUSTPLAY_CLUSTER_KILLS=N adds a long solve during which N workers are killed at random."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from checks import check_cases, finish as finish_checks
from cluster_kit import LEASE, LONG_LEASE, Cluster, Liar, Proxy, finish
from waiting import stopped, wait_for

BUILD = sys.argv[1]
P = "mustplay:main:"
ENDLESS = ["--size", "10", "--moves", "e6"]  # no machine decides it while a test looks


def solve(cluster, *words, port=None, lease=LONG_LEASE):
    return cluster.start("solve", "--json", "--lease", str(lease), *words, port=port)


def verified(cluster, proof, winner):
    done = subprocess.run([cluster.verifier, proof], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and f"right: {winner} wins" in done.stdout, (done.stdout, done.stderr)


def answers_at_least(cluster, count):
    assert wait_for(lambda: cluster.answers() >= count), cluster.status()


def answers_go_on(cluster):
    answers_at_least(cluster, cluster.answers() + 2)


def interrupted(master):
    master.send_signal(signal.SIGINT)
    assert master.wait(timeout=300) == 3


# --- A run without faults

def solved_with_a_proof():
    with Cluster(BUILD) as cluster:
        workers = [cluster.work(), cluster.work("--store", cluster.path("local"))]
        proof = cluster.path("a2.proof")
        answer = finish(solve(cluster, "--size", "7", "--moves", "a2", "--proof", proof, "--audit", "0.5",
                              "--store", cluster.path("user.store")))
        assert answer["winner"] == "white" and answer["move"] and answer["cluster"]["answers"] > 0, answer
        verified(cluster, proof, "white")
        status = cluster.status()
        assert status["state"] == "done" and status["workers"] == 2 and status["open"] == 0, status
        assert os.path.getsize(cluster.path("user.store")) > 0
        assert not cluster.temporary(), cluster.temporary()
        # The user's store answers at once what the run has proved.
        again = subprocess.run([cluster.program, "solve", "--size", "7", "--moves", "a2", "--json", "--store",
                                cluster.path("user.store")], capture_output=True, text=True, timeout=300)
        assert json.loads(again.stdout)["winner"] == "white"
        drain_and_purge(cluster, workers)


def drain_and_purge(cluster, workers):
    listed = cluster.status("workers")["workers"]
    assert sorted(w["name"] for w in listed) == ["w1", "w2"], listed
    assert cluster.call("cluster", "drain").returncode == 0
    assert all(w.wait(timeout=300) == 0 for w in workers)
    cluster.redis.call("SET", "mustplay:mainly", "mine")
    cluster.redis.call("SET", "other", "mine")
    assert cluster.call("cluster", "purge").returncode == 0
    assert cluster.redis.keys() == ["mustplay:mainly", "other"], cluster.redis.keys()
    gone = cluster.call("cluster", "status")
    assert gone.returncode == 2 and "no such run" in gone.stderr, gone


def all_openings():
    with Cluster(BUILD) as cluster:
        cluster.work()
        answer = finish(solve(cluster, "--size", "4", "--all-openings"))
        alone = subprocess.run([cluster.program, "solve", "--size", "4", "--all-openings", "--json"],
                               capture_output=True, text=True, timeout=300)
        assert answer["winning_moves"] == json.loads(alone.stdout)["winning_moves"], answer


# --- A run with every fault

def rough_solve():
    """One solve with a checkpoint. Meanwhile workers die and freeze, connections break, Redis fills up, restarts and
    loses its data, and the master is killed."""
    with Cluster(BUILD) as cluster:
        proxy = Proxy(cluster.port)
        words = ["--size", "8", "--moves", "d5", "--checkpoint", cluster.path("run.graph")]
        first, second = cluster.work(port=proxy.port), cluster.work()
        master = solve(cluster, *words, port=proxy.port, lease=LEASE)
        answers_at_least(cluster, 5)
        cluster.kill(first)
        third = cluster.work(port=proxy.port)
        second.send_signal(signal.SIGSTOP)  # for longer than the lease
        assert wait_for(lambda: cluster.members() == 1)
        second.send_signal(signal.SIGCONT)
        answers_go_on(cluster)
        proxy.cut = True
        proxy.break_all()
        time.sleep(LEASE / 2)
        proxy.cut = False
        answers_go_on(cluster)
        cluster.redis.call("CONFIG", "SET", "maxmemory", "1")
        time.sleep(LEASE / 2)
        cluster.redis.call("CONFIG", "SET", "maxmemory", "0")
        answers_go_on(cluster)
        cluster.redis.call("FLUSHALL")
        answers_go_on(cluster)
        cluster.redis.stop()
        cluster.redis.start()
        answers_go_on(cluster)
        assert wait_for(lambda: os.path.exists(cluster.path("run.graph")))
        master.kill()
        master.wait()
        proxy.break_all()  # with what it said last
        cluster.redis.call("DEL", P + "master")  # its lock, which would go by itself
        proxy.delay, proxy.repeat = 0.002, 0.1
        answer = finish(solve(cluster, *words, port=proxy.port))
        assert answer["winner"] == "black" and answer["to_move"] == "white", answer
        assert proxy.repeated > 0 and answer["cluster"]["liars"] == 0
        assert not os.path.exists(cluster.path("run.graph"))
        assert third.poll() is None and second.poll() is None
        proxy.close()


def stopped_at_work(cluster, worker):
    """Stops a worker; where it has no job just now, it goes on."""
    worker.send_signal(signal.SIGSTOP)
    assert wait_for(lambda: stopped(worker))
    if not cluster.taken():
        worker.send_signal(signal.SIGCONT)
        return False
    return True


def answers_once():
    """An answer that comes twice, and one of a worker that is no member any more, are refused by Redis itself."""
    with Cluster(BUILD, kept=True) as cluster:
        worker = cluster.work()
        master = solve(cluster, "--size", "8", "--moves", "d5", lease=LEASE)
        answers_at_least(cluster, 3)
        assert wait_for(lambda: stopped_at_work(cluster, worker))
        assert wait_for(lambda: cluster.members() == 0)
        assert wait_for(lambda: cluster.status()["open"] == 0)
        cluster.redis.stop()  # with its data: what was acknowledged is there again
        cluster.redis.start()
        worker.send_signal(signal.SIGCONT)
        answer = finish(master)
        assert answer["winner"] == "black" and answer["cluster"]["refused"] == 0, answer
        worker.terminate()
        worker.wait(timeout=300)
        said = open(worker.log).read()
        assert " came too late" in said and " 0 answers" not in said, said


def killed_while_it_writes_the_proof():
    """What was decided is in the checkpoint: the same command goes on with the proof, and needs no worker."""
    with Cluster(BUILD) as cluster:
        worker = cluster.work()
        words = ["--size", "7", "--moves", "a2", "--checkpoint", cluster.path("run.graph"), "--proof", cluster.path("a2.proof")]
        master = solve(cluster, *words)
        assert wait_for(lambda: ((cluster.status() or {}).get("progress") or {}).get("checking") or master.poll() is not None)
        master.kill()
        master.wait()
        if not os.path.exists(cluster.path("a2.proof")):  # else it was quicker
            assert os.path.exists(cluster.path("run.graph"))
            cluster.kill(worker)  # nobody is needed any more; and the lock of the old master goes by itself
            answer = finish(solve(cluster, *words))
            assert answer["winner"] == "white" and answer["cluster"]["prove_seconds"] == 0, answer
        verified(cluster, cluster.path("a2.proof"), "white")


# --- What is refused

def refusals():
    with Cluster(BUILD) as cluster:
        cluster.redis.call("HSET", P + "run", "protocol", "3", "version", "9.9", "id", "x", "net", "", "lease", "2000",
                           "state", "running")
        other = cluster.call("work")
        assert other.returncode == 2 and "mustplay 9.9" in other.stderr, other
        cluster.redis.call("HSET", P + "run", "protocol", "77")
        other = cluster.call("work")
        assert other.returncode == 2 and "protocol 77" in other.stderr, other
        cluster.call("cluster", "purge")
        first = solve(cluster, "--size", "8", "--moves", "d5")
        assert wait_for(lambda: cluster.status())
        second = cluster.call("solve", "--size", "8", "--moves", "d5")
        assert second.returncode == 2 and "another master" in second.stderr, second
        interrupted(first)
        assert not cluster.temporary(), cluster.temporary()
        other = cluster.call("solve", "--size", "8", "--moves", "c4")
        assert other.returncode == 2 and "solve 8x8" in other.stderr and "--run" in other.stderr, other
        for words, text in [(["work", "--run", "a b"], "--run"), (["cluster", "look"], "expected status"),
                            (["solve", "--size", "5", "--method", "dfpn"], "auto alone")]:
            done = cluster.call(*words)
            assert done.returncode == 2 and text in done.stderr and not done.stdout, done
    for address in ["127.0.0.1:1", "/nowhere/socket"]:
        done = subprocess.run([os.path.join(BUILD, "mustplay"), "cluster", "status", "--redis", address],
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 1 and "Redis at" in done.stderr, done


def passwords():
    with Cluster(BUILD, options=("--requirepass", "secret")) as cluster:
        def status(**extra):
            return subprocess.run([cluster.program, "cluster", "status", "--redis", cluster.address(),
                                   *extra.pop("words", [])], capture_output=True, text=True, timeout=300,
                                  env=dict(os.environ, **extra))
        assert status().returncode == 2 and "password" in status().stderr
        assert "no such run" in status(MUSTPLAY_REDIS_PASSWORD="secret").stderr
        with open(cluster.path("password"), "w") as out:
            out.write("secret\n")
        assert "no such run" in status(words=["--password-file", cluster.path("password")]).stderr
        assert status(MUSTPLAY_REDIS_PASSWORD="wrong").returncode == 2


def garbage():
    """Whatever stands in the streams, it is counted and put away, and the run goes on."""
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "7", "--moves", "a2")
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        noise = random.Random(1)
        for i in range(30):
            body = noise.randbytes(noise.randrange(200))
            cluster.redis.call("XADD", P + "jobs", "*", "job", noise.choice(["7", "-1", "x", "999999"]), "kind",
                               noise.choice(["solve", "cake", ""]), "body", body)
            cluster.redis.call("XADD", P + "answers", "*", "job", str(i), "worker", "nobody", "kind", "solve", "body", body)
            cluster.redis.call("XADD", P + "facts", "*", "worker", "nobody", "body", body)
            cluster.redis.call("XADD", P + "answers", "*", "nothing", "at all")
        cluster.work()
        answer = finish(master)
        assert answer["winner"] == "white" and answer["cluster"]["refused"] >= 60, answer


def liar_shut_out():
    with Cluster(BUILD) as cluster:
        proof = cluster.path("a2.proof")
        master = solve(cluster, "--size", "7", "--moves", "a2", "--audit", "1", "--proof", proof, "--checkpoint",
                       cluster.path("run.graph"))
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        liar = Liar(cluster, 0)  # that Black wins

        def lies_until(condition):
            liar.live()
            liar.lie()
            return condition()

        assert wait_for(lambda: lies_until(lambda: liar.told))  # before anybody contradicts
        cluster.work()
        assert wait_for(lambda: lies_until(lambda: liar.banned() or master.poll() is not None)), liar.told
        answer = finish(master)
        assert answer["winner"] == "white" and answer["cluster"]["liars"] == 1, answer
        verified(cluster, proof, "white")


def machines_shut_out():
    """A machine that was shut out stays out whatever its workers call themselves; all of its workers go at once."""
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "7", "--moves", "a2", "--audit", "1")
        workers = [cluster.work(), cluster.work()]
        assert wait_for(lambda: cluster.members() == 2)
        machines = cluster.redis.call("HVALS", P + "machines")
        assert len(machines) == 2 and len(set(machines)) == 1 and len(machines[0]) == 16, machines
        finish(master)
        cluster.redis.call("HSET", P + "banned", "machine:" + machines[0], "it lied")
        again = cluster.call("work", "--name", "newcomer")
        assert again.returncode == 2 and "shut this machine out: it lied" in again.stderr, again
        # As the master does it, who knows the liar's number alone.
        master = solve(cluster, "--size", "8", "--moves", "b4", "--audit", "1", "--checkpoint", cluster.path("run.graph"), lease=2)
        assert wait_for(lambda: cluster.members() == 2)
        answers_at_least(cluster, 3)
        liar = Liar(cluster, 1)  # that White wins
        cluster.redis.call("HSET", P + "machines", liar.id, machines[0])

        def lies_until_banned():
            liar.live()
            liar.lie()
            return cluster.redis.call("HGET", P + "banned", "machine:" + machines[0]) or master.poll() is not None

        assert wait_for(lies_until_banned), liar.told
        assert all(worker.wait(timeout=300) == 2 for worker in workers)
        assert all("shut this machine out" in open(worker.log).read() for worker in workers)
        cluster.redis.call("FLUSHALL")  # the master remembers
        assert wait_for(lambda: cluster.redis.call("HGET", P + "banned", "machine:" + machines[0]))


def another_build():
    """A worker that is built from another commit is named; with --same-build it gets no job. What is said is JSON if that is asked for."""
    if "Commit:" not in subprocess.run([os.path.join(BUILD, "mustplay"), "--version"], capture_output=True, text=True).stdout:
        return  # built from no repository
    for words in ([], ["--same-build"]):
        with Cluster(BUILD) as cluster:
            master = solve(cluster, "--size", "7", "--moves", "a2", "--log", "json", *words)
            assert wait_for(lambda: cluster.redis.keys(P + "run"))
            other = Liar(cluster, 1)  # which is true
            cluster.redis.call("HSET", P + "workers", other.id, json.dumps({"commit": "0123abcd\x1b"}))
            if words:
                time.sleep(1.5)  # some looks at who is there
            else:
                assert wait_for(lambda: other.live() or other.lie() or other.told)
            cluster.work()
            assert wait_for(lambda: other.live() or other.lie() or master.poll() is not None)
            out, err = master.communicate()
            assert master.returncode == 0 and json.loads(out)["winner"] == "white", err
            assert bool(other.told) == (not words), other.told
            said = [json.loads(line) for line in err.splitlines()]
            assert all(entry["who"] == "solve" and entry["time"].endswith("Z") for entry in said), said
            assert sum("0123abcd?" in entry["text"] for entry in said) == 1, said


def reserve():
    """Of two workers that take all cores each, one works and the other waits until it is needed."""
    with Cluster(BUILD) as cluster:
        workers = {f"w{i}": cluster.work("--threads", str(os.cpu_count()), name=f"w{i}") for i in (1, 2)}
        master = solve(cluster, *ENDLESS, lease=3)
        answers_at_least(cluster, 20)
        assert wait_for(lambda: any(worker["jobs"] for worker in cluster.status("workers")["workers"]))
        busy = [worker["name"] for worker in cluster.status("workers")["workers"] if worker["jobs"]]
        assert len(busy) == 1, cluster.status("workers")
        cluster.kill(workers[busy[0]])
        answers_go_on(cluster)
        interrupted(master)


def end_is_guessed():
    """Once a move of a question that the mover loses is refuted, the status says about when the rest will be."""
    with Cluster(BUILD) as cluster:
        cluster.work()
        master = solve(cluster, "--size", "8", "--moves", "b4")
        assert wait_for(lambda: ((cluster.status() or {}).get("progress") or {}).get("end")), cluster.status()
        progress = cluster.status()["progress"]
        assert progress["core_hours"] > 0 and progress["end"] > 0 and 0 < progress["settled"] < progress["moves"], progress
        interrupted(master)


def speed_after_a_checkpoint():
    """The speed of a resumed master counts what was searched after the checkpoint."""
    with Cluster(BUILD) as cluster:
        words = ["--size", "8", "--moves", "b3", "--checkpoint", cluster.path("run.graph")]
        worker, master = cluster.work(), solve(cluster, *words, lease=LEASE)
        answers_at_least(cluster, 5)
        cluster.kill(worker)
        assert wait_for(lambda: cluster.members() == 0)
        interrupted(master)
        found = lambda: (cluster.status() or {}).get("progress") or {}
        left = found()  # what the first master wrote last
        master = solve(cluster, *words, lease=LEASE)  # without a worker
        assert wait_for(lambda: found() != left and found().get("nodes") and found()["seconds"] > 0), cluster.status()
        progress = found()
        assert progress["rate"] * progress["seconds"] < progress["nodes"] / 10, progress
        interrupted(master)


# --- Memory

def memory_is_bounded():
    """Redis does not grow with the jobs done: what is kept of answers and facts is trimmed, the rest belongs to the workers."""
    known = {"run", "master", "alive", "workers", "names", "machines", "keys", "jobs", "open", "answers", "facts", "claims"}
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "8", "--moves", "h4", "--checkpoint", cluster.path("run.graph"))
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        for _ in range(2500):  # more messages of facts than are kept, none of them sound
            cluster.redis.call("XADD", P + "facts", "*", "worker", "nobody", "body", b"F" * 300)
        workers = [cluster.work() for _ in range(3)]
        samples, late = [], []

        def enough():
            keys = cluster.redis.keys(P + "*")
            names = {key[len(P):].split(":")[0] for key in keys}
            assert names - {"net"} <= known, names
            answers = cluster.answers()
            sizes = {key[len(P):]: cluster.redis.call("MEMORY", "USAGE", key) or 0 for key in keys if ":net:" not in key}
            samples.append((answers, sizes, cluster.redis.call("XLEN", P + "facts"), cluster.redis.call("HLEN", P + "open")))
            if 0 < samples[-1][2] <= 2100:  # a worker has told facts, which trims them
                late.append(samples[-1])
            return len(late) >= 20 and late[-1][0] - late[0][0] >= 60

        assert wait_for(enough, step=0.05), [(sample[0], sample[2]) for sample in samples]
        assert samples[-1][2] <= 2100
        interrupted(master)
        for answers, sizes, facts, jobs in late:
            assert jobs <= 2 * len(workers), (answers, facts, jobs)
            assert sizes.get("answers", 0) < 400_000 and sum(sizes.values()) < 2_000_000, (answers, sizes)
        rest = [sum(size for name, size in sizes.items() if name not in ("answers", "facts")) for _, sizes, _, _ in late]
        print(f"{late[-1][0]} answers: {max(sum(sizes.values()) for _, sizes, _, _ in late)} bytes at most, without facts and "
              f"answers {rest[0]} to {rest[-1]}", flush=True)
        assert max(rest) < 40_000, rest


# --- The long one

def many_kills():
    kills = int(os.environ["MUSTPLAY_CLUSTER_KILLS"])
    with Cluster(BUILD) as cluster:
        noise, proof = random.Random(7), cluster.path("long.proof")
        workers = [cluster.work() for _ in range(4)]
        master = solve(cluster, "--size", "8", "--moves", os.environ.get("MUSTPLAY_CLUSTER_OPENING", "a8"), "--proof", proof,
                       "--checkpoint", cluster.path("run.graph"))
        done = 0
        while done < kills and master.poll() is None:
            time.sleep(noise.uniform(0.2, 1.0))
            victim = workers.pop(noise.randrange(len(workers)))
            cluster.kill(victim)
            workers.append(cluster.work())
            done += 1
        print(f"{done} kills", flush=True)
        answer = finish(master, 3600)
        verified(cluster, proof, answer["winner"])
        print(json.dumps({key: answer[key] for key in ("winner", "nodes", "seconds", "cluster")}), flush=True)
        assert done == kills, done


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
CASES = [solved_with_a_proof, all_openings, rough_solve, answers_once, killed_while_it_writes_the_proof, refusals, passwords, garbage, liar_shut_out,
         machines_shut_out, another_build, reserve, end_is_guessed, speed_after_a_checkpoint, memory_is_bounded]
if os.environ.get("MUSTPLAY_CLUSTER_KILLS"):
    CASES.append(many_kills)
if len(sys.argv) > 2:  # only these, for whoever works on one
    CASES = [case for case in CASES if case.__name__ in sys.argv[2:]]
check_cases(CASES)
finish_checks()
