#!/usr/bin/env python3
"""Who `mustplay serve` lets in: origins, the token, connections by peer.

Usage: serve_door.py BUILD. A server that listens on every address is asked through loopback only.
"""
import os
import sys
import tempfile
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Client, Server, http  # noqa: E402
from checks import check_all, finish  # noqa: E402
from waiting import wait_for  # noqa: E402
import subprocess  # noqa: E402

BUILD = sys.argv[1]
TOKEN = "a-token_of-21-letters"


def everywhere():
    """On every address: a name in digits is a host, but a page of another host is none of ours."""
    server = Server(BUILD, "--host", "0.0.0.0")
    port = server.port
    for origin in ("http://6.6.6.6", f"http://6.6.6.6:{port}", f"http://localhost:{port}", f"http://[::1]:{port}"):
        yield f"a page of {origin}", Client(port, host=f"127.0.0.1:{port}", origin=origin).status == 403
    yield "an address", Client(port, host=f"10.1.2.3:{port}", origin=f"http://10.1.2.3:{port}").status == 101
    yield "a name", Client(port, host=f"hex.example:{port}", origin=f"http://hex.example:{port}").status == 403
    code, errors = server.end()
    yield "it says what that means", code == 0 and errors.count("\n") == 1 and f"port {port}" in errors and "--token-file" in errors
    server = Server(BUILD)
    yield "here it says nothing", server.end() == (0, "")


def origins():
    for given, good, bad in (("https://hex.example", ["https://hex.example", "https://HEX.example", "https://hex.example:443"],
                              ["http://hex.example:8080", "https://hex.example:444", "https://www.hex.example", "https://hex.example.org"]),
                             ("hex.example", ["https://hex.example", "http://hex.example"], ["https://evil.example", "null"]),
                             ("http://hex.example:8080", ["http://hex.example:8080"], ["https://hex.example:8080", "http://hex.example:8081"])):
        server = Server(BUILD, "--origin", given)
        for host in ("hex.example", f"127.0.0.1:{server.port}"):
            for origin in good:
                yield f"{given} lets in {origin} at {host}", Client(server.port, host=host, origin=origin).status == 101
            for origin in bad:
                yield f"{given} refuses {origin} at {host}", Client(server.port, host=host, origin=origin).status == 403
        yield f"{given}: another host", http(server.port, host="www.hex.example")[0] == 403
        yield f"{given}: the end", server.end()[0] == 0


