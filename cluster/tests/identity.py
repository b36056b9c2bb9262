#!/usr/bin/env python3
"""Who says something in Redis: forged and repeated answers, forged jobs, admitted keys, a pinned master, `cluster init` with its
users, and a run through stunnel."""
import json
import os
import shutil
import subprocess
import sys

from checks import check_cases, finish as finish_checks
from cluster_kit import LONG_LEASE, P, Cluster, Job, finish, free_port
from signer import Signer
from waiting import wait_for

BUILD = sys.argv[1]
BLACK = 0


def solve(cluster, *words, address=None):
    return cluster.start("solve", "--json", "--lease", str(LONG_LEASE), *words, port=address)


def fields_of(entry):
    return dict(zip(entry[1][::2], entry[1][1::2]))


def entries(cluster, key):
    return cluster.redis.call("XRANGE", P + key, "-", "+", raw=True) or []


class Forger:
    """Whoever can write to Redis, but has nobody's key."""

    def __init__(self, cluster):
        self.cluster, self.signer, self.sent, self.seen = cluster, Signer(), 0, set()

    def add(self, *words):
        self.seen.add(self.cluster.redis.call("XADD", P + "answers", "*", *words).encode())
        self.sent += 1

    def tell(self):
        """Under the id of each honest worker: lies without a signature, with its own, with another's, and old words again."""
        worker = (self.cluster.redis.call("ZRANGE", P + "alive", "0", "-1") or [None])[0]
        key, run = self.cluster.redis.call("HGET", P + "keys", worker or ""), self.cluster.redis.call("HGET", P + "run", "id")
        for entry in entries(self.cluster, "answers"):
            if worker and entry[0] not in self.seen and b"signature" in fields_of(entry):
                self.seen.add(entry[0])
                self.again(fields_of(entry), worker, key, run)

    def again(self, found, worker, key, run):
        body, job = found[b"body"], found[b"job"].decode()
        words = [word for pair in found.items() for word in pair]
        self.add(*words)  # word for word
        later = dict(found, sequence=b"999999")
        later[b"sequence"] = later.pop("sequence")
        self.add(*[word for pair in later.items() for word in pair])  # as if it were new
        self.add("worker", worker, "job", job, "kind", "solve", "body", body)
        own = self.signer.answer(run, int(job), body)
        self.add("worker", worker, "job", job, "kind", "solve", "body", body, *own)
        self.add("worker", worker, "job", job, "kind", "refused", "body", "no", "key", key, *own[2:])


def forged_answers():
    with Cluster(BUILD) as cluster:
        workers = [cluster.work(), cluster.work()]
        master = solve(cluster, "--size", "7", "--moves", "a2", "--audit", "1")
        forger = Forger(cluster)
        assert wait_for(lambda: forger.tell() or master.poll() is not None), forger.sent
        answer = finish(master)
        assert forger.sent > 20, forger.sent
        assert answer["winner"] == "white" and answer["cluster"]["liars"] == 0, answer
        assert answer["cluster"]["refused"] > 0 and not cluster.redis.call("HLEN", P + "banned"), answer
        assert all(worker.poll() is None for worker in workers)


def forged_jobs():
    """A worker takes no job that its master has not signed, and none twice."""
    with Cluster(BUILD) as cluster:
        worker = cluster.work()
        master = solve(cluster, "--size", "8", "--moves", "d4")
        assert wait_for(lambda: cluster.answers() >= 3)
        key, run = cluster.master_signer(), cluster.redis.call("HGET", P + "run", "id")
        lane = cluster.redis.keys(P + "jobs:*")[0]
        stranger = Signer()
        for number in range(1, 11):
            body = b"J\x02" + bytes(60)
            cluster.redis.call("HSET", P + "open", str(number + 1000), 0)
            words = [] if number % 3 == 0 else (stranger if number % 3 == 1 else key).job(run if number % 3 == 1 else "another run", number + 1000, body, "solve", number)
            cluster.redis.call("XADD", lane, "*", "job", str(number + 1000), "kind", "solve", "body", body, *words)
        assert wait_for(lambda: int(cluster.redis.call("HGET", P + "run", "rejected") or 0) >= 10), cluster.status()
        assert worker.poll() is None
        master.kill()
        master.wait()


