#!/usr/bin/env python3
"""`mustplay serve`: files, hosts and origins, the protocol of docs/WEB.md, hostile clients, a clean end."""
import base64
import json
import os
import re
import select
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Client, Closed, Server, http, timed  # noqa: E402
from checks import check, check_all, finish  # noqa: E402
from waiting import PATIENCE, soon, wait_for  # noqa: E402

BUILD = sys.argv[1]
PROGRAM = os.path.join(BUILD, "mustplay")
STOPS = 15  # seconds in which long work ends that is told to: it would take 25 and more
SETUP = {"size": 9, "black": ["b8", "f9", "e6"], "white": ["c5", "e4", "f2"], "to_move": "black"}


def program(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fresh(server, **keys):
    client = Client(server.port, **keys)
    return client, client.message()


# --- HTTP
def files(server):
    status, head, body = http(server.port)
    yield "the page", status == 200 and b"<html" in body and head["content-type"] == "text/html; charset=utf-8"
    policy = head["content-security-policy"]
    yield "policy", "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    yield "headers", head["x-content-type-options"] == "nosniff" and head["referrer-policy"] == "no-referrer"
    status, again, body = http(server.port, headers=[("If-None-Match", head["etag"])])
    yield "unchanged", status == 304 and not body and again["etag"] == head["etag"]
    status, only, body = http(server.port, method="HEAD")
    yield "head", status == 200 and not body and only["content-length"] == head["content-length"]
    yield "no post", http(server.port, method="POST")[0] == 405
    status, head, _ = http(server.port, "/nothing.js")
    yield "not found", status == 404 and "content-security-policy" in head
    for path in ("/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/./../CMakeLists.txt",
                 "/index.html%00.js", "/web/index.html", "/\\..\\etc\\passwd", "/" + "a" * 3000):
        status, _, body = http(server.port, path)
        yield f"no file by {path[:30]}", status in (0, 400, 403, 404, 414, 431) and b"root:" not in body


def types(server):
    """Every file that the page names is there, with its type."""
    _, _, body = http(server.port)
    names = {word for quote in ("src=\"", "href=\"") for part in body.decode().split(quote)[1:]
             for word in [part.split('"')[0]] if word.endswith((".js", ".css", ".svg"))}
    wanted = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
    for name in sorted(names):
        status, head, _ = http(server.port, "/" + name)
        yield name, status == 200 and head["content-type"] == wanted[name[name.rindex("."):]]


def senders(server):
    port = server.port
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}"):
        yield f"host {host}", http(port, host=host)[0] == 200
    for host in ("evil.example", f"evil.example:{port}", "localhost", f"localhost:{port + 1}", f"127.0.0.1.evil:{port}",
                 f"10.0.0.1:{port}", "x" * 300, f"localhost:{port}:{port}"):
        yield f"foreign host {host[:30]}", http(port, host=host)[0] in (400, 403)
    yield "no host", http(port, raw=b"GET / HTTP/1.1\r\n\r\n")[0] in (0, 400, 403)
    for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
        yield f"origin {host}", Client(port, host=host, origin=f"http://{host}").status == 101
    yield "no origin", Client(port, origin=False).status == 101
    yield "the origin is another name of this machine", Client(port, host=f"127.0.0.1:{port}", origin=f"http://localhost:{port}").status == 403
    for origin in ("http://evil.example", f"http://evil.example:{port}", "null", f"https://localhost:{port}",
                   f"http://localhost:{port + 1}", "http://localhost", "file://", f"http://localhost:{port}.evil",
                   f"http://127.0.0.1:{port}/x", f"http://x@127.0.0.1:{port}", f"https://127.0.0.1:{port}", "http://", "http://127.0.0.1"):
        yield f"foreign origin {origin}", Client(port, origin=origin).status == 403
        yield f"page from {origin}", http(port, headers=[("Origin", origin)])[0] == 403
    yield "socket of a foreign host", Client(port, host="evil.example").status == 403
    yield "another path", Client(port, path="/other").status not in (101, 200)
    yield "another protocol", Client(port, protocol="chat").status != 101
    yield "no protocol", Client(port, protocol=None).status != 101


# --- The protocol
# A frame of zstd whose blocks are plain, or one byte many times.
def zstd_frame(data):
    frame, step = b"\x28\xb5\x2f\xfd\xe0" + len(data).to_bytes(8, "little"), 100000
    for i in range(0, len(data), step):
        block, last = data[i:i + step], i + step >= len(data)
        many = block.count(block[0]) == len(block)
        frame += (len(block) << 3 | many << 1 | last).to_bytes(3, "little") + (block[:1] if many else block)
    return frame


