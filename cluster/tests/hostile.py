#!/usr/bin/env python3
"""An attacker against a real run: whoever can write to Redis, alone, with a key that is admitted, or several
together. Every answer of the run is true or only claimed, and the user's store holds nothing false. No honest machine
is shut out, memory stays bounded, and the run ends.

hostile.py BUILD [--seconds S] [--seed N] [ATTACK...]
Without attacks and seconds a few that take a moment. With seconds each alone, then mixtures drawn at random until they are over."""
import argparse
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time

from checks import check_cases, checksum, finish as finish_checks
from cluster_kit import P, Cluster, Job, Liar, reply, request
from waiting import wait_for

BLACK, WHITE = 0, 1
QUESTIONS = [("6", "a2", "white"), ("6", "d4", "black"), ("7", "b4", "black"), ("7", "a2", "white")]  # size, moves, who wins
MASTER_MOST = 600 << 20  # bytes at the peak: far above an undisturbed run, far below what floods would take
# A run that takes longer hangs, on however slow a machine. A member that is asked for a claim and says nothing holds
# it for three times its time, 20 s and more, and the lease. Two may be asked one after the other, and the run
# needs time without them.
RUN_SECONDS = 300


class Wire:
    """One lasting connection to Redis; refusals are ignored."""

    def __init__(self, port):
        import socket
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.stream = self.socket.makefile("rb")

    def call(self, *words, raw=True):
        self.socket.sendall(request(*words))
        return reply(self.stream, raw)

    def close(self):
        self.socket.close()


class Attack:
    """Somebody with the password. `step` does one harm."""

    def __init__(self, cluster, dice, lie):
        self.cluster, self.dice, self.lie, self.wire, self.done = cluster, dice, lie, Wire(cluster.port), 0
        self.start()

    def start(self):
        pass

    def add(self, key, *words):
        return self.wire.call("XADD", P + key, "*", *words)

    def entries(self, key, count=20):
        found = self.wire.call("XREVRANGE", P + key, "+", "-", "COUNT", count)
        return [(entry, dict(zip(fields[::2], fields[1::2]))) for entry, fields in found] if isinstance(found, list) else []

    def members(self):
        return [member.decode() for member in self.wire.call("ZRANGE", P + "alive", "0", "-1") or []]

    def close(self):
        self.wire.close()


# --- Members that lie (their keys are as good as any in an open run)

class lies(Attack):
    """Says of each position, audits too, that the wrong side wins."""

    def start(self):
        self.liar = Liar(self.cluster, self.lie)

    def step(self):
        told = self.liar.told
        self.liar.live()
        self.liar.lie()
        self.done += self.liar.told - told


class two_liars(lies):
    """Two who say the same, so that each confirms the other."""

    def start(self):
        self.liars = [Liar(self.cluster, self.lie), Liar(self.cluster, self.lie)]

    def step(self):
        for self.liar in self.liars:
            super().step()


class late_liar(lies):
    """Joins when others have worked for a while."""

    def start(self):
        self.liar = None

    def step(self):
        if self.liar:
            super().step()
        elif len(self.entries("answers", 3)) >= 3:
            super().start()


class false_facts(lies):
    """With each lie goes a fact: of this board, of another, or of a position that is nobody's."""

    def step(self):
        size = self.dice.choice([5, 6, 7, 8])
        cells = self.dice.sample(range(size * size), self.dice.randrange(1, 6))
        self.liar.facts = fact(size, cells[::2], cells[1::2], self.dice.randrange(2), self.lie)
        super().step()
        self.add("facts", "worker", self.liar.id, "body", self.liar.facts)


class silent(Attack):
    """Joins, takes jobs, says that it lives, and never answers."""

    def start(self):
        self.liar = Liar(self.cluster, self.lie)

    def step(self):
        self.liar.live()
        found = self.wire.call("XREADGROUP", "GROUP", "w", self.liar.id, "COUNT", "1", "STREAMS", P + "jobs:" + self.liar.id, ">")
        self.done += isinstance(found, list)


# --- Others' names, and old words

