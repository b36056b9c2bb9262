#!/usr/bin/env python3
"""What a run prints was proved and checked here, whatever its workers say; and so is what goes into the user's store."""
import json
import os
import shutil
import signal
import subprocess
import sys

from checks import check_cases, checksum, finish as finish_checks
from cluster_kit import LONG_LEASE, P, Cluster, Job, Liar, finish
from waiting import wait_for

BUILD = sys.argv[1]
BLACK, WHITE = 0, 1


def solve(cluster, *words):
    return cluster.start("solve", "--json", "--lease", str(LONG_LEASE), *words)


def liar_joins(cluster, winner):
    assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
    return Liar(cluster, winner)


def lies(liar, master, condition=lambda: False):
    """Lies about every job until the master ends or the condition holds."""
    def step():
        liar.live()
        liar.lie()
        return master.poll() is not None or condition()
    assert wait_for(step), liar.told
    assert liar.told


def undecided(master):
    out, err = master.communicate(timeout=300)
    assert master.returncode == 3, (master.returncode, out, err[-600:])
    answer = json.loads(out)
    assert answer["winner"] is None and answer["move"] is None and answer["carrier"] == [], answer
    return answer


def alone(cluster, *words):
    done = subprocess.run([cluster.program, "solve", "--json", *words], capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)


# --- False answers

def first_answer_is_a_lie():
    """Whoever wins by the first answer: the run prints who does."""
    for moves, truth, lie in [("a2", "white", BLACK), ("d4", "black", WHITE)]:
        with Cluster(BUILD) as cluster:
            proof = cluster.path("question.proof")
            master = solve(cluster, "--size", "6", "--moves", moves, "--audit", "0", "--proof", proof)
            liar = liar_joins(cluster, lie)
            lies(liar, master, lambda: liar.told)
            cluster.work()
            lies(liar, master)
            answer = finish(master)
            assert answer["winner"] == truth and answer["claimed"] is None, answer
            done = subprocess.run([cluster.verifier, proof], capture_output=True, text=True, timeout=300)
            assert done.returncode == 0 and f"right: {truth} wins" in done.stdout, done


def false_claims():
    """Claims that are missing, no proof, one of another position, of another board, for the other side, too large, and a bomb."""
    with Cluster(BUILD) as cluster:
        def proof(size, moves, *words):
            path = cluster.path(f"{size}{moves}.zst")
            assert alone(cluster, "--size", size, "--moves", moves, "--proof", path, *words)["winner"]
            with open(path, "rb") as file:
                return file.read()
        def packed(text):
            return subprocess.run(["zstd", "-q", "-c"], input=text, capture_output=True, check=True).stdout
        false = [None, b"", b"nonsense", proof("6", "d4"), proof("5", "a2"), proof("6", "a3"), bytes(17 << 20),
                 packed(b"mustplay-proof 1\nboard 6x6\nwinner black\nroot position\nblack a2\nwhite -\nto-move white\nfirst -\n"
                        b"made to fill the memory\n" + b"# " + b"x" * 60000 + b"\n" + b"S a1-T\n" * 3_000_000)]
        for claims in false:
            cluster.redis.call("FLUSHALL")
            master = solve(cluster, "--size", "6", "--moves", "a2", "--audit", "0")
            liar = liar_joins(cluster, BLACK)
            liar.claims = claims
            lies(liar, master, lambda: liar.told)
            worker = cluster.work()
            lies(liar, master)
            answer = finish(master)
            assert answer["winner"] == "white" and liar.asked and answer["cluster"]["doubts"], (answer, liar.asked)
            cluster.kill(worker)


def lie_of_every_move():
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "5", "--all-openings", "--audit", "0")
        liar = liar_joins(cluster, BLACK)
        lies(liar, master, lambda: liar.told)
        cluster.work()
        lies(liar, master)
        answer = finish(master)
        assert answer["winning_moves"] == alone(cluster, "--size", "5", "--all-openings")["winning_moves"], answer
        assert answer["unknown_moves"] == [], answer


