#!/usr/bin/env python3
"""`mustplay serve` with thousands of connections, and with people who take their time.

Usage: serve_many.py BUILD [clients|burst|silent|slow...]. 10,000 connections, as far as descriptors allow: clients that say nothing, that come and leave all at once from several processes, and
connections that ask for nothing. Then readers and writers that are too slow are ended, in real time. The memory stays within --memory, and others are answered.
"""
import json
import os
import re
import resource
import select
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Client, Server, frame_head, http  # noqa: E402
from checks import check, finish  # noqa: E402
from waiting import soon, wait_for  # noqa: E402

BUILD = sys.argv[1]
ONLY = sys.argv[2:]
ANSWER_SECONDS = 0.1
MANY = 10000
PROCESSES = 4
LIMIT = 256
UPGRADE = ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: bXVzdHBsYXktbmdpbnghIQ==\r\nSec-WebSocket-Protocol: mustplay-1\r\n\r\n")


def descriptors():
    """As many as the system grants this program and the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return min(MANY, hard - 500)


class Pings:
    def __init__(self, server):
        self.server = server
        self.client = Client(server.port)
        self.client.message()
        self.took, self.late, self.used = [], 0, server.seconds()

    def ping(self):
        start = time.monotonic()
        good = self.client.ask("ping")["type"] == "done"
        self.took.append(time.monotonic() - start)
        self.late += not soon(self.took[-1], ANSWER_SECONDS)
        return good

    def report(self, name):
        took = sorted(self.took)
        figures = f"median {1000 * took[len(took) // 2]:.1f} ms, largest {1000 * took[-1]:.1f} ms of {len(took)}"
        used = self.server.seconds()
        print(f"{name}: answers {figures}, {self.late} late; {used - self.used:.2f} CPU seconds of the server", flush=True)
        check(f"{name}: {self.late} answers later than {ANSWER_SECONDS} s; {figures}", self.late <= len(took) / 10)
        self.took, self.late, self.used = [], 0, used


def connect(port, count, text, pings):
    """Connections that have sent the text; some ask the server meanwhile."""
    crowd = []
    for i in range(count):
        one = socket.socket()
        one.settimeout(60)
        one.connect(("127.0.0.1", port))
        one.sendall(text)
        crowd.append(one)
        if i % 250 == 0:
            check("answered while they come", pings.ping())
    return crowd


def hello(one):
    """Whether the client was let in, and has its hello."""
    data = b""
    try:
        while b'"hello"' not in data:
            piece = one.recv(65536)
            if not piece:
                return False
            data += piece
    except OSError:
        return False
    return True


def memory(server, name):
    peak = server.memory("VmHWM") / 1024
    print(f"{name}: {peak:.0f} MB at most, {server.memory() / 1024:.0f} MB now", flush=True)
    check(f"{name}: {peak:.0f} of {LIMIT} MB", peak <= LIMIT)


def clients(count):
    """As many clients as --clients allows at most."""
    server = Server(BUILD, "--clients", str(count), "--memory", str(LIMIT))
    pings = Pings(server)
    crowd = connect(server.port, count - 1, UPGRADE.format(server.port).encode(), pings)
    good = 0
    for i, one in enumerate(crowd):
        good += hello(one)
        if i % 250 == 0:
            check("answered while they read", pings.ping())
    check(f"{count} clients are let in", good == count - 1)
    for _ in range(40):
        check("answered beside them", pings.ping())
    pings.report(f"{count} clients")
    memory(server, f"{count} clients")
    for i, one in enumerate(crowd):
        try:
            one.sendall(frame_head(24, 1, True) + bytes(4) + b'{"id":1,"do":"atlas"}   ')
        except OSError:
            pass  # on a crowded machine it was silent for too long
        if i % 250 == 0:
            check("answered while they ask", pings.ping())
    for _ in range(40):
        check("answered when all ask at once", pings.ping())
    pings.report(f"{count} clients that ask and do not read")
    memory(server, f"{count} clients that do not read")
    for one in crowd:
        one.close()
    check("places come back", wait_for(lambda: Client(server.port).status == 101))
    for _ in range(10):
        check("answered after they left", pings.ping())
    check("a clean end", server.end() == (0, ""))


def silent(count):
    """Connections that are no clients."""
    server = Server(BUILD, "--memory", str(LIMIT))
    pings = Pings(server)
    crowd = connect(server.port, count, b"GET / HTTP/1.1\r\n", pings)
    for _ in range(20):
        check("the page beside them", http(server.port)[0] == 200)
        check("answered beside them", pings.ping())
    pings.report(f"{count} connections")
    memory(server, f"{count} connections")
    for one in crowd:
        one.close()
    check("a clean end", server.end() == (0, ""))


def crowd_start(port, count, text):
    """A process that opens clients as fast as it can, and closes all of them. Its exit code is 0 if all were let
    in."""
    process = os.fork()
    if process:
        return process
    good = False
    try:
        crowd = []
        for _ in range(count):
            crowd.append(socket.create_connection(("127.0.0.1", port), 60))
            crowd[-1].sendall(text)
        good = all(hello(one) for one in crowd)
    finally:
        os._exit(0 if good else 1)


def burst(count):
    """Clients from several processes at once, twice: who was there before is answered all the time."""
    server = Server(BUILD, "--clients", str(count), "--memory", str(LIMIT))
    pings = Pings(server)
    text = UPGRADE.format(server.port).encode()
    for _ in range(2):
        crowds = [crowd_start(server.port, count // PROCESSES - 1, text) for _ in range(PROCESSES)]
        codes = {}
        while len(codes) < len(crowds):
            check("answered in the crush", pings.ping())
            for process in set(crowds) - set(codes):
                found, status = os.waitpid(process, os.WNOHANG)
                if found:
                    codes[process] = os.waitstatus_to_exitcode(status)
            time.sleep(0.005)  # pings are drawn evenly over the crush
        check("all of the crush are let in", not any(codes.values()), codes)
        check("places come back", wait_for(lambda: Client(server.port).status == 101))
    pings.report(f"{PROCESSES} times {count // PROCESSES} clients at once")
    memory(server, "clients at once")
    check("a clean end", server.end() == (0, ""))


def ended(one):
    """Whether the server has ended a connection, whose bytes are not read."""
    poller = select.poll()
    poller.register(one, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    return bool(poller.poll(0))


def slow():
    """Who takes minutes for what takes seconds is ended: a head, a message byte by byte, an answer that is hardly read."""
    server = Server(BUILD)
    pings = Pings(server)
    head = socket.create_connection(("127.0.0.1", server.port))
    message = Client(server.port)
    message.message()
    message.socket.sendall(frame_head(1000, 1, True) + bytes(4))
    fragments = Client(server.port)
    fragments.message()
    fragments.socket.sendall(Client.frame(b"{", final=False))
    readers = [Client(server.port, buffer=1024) for _ in range(2)]
    for client in readers:
        client.socket.sendall(b"".join(client.frame(json.dumps({"id": i, "do": "atlas", "size": 19}).encode()) for i in range(1, 60)))
    late = {"head": head, "message": message.socket, "fragments": fragments.socket, "deaf": readers[0].socket, "slow reader": readers[1].socket}
    start, gone = time.monotonic(), {}
    while len(gone) < len(late) and time.monotonic() < start + 200:
        for name, one in late.items():
            if name in gone:
                continue
            try:
                if name == "head":
                    one.send(b"G")
                elif name == "message":
                    one.send(b" ")
                elif name == "fragments":
                    one.send(Client.frame(b" ", opcode=0, final=False))
                elif name == "slow reader":
                    one.recv(100)
            except OSError:
                gone[name] = time.monotonic() - start
                continue
            if ended(one):
                gone[name] = time.monotonic() - start
        check("answered beside slow ones", pings.ping())
        time.sleep(0.5)  # they take their time
    for name in late:
        check(f"{name} is ended: {gone}", name in gone)
    print({name: round(seconds) for name, seconds in gone.items()}, flush=True)
    pings.report("slow ones")
    check("a clean end", server.end() == (0, ""))


def main():
    with open(os.path.join(BUILD, "mustplay"), "rb") as program:
        if re.search(b"__[at]san_init", program.read()):
            sys.exit(77)  # it takes much memory itself, and is slow
    count = descriptors()
    for name, part in (("clients", lambda: clients(count)), ("burst", lambda: burst(count)), ("silent", lambda: silent(count)), ("slow", slow)):
        if not ONLY or name in ONLY:
            part()
    finish()


main()
