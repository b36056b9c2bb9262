#!/usr/bin/env python3
"""`mustplay serve` as people use it, for long: 50 clients that play, analyse, solve, review, cancel and vanish at random.

Usage: long_use.py BUILD [--seconds 3600] [--clients 50] [--rounds 6] [--memory 384] [--seed 1] [--json FILE]

The time is cut into rounds. After each round all clients leave. The server must have as many descriptors as at the
start, and no more threads and resident memory than after the first rounds. It fails on an unanswered request, an
internal error, a connection that the server ends, a sanitizer's report, or an unclean end.
"""
import argparse
import asyncio
import json
import logging
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serve_load import Peer  # noqa: E402
from web_client import Server  # noqa: E402

ANSWER_SECONDS = 300  # in which every request is answered, however slow the build is
EXPECTED = {"over", "busy", "no_net", "bad_input"}  # errors of a game that goes by chance
GROWTH, GROWTH_MB = 1.1, 16  # of resident memory after the first rounds
FIRST_ROUNDS = 2


class Gone(Exception):
    """The client has vanished on purpose."""


class Person:
    """One client after the other, each with a mind of its own."""

    def __init__(self, use, number):
        self.use, self.random = use, random.Random(use.seed * 1000 + number)
        self.number = 0

    async def live(self):
        while self.use.more():
            try:
                await self.visit()
            except Gone:
                self.use.counts["vanished"] = self.use.counts.get("vanished", 0) + 1
            except (OSError, asyncio.IncompleteReadError) as fault:
                self.use.fault(f"lost: {fault!r}")
                await asyncio.sleep(0.5)

    async def visit(self):
        """From the page's first file to the last word, or to the middle of one."""
        if self.random.random() < 0.3:
            await self.page()
        self.peer = await Peer(self.use.port).open()
        self.number = 0
        pump = asyncio.ensure_future(self.peer.pump(lambda: None))
        self.pump = pump
        try:
            for _ in range(self.random.randrange(1, 12)):
                if not self.use.more():
                    return
                deed = self.random.choice([self.play, self.play, self.analyse, self.analyse, self.solve, self.review, self.study, self.proof, self.look])
                await deed()
        finally:
            pump.cancel()
            self.peer.drop()

    async def page(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.use.port)
        for name in self.random.sample(["/", "/app.js", "/style.css", "/nothing", "/board.js"], 3):
            writer.write(f"GET {name} HTTP/1.1\r\nHost: localhost:{self.use.port}\r\n\r\n".encode())
            if self.random.random() < 0.1:
                break
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
            if b"connection: close" in head:
                break
        writer.transport.abort()

    # --- Requests
    def begin(self, name, **keys):
        self.number += 1
        self.use.counts[name] = self.use.counts.get(name, 0) + 1
        waiter = self.peer.expect(self.peer.last, self.number)
        self.peer.send(self.number, name, **keys)
        return self.number, waiter

    async def end(self, name, waiter):
        done, _ = await asyncio.wait({waiter, self.pump}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if waiter not in done:
            if self.pump in done:
                self.pump.result()
            self.use.fault(f"no answer to {name} in {ANSWER_SECONDS} s")
            raise Gone
        kind, text, _ = waiter.result()
        answer = json.loads(text)
        if kind == "error":
            self.use.counts[answer["code"]] = self.use.counts.get(answer["code"], 0) + 1
            if answer["code"] not in EXPECTED:
                self.use.fault(f"{name}: {text[:200]!r}")
        return answer

    async def ask(self, name, **keys):
        """The answer; some change their mind before it has come, and some are gone."""
        number, waiter = self.begin(name, **keys)
        mind = self.random.random()
        if mind < 0.04:
            await asyncio.sleep(self.random.uniform(0, 0.5))
            raise Gone
        if mind < 0.06:  # in the middle of the next message
            frame = self.peer.frame(json.dumps({"id": number + 1, "do": "analyse", "size": 11}).encode())
            self.peer.writer.write(frame[:self.random.randrange(1, len(frame))])
            await self.peer.writer.drain()
            raise Gone
        if mind < 0.3:
            await asyncio.wait({waiter}, timeout=self.random.uniform(0, 1.5))
            await self.end("stop", self.begin("stop", of=number)[1])
        return await self.end(name, waiter)

    def position(self, sizes=(5, 7, 9, 11, 11, 11, 13, 19), most=12):
        size = self.random.choice(sizes)
        cells = [f"{chr(97 + c)}{r + 1}" for c in range(size) for r in range(size)]
        return {"size": size, "moves": self.random.sample(cells, self.random.randrange(0, min(most, size)))}

    # --- What people do
    async def play(self):
        """A game, to its end or until they have had enough."""
        size = self.random.choice([4, 5, 6, 7, 9, 11])
        free = [f"{chr(97 + c)}{r + 1}" for c in range(size) for r in range(size)]
        moves, level = [], self.random.randrange(1, 8)
        for _ in range(self.random.randrange(2, 30)):
            free = [cell for cell in free if cell not in moves]
            if not free or not self.use.more():
                return
            moves.append(self.random.choice(free))
            answer = await self.ask("genmove", size=size, moves=moves, level=level, time=0.5, swap=False)
            if answer["type"] == "error" or not answer.get("move") or answer["move"] == "resign":
                return
            moves.append(answer["move"])

    async def analyse(self):
        """Walks about in a game while it is analysed."""
        place = self.position()
        for _ in range(self.random.randrange(1, 6)):
            _, waiter = self.begin("analyse", **place)
            await asyncio.wait({waiter}, timeout=self.random.uniform(0.2, 3))
            place = self.position((place["size"],)) if self.random.random() < 0.8 else place
        await self.ask("analyse", playouts=self.random.choice([1, 20, 200]), **place)

    async def solve(self):
        place = self.position((4, 5, 6, 7, 9, 11))
        answer = await self.ask("solve", time=self.random.choice([1, 3, 8]), all_moves=self.random.random() < 0.3, **place)
        if answer.get("carrier"):
            await self.ask("reply", size=place["size"], moves=place["moves"] + [answer["carrier"][0]], time=3)

    async def review(self):
        place = self.position((5, 7, 9, 11), most=30)
        await self.ask("review", playouts=self.random.choice([5, 20, 50]), **place)

    async def study(self):
        name = self.random.choice(["explain", "connections", "openings", "atlas"])
        if name == "atlas":
            await self.ask(name, size=self.random.randrange(1, 20))
        elif name == "openings":
            await self.ask(name, size=self.random.choice([3, 4, 5]), time=3)
        elif name == "explain":
            await self.ask(name, **self.position())
        else:
            place = self.position()
            await self.ask(name, at=place["moves"][0] if place["moves"] else "top", **place)

    async def proof(self):
        """Has a proof written, and walks through it."""
        made = await self.ask("proof-write", time=5, **self.position((3, 4, 5), most=4))
        if not made.get("text"):
            return
        walked = []
        for _ in range(self.random.randrange(1, 6)):
            answer = await self.ask("proof-walk", text=made["text"], intrusions=walked)
            if answer["type"] == "error" or answer.get("over") or not answer.get("groups"):
                return
            walked.append(self.random.choice(answer["groups"])["cells"][0])

    async def look(self):
        await asyncio.sleep(self.random.uniform(0, 2))
        await self.ask("ping")


class Use:
    def __init__(self, server, seed):
        self.server, self.port, self.seed = server, server.port, seed
        self.until, self.counts, self.faults = 0, {}, []

    def more(self):
        return time.monotonic() < self.until and self.server.alive()

    def fault(self, text):
        self.faults.append(text)
        print("FAULT", text, flush=True)

    async def round(self, clients, seconds):
        self.until = time.monotonic() + seconds
        self.seed += 1
        await asyncio.gather(*(Person(self, i).live() for i in range(clients)))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))

    def look(self):
        """What the server keeps without clients. It has closed their connections, freed what it can (after five
        seconds), and computes no more."""
        time.sleep(6)
        end = time.monotonic() + 120
        before = self.server.seconds()
        while time.monotonic() < end:
            time.sleep(1)  # the measurement
            now = self.server.seconds()
            if now - before < 0.1 and self.descriptors() <= self.start["descriptors"]:
                break
            before = now
        return self.sizes()

    def sizes(self):
        return {"descriptors": self.descriptors(), "memory_mb": round(self.server.memory() / 1024, 1),
                "threads": len(os.listdir(f"/proc/{self.server.process.pid}/task"))}


