"""A small WebSocket client for tests of `mustplay serve`, on the standard library alone.

Server(BUILD, ...) starts a server on a free port; Client(port) opens a WebSocket; http(port, ...) makes one plain
request. Client.send takes an object, Client.wait(id) gives the final answer of a request.
"""
import base64
import json
import os
import resource
import select
import socket
import struct
import subprocess
import sys
import time
import urllib.parse

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts"))
from waiting import PATIENCE, cpu_seconds, wait_for  # noqa: E402


def frame_head(length, opcode, final):
    """The head of a masked frame, up to the mask. `length` may be a lie."""
    head = bytes([opcode | (0x80 if final else 0)])
    if length < 126:
        return head + bytes([0x80 | length])
    if length < 65536:
        return head + bytes([0x80 | 126]) + struct.pack(">H", length)
    return head + bytes([0x80 | 127]) + struct.pack(">Q", length)


class Closed(Exception):
    """The server ended the connection; .code is its close code, or None."""

    def __init__(self, code=None):
        super().__init__(f"closed ({code})")
        self.code = code


class Server:
    def __init__(self, build, *options, env=None, files=None):
        """`files`: how many descriptors it may open."""
        program = os.path.join(build, "mustplay")
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        self.process = subprocess.Popen([program, "serve", "--port", "0", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=dict(os.environ, **(env or {})), preexec_fn=limit)
        line = self.process.stdout.readline().decode()
        if not line.startswith("http://"):
            raise RuntimeError(f"no address: {line!r} {self.process.stderr.read().decode()}")
        self.address = line.strip()
        self.port = urllib.parse.urlsplit(self.address).port

    def memory(self, what="VmRSS"):
        """Kilobytes: resident now, or "VmHWM", the most so far."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(what))

    def seconds(self):
        """Of computing, so far."""
        return cpu_seconds(self.process)

    def computes(self, seconds, patience=PATIENCE):
        """Waits until it has computed for so much longer; False where it does not."""
        before = self.seconds()
        return wait_for(lambda: self.seconds() >= before + seconds, patience)

    def alive(self):
        return self.process.poll() is None

    def end(self, seconds=60):
        """Ends it as Ctrl-C does; (exit code, what it wrote to stderr)."""
        if self.alive():
            self.process.send_signal(2)
        try:
            _, errors = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
        return self.process.returncode, errors.decode(errors="replace")


def http(port, path="/", method="GET", host=None, headers=(), raw=None, timeout=60):
    """One request; (status, headers, body). Status 0: closed without an answer."""
    text = raw if raw is not None else "".join(
        [f"{method} {path} HTTP/1.1\r\n", f"Host: {host or f'localhost:{port}'}\r\n",
         *[f"{name}: {value}\r\n" for name, value in headers], "\r\n"]).encode()
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        connection.sendall(text)
        data = b""
        try:
            while b"\r\n\r\n" not in data:
                piece = connection.recv(65536)
                if not piece:
                    return 0, {}, data
                data += piece
            head, body = data.split(b"\r\n\r\n", 1)
            lines = head.decode("latin-1").split("\r\n")
            fields = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in lines[1:])}
            status = int(lines[0].split()[1])
            length = int(fields.get("content-length", "0"))
            while len(body) < length and method != "HEAD" and status != 304:
                piece = connection.recv(65536)
                if not piece:
                    break
                body += piece
            return status, fields, body
        except OSError:
            return 0, {}, data


class Client:
    def __init__(self, port, host=None, origin=None, path="/ws", protocol="mustplay-1", timeout=90, buffer=None,
                 headers=()):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.data = b""
        self.next_id = 0
        self.answers = {}  # of requests, in the order they came
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Connection: Upgrade",
                 "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        if protocol:
            lines.append(f"Sec-WebSocket-Protocol: {protocol}")
        if origin is not False:
            lines.append(f"Origin: {origin or f'http://127.0.0.1:{port}'}")
        lines += [f"{name}: {value}" for name, value in headers]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.data:
            piece = self.socket.recv(65536)
            if not piece:
                break
            self.data += piece
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        words = head.split(b" ")
        self.status = int(words[1]) if len(words) > 1 else 0

    # --- Frames
    @staticmethod
    def frame(payload, opcode=1, final=True, length=None):
        """A masked frame; `length` may be a lie."""
        head = frame_head(len(payload) if length is None else length, opcode, final)
        mask = os.urandom(4)
        keys = (mask * (len(payload) // 4 + 1))[:len(payload)]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(keys, "big")).to_bytes(len(payload), "big")
        return head + mask + masked

    def send_raw(self, payload, opcode=1, final=True):
        self.socket.sendall(self.frame(payload, opcode, final))

    def send(self, do=None, **keys):
        """Sends a request; its id."""
        self.next_id += 1
        request = {"id": self.next_id, "do": do, **keys}
        self.send_raw(json.dumps(request).encode())
        return request["id"]

    def take(self, count):
        while len(self.data) < count:
            piece = self.socket.recv(65536)
            if not piece:
                raise Closed()
            self.data += piece
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def message(self):
        """The next message, as an object."""
        whole = b""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            payload = self.take(length)
            opcode = first & 15
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
            if opcode == 9:
                self.send_raw(payload, 10)
            elif opcode < 3:
                whole += payload
                if first & 0x80:
                    return json.loads(whole)

    def wait(self, number, progress=None):
        """The final answer of a request; others are kept. `progress` is called with the request's progress."""
        while True:
            kept = self.answers.pop(number, None)
            if kept:
                return kept
            message = self.message()
            if message["type"] == "progress":
                if progress and message["id"] == number:
                    progress(message)
            elif message.get("id") == number:
                return message
            elif message.get("id"):
                self.answers[message["id"]] = message

    def ask(self, do, **keys):
        return self.wait(self.send(do, **keys))

    def quiet(self, seconds):
        """Whether nothing comes for a while."""
        return not self.data and not select.select([self.socket], [], [], seconds)[0]

    def drop(self):
        """Ends the connection without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def close(self):
        try:
            self.send_raw(struct.pack(">H", 1000), 8)
        except OSError:
            pass
        self.socket.close()


def timed(call, *arguments, **keys):
    start = time.monotonic()
    result = call(*arguments, **keys)
    return time.monotonic() - start, result