def token(folder):
    path = os.path.join(folder, "token")
    for text in ("", "short", "x" * 129, "a token with blanks", TOKEN + "\n\n" + TOKEN, "ü" * 20):
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([os.path.join(BUILD, "mustplay"), "serve", "--check", "--token-file", path], capture_output=True, text=True, timeout=60)
        yield f"no token: {text[:20]!r}", done.returncode == 2 and not done.stdout and "16 to 128" in done.stderr or len(text) > 130
    with open(path, "w") as file:
        file.write(TOKEN + "\n")
    done = subprocess.run([os.path.join(BUILD, "mustplay"), "serve", "--check", "--token-file", path], capture_output=True, text=True, timeout=60)
    yield "the check knows it", done.returncode == 0
    server = Server(BUILD, "--host", "0.0.0.0", "--token-file", path, "--playhex")
    port, link = server.port, urllib.parse.urlsplit(server.address)
    yield "the link", link.query == f"token={TOKEN}" and link.path == "/"
    for name in ("/", "/app.js", "/nothing", "/?token=", "/?token=a", f"/?token={TOKEN}x", f"/?token={TOKEN[:-1]}", f"/?other={TOKEN}", f"/?token={TOKEN.upper()}"):
        status, head, body = http(port, name)
        yield f"without it {name}", status == 403 and b"token" in body and TOKEN.encode() not in body and "set-cookie" not in head
    yield "no socket without it", Client(port).status == 403
    yield "no PlayHex without it", http(port, "/ping")[0] == 403
    status, head, body = http(port, f"/?token={TOKEN}")
    cookie = head["set-cookie"].split(";")[0]
    parts = {part.strip() for part in head["set-cookie"].split(";")}
    yield "the link sets a cookie", status == 303 and head["location"] == "/" and {"HttpOnly", "SameSite=Lax", "Path=/"} <= parts and "Secure" not in parts
    yield "the cookie is not the token", TOKEN not in cookie and cookie.startswith(f"mustplay-{port}=")
    for cookies in (cookie, f"a=b; {cookie}", f"{cookie}; c=d"):
        yield f"with {cookies[:12]}", http(port, headers=[("Cookie", cookies)])[0] == 200 and Client(port, headers=[("Cookie", cookies)]).status == 101
    name, value = cookie.split("=")
    for cookies in (f"{name}=", f"{name}={TOKEN}", f"{name}={value[:-1]}", f"{name}={value}0", f"x{cookie}", f"{name}={'0' * 64}", f"{name}x={value}"):
        yield f"not with {cookies[:30]}", http(port, headers=[("Cookie", cookies)])[0] == 403
    yield "as a bearer", http(port, headers=[("Authorization", f"Bearer {TOKEN}")])[0] == 200
    yield "not as another", http(port, headers=[("Authorization", f"Basic {TOKEN}")])[0] == 403
    yield "a page of another host, with the cookie", Client(port, origin="http://6.6.6.6", headers=[("Cookie", cookie)]).status == 403
    code, errors = server.end()
    yield "what it means", code == 0 and errors.count("\n") == 1 and "link" in errors and TOKEN not in errors
    server = Server(BUILD, "--origin", "https://hex.example", "--token-file", path)
    head = http(server.port, f"/?token={TOKEN}", host="hex.example")[1]
    yield "by TLS only", "; Secure" in head["set-cookie"]
    server.end()


def peers():
    """Behind a proxy one address has its share; the last one counts, which the proxy wrote."""
    server = Server(BUILD, "--origin", "https://hex.example", "--clients", "60")
    share = 16

    def connect(forwarded):
        return Client(server.port, host="hex.example", origin="https://hex.example",
                      headers=[("X-Forwarded-For", value) for value in ([forwarded] if isinstance(forwarded, str) else forwarded)])

    first = [connect("203.0.113.1") for _ in range(share)]
    yield "its share", all(client.status == 101 for client in first)
    for forwarded in ("203.0.113.1", "9.9.9.9, 203.0.113.1", "203.0.113.1 ", ["9.9.9.9", "203.0.113.1"]):
        yield f"not more: {forwarded}", connect(forwarded).status == 503
    yield "nor a file", http(server.port, host="hex.example", headers=[("X-Forwarded-For", "203.0.113.1")])[0] == 503
    yield "another one", connect("203.0.113.1, 203.0.113.2").status == 101
    six = [connect(f"2001:db8:1:2::{i:x}") for i in range(1, share + 1)]
    yield "a network of version 6", all(client.status == 101 for client in six) and connect("2001:db8:1:2:3::9").status == 503
    yield "and another", connect("2001:db8:1:3::1").status == 101
    unknown = [connect(("unknown", "198.51.100.7:4711", "x" * 70)[i % 3]) for i in range(share)]
    yield "what is no address is counted as one", all(client.status == 101 for client in unknown) and connect("_hidden").status == 503
    yield "this machine is not counted", all(http(server.port)[0] == 200 for _ in range(2 * share))
    for client in first:
        client.drop()
    yield "places come back", wait_for(lambda: connect("203.0.113.1").status == 101)
    yield "the end", server.end()[0] == 0
    server = Server(BUILD, "--clients", "40")
    clients = [Client(server.port, headers=[("X-Forwarded-For", "203.0.113.1")]) for _ in range(share + 2)]
    yield "without --origin nobody is believed", all(client.status == 101 for client in clients)
    yield "the last end", server.end()[0] == 0


def main():
    check_all(everywhere())
    check_all(origins())
    with tempfile.TemporaryDirectory() as folder:
        check_all(token(folder))
    check_all(peers())
    finish()


main()