def sanitized(build):
    """A sanitizer keeps what is freed, and looks for leaks itself."""
    with open(os.path.join(build, "mustplay"), "rb") as program:
        return re.search(b"__[at]san_init", program.read())


def flat(start, rounds, memory_counts):
    """What has grown, as a sentence; "" when nothing has."""
    grown = [f"{key}: {r[key]} after a round, {start[key]} at the start" for r in rounds for key in ("descriptors",) if r[key] > start[key]]
    first = rounds[:FIRST_ROUNDS]
    for r in rounds[FIRST_ROUNDS:]:
        if r["threads"] > max(f["threads"] for f in first):
            grown.append(f"threads: {r['threads']}")
        most = GROWTH * max(f["memory_mb"] for f in first) + GROWTH_MB
        if memory_counts and r["memory_mb"] > most:
            grown.append(f"memory: {r['memory_mb']} MB, more than {most:.0f}")
    return "; ".join(grown)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--memory", type=int, default=384)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    options = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # connections that are dropped are the point
    server = Server(options.build, "--memory", str(options.memory))
    use = Use(server, options.seed)
    use.start, rounds = use.sizes(), []
    print(f"start: {use.start}", flush=True)
    for i in range(options.rounds):
        asyncio.run(use.round(options.clients, options.seconds / options.rounds))
        if not server.alive():
            break
        rounds.append(use.look())
        print(f"after round {i + 1}: {rounds[-1]}, {sum(use.counts.values())} requests and ends", flush=True)
    peak = server.memory("VmHWM") / 1024 if server.alive() else 0
    alive = server.alive()
    code, errors = server.end(300)
    grown = flat(use.start, rounds, not sanitized(options.build)) if rounds else "nothing was measured"
    report = {"alive": alive, "exit": code, "faults": len(use.faults), "grown": grown, "start": use.start, "rounds": rounds,
              "peak_mb": round(peak, 1), "counts": dict(sorted(use.counts.items()))}
    print(json.dumps(report, indent=1))
    print("\n".join(errors.splitlines()[:60]))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(report, file, indent=1)
    good = alive and code == 0 and not use.faults and not grown and not errors
    print("passed" if good else "FAILED")
    return 0 if good else 1


sys.exit(main())
