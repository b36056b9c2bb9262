#!/usr/bin/env python3
"""`mustplay analysis`: KataGo's analysis protocol, field by field; priorities, cancelling, bad lines, ends.

Usage: analysis.py BUILD
"""
import json
import os
import queue
import signal
import subprocess
import sys
import threading

from checks import check, check_cases, finish

PROGRAM = os.path.join(os.path.abspath(sys.argv[1]), "mustplay")
NUMBER = (int, float)
MOVE_FIELDS = {"move": str, "visits": int, "winrate": NUMBER, "scoreMean": NUMBER, "scoreStdev": NUMBER,
               "scoreLead": NUMBER, "scoreSelfplay": NUMBER, "prior": NUMBER, "utility": NUMBER, "lcb": NUMBER,
               "utilityLcb": NUMBER, "order": int, "pv": list}
ROOT_FIELDS = {"winrate": NUMBER, "scoreLead": NUMBER, "scoreSelfplay": NUMBER, "utility": NUMBER, "visits": int,
               "thisHash": str, "symHash": str, "currentPlayer": str}


def query(name, size=5, moves=(), **more):
    colours = "BW" * len(moves)
    return {"id": name, "boardXSize": size, "boardYSize": size, "rules": "tromp-taylor", "komi": 7.5,
            "moves": [[c, m] for c, m in zip(colours, moves)], "maxVisits": 8, **more}