def proof_files(server):
    client, _ = fresh(server)
    made = client.ask("proof-write", size=5, moves=["a2"])
    yield "a proof", made["type"] == "done" and made["text"].startswith("mustplay-proof 1\nboard 5x5\n") and made["claims"] > 3
    text, winner = made["text"], made["winner"]
    answer = client.ask("proof-walk", text=text)
    yield "its root", (answer["width"], answer["winner"], answer["root"]["black"]) == (5, winner, ["a2"]) and not answer["over"]
    cells = [cell for group in answer["groups"] for cell in group["cells"]]
    empty = 25 - len(answer["position"]["black"]) - len(answer["position"]["white"])
    yield "every empty cell is in one group", len(cells) == len(set(cells)) == empty
    intrusions = []
    while not answer["over"]:
        intrusions.append(answer["groups"][-1]["cells"][-1])
        answer = client.ask("proof-walk", text=text, intrusions=intrusions)
        if answer["type"] != "done":
            break
    yield "walked to the end", answer["type"] == "done" and answer["groups"] == [] and len(answer["steps"]) == len(intrusions)
    packed = lambda *texts: base64.b64encode(b"".join(zstd_frame(text.encode()) for text in texts)).decode()
    yield "a compressed proof", client.ask("proof-walk", zstd=packed(text), intrusions=intrusions) | {"id": 0} == answer | {"id": 0, "text": text}
    yield "its text", client.ask("proof-walk", zstd=packed(text))["text"] == text
    yield "in two frames", client.ask("proof-walk", zstd=packed(text[:100], text[100:]))["text"] == text
    for keys, word in (({"zstd": 3}, "zstd"), ({"zstd": "!"}, "base 64"), ({"zstd": ""}, "not a whole file"), ({"zstd": packed(text)[:-8]}, "not a whole file"),
                       ({"zstd": packed("x" * (9 << 20))}, "8 MB"), ({"zstd": packed("x")}, "not a proof"), ({},  "text"), ({"text": 3}, "text"), ({"text": ""}, "not a proof"), ({"text": text[:-3]}, "line"),
                       ({"text": text, "intrusions": "a1"}, "list"), ({"text": text, "intrusions": ["z9"]}, "z9"),
                       ({"text": text, "intrusions": ["a2"]}, "not empty"), ({"text": text, "intrusions": [None]}, "list"),
                       ({"text": "x" * (8 << 20) + "x"}, "8 MB"), ({"text": "mustplay-proof 1\n" * 400000}, "line 2")):
        answer = client.ask("proof-walk", **keys)
        yield f"bad proof, {word}", answer["type"] == "error" and answer["code"] == "bad_input" and word in answer["error"]
    client.send_raw(b'{"id":77,"do":"ping","padding":"' + b"x" * 300000 + b'"}')
    answer = client.message()
    yield "only proofs are large", answer["type"] == "error" and answer["code"] == "bad_request" and "large" in answer["error"]
    yield "no proof in no time", client.ask("proof-write", size=11, time=0.2)["text"] is None
    yield "a finished game", "text" in client.ask("proof-write", size=3, moves=["a1", "b1", "a2", "b2", "a3"])


# A few large messages at a time: more are refused, and places come back.
def large_places(server):
    start = b'{"id":7,"do":"proof-walk","text":"' + b"x" * 300
    slow = [fresh(server)[0] for _ in range(4)]
    for client in slow:
        client.socket.sendall(client.frame(start, length=5000000))
    late, _ = fresh(server)
    late.socket.sendall(late.frame(start, length=5000000))
    answer = late.message()
    yield "the fifth", (answer["id"], answer["code"]) == (7, "busy")
    for client in slow:
        client.close()
    yield "places come back", wait_for(lambda: large_taken(server))


def large_taken(server):
    """Whether the server takes a large message now."""
    client, _ = fresh(server)
    try:
        return client.ask("proof-walk", text="x" * 5000000)["code"] == "bad_input"
    except (Closed, OSError):
        return False