def only_admitted():
    with Cluster(BUILD) as cluster:
        admitted = cluster.path("admitted-keys")
        open(admitted, "w").close()
        worker = cluster.work()
        master = solve(cluster, "--size", "7", "--moves", "a2", "--admitted", admitted)
        assert wait_for(lambda: cluster.members() == 1)
        listed = cluster.call("cluster", "admit", "--admitted", admitted, "--json")
        asking = json.loads(listed.stdout)["workers"]
        assert len(asking) == 1 and not asking[0]["admitted"] and asking[0]["name"] == "w1", asking
        assert wait_for(lambda: cluster.status()["progress"]), cluster.status()
        assert cluster.status()["progress"]["jobs"] == 0 and cluster.status()["progress"]["workers"] == 0
        fingerprint = asking[0]["fingerprint"]
        assert fingerprint in open(worker.log).read() and fingerprint == cluster.status("workers")["workers"][0]["key"]
        for word, text in [("0" * 32, "no worker"), ("abc", "not a fingerprint")]:
            done = cluster.call("cluster", "admit", word, "--admitted", admitted)
            assert done.returncode == 2 and text in done.stderr and not os.path.getsize(admitted), done
        done = cluster.call("cluster", "admit", fingerprint, "--admitted", admitted)
        assert done.returncode == 0 and "1 key admitted" in done.stdout, done
        assert finish(master)["winner"] == "white"
        # The same by a file of keys, which the worker's machine wrote.
        line = cluster.call("cluster", "key").stdout
        with open(cluster.path("keys"), "w") as file:
            file.write(line)
        done = cluster.call("cluster", "admit", cluster.path("keys"), "--admitted", cluster.path("second"))
        assert done.returncode == 0 and open(cluster.path("second")).read()[:64] == line[:64], done


def pinned_master():
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "8", "--moves", "d4")
        assert wait_for(lambda: cluster.status())
        wrong = cluster.call("work", "--master", "0" * 32)
        assert wrong.returncode == 2 and "not the one that --master names" in wrong.stderr, wrong
        wrong = cluster.call("work", "--master", "xyz")
        assert wrong.returncode == 2 and "not a fingerprint" in wrong.stderr, wrong
        shown = json.loads(cluster.call("cluster", "key", "--json").stdout)["fingerprint"]
        cluster.work("--master", shown)
        assert wait_for(lambda: cluster.answers() >= 2)
        master.kill()
        master.wait()


# --- cluster init, its users, and a tunnel

