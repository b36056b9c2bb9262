#!/usr/bin/env python3
"""Games that the workers of a cluster play, as they come: from the stream of `mustplay selfplay --redis` into a data set of
games.py.

  stream.py --redis [USER@]HOST:PORT [--run main] --out FILE [--games N] [--wait S]

Goes on until the run is done, N games are there, or nothing came for S seconds. The file is one of `mustplay-games-1`; what is
in it already is not written again, so that a reader that was killed goes on. The password is the environment's
MUSTPLAY_REDIS_PASSWORD.
"""
import argparse
import os
import socket
import time

from games import HEAD, game_of, line_of


class Redis:
    """As much of a client as reading a stream takes."""

    def __init__(self, address):
        user, at, rest = address.rpartition("@")
        host, _, rest = rest.partition(":")
        port, _, database = rest.partition("/")
        self.socket = socket.create_connection((host, int(port or 6379)), timeout=30)
        self.stream = self.socket.makefile("rb")
        if os.environ.get("MUSTPLAY_REDIS_PASSWORD"):
            self.call("AUTH", *([user] if at else []), os.environ["MUSTPLAY_REDIS_PASSWORD"])
        if database:
            self.call("SELECT", database)

    def call(self, *words):
        parts = [str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
        return self.reply()

    def reply(self):
        line = self.stream.readline()
        if not line:
            raise OSError("Redis closed the connection")
        kind, rest = line[:1], line[1:-2].decode()
        if kind == b"-":
            raise OSError("Redis: " + rest)
        if kind == b"$":
            return None if rest == "-1" else self.stream.read(int(rest) + 2)[:-2].decode()
        if kind == b"*":
            return None if rest == "-1" else [self.reply() for _ in range(int(rest))]
        return int(rest) if kind == b":" else rest


def entries(redis, run, wait):
    """(number, line) of each game; ends when the run is done and all are read, or nothing came for `wait` seconds."""
    prefix, last, since = "mustplay:%s:" % run, "0", time.monotonic()
    while time.monotonic() - since < wait:
        done = redis.call("HGET", prefix + "run", "state") == "done"
        found = redis.call("XREAD", "COUNT", 500, "BLOCK", 1 if done else 1000, "STREAMS", prefix + "games", last)
        if not found and done:
            return
        for last, fields in (found[0][1] if found else []):
            since = time.monotonic()
            pairs = dict(zip(fields[::2], fields[1::2]))
            yield int(pairs["number"]), pairs["game"]


def known(path, task):
    """The numbers of the games that a file has; a file of another run is refused."""
    if not os.path.exists(path):
        return None
    with open(path) as f:
        lines = f.read().splitlines()
    if lines[:2] != [HEAD, "# " + task]:
        raise SystemExit("%s is not of this run (%s)" % (path, task))
    return {int(line.split()[2]) for line in lines if line.startswith("# number ")}


def follow(redis, run, path, games, wait):
    """Appends the games to the file; gives how many it has then. A file begins with the task of its run."""
    task = redis.call("HGET", "mustplay:%s:run" % run, "task")
    if task is None:
        raise SystemExit("there is no run '%s' in this Redis" % run)
    seen = known(path, task)
    with open(path, "a") as out:
        if seen is None:
            seen = set()
            out.write("%s\n# %s\n" % (HEAD, task))
        for number, line in entries(redis, run, wait) if not games or len(seen) < games else ():
            if number in seen:
                continue
            seen.add(number)
            out.write("# number %d\n%s\n" % (number, line_of(game_of(line, "game %d" % number))))
            out.flush()
            if games and len(seen) >= games:
                break
    return len(seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--redis", required=True)
    parser.add_argument("--run", default="main")
    parser.add_argument("--out", required=True)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--wait", type=float, default=60)
    options = parser.parse_args()
    count = follow(Redis(options.redis), options.run, options.out, options.games, options.wait)
    print("%s: %d games" % (options.out, count))


if __name__ == "__main__":
    main()
