#!/usr/bin/env python3
"""`mustplay serve` under load: 100 clients on loopback, most of them analysing, some of them hostile.

Usage: serve_load.py BUILD [--seconds 120] [--clients 100] [--limit 0.5] [--json FILE]

Of 100 clients 64 are healthy: they analyse positions of several sizes, change them, and now and then ask for an
explanation, a move, a proof, a ping. The others drop out in the middle of a message, send garbage, oversized or
out-of-order messages, or read slowly. It passes if the server lives, memory stays level, and the server ends cleanly
without a sanitizer's report. Healthy clients must get pings and the first look at a new position within 500 ms. With
an instrumented build, which is many times slower, give a larger --limit.
"""
import argparse
import asyncio
import base64
import json
import logging
import os
import random
import re
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Server, frame_head  # noqa: E402

HEAD = re.compile(rb'^\{"id":(\d+|null),"type":"(\w+)"')
MIX = [("healthy", 64), ("dropper", 8), ("garbage", 8), ("oversized", 6), ("disorderly", 8), ("slow", 6)]


class Peer:
    """A WebSocket of asyncio; messages are (id, type, bytes)."""

    def __init__(self, port):
        self.port = port
        self.first, self.last = {}, {}

    async def open(self, limit=1 << 16):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=limit)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write((f"GET /ws HTTP/1.1\r\nHost: localhost:{self.port}\r\nConnection: Upgrade\r\n"
                           f"Upgrade: websocket\r\nOrigin: http://localhost:{self.port}\r\n"
                           f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                           "Sec-WebSocket-Protocol: mustplay-1\r\n\r\n").encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0] + b" ":
            raise ConnectionError(head[:40])
        return self

    def frame(self, payload, opcode=1, final=True, length=None):
        head = frame_head(len(payload) if length is None else length, opcode, final)
        return head + b"\0\0\0\0" + payload  # a mask of zeros leaves the bytes as they are

    def send(self, number, do, **keys):
        self.writer.write(self.frame(json.dumps({"id": number, "do": do, **keys}).encode()))

    async def message(self):
        whole = b""
        while True:
            first, second = await self.reader.readexactly(2)
            length = second & 127
            if length == 126:
                length, = struct.unpack(">H", await self.reader.readexactly(2))
            elif length == 127:
                length, = struct.unpack(">Q", await self.reader.readexactly(8))
            payload = await self.reader.readexactly(length)
            if first & 15 == 8:
                raise ConnectionError("closed by the server")
            if first & 15 == 9:
                self.writer.write(self.frame(payload, 10))
                continue
            whole += payload
            if first & 0x80:
                found = HEAD.match(whole)
                return (0, "hello", whole) if not found else (
                    0 if found[1] == b"null" else int(found[1]), found[2].decode(), whole)

    async def pump(self, note):
        """Reads all messages: the first and the last answer of each request end up in futures."""
        while True:
            number, kind, text = await self.message()
            note()
            for table, due in ((self.first, True), (self.last, kind != "progress")):
                waiter = table.pop(number, None) if due else None
                if waiter and not waiter.done():
                    waiter.set_result((kind, text, time.monotonic()))

    def expect(self, table, number):
        table[number] = asyncio.get_running_loop().create_future()
        return table[number]

    def drop(self):
        self.writer.transport.abort()