def ask(*lines, options=()):
    """Sends lines (objects, or text as it is), closes stdin, and returns what came back."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    done = subprocess.run([PROGRAM, "analysis", *options], input=text.encode(), capture_output=True, timeout=300)
    check(f"exit code after {text[:60]!r}", done.returncode == 0 and not done.stderr, done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def proved():
    """What is proved is certain: the bound below it is the chance itself, and it has visits."""
    reply = ask(query("won", 3, maxVisits=50), options=["--view", "mover"])[0]
    wins = [m for m in reply["moveInfos"] if m["proved"] == "win"]
    check("proved moves", wins, reply)
    check("their bounds", all(m["winrate"] == 1 == m["lcb"] and m["utilityLcb"] == 1 and m["visits"] > 0 for m in wins), wins)
    root = reply["rootInfo"]
    check("the root's bound", root["winrate"] == 1 == root["lcb"] and root["visits"] > 0, root)


class Session:
    """A running engine."""

    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "analysis", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def send(self, *objects):
        self.process.stdin.write("".join(json.dumps(o) + "\n" for o in objects).encode())
        self.process.stdin.flush()

    def next(self):
        return self.lines.get(timeout=300)

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=300)


def typed(values, fields):
    return all(isinstance(values.get(name), kind) and not isinstance(values[name], bool)
               for name, kind in fields.items())


def fields():
    replies = ask(query("foo", 7, ["d4", "e5", "c3"], analyzeTurns=[0, 2, 3], includePolicy=True))
    check("one answer for each turn", [r["turnNumber"] for r in replies] == [0, 2, 3], replies)
    for reply in replies:
        moves, root, policy = reply["moveInfos"], reply["rootInfo"], reply["policy"]
        check("id and state", reply["id"] == "foo" and reply["isDuringSearch"] is False, reply)
        check("fields of moves", moves and all(typed(m, MOVE_FIELDS) for m in moves), moves)
        check("fields of the root", typed(root, ROOT_FIELDS) and root["currentPlayer"] == "BW"[reply["turnNumber"] % 2], root)
        check("the order counts from 0", [m["order"] for m in moves] == list(range(len(moves))))
        check("a line starts with its move", all(m["pv"][0] == m["move"] for m in moves))
        check("chances", all(0 <= m["winrate"] <= 1 for m in moves))
        stones = sum(p == -1 for p in policy)
        check("policy", len(policy) == 50 and stones == reply["turnNumber"] + 1 and policy[-1] == -1
              and abs(sum(p for p in policy if p > 0) - 1) < 1e-4, policy)
    check("no policy unless asked for", "policy" not in ask(query("a"))[0])


def views():
    """The same position, told for Black, for White and for the mover."""
    position = query("v", 5, ["c3"])
    seen = {v: ask(position, options=["--view", v])[0]["rootInfo"]["winrate"] for v in ("black", "white", "mover")}
    check("views", seen["black"] > 0.9 and abs(seen["black"] + seen["white"] - 1) < 1e-6
          and seen["mover"] == seen["white"], seen)


def positions():
    """Set-ups, the ways to name a cell, half-turns, finished games."""
    moves = ask(query("m", 5, ["b3", "d2"]))[0]
    stones = ask(query("s", 5, initialStones=[["B", "b3"], ["W", "D2"]], initialPlayer="b"))[0]
    pairs = ask(query("p", 5, ["(1,2)", "(3,1)"]))[0]
    check("moves, stones and coordinates", moves["rootInfo"] == stones["rootInfo"] == pairs["rootInfo"], moves, stones, pairs)
    check("the stones say who moves", ask(query("w", 5, initialStones=[["B", "c3"]]))[0]["rootInfo"]["currentPlayer"] == "W")
    turned = ask(query("t", 5, ["d3", "b4"]))[0]["rootInfo"]
    check("the half-turn", turned["thisHash"] != moves["rootInfo"]["thisHash"]
          and turned["symHash"] == moves["rootInfo"]["symHash"], turned)
    over = ask(query("o", 2, ["a1", "b1", "a2"]))[0]
    check("a finished game", over["moveInfos"] == [] and over["rootInfo"]["winrate"] == 1
          and over["rootInfo"]["proved"] == "loss", over)
    swapped = ask(query("x", 5, ["a2", "swap-pieces"]))[0]
    check("after a swap", swapped["rootInfo"]["currentPlayer"] == "B" and swapped["turnNumber"] == 2, swapped)
    again = ask(query("1", 5, ["b3", "d2"]), query("2", 6), query("3", 5, ["b3", "d2"]))
    check("answers do not depend on what came before", again[0]["rootInfo"] == again[2]["rootInfo"], again)


def priorities():
    """What waits behind a search that lasts until all of it was read."""
    session = Session()
    session.send(query("first", 11, maxVisits=10 ** 9, reportDuringSearchEvery=0.05))
    session.next()  # it searches
    session.send(*(query(f"p{p}", 5, priority=p) for p in (1, 3, 2)),
                 query("turns", 5, ["c3", "b2"], analyzeTurns=[0, 1], priorities=[5, 9]),
                 {"id": "go", "action": "terminate", "terminateId": "first"})
    order = []
    while len(order) < 5:
        reply = session.next()
        if reply["id"] not in ("first", "go"):
            order.append((reply["id"], reply["turnNumber"]))
    check("the highest priority first", order == [("turns", 1), ("turns", 0), ("p3", 0), ("p2", 0), ("p1", 0)], order)
    check("the end of it", session.end() == 0)


def cancelling():
    session = Session()
    session.send(query("long", 11, maxVisits=10 ** 9, reportDuringSearchEvery=0.05), query("waits", 5, ["c3"], analyzeTurns=[0, 1]))
    during = [session.next() for _ in range(3)]
    check("reports while it searches", all(r["isDuringSearch"] is True and r["id"] == "long" for r in during), during)
    session.send({"id": "t1", "action": "terminate", "terminateId": "waits", "turnNumbers": [1]},
                 {"id": "t2", "action": "terminate", "terminateId": "long"})
    rest = []
    while not (rest and rest[-1].get("id") == "waits" and rest[-1].get("turnNumber") == 0):
        rest.append(session.next())
    final = {(r["id"], r.get("turnNumber")): r for r in rest if not r.get("isDuringSearch")}
    check("a turn that waited has no results", final[("waits", 1)].get("noResults") is True, final)
    check("the other turn is answered", final[("waits", 0)].get("moveInfos"), final)
    check("a search that was ended tells what it found", final[("long", 0)]["rootInfo"]["visits"] > 0, final)
    check("actions are echoed", final[("t2", None)] == {"id": "t2", "action": "terminate", "terminateId": "long"}, final)
    session.send(query("a", 11, maxVisits=10 ** 9), query("b", 11, maxVisits=10 ** 9), {"id": "all", "action": "terminate_all"})
    ends = [session.next() for _ in range(3)]
    check("terminate_all", {r["id"] for r in ends} == {"a", "b", "all"}, ends)
    check("the end", session.end() == 0)


def actions():
    replies = ask({"id": "v", "action": "query_version"}, {"id": "c", "action": "clear_cache"},
                  {"id": "u", "action": "dance"}, {"id": "n", "action": "terminate"}, {"action": "query_version"})
    check("version", replies[0]["action"] == "query_version" and replies[0]["version"] and replies[0]["git_hash"], replies)
    check("clear_cache", replies[1] == {"id": "c", "action": "clear_cache"}, replies)
    check("an unknown action", replies[2] == {"error": "unknown action", "field": "action", "id": "u"}, replies)
    check("terminate without an id", replies[3]["field"] == "terminateId" and replies[4]["field"] == "id", replies)


def bad_queries():
    for field, wrong in {"boardXSize": 0, "boardYSize": 20, "moves": "a1", "initialStones": [["B", "a1"], ["W", "a1"]],
                         "initialPlayer": "R", "analyzeTurns": [2], "maxVisits": 0, "priority": 0.5, "priorities": [1, 2],
                         "reportDuringSearchEvery": -1, "includePolicy": 1, "overrideSettings": 3,
                         "avoidMoves": [{}], "id": 7}.items():
        replies = ask({**query("bad"), field: wrong})
        check(f"bad {field}", len(replies) == 1 and replies[0].get("error") and replies[0]["field"] == field, replies)
    for moves in ([["B", "z9"]], [["B", "a1"], ["W", "a1"]], [["B"]], [["R", "a1"]], ["a1"], [["B", "(9,9)"]]):
        replies = ask({**query("bad"), "moves": moves})
        check(f"bad moves {moves}", replies[0]["field"] == "moves" and "element" in replies[0]["error"], replies)
    missing = query("bad")
    del missing["moves"]
    check("no moves", ask(missing)[0] == {"error": "missing", "field": "moves", "id": "bad"})
    replies = ask("garbage", "", "[1]", '{"id":"a","id":"b"}', query("good"))
    check("lines that are no objects", [("error" in r) for r in replies] == [True, True, True, False], replies)
    warned = ask(query("w", includeOwnership=True, overrideSettings={"maxTime": 5, "cpuct": 1}, hello=1))
    check("warnings", sorted(r["field"] for r in warned[:-1]) == ["hello", "includeOwnership", "overrideSettings"]
          and warned[-1]["moveInfos"], warned)
    replies = ask('{"id":"' + "x" * (5 << 20) + '"}', query("after"))
    check("an endless line", "too long" in replies[0]["error"] and replies[1]["id"] == "after", replies)
    many = [query(f"q{i}", 19, [], analyzeTurns=[0] * 700, maxVisits=10 ** 9) for i in range(30)]
    replies = ask(*many, {"id": "t", "action": "terminate_all"})
    check("too many positions", sum("too many" in r.get("error", "") for r in replies) in (1, 2), len(replies))
    check("every turn is answered", sum("turnNumber" in r for r in replies) in (700 * 28, 700 * 29), len(replies))


def ends():
    session = Session("--jobs", "2")
    session.send(*(query(name, 11, maxVisits=10 ** 9, reportDuringSearchEvery=0.05) for name in "ab"))
    searching = set()
    while searching != {"a", "b"}:
        searching.add(session.next()["id"])
    session.process.send_signal(signal.SIGINT)
    check("Ctrl-C", session.process.wait(timeout=90) == 0)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([PROGRAM, "analysis"], input=(json.dumps(query("a")) + "\n").encode(), stdout=writer,
                          stderr=subprocess.PIPE, timeout=300)
    os.close(writer)
    check("nobody listens", done.returncode == 1 and b"could not be written" in done.stderr, done)
    replies = ask(*[query(f"j{i}", 6, maxVisits=20) for i in range(20)], options=["--jobs", "2", "--threads", "2"])
    check("two at a time", {r["id"] for r in replies} == {f"j{i}" for i in range(20)}, replies)


check_cases([fields, proved, views, positions, priorities, cancelling, actions, bad_queries, ends])
finish()