def small(server):
    client, hello = fresh(server)
    yield "hello", hello["type"] == "hello" and hello["protocol"] == 1 and hello["limits"]["message_bytes"] == 262144 and hello["limits"]["proof_bytes"] == 8 << 20
    yield "players", any(p["default"] for p in hello["players"]) and all(p["name"] != "htp" for p in hello["players"])
    yield "levels", [level["level"] for level in hello["levels"]] == list(range(1, 11)) and hello["default_level"] == 4
    yield "ping", client.ask("ping") == {"id": 1, "type": "done"}
    answer = client.ask("solve", size=3, moves=["a1", "b1", "a2", "b2", "a3"])
    yield "won", answer["winner"] == "black" and answer["move"] is None
    answer = client.ask("connections", width=4, height=3, black=["a1"], white=["b2"], moves=["c3"], at="c3")
    yield "set-up", answer["color"] == "black" and answer["group"] == ["c3"]
    answer = client.ask("connections", size=5, moves=["a3", "swap-pieces"], at="c1")
    yield "swap", answer["color"] == "white" and answer["group"] == ["c1"]
    yield "and who moves", client.ask("explain", size=5, moves=["a3", "swap-pieces"])["to_move"] == "black"
    for keys, word in (({"size": 5, "moves": ["a1", "a1"]}, "move 2"), ({"size": 20}, "width"), ({}, "width"),
                       ({"size": 5, "moves": ["z9"]}, "z9"), ({"size": 5, "black": ["a1"], "white": ["a1"]}, "a1"),
                       ({"size": 5, "black": ["a1", "a2"]}, "who moves"), ({"size": 5, "moves": "a1"}, "list"),
                       ({"size": 5, "to_move": "red"}, "colour"), ({"size": 5, "moves": [["a1"]]}, "move 1")):
        answer = client.ask("explain", **keys)
        yield f"bad position {keys}", answer["type"] == "error" and answer["code"] == "bad_input" and word in answer["error"]
    client.send_raw(b"nonsense")
    answer = client.message()
    yield "not JSON", answer["id"] is None and answer["code"] == "bad_request"
    for text in (b"[]", b'{"do":"ping"}', b'{"id":0,"do":"ping"}', b'{"id":"7","do":"ping"}', b'{"id":1,"id":2}', b"\xff\xff",
                 b"[" * 100000):
        client.send_raw(text)
        yield f"refused {text[:20]}", client.message()["code"] == "bad_request"
    for name in ("dance", "position", "read", "write"):
        yield f"no {name}", client.ask(name, size=5).get("code") == "bad_request"
    yield "nothing to do", client.ask(None)["code"] == "bad_request"
    client.send_raw(b'{"id":90,"do":', final=False)
    client.send_raw(b'"pi', opcode=0, final=False)
    client.send_raw(b'ng"}', opcode=0)
    yield "in fragments", client.message() == {"id": 90, "type": "done"}
    client.close()


def analyse(server):
    client, hello = fresh(server)
    if not hello["net"]:
        yield "no net", client.ask("analyse", size=5)["code"] == "no_net"
        return
    seen = []
    number = client.send("analyse", size=11, moves=["f6"])
    while len(seen) < 3:
        seen.append(client.message())
    yield "streamed", [m["type"] for m in seen] == ["progress"] * 3 and seen[0]["visits"] < seen[-1]["visits"]
    best = seen[-1]["moves"][0]
    yield "candidates", best["pv"][0] == best["move"] and 0 <= best["value"] <= 1 and best["visits"] > 0
    took, answer = timed(client.ask, "stop", of=number)
    yield "stop", answer["type"] == "done" and took < STOPS
    yield "stopped", client.wait(number)["stopped"] is True
    one = client.send("analyse", size=11, moves=["f6"])
    two = client.send("analyse", size=11, moves=["a1"])
    yield "replaced", client.wait(one)["stopped"] is True
    first = client.message()
    yield "by the new one", first["id"] == two and first["to_move"] == "white"
    client.send("stop", of=two)
    client.wait(two)
    answer = client.ask("analyse", size=11, moves=["f6"], playouts=30)
    yield "play-outs", answer["type"] == "done" and answer["stopped"] is False and answer["visits"] >= 30
    yield "proved", client.ask("analyse", size=3, moves=["b2"])["proved"] == "loss"
    yield "over", client.ask("analyse", size=2, moves=["a1", "b1", "a2"])["code"] == "over"
    yield "stopping nothing", client.ask("stop", of=12345)["type"] == "done"
    game = ["f6", "g5", "e7", "f5"]
    answer = client.ask("review", size=11, moves=game, playouts=10)
    yield "review", [m["move"] for m in answer["moves"]] == game and len(answer["positions"]) == answer["total"] == 5
    yield "complete", answer["complete"] and not answer["stopped"]
    answer = client.ask("review", size=3, moves=["b2", "a1", "c1", "b1", "a3"], playouts=50)
    last = answer["positions"][-1]
    yield "review to the end", last["proved"] == "loss" and last["to_move"] == "white" and last["black"] == 1
    answer = client.ask("review", size=3, moves=["b2", "swap-pieces"], playouts=50)
    yield "review of a swap", answer["moves"][1]["best"] == "swap-pieces" and answer["moves"][1]["loss"] == 0
    number = client.send("review", size=11, moves=["a1"] + [f"{c}{r}" for r in range(2, 9) for c in "abcdefgh"], playouts=100000)
    server.computes(0.3)
    client.send("stop", of=number)
    took, answer = timed(client.wait, number)
    yield "a review stops", took < STOPS and answer["stopped"] and not answer["complete"]
    client.close()


