#!/usr/bin/env python3
"""`mustplay serve --memory 128` beside strangers who want its memory: large messages, messages that do not end, and clients that do not read.

Usage: serve_memory.py BUILD. The process stays within the bound, and others are answered meanwhile.
"""
import base64
import os
import re
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Client, Closed, Server, frame_head  # noqa: E402
from checks import check, check_all, finish  # noqa: E402
from waiting import soon, wait_for  # noqa: E402

BUILD = sys.argv[1]
LARGE = 9000000
PROOF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/proofs/9x9/e5.proof.zst")
ANSWER_SECONDS = 0.1  # in which others are answered, on a machine of their own
with open(os.path.join(BUILD, "mustplay"), "rb") as program:
    SANITIZED = re.search(b"__[at]san_init", program.read())  # a sanitizer takes much memory itself
LIMIT = 2048 if SANITIZED else 128


class Healthy:
    """A client that asks for little and is answered soon."""

    def __init__(self, server):
        self.client = Client(server.port)
        self.client.message()
        self.pings = self.late = 0

    def ping(self):
        start = time.monotonic()
        good = self.client.ask("ping")["type"] == "done"
        took = time.monotonic() - start
        self.pings += 1
        self.late += not soon(took, ANSWER_SECONDS)
        return good

    def prompt(self):
        """A machine that stalls makes an answer late now and then, a server that keeps people waiting makes most of them."""
        return self.late <= self.pings / 10


def fresh(server, **keys):
    client = Client(server.port, **keys)
    client.message()
    return client


def within(server, name):
    peak = server.memory("VmHWM") / 1024
    check(f"{name}: {peak:.0f} MB of {LIMIT}", peak <= LIMIT)


