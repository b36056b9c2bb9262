#!/usr/bin/env python3
"""Matches and self-play by the workers of a cluster: the same games as on one machine, each once, whatever dies meanwhile;
nets by their hash."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys

from checks import check_cases, finish as finish_checks
from cluster_kit import LEASE, Cluster, finish
from waiting import wait_for

BUILD = sys.argv[1]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from web_client import Client, Server  # noqa: E402
P = "mustplay:main:"
SLOW = "mcts:playouts=300"  # some milliseconds per move


def journal_games(path):
    """The lines of a match's journal, by game."""
    lines = open(path).read().splitlines()[1:]
    return sorted(lines, key=lambda line: int(re.match(r'{"key":"game (\d+)"', line)[1]))


def alone(cluster, *words):
    done = subprocess.run([cluster.program, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def match_with_faults():
    """Workers are killed and frozen, Redis loses its data, the master is killed: the journal is that of one machine."""
    with Cluster(BUILD) as cluster:
        words = ["--players", "mcts:playouts=2000", "resistance", "--size", "8", "--games", "80", "--seed", "4"]  # seconds of games
        truth = alone(cluster, "match", "--json", "--resume", cluster.path("alone"), *words)
        words += ["--json", "--lease", str(LEASE), "--resume", cluster.path("journal"), "--sgf", cluster.path("sgf")]
        workers = [cluster.work(), cluster.work()]
        master = cluster.start("match", *words)
        assert wait_for(lambda: cluster.answers() >= 3)
        cluster.kill(workers[0])
        cluster.work()
        workers[1].send_signal(signal.SIGSTOP)
        assert wait_for(lambda: cluster.members() == 1)
        workers[1].send_signal(signal.SIGCONT)
        cluster.redis.call("FLUSHALL")
        assert wait_for(lambda: cluster.answers() >= 2 or master.poll() is not None)  # unless it was quicker
        master.kill()
        master.wait()
        cluster.redis.call("DEL", P + "master")
        answer = finish(cluster.start("match", *words))
        assert {key: answer[key] for key in ("games", "a_wins", "b_wins", "void")} == {
            key: truth[key] for key in ("games", "a_wins", "b_wins", "void")}, (answer, truth)
        assert journal_games(cluster.path("journal")) == journal_games(cluster.path("alone"))
        assert len([name for name in os.listdir(cluster.path("sgf")) if re.fullmatch(r"game-\d+\.sgf", name)]) == 80
        status = cluster.status()
        assert status["state"] == "done" and status["progress"]["finished"] == 80, status


def selfplay_by_any_workers():
    with Cluster(BUILD) as cluster:
        words = ["--json", "--lease", str(LEASE), "--player", SLOW, "--size", "4", "--games", "30", "--seed", "9"]
        first = cluster.work()
        done = finish(cluster.start("selfplay", *words, "--output", cluster.path("one.sgf")))
        assert done["games"] == 30, done
        data = cluster.path("games.txt")
        read = [sys.executable, os.path.join(ROOT, "train", "stream.py"), "--redis", cluster.address(), "--out", data]
        told = subprocess.run(read, capture_output=True, text=True, timeout=300)
        assert told.returncode == 0 and "30 games" in told.stdout, told
        again = subprocess.run(read, capture_output=True, text=True, timeout=300)
        assert "30 games" in again.stdout and open(data).read().count("\n4x4 ") == 30, again
        # A second run, with a journal, a worker that dies and a master that is killed: the same games.
        master = cluster.start("selfplay", *words, "--resume", cluster.path("journal"), "--output", cluster.path("two.sgf"))
        assert wait_for(lambda: cluster.answers() >= 3)
        cluster.kill(first)
        cluster.work()
        master.kill()
        master.wait()
        cluster.redis.call("DEL", P + "master")
        if os.path.exists(cluster.path("two.sgf")):  # it was quicker
            os.remove(cluster.path("two.sgf"))
        done = finish(cluster.start("selfplay", *words, "--resume", cluster.path("journal"), "--output",
                                    cluster.path("two.sgf")))
        assert done["games"] == 30 and open(cluster.path("one.sgf")).read() == open(cluster.path("two.sgf")).read()


def nets_by_hash():
    with Cluster(BUILD) as cluster:
        net = cluster.path("some.safetensors")
        shutil.copy(os.path.join(ROOT, "data", "nets", "solver", "solver.safetensors"), net)
        words = ["match", "--players", f"net:file={net},playouts=1", "random", "--size", "4", "--games", "2", "--json"]
        os.environ["XDG_CACHE_HOME"] = cluster.path("cache")
        master = cluster.start(*words)
        assert wait_for(lambda: cluster.redis.call("HLEN", P + "open") == 2)
        key = cluster.redis.keys(P + "net:*")[0]
        good = cluster.redis.call("GET", key, raw=True)
        cluster.redis.call("SET", key, "a lie")
        cluster.work()
        out, err = master.communicate(timeout=300)
        assert master.returncode == 1 and "not what its hash says" in err, err
        cluster.call("cluster", "purge")
        assert len(good) == os.path.getsize(net)
        answer = finish(cluster.start(*words))
        assert answer["games"] == 2 and answer["void"] == 0, answer
        assert os.listdir(cluster.path("cache/mustplay")) == [key.split(":")[-1]]
        del os.environ["XDG_CACHE_HOME"]


def refusals():
    with Cluster(BUILD) as cluster:
        for words, text in [
                (["match", "--players", "htp:sh -c true", "random", "--size", "4", "--games", "2"], "no other programs"),
                (["match", "--players", "pattern-ab:templates=/tmp", "random", "--size", "4", "--games", "2"], "names a place"),
                (["match", "--players", "nobody", "random", "--size", "4", "--games", "2"], "unknown player")]:
            done = cluster.call(*words)
            assert done.returncode == 2 and text in done.stderr and not done.stdout, done
        # What a stranger puts into the streams makes a worker run nothing and read nothing, though a master has signed it.
        master = cluster.start("match", "--players", "random", "random", "--size", "4", "--games", "20", "--json")
        assert wait_for(lambda: cluster.redis.call("HLEN", P + "open") >= 4)  # the rest comes behind what follows
        run, master_key = cluster.redis.call("HGET", P + "run", "id"), cluster.master_signer()
        bodies = [{"a": "htp:touch " + cluster.path("bad")}, {"a": "net:file=/etc/passwd"}, {"width": 99}, {"seed": -1}]
        for i, change in enumerate(bodies):
            job = {"match": True, "number": 50 + i, "width": 4, "height": 4, "a": "random", "b": "random", "opening": "",
                   "time": 0, "playouts": 1, "threads": 0, "grace": 5, "game_time": 0, "increment": 0, "adjudication": 1,
                   "seed": "1", "net": ""}
            job.update(change)
            cluster.redis.call("HSET", P + "open", 51 + i, 0)
            body = json.dumps(job)
            cluster.redis.call("XADD", P + "jobs", "*", "job", 51 + i, "kind", "game", "body", body, *master_key.job(run, 51 + i, body, "game", 1 + i))
        worker = cluster.work()
        answer = finish(master)
        assert answer["games"] == 20, answer
        wait_for(lambda: open(worker.log).read().count("mustplay work") >= 5)
        said = open(worker.log).read()
        assert not os.path.exists(cluster.path("bad")) and "no other programs" in said and "by its path" in said, said


def played_again():
    """Each game by a second machine too, where that can be: machines are known by their keys."""
    with Cluster(BUILD) as cluster:
        for name in "ab":
            cluster.work("--key", cluster.path(name + ".key"))
        assert wait_for(lambda: all("key is" in open(worker.log).read() for worker in cluster.workers))
        words = ["--player", "mcts:playouts=1000", "--size", "6", "--games", "60", "--audit", "1", "--output"]
        master = cluster.start("selfplay", *words, cluster.path("games.sgf"))
        _, err = master.communicate(timeout=300)
        assert master.returncode == 0, err
        line = next((line for line in err.splitlines() if "played again" in line), err)
        assert "0 came out otherwise" in line and int(line.split("mustplay selfplay: ")[1].split()[0]) >= 6, line
        progress = cluster.status()["progress"]
        assert progress["again"] >= 6 and progress["differed"] == progress["barred"] == 0, progress
        master = cluster.start("match", "--players", "mcts:threads=2,playouts=40", "random", "--size", "4", "--games", "4", "--audit", "1", "--json")
        _, err = master.communicate(timeout=300)
        assert master.returncode == 0 and "played again" not in err, err


def data_gone_in_between():
    """The run's data vanish together with the coming of an answer that is refused: the master begins again."""
    with Cluster(BUILD) as cluster:
        master = cluster.start("match", "--players", "random", "random", "--size", "4", "--games", "6", "--json")
        assert wait_for(lambda: cluster.redis.call("HLEN", P + "open") >= 4)
        cluster.redis.call("EVAL", "redis.call('XADD',KEYS[1]..'answers','*','worker','0123456789abcdef','job','1','kind','refused','body','no') "
                           "redis.call('DEL',KEYS[1]..'run',KEYS[1]..'open',KEYS[1]..'jobs',KEYS[1]..'master')", "1", P)
        assert wait_for(lambda: cluster.redis.call("HLEN", P + "open") >= 4), "the master did not begin again"
        cluster.work()
        assert finish(master)["games"] == 6


def on_the_page():
    """A server that watches a run tells its clients; another says that it watches none."""
    with Cluster(BUILD) as cluster:
        worker = cluster.work()
        master = cluster.start("match", "--players", "random", "random", "--size", "4", "--games", "2", "--json")
        finish(master)
        for options, code in [(("--redis", cluster.address()), None), (("--redis", cluster.address(), "--run", "other"), "failure"),
                              ((), "bad_input")]:
            server = Server(BUILD, *options)
            client = Client(server.port)
            hello = client.message()
            assert hello["cluster"] == bool(options), hello
            answer = client.ask("cluster")
            if code:
                assert answer["type"] == "error", answer
            else:
                assert answer["state"] == "done" and answer["members"][0]["name"] == "w1", answer
            client.close()
            server.end()
        assert worker.poll() is None


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
CASES = [match_with_faults, selfplay_by_any_workers, nets_by_hash, refusals, played_again, data_gone_in_between, on_the_page]
if len(sys.argv) > 2:
    CASES = [case for case in CASES if case.__name__ in sys.argv[2:]]
check_cases(CASES)
finish_checks()
