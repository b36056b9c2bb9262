#!/usr/bin/env python3
"""examples/nginx.conf in front of `mustplay serve`: TLS, the token, the peers that the proxy names, and its limits of rates.

Usage: nginx.py BUILD. Runs nginx as it is in Debian on a port of loopback, with the example as it stands but for the address,
the certificate and the port of the server.
"""
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from web_client import Server  # noqa: E402
from checks import check, finish  # noqa: E402
from waiting import wait_for  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "a-token_of-21-letters"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def configure(folder, upstream):
    """The example for this folder; its port."""
    port = free_port()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=hex.example",
                    "-addext", "subjectAltName=DNS:hex.example", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)
    text = (ROOT / "examples" / "nginx.conf").read_text()
    for old, new in (("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"), ("/etc/letsencrypt/live/hex.example/fullchain.pem", str(folder / "cert.pem")),
                     ("/etc/letsencrypt/live/hex.example/privkey.pem", str(folder / "key.pem")), ("127.0.0.1:8765", f"127.0.0.1:{upstream}")):
        check(f"the example has {old}", old in text)
        text = text.replace(old, new)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
                                       f"events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\n{temporary}{text}\n}}\n")
    return port


class Proxy:
    def __init__(self, folder, port):
        self.port = port
        self.context = ssl.create_default_context(cafile=folder / "cert.pem")

    def connect(self):
        return self.context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), 60), server_hostname="hex.example")

    def ask(self, path, *headers, host="hex.example"):
        """(status, the answer's text, the connection)"""
        connection = self.connect()
        connection.sendall("\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]).encode())
        data = b""
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                break
            data += piece
        text = data.decode("latin-1")
        return (int(text.split()[1]) if text else 0), text, connection

    def page(self, path, *headers, **keys):
        status, text, connection = self.ask(path, *headers, **keys)
        connection.close()
        return status, text

    def burst(self, path, cookie, count):
        """The statuses of as many requests, which come at once."""
        connection = self.connect()
        request = f"HEAD {path} HTTP/1.1\r\nHost: hex.example\r\n{cookie}\r\n"
        connection.sendall((f"{request}\r\n" * (count - 1) + f"{request}Connection: close\r\n\r\n").encode())
        data = b""
        while piece := connection.recv(65536):
            data += piece
        connection.close()
        return [int(status) for status in re.findall(rb"^HTTP/1.1 (\d+)", data, re.M)]

    def websocket(self, *headers, origin="https://hex.example"):
        return self.ask("/ws", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: mustplay-1",
                        "Sec-WebSocket-Key: bXVzdHBsYXktbmdpbnghIQ==", f"Origin: {origin}", *headers)


def let_in(proxy):
    status, text = proxy.page("/")
    check("nobody without the token", status == 403 and "token" in text, text[:200])
    status, text = proxy.page(f"/?token={TOKEN}")
    check("the link", status == 303 and "; Secure" in text, text[:400])
    cookie = "Cookie: " + next(line.split(": ", 1)[1].split(";")[0] for line in text.split("\r\n") if line.lower().startswith("set-cookie"))
    check("the page", proxy.page("/", cookie)[0] == 200)
    check("another host", proxy.page("/", cookie, host="evil.example")[0] in (403, 421))
    status, text, connection = proxy.websocket(cookie)
    data = text.encode("latin-1")
    while b'"hello"' not in data and (piece := connection.recv(65536)):
        data += piece
    check("a WebSocket that says hello", status == 101 and b'"hello"' in data, text[:200])
    connection.close()
    check("a page of another host", proxy.websocket(cookie, origin="https://evil.example")[0] == 403)
    check("none without the token", proxy.websocket()[0] == 403)
    return cookie


def limited(proxy, cookie):
    got = proxy.burst("/style.css", cookie, 400)
    check("too many files at once are refused by the proxy", got.count(200) >= 100 and got.count(429) > 50 and set(got) <= {200, 429},
          {status: got.count(status) for status in set(got)})
    opened, statuses = [], []
    for _ in range(40):
        status, _, connection = proxy.websocket(cookie, "X-Forwarded-For: 9.9.9.9")
        statuses.append(status)
        opened.append(connection)
    check("too many sockets are refused", 1 <= statuses.count(101) <= 24 and statuses.count(429) > 10 and set(statuses) <= {101, 429, 503},
          {status: statuses.count(status) for status in set(statuses)})
    for connection in opened:
        connection.close()


def main():
    if not os.path.exists(NGINX):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.chmod(folder, 0o755)
        (folder / "token").write_text(TOKEN + "\n")
        server = Server(sys.argv[1], "--origin", "https://hex.example", "--token-file", str(folder / "token"))
        port = configure(folder, server.port)
        nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], stderr=subprocess.PIPE)
        proxy = Proxy(folder, port)

        def answers():
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                return True
            except OSError:
                return nginx.poll() is not None
        wait_for(answers)
        if nginx.poll() is None:
            limited(proxy, let_in(proxy))
        check("nginx runs", nginx.poll() is None, (folder / "error.log").read_text()[:2000])
        nginx.terminate()
        nginx.wait(60)
        check("the server's end", server.end()[0] == 0)
    finish()


main()