class Load:
    def __init__(self, port, seconds, seed):
        self.port, self.end = port, time.monotonic() + seconds
        self.random = random.Random(seed)
        self.latency = {"analyse": [], "ping": []}
        self.answers, self.errors, self.lost = 0, [], 0
        self.hostile = 0
        self.lag = []

    def more(self):
        return time.monotonic() < self.end

    def position(self, size=None):
        size = size or self.random.choice([5, 7, 9, 11, 11, 11, 13, 14, 19])
        cells = [f"{chr(97 + c)}{r + 1}" for c in range(size) for r in range(size)]
        return {"size": size, "moves": self.random.sample(cells, self.random.randrange(0, min(12, size)))}

    async def connect(self):
        while True:
            try:
                return await Peer(self.port).open()
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.2)

    # --- Healthy
    def note(self):
        self.answers += 1

    async def answer(self, waiter, name):
        try:
            kind, text, when = await asyncio.wait_for(waiter, 60)
        except asyncio.TimeoutError:
            self.errors.append(f"no answer to {name} in 60 s")
            return time.monotonic()
        if kind == "error" and b'"over"' not in text:
            self.errors.append(text[:200].decode())
        return when

    async def timed(self, peer, number, name, **keys):
        waiter = peer.expect(peer.first, number)
        start = time.monotonic()
        peer.send(number, name, **keys)
        self.latency[name].append((start, await self.answer(waiter, name)))

    async def ask(self, peer, number, name, **keys):
        waiter = peer.expect(peer.last, number)
        peer.send(number, name, **keys)
        await self.answer(waiter, name)

    async def healthy(self):
        await asyncio.sleep(self.random.uniform(0, 2))
        peer, number = await self.connect(), 0
        pump = asyncio.ensure_future(peer.pump(self.note))
        try:
            while self.more():
                if pump.done():
                    pump.result()
                number = await self.round(peer, number)
        finally:
            pump.cancel()
            peer.drop()

    async def round(self, peer, number):
        await self.timed(peer, number + 1, "analyse", **self.position())
        number += 1
        until = time.monotonic() + self.random.uniform(0.5, 3)
        while time.monotonic() < until and self.more():
            await self.timed(peer, number + 1, "ping")
            number += 1
            await asyncio.sleep(0.4)
        dice = self.random.random()
        if dice < 0.15:
            await self.ask(peer, number + 1, "explain", **self.position(self.random.choice([7, 9, 11])))
        elif dice < 0.25:
            await self.ask(peer, number + 1, "genmove", level=self.random.randrange(1, 5), **self.position(7))
        elif dice < 0.3:
            await self.ask(peer, number + 1, "solve", time=5, all_moves=True, **self.position(5))
        elif dice < 0.4:
            await self.ask(peer, number + 1, "stop", of=number)
        return number + 1

    async def watch(self, peer, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await peer.message()

    # --- The others
    async def dropper(self):
        while self.more():
            peer = await self.connect()
            peer.send(1, "analyse", **self.position())
            peer.send(2, "solve", time=30, **self.position(11))
            await asyncio.sleep(self.random.uniform(0, 1))
            whole = peer.frame(json.dumps({"id": 3, "do": "analyse", **self.position(13)}).encode())
            peer.writer.write(whole[:self.random.randrange(1, len(whole))])
            await asyncio.sleep(self.random.uniform(0, 0.2))
            peer.drop()
            self.hostile += 1

    async def garbage(self):
        texts = [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b'{"id":1}', b'{"id":-1,"do":"ping"}', b"[" * 5000,
                 b'{"id":1,"do":"analyse","size":99}', b'{"id":1,"do":"solve","moves":"a1"}', b'{"id":1.5,"do":[]}',
                 b'{"id":1,"do":"analyse","size":11,"moves":["a1","a1"]}', b'{"id":9007199254740993,"do":"ping"}']
        while self.more():
            if self.random.random() < 0.3:
                try:
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.write(os.urandom(self.random.randrange(1, 2000)))
                    await asyncio.sleep(0.1)
                    writer.transport.abort()
                except OSError:
                    pass
            else:
                peer = await self.connect()
                for _ in range(self.random.randrange(1, 20)):
                    text = self.random.choice(texts + [os.urandom(self.random.randrange(200))])
                    peer.writer.write(peer.frame(text, opcode=self.random.choice([1, 1, 1, 1, 1, 2, 0, 3, 9, 11])))
                await asyncio.sleep(0.2)
                peer.drop()
            self.hostile += 1

    async def oversized(self):
        while self.more():
            peer = await self.connect()
            peer.writer.write(peer.frame(b'{"id":1,"do":"ping","x":"' + b"y" * self.random.choice([10, 300000]),
                                         length=self.random.choice([None, 400000, 1 << 40])))
            for _ in range(self.random.randrange(20)):
                peer.writer.write(peer.frame(b"z" * 60000, opcode=0, final=False))
            await asyncio.sleep(0.3)
            peer.drop()
            self.hostile += 1

    async def disorderly(self):
        while self.more():
            peer = await self.connect()
            for _ in range(30):
                number = self.random.randrange(1, 6)  # ids that may still run
                peer.send(number, self.random.choice(["analyse", "stop", "explain", "solve", "openings", "review",
                                                      "genmove", "connections", "nonsense"]),
                          of=self.random.randrange(8), at="a1", playouts=50, time=2, **self.position())
            try:
                await asyncio.wait_for(self.watch(peer, 2), 3)
            except (asyncio.TimeoutError, ConnectionError, asyncio.IncompleteReadError):
                pass
            peer.drop()
            self.hostile += 1

    async def slow(self):
        while self.more():
            peer = await Peer(self.port).open(limit=1024)
            for number in range(1, 400):
                peer.send(number, self.random.choice(["analyse", "explain", "review"]), playouts=20,
                          **self.position(self.random.choice([13, 19])))
                if not self.more():
                    break
                await peer.reader.read(700)
                await asyncio.sleep(0.3)
            peer.drop()
            self.hostile += 1

    async def guard(self, kind):
        """A client of a kind, again and again; a healthy one must never lose its connection."""
        while self.more():
            try:
                await getattr(self, kind)()
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as fault:
                if kind == "healthy":
                    self.lost += 1
                    self.errors.append(f"lost: {fault!r}")
                await asyncio.sleep(0.1)


def latencies(samples, lags):
    """Seconds of each answer, less the longest time that this program itself was late meanwhile."""
    late = [(when, lag) for when, lag in lags if lag > 0.05]
    return [end - start - max([lag for when, lag in late if start <= when <= end + 0.05], default=0)
            for start, end in samples]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("inf")


async def lag_watch(load):
    """How late this program itself is: what it measures cannot be finer than that."""
    while load.more():
        start = time.monotonic()
        await asyncio.sleep(0.02)
        load.lag.append((time.monotonic(), time.monotonic() - start - 0.02))


async def drive(load, server, clients):
    kinds = [kind for kind, count in MIX for _ in range(max(1, round(count * clients / 100)))]
    tasks = [asyncio.ensure_future(load.guard(kind)) for kind in kinds]
    tasks.append(asyncio.ensure_future(lag_watch(load)))
    memory = []
    while load.more() and server.alive():
        await asyncio.sleep(1)
        if server.alive():
            memory.append(server.memory() / 1024)
    done, pending = await asyncio.wait(tasks, timeout=15)
    for task in pending:
        task.cancel()
    return memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--limit", type=float, default=0.5, help="seconds for an answer")
    parser.add_argument("--json")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # writing to a connection that was dropped is the point
    server = Server(options.build, "--memory", "1024")
    load = Load(server.port, options.seconds, options.seed)
    memory = asyncio.run(drive(load, server, options.clients))
    alive = server.alive()
    code, errors = server.end(60)
    quarter = max(1, len(memory) // 4)
    early, late = max(memory[quarter:2 * quarter] or [0]), max(memory[-quarter:] or [0])
    report = {"alive": alive, "exit": code, "answers": load.answers, "hostile_visits": load.hostile,
              "lost": load.lost, "errors": len(load.errors), "memory_early_mb": round(early, 1),
              "memory_late_mb": round(late, 1)}
    seconds = {name: latencies(samples, load.lag) for name, samples in load.latency.items()}
    for name, values in seconds.items():
        report[name] = {"count": len(values), "median_ms": round(1000 * percentile(values, 0.5), 1),
                        "p99_ms": round(1000 * percentile(values, 0.99), 1),
                        "max_ms": round(1000 * max(values or [float("inf")]), 1),
                        "late": sum(v > options.limit for v in values)}
    lags = [lag for _, lag in load.lag]
    report["own_lag_ms"] = {"p99": round(1000 * percentile(lags, 0.99), 1), "max": round(1000 * max(lags), 1)}
    print(json.dumps(report, indent=1))
    for line in load.errors[:5] + errors.splitlines()[:40]:
        print(line)
    if options.json:
        with open(options.json, "w") as out:
            json.dump(report, out, indent=1)
    good = (alive and code == 0 and not load.lost and not load.errors and late < 1.25 * early + 50
            and all(v <= options.limit for values in seconds.values() for v in values))
    print("passed" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