def no_time_for_a_proof():
    """What only workers say is claimed; the checkpoint stays, and another command goes on with it."""
    with Cluster(BUILD) as cluster:
        words = ["--size", "6", "--moves", "a2", "--audit", "0", "--checkpoint", cluster.path("run.graph")]
        master = solve(cluster, *words, "--unproved")
        lies(liar_joins(cluster, BLACK), master)
        assert undecided(master)["claimed"] == "black"
        assert os.path.exists(cluster.path("run.graph"))
        cluster.redis.call("DEL", P + "alive")
        cluster.work()
        answer = finish(solve(cluster, *words))
        assert answer["winner"] == "white" and answer["claimed"] is None, answer
        assert not os.path.exists(cluster.path("run.graph"))


def ended_while_it_checks():
    """The moment at which a command is told to end makes no lie an answer."""
    for number in (signal.SIGTERM, signal.SIGINT):
        with Cluster(BUILD) as cluster:
            master = solve(cluster, "--size", "9", "--moves", "e5", "--audit", "0", "--store", cluster.path("user.store"))
            lies(liar_joins(cluster, WHITE), master, lambda: cluster.status()["progress"]["checking"])
            master.send_signal(number)
            if number == signal.SIGINT:
                assert undecided(master)["claimed"] == "white"
            else:
                master.wait(timeout=300)
                assert '"white"' not in master.stdout.read() or master.returncode == 3


# --- What a master that is started again has

def claims_outlive_their_master():
    """Claims that were right are there again, with nobody to make them; one that was changed on the disk is made here."""
    seen = 0
    for spoilt in (False, True):
        with Cluster(BUILD) as cluster:
            words = ["--size", "7", "--moves", "a2", "--audit", "0", "--checkpoint", cluster.path("run.graph")]
            kept = cluster.path("run.graph.claims")
            workers = [cluster.work(), cluster.work()]
            master = solve(cluster, *words)
            assert wait_for(lambda: os.path.exists(kept) and os.path.getsize(kept) or master.poll() is not None, step=0.001)
            master.kill()
            master.wait()
            if not os.path.exists(kept):
                continue  # it was quicker
            seen += 1
            for worker in workers:
                cluster.kill(worker)
            if spoilt:
                with open(kept, "r+b") as file:
                    file.seek(-20, os.SEEK_END)
                    file.write(bytes(10))
            cluster.redis.call("DEL", P + "master")
            master = solve(cluster, *words)
            out, err = master.communicate(timeout=300)
            assert master.returncode == 0 and json.loads(out)["winner"] == "white", (master.returncode, out, err[-600:])
            assert "of the run before were checked" in err and ("mustplay solve: 0 of" in err) <= spoilt, err[-600:]
            assert not os.path.exists(kept)
    assert seen


def too_little_memory():
    """What does not fit is claimed; with more memory the same command goes on."""
    with Cluster(BUILD) as cluster:
        cluster.work()
        words = ["--size", "8", "--moves", "d5", "--audit", "0", "--checkpoint", cluster.path("run.graph")]
        master = solve(cluster, *words, "--memory", "8")
        out, err = master.communicate(timeout=300)
        assert master.returncode == 3 and "does not fit in --memory" in err, (master.returncode, out, err[-600:])
        assert json.loads(out)["winner"] is None and json.loads(out)["claimed"] == "black", out
        assert finish(solve(cluster, *words, "--memory", "400"))["winner"] == "black"


def bans_outlive_their_master():
    """Whoever was shut out stays so when the master is started again and Redis has lost its data."""
    with Cluster(BUILD) as cluster:
        words = ["--size", "7", "--moves", "a2", "--audit", "1", "--checkpoint", cluster.path("run.graph")]
        master = solve(cluster, *words)
        liar = liar_joins(cluster, BLACK)
        lies(liar, master, lambda: liar.told)
        worker = cluster.work()
        lies(liar, master, liar.banned)
        assert wait_for(lambda: os.path.exists(cluster.path("run.graph")))
        cluster.kill(worker)
        master.kill()
        master.wait()
        cluster.redis.call("FLUSHALL")
        master = solve(cluster, *words)
        banned = lambda: cluster.redis.call("HGETALL", P + "banned") or []
        assert wait_for(lambda: "machine:its machine" in banned()), banned()
        assert "key:" + liar.signer.key.split()[0] in banned(), banned()
        master.send_signal(signal.SIGINT)
        assert undecided(master)
        assert os.path.exists(cluster.path("run.graph.banned"))