class forgery(Attack):
    """Answers in the names of honest workers: unsigned, or signed by another."""

    def start(self):
        from signer import Signer
        self.signer = Signer()

    def step(self):
        run = (self.wire.call("HGET", P + "run", "id") or b"").decode()
        members = self.members()
        for _, found in self.entries("answers", 3):
            if b"body" not in found or not members:
                continue
            worker, job, body = self.dice.choice(members), found[b"job"].decode(), found[b"body"]
            own = self.signer.answer(run, int(job) if job.isdigit() else 0, body)
            self.add("answers", "worker", worker, "job", job, "kind", self.dice.choice(["solve", "refused"]), "body", body, *self.dice.choice([[], own]))
            self.done += 1


class replay(Attack):
    """What was answered, once more, and with its job opened again."""

    def step(self):
        for _, found in self.entries("answers", 5):
            if b"job" in found:
                self.wire.call("HSET", P + "open", found[b"job"], 0)
                self.add("answers", *[word for pair in found.items() for word in pair])
                self.done += 1


class malformed(lies):
    """Answers with a right signature and a right checksum, bytes of which were changed, cut or added."""

    def step(self):
        self.liar.live()
        found = self.wire.call("XREADGROUP", "GROUP", "w", self.liar.id, "COUNT", "1", "STREAMS", P + "jobs:" + self.liar.id, ">")
        for _, fields in (found[0][1] if isinstance(found, list) else []):
            entry = dict(zip(fields[::2], fields[1::2]))
            if entry.get(b"kind") != b"solve" or entry[b"body"][:2] != b"J\x02":
                continue  # it is asked for claims, or another attacker wrote it
            job = Job(entry[b"body"])
            for _ in range(5):
                body = bytearray(job.answer(self.liar.signer.number, self.lie)[:-8])
                for _ in range(self.dice.randrange(1, 6)):
                    body[self.dice.randrange(len(body))] = self.dice.randrange(256)
                body = bytes(body[:self.dice.randrange(2, len(body) + 1)]) + self.dice.choice([b"", os.urandom(self.dice.randrange(50))])
                body += checksum(body)
                self.add("answers", "worker", self.liar.id, "job", str(job.id), "kind", "solve", "body", body, "facts", b"",
                         *self.liar.signer.answer(self.run_id(), job.id, body))
                self.done += 1

    def run_id(self):
        return (self.wire.call("HGET", P + "run", "id") or b"").decode()


# --- Floods and vandals

class garbage(Attack):
    """Bytes of no meaning, with signs that a terminal would obey, wherever something is read."""

    def step(self):
        noise = self.dice.randbytes(self.dice.randrange(400)) + b"\x1b]0;owned\x07\x1b[2J\r\n"
        self.add("answers", "worker", noise[:20], "job", str(self.dice.randrange(100)), "kind", "refused", "body", noise)
        self.add("facts", "worker", noise[:9], "body", noise)
        self.add("jobs", "job", str(10**6 + self.dice.randrange(100)), "kind", noise[:5], "body", noise)
        self.add(self.dice.choice(["answers", "jobs", "facts"]), noise[:7], noise)
        self.done += 1


class big(Attack):
    """Messages of many megabytes."""

    SIZE, COUNT = 16 << 20, 3

    def step(self):
        if self.done < self.COUNT:
            key = self.dice.choice(["answers", "facts"])
            self.add(key, "worker", "0123456789abcdef", "job", "1", "kind", "solve", "body", bytes(self.SIZE), "facts", bytes(self.SIZE))
            self.done += 1


class last_id(Attack):
    """The largest id that a stream can have, after which nobody can add to it. Now and then. Done faster than the
    master mends it, it keeps all others out, as DEL does. No signature prevents that (docs/CLUSTER.md)."""

    def step(self):
        if self.done < 5:
            for key in ("answers", "facts"):
                self.wire.call("XADD", P + key, "18446744073709551615-18446744073709551615", "worker", "x", "job", "1", "kind", "solve", "body", "x")
            self.done += 1
            time.sleep(0.3)


class deleted(Attack):
    """Lanes and groups that vanish, one now and then."""

    def step(self):
        if self.done < 5:
            keys = [P + "jobs", P + "open", P + "answers", P + "facts"] + [P + "jobs:" + member for member in self.members()]
            self.wire.call("DEL", self.dice.choice(keys))
            self.done += 1
            time.sleep(0.3)