def play(server):
    client, _ = fresh(server)
    answer = client.ask("genmove", size=5, moves=["a1"], level=1)
    yield "a move", answer["type"] == "done" and answer["pv"][0] == answer["move"] and answer["move"] != "a1"
    yield "swaps", client.ask("genmove", size=5, moves=["c3"], swap=True)["move"] == "swap-pieces"
    yield "unless told not to", client.ask("genmove", size=5, moves=["c3"], swap=False)["move"] != "swap-pieces"
    moves = []
    while True:  # the engine against itself, to the end
        answer = client.ask("genmove", size=4, moves=moves, player="distance", swap=False)
        if answer["type"] == "error":
            break
        moves.append(answer["move"])
    yield "a whole game", answer["code"] == "over" and 7 <= len(moves) == len(set(moves))
    yield "an unknown player", client.ask("genmove", size=5, player="nobody")["type"] == "error"
    yield "no programs", client.ask("genmove", size=5, player="htp:touch /tmp/x")["type"] == "error"
    yield "no options", client.ask("genmove", size=5, player="net:file=/etc/passwd")["type"] == "error"
    yield "a bad level", client.ask("genmove", size=5, level=99)["code"] == "bad_input"
    yield "a finished game", client.ask("genmove", size=2, moves=["a1", "b1", "a2"])["code"] == "over"
    number = client.send("genmove", size=13, moves=["a1"], player="net", time=25, swap=False)
    server.computes(0.3)
    client.send("stop", of=number)
    took, answer = timed(client.wait, number)
    yield "stopped with a move", took < STOPS and answer["stopped"] and answer["move"]
    client.close()


def knowledge(server):
    client, hello = fresh(server)
    answer = client.ask("explain", **SETUP)
    told = json.loads(program("explain", "--size", "9", "--black", "b8 f9 e6", "--white", "c5 e4 f2", "--to-move", "black", "--json")[1])
    current, shown = told.pop("circuit"), answer["circuit"]  # written with different precision
    yield "the same circuit", all(abs(current[key] - shown[key]) < 1e-4 for key in ("black", "white", "lead"))
    yield "as the program", all(answer[key] == value for key, value in told.items())
    yield "kinds", {i["kind"] for i in answer["inferior"]} <= {k["kind"] for k in hello["kinds"]}
    yield "in words", "to move" in answer["text"]
    answer = client.ask("connections", at="e6", **SETUP)
    yield "connections", answer["color"] == "black" and answer["group"] == ["e6"] and "f4" in answer["reach"]
    full = [link for link in answer["links"] if link["full"] and link["to"] == "bottom"]
    yield "to the edge", full and all(link["key"] is None and link["carrier"] for link in full)
    semis = [link for link in answer["links"] if not link["full"]]
    yield "semis", semis and all(link["key"] in link["carrier"] for link in semis)
    answer = client.ask("connections", at="left", **SETUP)
    yield "of an edge", answer["color"] == "white" and any(link["to"] == "c5" for link in answer["links"])
    yield "of an empty cell", client.ask("connections", at="a1", color="white", **SETUP)["type"] == "done"
    yield "of nothing", client.ask("connections", at="a1", **SETUP)["type"] == "error"
    yield "of nowhere", client.ask("connections", at="roof", **SETUP)["code"] == "bad_input"
    client.close()