def kinds(server):
    """A large message names its kind first: what is none is refused before it has come, and is not kept."""
    client = fresh(server)
    before = server.memory("VmHWM")
    start = b'{"id":77,"do":"ping","padding":['
    body = start + b"1," * ((LARGE - len(start)) // 2 - 1) + b"1]}"
    client.socket.sendall(frame_head(len(body), 1, True) + bytes(4) + body[:300])
    answer = client.message()
    yield "refused by its first bytes", (answer["id"], answer["code"]) == (77, "bad_request") or (answer["id"], answer["code"]) == (None, "bad_request")
    client.socket.sendall(body[300:])
    yield "the rest is passed over", client.ask("ping")["type"] == "done"
    yield "and was not kept", server.memory("VmHWM") - before < 4096
    for text in (b'{"do":"proof-walk","text":"' + b"x" * 300000 + b'","id":5}', b'{"text":"' + b"x" * 300000 + b'","id":5,"do":"proof-walk"}',
                 b'{"id":5,"do":"proof-walks","text":"' + b"x" * 300000 + b'"}', b" " * 300000, b"{" * 300000):
        client.send_raw(text)
        yield f"no kind: {text[:30]}", client.message()["code"] == "bad_request"
    for text in (b'{"do": "proof-walk", "id": 6, "text": "' + b"x" * 300000 + b'"}', b'\n{\t"id":6 ,\r\n"do" :"proof-walk","text":"' + b"x" * 300000 + b'"}'):
        client.send_raw(text)
        answer = client.message()
        yield f"a kind: {text[:30]}", (answer["id"], answer["code"]) == (6, "bad_input")
    client.send_raw(b'{"id":8,"do":"proof-walk",', final=False)  # in fragments it is the whole that counts
    for _ in range(20):
        client.send_raw(b" " * 20000, opcode=0, final=False)
    client.send_raw(b'"text":"x"}', opcode=0)
    answer = client.message()
    yield "in fragments", (answer["id"], answer["code"]) == (8, "bad_input")
    body = b'{"id":9,"do":"proof-walk","text":[' + b"1," * ((LARGE - 40) // 2) + b"1]}"
    client.send_raw(body)
    yield "too many values", "values" in client.message()["error"]
    client.send_raw(b'{"id":10,"do":"analyse","size":3,"moves":[' + b'"a1",' * 5000 + b'"a1"]}')
    yield "in a small one, too", "values" in client.message()["error"]
    client.drop()


def order(server):
    """What a worker parses keeps its place among the client's messages."""
    client = fresh(server)
    padding = b'"padding":"' + b"y" * 200000 + b'"'
    client.socket.sendall(b"".join(client.frame(b'{"id":%d,"do":"ping",%s}' % (i, padding) if i % 3 else b'{"id":%d,"do":"ping"}' % i) for i in range(1, 31)))
    yield "in order", [client.message()["id"] for _ in range(30)] == list(range(1, 31))
    client.send_raw(b'{"id":40,"do":"solve","size":11,"time":600,' + padding + b"}")
    client.send_raw(b'{"id":41,"do":"stop","of":40}')
    yield "a stop behind a long message", client.wait(40)["stopped"] is True
    for _ in range(10):  # gone while it is parsed
        gone = fresh(server)
        gone.send_raw(b'{"id":1,"do":"solve","size":11,' + padding + b"}")
        gone.drop()
    client.drop()


def proofs(server):
    """Large proofs of several clients at once: good ones, bad ones, and clients that leave in the middle."""
    with open(PROOF, "rb") as file:
        packed = base64.b64encode(file.read()).decode()
    clients = [fresh(server) for _ in range(6)]
    for _ in range(2):
        numbers = [client.send("proof-walk", **({"zstd": packed} if i % 2 else {"text": "mustplay-proof 1\n" * 480000})) for i, client in enumerate(clients)]
        answers = [client.wait(number) for client, number in zip(clients, numbers)]
        yield "walked, refused or busy", all(a["type"] == "done" or a["code"] in ("bad_input", "busy") for a in answers) and \
            any(a["type"] == "done" for a in answers[1::2])
    for client in clients:
        client.send("proof-walk", text="x" * (8 << 20))
        client.drop()
    client = fresh(server)
    yield "places come back", wait_for(lambda: client.ask("proof-walk", text="x" * (8 << 20))["code"] == "bad_input")
    client.drop()


def deaf(server, healthy):
    """Clients that ask for a lot and read nothing."""
    crowd = []
    for i in range(250):
        client = Client(server.port, buffer=2048)
        crowd.append(client)
        client.socket.setblocking(False)
        try:
            client.socket.send(b"".join(client.frame(b'{"id":%d,"do":"atlas","size":19}' % i) for i in range(1, 13)))
        except OSError:
            pass
        if i % 10 == 0:
            check("a client is answered beside deaf ones", healthy.ping())
    for _ in range(10):
        check("and later", healthy.ping())
    within(server, "deaf clients")
    for client in crowd:
        client.drop()


def endless(server, healthy):
    """Clients whose messages do not end."""
    crowd = []
    for i in range(400):
        client = fresh(server)
        crowd.append(client)
        client.socket.setblocking(False)
        try:
            client.socket.send(frame_head(262000, 1, True) + bytes(4) + b" " * 250000)
        except OSError:
            pass
        if i % 20 == 0:
            check("a client is answered beside endless messages", healthy.ping())
    for _ in range(10):
        check("and later", healthy.ping())
    within(server, "endless messages")
    for client in crowd:
        client.drop()


def main():
    server = Server(BUILD, "--memory", str(LIMIT), "--threads", "2", "--clients", "600")
    check_all(kinds(server))
    check_all(order(server))
    within(server, "large messages")
    check_all(proofs(server))
    within(server, "proofs")
    healthy = Healthy(server)
    deaf(server, healthy)
    endless(server, healthy)
    check(f"{healthy.late} of {healthy.pings} answers later than {ANSWER_SECONDS} s", healthy.prompt() or SANITIZED)
    check("a clean end", server.end() == (0, ""))
    finish()


main()