class wrong_types(Attack):
    """Keys that are something else, now and then."""

    def step(self):
        if self.done < 3:
            key = P + self.dice.choice(["jobs", "answers", "facts", "open"])
            self.wire.call("EVAL", "redis.call('DEL',KEYS[1]) redis.call('SET',KEYS[1],'mine')", "1", key)
            self.done += 1
            time.sleep(0.5)


class record_changed(Attack):
    """The run's record says what its master has not signed, and the master's lock is gone, as after a jump of Redis' clock."""

    def step(self):
        if self.done < 3:
            self.wire.call("HSET", P + "run", *self.dice.choice([("version", "9.9"), ("id", "0000000000000000"), ("net", "f" * 64), ("protocol", "77"),
                                                                 ("key", "0" * 64), ("lease", "1")]))
            self.wire.call("DEL", P + "master")
            self.done += 1
            time.sleep(0.3)


def fact(size, black, white, mover, winner):
    """A message that says who wins a position."""
    stones = (size * size + 7) // 8
    sets = [bytearray(stones) for _ in range(3)]
    for cells, into in [(black, sets[0]), (white, sets[1]), (set(range(size * size)) - set(black) - set(white), sets[2])]:
        for cell in cells:
            into[cell // 8] |= 1 << cell % 8
    key = bytes([size, size, mover]) + bytes(sets[0]) + bytes(sets[1])
    value = bytes([winner, 0, 0xFF, 0xFF]) + struct.pack("<I", 5000) + bytes(sets[2])
    value += checksum(key + value)
    body = b"F\x02" + struct.pack("<IH", 1, 1) + bytes([len(key)]) + key + bytes([len(value)]) + value
    return body + checksum(body)


# --- Members that lie about games

class game_member(Attack):
    """Takes games as a worker does; `harm` says what becomes of each."""

    def start(self):
        self.member, self.heard = Liar(self.cluster, 0), []

    def step(self):
        self.member.live()
        found = self.wire.call("XREADGROUP", "GROUP", "w", self.member.id, "COUNT", "1", "STREAMS", P + "jobs", ">")
        for entry, fields in (found[0][1] if isinstance(found, list) else []):
            words = dict(zip(fields[::2], fields[1::2]))
            if words.get(b"kind") == b"game":
                self.harm(entry, words[b"job"].decode(), json.loads(words[b"body"]))
                self.done += 1

    def tell(self, entry, job, kind, body):
        """As the worker's script does: the job is closed and acknowledged."""
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        run = (self.wire.call("HGET", P + "run", "id") or b"").decode()
        self.wire.call("HDEL", P + "open", job)
        self.add("answers", "worker", self.member.id, "job", job, "kind", kind, "body", body, "facts", b"",
                 *self.member.signer.answer(run, int(job), body, kind))
        self.wire.call("XACK", P + "jobs", "w", entry)
        self.wire.call("XDEL", P + "jobs", entry)


def columns(size):
    """A finished game that Black wins: he fills the first column, White plays beside him."""
    return " ".join(f"a{row + 1} c{row + 1}" for row in range(size - 1)) + f" a{size}"


class forged_results(game_member):
    """Who won is not what the moves say, the moves are none, the opening or the number another's, the rest no JSON."""

    def harm(self, entry, job, game):
        size, dice = game["height"], self.dice
        body = {"number": game["number"], "winner": "-", "fault": "-", "late": "-", "adjudicated": False, "slowest_a": 0, "slowest_b": 0,
                "reason": "", "moves": columns(size)}
        change = dice.choice([{"winner": dice.choice("ab"), "moves": ""}, {"winner": dice.choice("ab"), "moves": "a1 a1"}, {"number": game["number"] + 1},
                              {"winner": "b" if game["number"] % 2 == 0 else "a"}, {"winner": "a", "moves": "z99"},
                              {"winner": "a", "adjudicated": True}, {"slowest_a": -1}, {"winner": "c"}])
        body.update(change)
        self.tell(entry, job, "game", dice.choice([body, body, body, b"{", b"", os.urandom(40)]))


class turned_down(game_member):
    """Refuses all games."""

    def harm(self, entry, job, game):
        self.tell(entry, job, "refused", b"I would rather not \x1b[2J")


class silent_player(game_member):
    """Takes two games, lives on, and never plays."""

    def step(self):
        if self.done < 2:
            super().step()
        self.member.live()

    def harm(self, entry, job, game):
        pass


class replayed_games(Attack):
    """Results once more, for their own games and for others, in their authors' names."""

    def step(self):
        for _, found in self.entries("answers", 5):
            if b"job" in found:
                words = dict(found)
                words[b"job"] = self.dice.choice([found[b"job"], str(self.dice.randrange(1, 20)).encode()])
                self.add("answers", *[word for pair in words.items() for word in pair])
                self.done += 1


GAME_ATTACKS = [forged_results, turned_down, silent_player, replayed_games, garbage, deleted, wrong_types, record_changed]
GAME_WORDS = ["--players", "mcts:playouts=600", "resistance", "--size", "5", "--games", "24", "--seed", "4"]


def journal(path):
    """The lines of a match's journal, by game."""
    with open(path) as file:
        return sorted(file.read().splitlines()[1:], key=lambda line: json.loads(line).get("key", ""))


def besieged_match(build, attacks, dice, alone=0):
    """A match whose players are limited by play-outs: its journal is that of one machine, whatever was said. The honest worker comes
    once each attacker has done harm `alone` times."""
    with Cluster(build) as cluster:
        subprocess.run([cluster.program, "match", "--json", "--resume", cluster.path("alone"), *GAME_WORDS], capture_output=True, check=True, timeout=300)
        workers = [] if alone else [cluster.work()]
        master = cluster.start("match", "--json", "--lease", "5", "--resume", cluster.path("journal"), *GAME_WORDS)
        said = []
        readers = [threading.Thread(target=lambda: said.append(master.stdout.read())), threading.Thread(target=lambda: said.append(master.stderr.read()))]
        for reader in readers:
            reader.start()
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        foes = [attack(cluster, dice, WHITE) for attack in attacks]
        began = time.monotonic()
        while master.poll() is None and time.monotonic() - began < RUN_SECONDS:
            for foe in foes:
                foe.step()
            if not workers and (all(foe.done >= alone for foe in foes) or cluster.redis.call("HLEN", P + "banned")):
                workers = [cluster.work()]
            time.sleep(0.005)
        hung = master.poll() is None
        if hung:
            master.send_signal(signal.SIGKILL)
        for reader in readers:
            reader.join()
        names = "+".join(f"{type(foe).__name__}:{foe.done}" for foe in foes)
        print(f"  match {names}: exit {master.returncode}, {time.monotonic() - began:.1f} s", flush=True)
        for foe in foes:
            foe.close()
        about = (names, master.returncode, "".join(said)[-800:])
        assert not hung, ("it hangs", about)
        assert master.returncode == 0, about
        assert journal(cluster.path("journal")) == journal(cluster.path("alone")), ("the journal is another", about)
        assert "\x1b" not in "".join(said), ("an escape reached the terminal", about)
        banned = cluster.redis.call("HGETALL", P + "banned") or []
        assert not (set(banned) & {"w1"}) and workers[0].poll() in (None, 0), ("an honest worker is shut out", banned, about)


ATTACKS = [lies, two_liars, late_liar, false_facts, silent, forgery, replay, malformed, garbage, big, last_id, deleted, wrong_types, record_changed]


GAME_QUICK = [forged_results, turned_down]
QUICK = [two_liars, false_facts, forgery, replay, garbage, record_changed]


# --- A run under attack

def peak_memory(process):
    try:
        with open(f"/proc/{process.pid}/status") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0


def besieged(build, attacks, dice, question):
    """One run; the attacks begin as soon as there is one, and go on until it ends."""
    size, moves, winner = question
    with Cluster(build) as cluster:
        store, proof = cluster.path("user.store"), cluster.path("question.proof")
        workers = [cluster.work(), cluster.work()]
        master = cluster.start("solve", "--json", "--lease", "5", "--audit", dice.choice(["0", "0.01", "1"]), "--size", size, "--moves", moves, "--store", store, "--proof", proof)
        said = []
        readers = [threading.Thread(target=lambda: said.append(master.stdout.read())), threading.Thread(target=lambda: said.append(master.stderr.read()))]
        for reader in readers:
            reader.start()
        assert wait_for(lambda: cluster.redis.keys(P + "jobs"))
        foes = [attack(cluster, dice, WHITE if winner == "black" else BLACK) for attack in attacks]
        began, peak = time.monotonic(), 0
        while master.poll() is None and time.monotonic() - began < RUN_SECONDS:
            for foe in foes:
                foe.step()
            peak = max(peak, peak_memory(master))
            time.sleep(0.005)
        hung = master.poll() is None
        if hung:
            master.send_signal(signal.SIGKILL)
        for reader in readers:
            reader.join()
        took = time.monotonic() - began
        names = "+".join(f"{type(foe).__name__}:{foe.done}" for foe in foes)
        out = next((text for text in said if text.startswith("{")), "")
        print(f"  {size}x{size} {moves} {names}: exit {master.returncode}, {took:.1f} s, {peak >> 20} MB", flush=True)
        for foe in foes:
            foe.close()
        about = (names, question, master.returncode, "".join(said)[-800:])
        assert not hung, ("it hangs", about)
        judged(cluster, json.loads(out) if out else {}, master.returncode, winner, about)
        assert "\x1b" not in "".join(said), ("an escape reached the terminal", about)
        assert peak < MASTER_MOST, (peak, about)
        kept(cluster, store, proof, winner, about)
        machine = next(iter(cluster.redis.call("HVALS", P + "machines") or []), None)
        banned = cluster.redis.call("HGETALL", P + "banned") or []
        assert not (set(banned) & {"w1", "w2"}), ("an honest worker is shut out", banned, about)
        assert all(worker.poll() in (None, 0) for worker in workers) or machine, about


def judged(cluster, answer, code, winner, about):
    assert code in (0, 3), about
    assert answer.get("winner") in ((winner,) if code == 0 else (None,)), ("a false win is printed", about)


def kept(cluster, store, proof, winner, about):
    """What is on the disk afterwards is right."""
    if os.path.exists(proof):
        done = subprocess.run([cluster.verifier, proof], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and f"{winner} wins" in done.stdout, (done, about)
    if os.path.exists(store):
        done = subprocess.run([cluster.program, "store", "check", store, "--studies", "100000"], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, ("the store holds what is not right", done.stdout, done.stderr, about)


def attack_case(build, attacks, dice, question, alone=0):
    """With no question a match."""
    def case():
        if question:
            besieged(build, attacks, dice, question)
        else:
            besieged_match(build, attacks, dice, alone)
    case.__name__ = ("" if question else "match ") + "+".join(attack.__name__ for attack in attacks) + (" alone" if alone else "")
    return case


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("attacks", nargs="*")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_intermixed_args()
    if not shutil.which("redis-server"):
        print("redis-server is not installed")
        sys.exit(77)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    long = options.seconds > 0
    named = lambda attacks: [attack for attack in attacks if attack.__name__ in options.attacks]
    chosen = named(ATTACKS) or ([] if options.attacks else ATTACKS if long else QUICK)
    games = named(GAME_ATTACKS) or ([] if options.attacks else GAME_ATTACKS if long else GAME_QUICK)
    questions = QUESTIONS if long else QUESTIONS[:2]
    check_cases([attack_case(options.build, [attack], dice, dice.choice(questions)) for attack in chosen])
    check_cases([attack_case(options.build, [attack], dice, None) for attack in games])
    check_cases([attack_case(options.build, [attack], dice, None, 8) for attack in games if attack in (forged_results, turned_down)])
    until = time.monotonic() + options.seconds
    while time.monotonic() < until:
        match = games and (not chosen or dice.random() < 0.3)
        some = games if match else chosen
        mixture = dice.sample(some, min(len(some), dice.randrange(2, 6)))
        check_cases([attack_case(options.build, mixture, dice, None if match else dice.choice(questions))])
    finish_checks()


if __name__ == "__main__":
    main()