def proofs(server):
    client, _ = fresh(server)
    keys = ("winner", "to_move", "winning_moves", "losing_moves", "unknown_moves")
    for moves in ([], ["a3"], ["c3", "b2"]):
        answer = client.ask("solve", size=5, moves=moves, all_moves=True)
        told = json.loads(program("solve", "--size", "5", "--moves", " ".join(moves), "--all-moves", "--json")[1])
        yield f"solve {moves}", all(answer[key] == told[key] for key in keys) and answer["stopped"] is False
    # Black wins with the answer of the proof to whatever White plays.
    moves = [client.ask("solve", size=4)["move"]]
    cells = [c + r for r in "1234" for c in "abcd"]
    answer = client.ask("reply", size=4, moves=moves)
    while answer["winner"] == "black" and len(moves) < 16 and client.ask("explain", size=4, moves=moves)["type"] == "done":
        free = [cell for cell in cells if cell not in moves]
        moves.append(free[len(moves) % len(free)])
        answer = client.ask("reply", size=4, moves=moves)
        if answer["move"] not in answer["carrier"]:
            break
        moves.append(answer["move"])
    answer = client.ask("solve", size=4, moves=moves)
    yield "play against the proof", answer["winner"] == "black" and client.ask("explain", size=4, moves=moves)["code"] == "over"
    answer = client.ask("solve", size=2, moves=["a1", "b1", "a2"], all_moves=True)
    yield "solve a finished game", answer["winner"] == "black" and answer["winning_moves"] == []
    number = client.send("solve", size=11, time=600)
    waited = []
    while not waited:
        message = client.message()
        if message["type"] == "progress" and message["nodes"]:
            waited.append(message)
    took, answer = timed(client.ask, "stop", of=number)
    yield "a long proof stops", took < STOPS and client.wait(number)["stopped"] is True and answer["type"] == "done"
    yield "out of time", client.ask("solve", size=11, time=0.2)["winner"] is None
    yield "unknown method", client.ask("solve", size=3, method="brute")["type"] == "error"
    answer = client.ask("openings", size=4)
    told = json.loads(program("solve", "--size", "4", "--all-openings", "--json")[1])
    yield "openings", answer["winning"] == told["winning_moves"] and answer["losing"] == told["losing_moves"]
    yield "kept", client.ask("openings", size=4)["nodes"] == 0
    yield "told to the next", {"width": 4, "height": 4, "known": 16} in fresh(server)[1]["openings"]
    client.close()


