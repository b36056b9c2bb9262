"""What the tests of clusters share: a Redis of their own, workers, a proxy that cuts, delays and repeats, and the bytes of
messages."""
import hashlib
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from checks import checksum
from signer import Signer
from waiting import wait_for

if "redis" not in subprocess.run([os.path.join(sys.argv[1], "mustplay"), "solve", "--help"], capture_output=True, text=True).stdout:
    print("this build has no cluster")
    sys.exit(77)

LEASE = 1  # where somebody is to be found dead
P = "mustplay:main:"  # before the keys of a run
LONG_LEASE = 5  # where nobody is, though the machine may stall


def free_port():
    """Below the ports of outgoing connections: nobody else gets it while a server is started anew."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass  # in use


class Redis:
    """A server in a folder of its own. `kept`: its data survive a restart."""

    def __init__(self, folder, kept=False, options=()):
        self.folder, self.kept, self.options = folder, kept, options
        for _ in range(20):
            self.port = free_port()
            self.start()
            if self.process.poll() is None:
                return  # else another took the port just now
        raise RuntimeError("redis-server does not start")

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder, "--save", "",
             "--appendonly", "yes" if self.kept else "no", "--appendfsync", "always", *self.options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: self.alive() or self.process.poll() is not None)

    def alive(self):
        try:
            return self.call("PING") is not None
        except OSError:
            return False

    def stop(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()

    def call(self, *words, raw=False):
        """One command; the answer as text (or bytes), numbers, lists or None."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=300) as s:
            s.sendall(request(*words))
            return reply(s.makefile("rb"), raw)

    def keys(self, pattern="*"):
        return sorted(self.call("KEYS", pattern))


def request(*words):
    out = b"*%d\r\n" % len(words)
    for word in words:
        data = word if isinstance(word, bytes) else str(word).encode()
        out += b"$%d\r\n%s\r\n" % (len(data), data)
    return out


def reply(stream, raw=False):
    line = stream.readline()
    if not line:
        raise OSError("closed")
    kind, rest = line[:1], line[1:-2]
    if kind in b"+":
        return rest.decode()
    if kind == b"-":
        return OSError(rest.decode())
    if kind == b":":
        return int(rest)
    if kind == b"$":
        size = int(rest)
        if size < 0:
            return None
        data = stream.read(size + 2)[:-2]
        return data if raw else data.decode(errors="replace")
    return None if int(rest) < 0 else [reply(stream, raw) for _ in range(int(rest))]


class Proxy:
    """Between clients and a server. `cut`: connections break and none is made. `delay`: seconds before requests go on.
    `repeat`: a share of the requests is sent once more, on a connection of its own whose answers nobody hears."""

    def __init__(self, server_port):
        self.server_port = server_port
        self.cut, self.delay, self.repeat, self.repeated = False, 0.0, 0.0, 0
        self.sockets = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.cut:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.server_port), timeout=300)
                server.settimeout(None)
            except OSError:
                client.close()
                continue
            self.sockets |= {client, server}
            threading.Thread(target=self.requests, args=(client, server), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, client), daemon=True).start()

    def break_all(self):
        for s in list(self.sockets):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            s.close()
        self.sockets.clear()

    def pass_on(self, source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for s in (source, target):
            s.close()

    def requests(self, client, server):
        """Whole requests, so that each can be sent again."""
        stream, count = client.makefile("rb"), 0
        try:
            while line := stream.readline():
                data = line
                for _ in range(int(line[1:])):
                    head = stream.readline()
                    data += head + stream.read(int(head[1:]) + 2)
                time.sleep(self.delay)
                server.sendall(data)
                count += 1
                if self.repeat and count % round(1 / self.repeat) == 0:
                    self.again(data)
        except (OSError, ValueError):
            pass
        for s in (client, server):
            s.close()

    def again(self, data):
        self.repeated += 1
        with socket.create_connection(("127.0.0.1", self.server_port), timeout=300) as s:
            s.sendall(data)
            s.settimeout(0.05)
            try:
                s.recv(65536)
            except OSError:
                pass

    def close(self):
        self.listener.close()
        self.break_all()


class Cluster:
    """A Redis, and the programs that talk through it; everything ends with the block."""

    def __init__(self, build, kept=False, options=()):
        self.program = os.path.join(build, "mustplay")
        self.verifier = os.path.join(build, "mustplay-verify")
        self.folder = tempfile.mkdtemp(prefix="mustplay-cluster-")
        self.env = dict(os.environ, TMPDIR=self.folder, XDG_CONFIG_HOME=self.folder)  # with the keys of this cluster
        self.redis = Redis(self.folder, kept, options)
        self.port = self.redis.port
        self.workers, self.others, self.count = [], [], 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.workers + self.others:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()
        self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def address(self, port=None):
        return f"127.0.0.1:{port or self.port}"

    def work(self, *words, port=None, name=None):
        self.count += 1
        log = open(self.path(f"worker-{self.count}.log"), "w")
        process = subprocess.Popen([self.program, "work", "--redis", self.address(port), "--memory", "200", "--name",
                                    name or f"w{self.count}", *words], stdout=log, stderr=log, env=dict(os.environ, XDG_CONFIG_HOME=self.folder))
        process.log = log.name
        self.workers.append(process)
        return process

    def start(self, *words, port=None):
        """A command with --redis that runs beside the test."""
        process = subprocess.Popen([self.program, words[0], "--redis", self.address(port), *words[1:]],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env)
        self.others.append(process)
        return process

    def call(self, *words, port=None, timeout=300):
        return subprocess.run([self.program, words[0], "--redis", self.address(port), *words[1:]], capture_output=True,
                              text=True, timeout=timeout, env=self.env)

    def master_signer(self):
        """The key of this cluster's master, which only its machine has."""
        with open(self.path("mustplay/cluster.key")) as file:
            return Signer(bytes.fromhex(file.read().split("\n")[1]))

    def status(self, what="status", run="main"):
        done = self.call("cluster", what, "--json", "--run", run)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def answers(self, run="main"):
        """How many answers the stream has seen."""
        about = self.redis.call("XINFO", "STREAM", f"mustplay:{run}:answers")
        return dict(zip(about[::2], about[1::2]))["entries-added"] if isinstance(about, list) else 0

    def temporary(self):
        """What masters left where temporary files lie."""
        return [name for name in os.listdir(self.folder) if name.startswith("mustplay-")]

    def taken(self):
        """How many jobs workers have taken and not answered."""
        keys = [key for key in self.redis.keys("mustplay:main:jobs*") if self.redis.call("TYPE", key) == "stream"]
        pending = [self.redis.call("XPENDING", key, "w") for key in keys]
        return sum(about[0] for about in pending if isinstance(about, list))

    def members(self):
        return self.redis.call("ZCARD", "mustplay:main:alive")

    def kill(self, process):
        process.kill()
        process.wait()
        if process in self.workers:
            self.workers.remove(process)


def finish(process, timeout=300):
    """The answer of a command with --json."""
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"it hangs: {err[-600:]}")
    assert process.returncode == 0, (process.returncode, err[-600:])
    return json.loads(out)