def tunnel(folder, port):
    """stunnel before Redis, and before a client: gives the client's port and the processes."""
    outside, inside = free_port(), free_port()
    with open(os.path.join(folder, "psk"), "w") as file:
        file.write("mustplay:" + os.urandom(32).hex() + "\n")
    os.chmod(file.name, 0o600)
    processes = []
    for name, text in [("server", f"accept = 127.0.0.1:{outside}\nconnect = 127.0.0.1:{port}\n"),
                       ("client", f"client = yes\naccept = 127.0.0.1:{inside}\nconnect = 127.0.0.1:{outside}\n")]:
        path = os.path.join(folder, name + ".conf")
        with open(path, "w") as conf:
            conf.write(f"foreground = yes\npid =\n[redis]\n{text}ciphers = PSK\nPSKsecrets = {folder}/psk\n")
        processes.append(subprocess.Popen(["stunnel", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    return inside, processes


def init_and_tunnel():
    """As docs/CLUSTER.md shows it: the configuration that init writes, a worker that reaches it through stunnel alone."""
    with Cluster(BUILD) as cluster:
        folder, port = cluster.path("hub"), free_port()
        env = dict(cluster.env)
        done = subprocess.run([cluster.program, "cluster", "init", folder, "--port", str(port), "--memory", "200"], capture_output=True, text=True, env=env, timeout=300)
        assert done.returncode == 0 and "mustplay work --redis worker@" in done.stdout and "--master" in done.stdout, done
        assert all(os.stat(os.path.join(folder, name)).st_mode & 0o077 == 0 for name in os.listdir(folder)), os.listdir(folder)
        again = subprocess.run([cluster.program, "cluster", "init", folder], capture_output=True, text=True, env=env, timeout=300)
        assert again.returncode == 2 and "cannot be written" in again.stderr, again
        cluster.redis.stop()
        cluster.redis.process = subprocess.Popen(["redis-server", os.path.join(folder, "redis.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def user(role, *words, at=port):
            return [words[0], "--redis", f"{role}@127.0.0.1:{at}", "--password-file", os.path.join(folder, role + ".password"), *words[1:]]

        def cli(role, *words):
            password = open(os.path.join(folder, role + ".password")).read().strip()
            return subprocess.run(["redis-cli", "-p", str(port), "--user", role, "-a", password, "--no-auth-warning", *words], capture_output=True, text=True,
                                  timeout=300).stdout

        assert wait_for(lambda: "PONG" in cli("look", "PING"))
        assert "NOAUTH" in subprocess.run(["redis-cli", "-p", str(port), "PING"], capture_output=True, text=True, timeout=300).stdout
        inside, tunnels = tunnel(cluster.folder, port) if shutil.which("stunnel") else (port, [])
        cluster.others += tunnels
        assert wait_for(lambda: "PONG" in subprocess.run(["redis-cli", "-p", str(inside), "--user", "look", "-a", open(os.path.join(folder, "look.password")).read().strip(),
                                                         "--no-auth-warning", "PING"], capture_output=True, text=True, timeout=300).stdout)
        shown = done.stdout.split("--master ")[1].split()[0]
        worker = subprocess.Popen([cluster.program, *user("worker", "work", "--memory", "200", "--master", shown, at=inside)], stderr=open(cluster.path("log"), "w"), env=env)
        cluster.workers.append(worker)
        master = subprocess.Popen([cluster.program, *user("master", "solve", "--size", "7", "--moves", "a2", "--audit", "0.5", "--json",
                                                         "--checkpoint", cluster.path("run.graph"))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        cluster.others.append(master)
        answer = finish(master)
        assert answer["winner"] == "white" and answer["cluster"]["answers"] > 0, answer
        seen = subprocess.run([cluster.program, *user("look", "cluster", "status", "--json")], capture_output=True, text=True, env=env, timeout=300)
        assert json.loads(seen.stdout)["state"] == "done", seen
        games = subprocess.run([cluster.program, *user("master", "selfplay", "--player", "random", "--size", "4", "--games", "4")], capture_output=True, text=True, env=env, timeout=300)
        assert games.returncode == 0, games
        assert subprocess.run([cluster.program, *user("master", "cluster", "drain")], env=env, capture_output=True, timeout=300).returncode == 0
        assert worker.wait(timeout=300) == 0, open(cluster.path("log")).read()
        refused = [("worker", "FLUSHALL"), ("worker", "CONFIG", "GET", "*"), ("worker", "KEYS", "*"), ("worker", "DEL", P + "run"), ("worker", "SET", P + "master", "me"),
                   ("worker", "GET", P + "master"), ("worker", "EVAL", "return redis.call('DEL',KEYS[1])", "1", P + "answers"),
                   ("worker", "SET", "other", "x"), ("look", "HSET", P + "run", "state", "done"), ("master", "CONFIG", "GET", "*"), ("master", "FLUSHALL"), ("master", "SET", "x", "y")]
        for role, *words in refused:
            said = cli(role, *words)
            assert "NOPERM" in said or "ACL" in said or "no permission" in said.lower() or "can't" in said, (role, words, said)


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
CASES = [forged_answers, forged_jobs, only_admitted, pinned_master, init_and_tunnel]
if len(sys.argv) > 2:
    CASES = [case for case in CASES if case.__name__ in sys.argv[2:]]
check_cases(CASES)
finish_checks()