def templates(server):
    client, _ = fresh(server)
    ziggurat = {"width": 4, "height": 3, "stones": ["c1"], "upper": ["c1"], "edges": ["bottom"],
                "carrier": ["d1", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]}
    answer = client.ask("template", **ziggurat)
    yield "a template", answer["type"] == "done" and answer["verdict"] == "valid" and answer["minimal"] is True and not answer["spare"]
    answer = client.ask("template", **{**ziggurat, "carrier": ziggurat["carrier"][:-1]})
    yield "a broken one", answer["verdict"] == "invalid" and answer["intrusions"] and answer["minimal"] is False
    answer = client.ask("template", **{**ziggurat, "carrier": ["a2"] + ziggurat["carrier"]})
    yield "a cell too many", answer["verdict"] == "valid" and answer["spare"] == ["a2"] and answer["minimal"] is False
    # Whatever the opponent does, the answers join the stone to its edge.
    for first in ziggurat["carrier"]:
        stones, carrier, intrusion = ["c1"], list(ziggurat["carrier"]), first
        for _ in range(8):
            answer = client.ask("template", **{**ziggurat, "stones": stones, "carrier": carrier}, intrusion=intrusion)
            carrier = [cell for cell in carrier if cell not in (intrusion, answer["reply"])]
            stones = stones + [answer["reply"]]
            if answer["joined"] or not carrier or not answer["reply"]:
                break
            intrusion = carrier[len(carrier) // 2]
        yield f"intrusion at {first}", answer["verdict"] == "valid" and answer["joined"]
    bridge = {"width": 2, "height": 3, "stones": ["b1", "a3"], "carrier": ["a2", "b2"], "upper": ["b1"], "lower": ["a3"]}
    yield "between stones", client.ask("template", **bridge)["minimal"] is True
    yield "its reply", client.ask("template", **bridge, intrusion="a2")["reply"] == "b2"
    yield "no end", client.ask("template", **{**bridge, "lower": []})["code"] == "no_template"
    for name, keys in (("a cell twice", {"carrier": ["a2", "b1"]}), ("no cell", {"carrier": ["z9"]}), ("an end without a stone", {"upper": ["a2"]}),
                       ("an edge", {"edges": ["left"]}), ("edges", {"edges": "top"}), ("an intrusion outside", {"intrusion": "a1"}), ("time", {"time": -1})):
        yield name, client.ask("template", **{**bridge, **keys})["code"] == "bad_input"
    large = {"size": 9, "edges": ["top", "bottom"], "carrier": [f"{c}{r}" for c in "abcdefghi" for r in range(1, 10)]}
    answer = client.ask("template", **large, time=0.3)
    yield "out of time", answer["verdict"] == "undecided" and answer["minimal"] is None
    number = client.send("template", **large, time=60)
    server.computes(0.5)
    client.ask("stop", of=number)
    yield "stops", client.wait(number)["stopped"] is True
    client.close()


# --- Hostile clients
def refusal(client):
    """The close code that comes next, 0 for an end without one."""
    try:
        while True:
            client.message()
    except Closed as closed:
        return closed.code or 0
    except OSError:
        return 0


def closes(server, data, codes, seconds=15):
    """Whether the server closes the connection of a client that sends these bytes, with this code, and before a
    timeout (25 s and more)."""
    client, _ = fresh(server)
    client.socket.sendall(data)
    client.socket.settimeout(seconds)
    took, code = timed(refusal, client)
    return code in codes and took < seconds


def frames(server):
    """Frames that break the rules of RFC 6455 close the connection, at once and with the code that says why."""
    ping = b'{"id":1,"do":"ping"}'
    head = bytes([0x81, len(ping)])
    yield "unmasked", closes(server, head + ping, [1002])
    yield "unmasked, later", closes(server, Client.frame(ping) + head + ping, [1002])
    yield "unmasked close", closes(server, b"\x88\x02\x03\xe8", [1002])
    yield "2^63-1 bytes", closes(server, b"\x81\xff" + b"\x7f" + b"\xff" * 7, [1009])
    yield "2^63-1 bytes with payload", closes(server, Client.frame(ping, length=(1 << 63) - 1), [1009])
    yield "2^50 bytes", closes(server, Client.frame(b"x" * 100, length=1 << 50), [1009])
    yield "a byte too many", closes(server, b"\x81\xff" + (9437185).to_bytes(8, "big"), [1009])
    yield "2^63 bytes", closes(server, b"\x81\xff" + b"\x80" + b"\0" * 7, [1002])
    yield "a length of five in eight bytes", closes(server, b"\x81\xff" + b"\0" * 7 + b"\5", [1002])
    yield "a reserved bit", closes(server, b"\xc1\x80\0\0\0\0", [1002])
    yield "an unknown opcode", closes(server, b"\x83\x80\0\0\0\0", [1002])
    yield "a long ping", closes(server, b"\x89\xfe\0\x80", [1002])
    yield "a ping in fragments", closes(server, b"\x09\x80\0\0\0\0", [1002])
    yield "a continuation of nothing", closes(server, b"\x80\x80\0\0\0\0", [1002])
    yield "a message within a message", closes(server, b"\x01\x80\0\0\0\0" * 2, [1002])
    yield "binary", closes(server, b"\x82\x80\0\0\0\0", [1003])
    yield "a close is answered", closes(server, Client.frame(b"\x03\xe8", opcode=8), [1000])
    client, _ = fresh(server)
    client.send_raw(b'{"id":1,', final=False)
    client.send_raw(b"between", opcode=9)
    client.send_raw(b'"do":"ping"}', opcode=0)
    yield "a pong between fragments", client.take(9) == b"\x8a\x07between" and client.message() == {"id": 1, "type": "done"}
    client.socket.sendall(b"".join(client.frame(b'{"id":%d,"do":"ping"}' % i) for i in range(2, 300)))
    yield "many in one write", [client.message()["id"] for _ in range(298)] == list(range(2, 300))
    data = client.frame(b'{"id":300,"do":"ping"}')
    for at in range(len(data)):
        client.socket.sendall(data[at:at + 1])
    yield "byte by byte", client.message()["id"] == 300


def half_open():
    """People who connect and say nothing, or half of something, keep nobody out."""
    for _ in range(3):  # who is late each time is late by himself, not by a machine that stalls
        late = yield from half_open_once()
        if not late:
            break
    yield f"beside 600 half-open connections: {late or 'in time'}", not late


def connected(sockets):
    """Waits until all are connected, or as many as the server takes."""
    poller = select.poll()
    for one in sockets:
        poller.register(one, select.POLLOUT)
    open_ones, before = set(), -1
    while len(open_ones) < len(sockets) and len(open_ones) > before:
        before = len(open_ones)
        for descriptor, _ in poller.poll(500):
            open_ones.add(descriptor)
            poller.unregister(descriptor)


def half_open_once():
    """What comes late, or ""."""
    server = Server(BUILD)
    asked = [b"", b"GET / HTTP/1.1\r\n", b"GET /ws HTTP/1.1\r\nHost: x\r\n", b"\0"]
    silent = []
    for i in range(600):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(("127.0.0.1", server.port))
        silent.append(one)
    connected(silent)
    for i, one in enumerate(silent):
        try:
            one.send(asked[i % 4] or b"G")
        except OSError:
            pass
    took, (client, hello) = timed(fresh, server)
    late = "" if soon(took, 2) else f"a client after {took:.1f} s"
    yield "hello beside 600 half-open connections", hello["type"] == "hello"
    took, answer = timed(http, server.port)
    late = late or ("" if soon(took, 2) else f"the page after {took:.1f} s")
    yield "and the page", answer[0] == 200
    yield "the client stays", client.ask("ping")["type"] == "done"
    for one in silent:
        one.close()
    yield "a clean end", server.end()[0] == 0
    return late


def hostile(server):
    client, _ = fresh(server)
    client.socket.sendall(client.frame(b"x" * 100, length=10000000))
    yield "too large", refusal(client) in (1009, 0)
    client, _ = fresh(server)
    try:
        for i in range(200):
            client.send_raw(b"y" * 60000, opcode=0 if i else 1, final=False)
    except OSError:
        pass
    yield "too many fragments", refusal(client) in (1009, 0)
    client, _ = fresh(server)
    client.send_raw(b'{"id":500,"do":"solve","size":11}')
    client.send_raw(b'{"id":500,"do":"analyse","size":11}')
    yield "an id twice", client.wait(500)["code"] == "bad_request"
    client, _ = fresh(server)  # requests that replace each other and end at once
    numbers = [client.send(("solve", "analyse", "explain")[i % 3], size=3, moves=["b2"][:i % 2]) for i in range(600)]
    ends = [client.wait(n)["type"] for n in numbers]
    yield "replaced at once", set(ends) <= {"done", "error"} and ends[-1] == "done"
    for cut in range(1, 40, 6):  # dropped in the middle of a message, with work under way
        client, _ = fresh(server)
        client.send("analyse", size=13)
        client.send("solve", size=9)
        client.send("openings", size=8)
        client.send("genmove", size=11, player="net", time=20)
        client.socket.sendall(client.frame(b'{"id":9,"do":"analyse","size":11,"moves":["a1"]}')[:cut])
        client.drop()
    slow = [Client(server.port, buffer=2048) for _ in range(3)]
    for client in slow:  # never reads
        for _ in range(30):
            client.send("explain", size=19, moves=["a1", "b2"])
        client.send("analyse", size=19)
    for text in (b"\0" * 500, b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 100, b"GET " + b"x" * 9000):
        with socket.create_connection(("127.0.0.1", server.port), 5) as raw:
            raw.sendall(text)
    client, _ = fresh(server)
    took, answer = timed(client.ask, "ping")
    yield f"the others are served after {took:.1f} s", answer["type"] == "done" and soon(took, STOPS)
    took, answer = timed(client.ask, "analyse", size=7, playouts=2)
    yield f"and analysed after {took:.1f} s", soon(took, STOPS) and answer["type"] in ("done", "error")
    for client in slow:
        client.drop()


def first_look(client, moves):
    """The first that an analysis says."""
    number = client.send("analyse", size=11, moves=moves)
    while True:
        message = client.message()
        if message["id"] == number:
            return message


def in_time(questions, ask):
    """The first answer that comes soon, else the last, with its seconds."""
    for question in questions:
        took, answer = timed(ask, question)
        if soon(took, 2):
            break
    return took, answer


def fair():
    """Long proofs keep neither a short one nor a first look waiting."""
    server = Server(BUILD)
    long = [fresh(server)[0] for _ in range(30)]
    for client in long:
        client.send("solve", size=11, time=600)
        client.send("openings", size=9, time=600)
    server.computes(1)
    client, hello = fresh(server)
    # Where an answer is late, another question of its kind: an answer to the same could come from what the first left. A machine that stalls
    # makes one late, an unfair server all.
    for name, questions in (("solve", [{"size": 4, "all_moves": True}, {"size": 4, "moves": ["c3", "b3"], "all_moves": True}, {"size": 4, "moves": ["b2", "d1"]}]),
                            ("reply", [{"size": 4, "moves": ["b2", "c3"]}, {"size": 4, "moves": ["b2", "a4"]}, {"size": 4, "moves": ["b3", "c2"]}]),
                            ("openings", [{"size": 3}, {"width": 3, "height": 4}, {"width": 4, "height": 3}]), ("explain", 3 * [{"size": 11}]),
                            ("genmove", 3 * [{"size": 5, "level": 1, "swap": False}])):
        took, answer = in_time(questions, lambda keys: client.ask(name, **keys))
        yield f"{name} after {took:.1f} s", answer["type"] == "done" and soon(took, 2)
        if name in ("solve", "reply"):
            yield f"{name} is answered", answer["winner"] == "black"
    if hello["net"]:
        took, answer = in_time(([], ["f6"], ["a1"]), lambda moves: first_look(client, moves))
        yield f"a first look after {took:.1f} s", answer["type"] == "progress" and soon(took, 2)
    for one in long:
        one.drop()
    yield "a clean end", server.end()[0] == 0


def bounded():
    """The process stays within --memory, whatever it is asked, and goes on answering."""
    with open(PROGRAM, "rb") as file:
        limit = 2048 if re.search(b"__[at]san_init", file.read()) else 128  # a sanitizer takes much itself
    server = Server(BUILD, "--memory", str(limit), "--threads", "16")  # as on a machine with many cores
    clients = [fresh(server)[0] for _ in range(10)]
    moves = ["a1", "e5", "d6", "f4", "g3", "h2"]
    for name, seconds, keys in (("analyse", 3, {"size": 11}), ("solve", 6, {"size": 11, "time": 60}),
                                ("genmove", 5, {"size": 11, "player": "mcts", "time": 20, "swap": False}),
                                ("genmove", 4, {"size": 11, "player": "net", "time": 20, "swap": False}),
                                ("review", 5, {"size": 11, "moves": moves, "playouts": 300})):
        numbers = [client.send(name, **keys) for client in clients]
        server.computes(seconds, seconds)  # no longer: it may rest before, where the memory is full
        for client, number in zip(clients, numbers):
            client.send("stop", of=number)
        ends = [client.wait(number)["type"] for client, number in zip(clients, numbers)]
        yield f"{name} is answered", set(ends) <= {"done", "error"} and "done" in ends
    peak = server.memory("VmHWM") / 1024
    yield f"--memory {limit} took {peak:.0f} MB", peak <= limit
    # Busy until there is room for a player.
    yield "and it plays on", wait_for(lambda: clients[0].ask("genmove", size=7, level=4, swap=False).get("move"))
    for client in clients:
        client.close()
    yield "a clean end", server.end()[0] == 0


def crowd():
    server = Server(BUILD, "--clients", "3")
    clients = [Client(server.port) for _ in range(4)]
    yield "so many clients", [c.status for c in clients] == [101, 101, 101, 503]
    clients[0].close()
    yield "room again", wait_for(lambda: Client(server.port).status == 101)
    yield "the page still", http(server.port)[0] == 200
    yield "ends with clients on", server.end()[0] == 0
    server = Server(BUILD, files=48)
    clients, others = [], []
    for _ in range(60):  # more than it can open: whoever cannot be taken waits, and costs nothing
        other = socket.create_connection(("127.0.0.1", server.port), 5)
        others.append(other)
    for other in others:
        other.close()
    end, waits = time.monotonic() + PATIENCE, False  # the server may need a while to see that the others left
    while len(clients) < 60 and not (waits and len(clients) > 20) and time.monotonic() < end:
        try:
            client, waits = Client(server.port, timeout=1), False
            if client.status == 101:
                clients.append(client)
        except OSError:
            waits = True
    yield f"as many as there are descriptors: {len(clients)}", 20 < len(clients) < 48
    others = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(5)]
    before = server.seconds()
    time.sleep(1)  # the measurement
    yield f"and rests, {server.seconds() - before:.2f} s", server.seconds() - before < 0.3
    for client in clients[:4] + others:
        (client.drop if client in clients else client.close)()
    yield "and goes on", wait_for(lambda: Client(server.port).status == 101)
    yield "a clean end without descriptors", server.end()[0] == 0