# --- The bytes of messages (src/cluster/message.c)

class Job:
    """A job of a solve, as a worker reads it."""

    def __init__(self, body):
        assert body[:2] == b"J\x02" and checksum(body[:-8]) == body[-8:]
        self.id, self.flags, self.epoch, self.budget = struct.unpack_from("<QBIQ", body, 2)
        size = body[2 + 8 + 1 + 4 + 8 + 4 + 4 + 4 + 8]
        start = 2 + 8 + 1 + 4 + 8 + 4 + 4 + 4 + 8 + 1
        self.key = body[start:start + size]

    def answer(self, worker, winner):
        """That `winner` wins, by all of the board: a lie, unless it happens to be true."""
        width, height, mover = self.key[0], self.key[1], self.key[2]
        stones = (width * height + 7) // 8
        black, white = self.key[3:3 + stones], self.key[3 + stones:]
        vacant = bytearray(~(b | w) & 0xFF for b, w in zip(black, white))
        for cell in range(width * height, 8 * stones):
            vacant[cell // 8] &= ~(1 << cell % 8)
        value = struct.pack("<BBHI", winner, self.flags & 1, 0xFFFF, 1000) + bytes(vacant)
        value += checksum(self.key + value)
        won = winner == mover
        body = b"A\x02" + struct.pack("<QQBI", self.id, worker, 4 | (self.flags & 2), self.epoch)
        body += bytes([len(self.key)]) + self.key + struct.pack("<II", 0 if won else 100000000, 100000000 if won else 0)
        body += struct.pack("<Qd", 10, 0.1) + bytes([len(value)]) + value + struct.pack("<H", 0)
        return body + checksum(body)


class Liar:
    """A worker that says of every position that the wrong side wins."""

    def __init__(self, cluster, winner):
        self.redis, self.winner, self.signer, self.told = cluster.redis, winner, Signer(), 0
        self.id = self.signer.id
        self.facts = b""  # that come with each answer
        self.claims = None  # what it puts there as claims when it is asked to prove something
        self.asked = 0  # for claims
        self.redis.call("HSET", P + "keys", self.id, self.signer.key)
        self.redis.call("HSET", P + "names", self.id, "liar")
        self.redis.call("HSET", P + "machines", self.id, "its machine")
        self.redis.call("HSET", P + "workers", self.id, "{}")
        self.redis.call("XGROUP", "CREATE", P + "jobs:" + self.id, "w", "0", "MKSTREAM")
        self.live()

    def live(self):
        seconds, micros = self.redis.call("TIME")
        self.redis.call("ZADD", P + "alive", int(seconds) * 1000 + int(micros) // 1000, self.id)

    def banned(self):
        return self.redis.call("HGET", P + "banned", "liar") and self.redis.call("HGET", P + "banned", "machine:its machine")

    def lie(self):
        found = self.redis.call("XREADGROUP", "GROUP", "w", self.id, "COUNT", "1", "STREAMS", P + "jobs:" + self.id, ">",
                                raw=True)
        for entry, fields in (found[0][1] if isinstance(found, list) else []):
            body = dict(zip(fields[::2], fields[1::2]))
            if body[b"kind"] == b"prove":
                answer = self.prove(body[b"body"])
            else:
                answer = self.answer(body[b"body"])
                self.told += 1
            self.redis.call("HDEL", P + "open", body[b"job"])
            facts = b"" if body[b"kind"] == b"prove" else self.facts
            run = self.redis.call("HGET", P + "run", "id")
            self.redis.call("XADD", P + "answers", "*", "worker", self.id, "job", body[b"job"], "kind", body[b"kind"], "body", answer, "facts", facts,
                            *self.signer.answer(run, int(body[b"job"]), answer, body[b"kind"], facts))
            self.redis.call("XACK", P + "jobs:" + self.id, "w", entry)

    def answer(self, job):
        return Job(job).answer(self.signer.number, self.winner)

    def prove(self, job):
        """Says that the claims are there; whether they are is another question."""
        self.asked += 1
        number, _, epoch = struct.unpack_from("<QBI", job, 2)
        if self.claims is not None:
            self.redis.call("SET", f"{P}claims:{number}", self.claims)
        body = b"C\x02" + struct.pack("<QQIBQd", number, self.signer.number, epoch, 0, 10, 0.1)
        body += hashlib.sha256(self.claims or b"").hexdigest().encode()
        return body + checksum(body)