# --- Stores

def fact(size, black, white, mover, winner):
    """A message that says who wins a position: cells are numbers, row by row."""
    stones = (size * size + 7) // 8
    sets = [bytearray(stones) for _ in range(3)]
    for cells, into in [(black, sets[0]), (white, sets[1]), (set(range(size * size)) - set(black) - set(white), sets[2])]:
        for cell in cells:
            into[cell // 8] |= 1 << cell % 8
    key = bytes([size, size, mover]) + bytes(sets[0]) + bytes(sets[1])
    value = bytes([winner, 0, 0xFF, 0xFF]) + (5000).to_bytes(4, "little") + bytes(sets[2])
    value += checksum(key + value)
    body = b"F\x02" + (1).to_bytes(4, "little") + (1).to_bytes(2, "little")
    body += bytes([len(key)]) + key + bytes([len(value)]) + value
    return body + checksum(body)


def store_is_not_poisoned():
    """Facts about other boards, and lies about this one, stay out of the user's store."""
    with Cluster(BUILD) as cluster:
        store = cluster.path("user.store")
        master = solve(cluster, "--size", "6", "--moves", "a2", "--store", store)
        liar = liar_joins(cluster, BLACK)
        for size, winner in [(5, WHITE), (6, BLACK), (7, WHITE)]:
            opening = size * (size // 2) + size // 2
            liar.facts = fact(size, [opening], [], 1, winner)
            for worker in ("nobody", liar.id):
                cluster.redis.call("XADD", P + "facts", "*", "worker", worker, "body", liar.facts)
            signed = liar.signer.answer(cluster.redis.call("HGET", P + "run", "id"), 1, b"", "solve", liar.facts)
            for words in ([], signed):
                cluster.redis.call("XADD", P + "answers", "*", "worker", liar.id, "job", "1", "kind", "solve", "body", b"", "facts", liar.facts, *words)
            told = liar.told
            lies(liar, master, lambda: liar.told > told)
        cluster.work()
        lies(liar, master)
        assert finish(master)["winner"] == "white"
        for size in (5, 6, 7):
            middle = f"{chr(97 + size // 2)}{size // 2 + 1}"
            assert alone(cluster, "--size", str(size), "--moves", middle, "--store", store)["winner"] == "black", size
        again = alone(cluster, "--size", "6", "--moves", "a2", "--store", store)
        assert again["winner"] == "white" and again["nodes"] == 0, again  # that was proved and checked


def facts_have_a_scope():
    """The master publishes what an open job's worker says of positions below it, and no more."""
    with Cluster(BUILD) as cluster:
        master = solve(cluster, "--size", "7", "--moves", "a2", "--audit", "0")
        liar = liar_joins(cluster, BLACK)
        liar.facts = fact(7, [24], [], 1, WHITE)
        published = lambda: cluster.redis.call("XLEN", P + "facts")
        lies(liar, master, lambda: liar.told)
        assert not published()
        cluster.work()
        lies(liar, master, published)
        entries = cluster.redis.call("XRANGE", P + "facts", "-", "+", raw=True)
        assert all(fields[1] != liar.id.encode() for _, fields in entries), entries
        assert finish(master)["winner"] == "white"


if not shutil.which("redis-server"):
    print("redis-server is not installed")
    sys.exit(77)
CASES = [first_answer_is_a_lie, false_claims, lie_of_every_move, no_time_for_a_proof, ended_while_it_checks,
         claims_outlive_their_master, too_little_memory, bans_outlive_their_master, store_is_not_poisoned, facts_have_a_scope]
if len(sys.argv) > 2:  # only these, for whoever works on one
    CASES = [case for case in CASES if case.__name__ in sys.argv[2:]]
check_cases(CASES)
finish_checks()