def commands():
    code, out, err = program("serve", "--check")
    yield "check", code == 0 and out.startswith("http://127.0.0.1:") and "answers" in err
    server = Server(BUILD)
    code, out, err = program("serve", "--port", str(server.port))
    yield "a port in use", code == 2 and not out and "in use" in err
    server.end()
    yield "a bad host", program("serve", "--host", "nowhere.example", "--check")[0] == 2
    code, _, err = program("serve", "--memory", "127", "--check")
    yield "too little memory", code == 2 and "128" in err
    yield "a bad port", program("serve", "--port", "70000")[0] == 2
    for origin in ("", "https://", "https://a/b", "https://a@b", "a b"):
        yield f"a bad origin {origin}", program("serve", "--origin", origin, "--check")[0] == 2
    server = Server(BUILD, "--allow", "hex.example")
    yield "a name allowed", http(server.port, host="hex.example")[0] == 200
    yield "with its origin", Client(server.port, host="hex.example", origin="https://hex.example").status == 101
    yield "no other", http(server.port, host="www.hex.example")[0] == 403
    server.process.send_signal(15)
    yield "SIGTERM", server.end()[0] == 0


def main():
    server = Server(BUILD)
    parts = [lambda part=part: part(server) for part in (files, types, senders, small, proof_files, large_places, analyse, play, knowledge, proofs, templates,
                                                         frames, hostile)] + [half_open, fair, bounded, crowd, commands]
    for part in parts:
        check_all(part())
    took, (code, errors) = timed(server.end)
    check("the server's end", code == 0 and not errors and took <= 30, code, f"{took:.1f} s", errors)
    finish()


if __name__ == "__main__":
    main()
