#!/usr/bin/env python3
"""PlayHex's interface (`mustplay serve --playhex`): requests in the shapes of playhex/hex-ai-distributed and playhex/playhex, every answer
checked against the fields and types that these programs expect; faults and limits. Usage: playhex.py BUILD"""
import http.client
import json
import os
import re
import subprocess
import sys
import threading

from checks import check, finish
from waiting import wait_for

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from web_client import Server  # noqa: E402

BUILD = sys.argv[1]
MOVE = re.compile(r"^([a-s][1-9][0-9]?|swap-pieces|resign|pass)$")


def ask(server, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=90)
    text = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
    # As PlayHex's client asks.
    connection.request(method, path, text, {"Content-Type": "application/json", "Accept": "application/json"} if headers is None else headers)
    answer = connection.getresponse()
    data = answer.read().decode()
    connection.close()
    return answer.status, answer.getheader("content-type"), data


def game(size, moves, player, swap=False, **ai):
    return {"game": {"size": size, "movesHistory": moves, "currentPlayer": player, "swapRule": swap}, **({"ai": ai} if ai else {})}


def is_rate(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def calculate_move(server):
    for ai in ({"engine": "mohex", "maxGames": 20}, {"engine": "katahex", "treeSearch": False}, {"engine": "katahex", "treeSearch": True},
               {"engine": "mustplay", "level": 3}, {}):
        status, kind, text = ask(server, "POST", "/calculate-move", game(5, "c3 b4", "black", **ai))
        check(f"a move by {ai}", status == 200 and kind.startswith("text/plain") and MOVE.match(text) and text not in ("c3", "b4"), text)
    status, _, text = ask(server, "POST", "/calculate-move", game(5, "c3", "white", swap=True, engine="mustplay"))
    check("swaps the centre", status == 200 and text == "swap-pieces", text)
    status, _, text = ask(server, "POST", "/calculate-move", game(5, "c3", "white", swap=False, engine="mustplay"))
    check("no swap without the rule", status == 200 and text != "swap-pieces" and MOVE.match(text), text)
    # In their notation the swapped stone is mirrored: g5 becomes e7.
    status, _, text = ask(server, "POST", "/calculate-move", game(11, "g5 swap-pieces g4 pass", "black", engine="katahex", treeSearch=False))
    check("after a swap and a pass", status == 200 and MOVE.match(text) and text not in ("e7", "g4"), text)
    status, _, text = ask(server, "POST", "/calculate-move", game(3, "", "black", engine="mohex", maxGames=1))
    check("an empty board", status == 200 and MOVE.match(text), text)


def analyze_position(server):
    body = {"color": "black", "size": 7, "white": "a1 d4 f5", "black": "d5 b2"}
    status, kind, text = ask(server, "POST", "/analyze-position", body)
    data = json.loads(text)
    check("position keys", status == 200 and kind.startswith("application/json") and sorted(data) == ["policy", "whiteWin"], text)
    check("whiteWin", is_rate(data["whiteWin"]), text)
    policy = data["policy"]
    check("policy by rows and columns", len(policy) == 7 and all(len(row) == 7 and all(is_rate(v) for v in row) for row in policy), text)
    check("policy sums to one", abs(sum(map(sum, policy)) - 1) < 0.02, text)
    check("no policy on stones", policy[0][0] == policy[3][3] == policy[4][3] == 0, text)
    status, _, text = ask(server, "POST", "/analyze-position", {"color": "white", "size": 3, "white": "", "black": "b2"})
    check("a lost position", status == 200 and json.loads(text)["whiteWin"] < 0.1, text)
    status, _, text = ask(server, "POST", "/analyze-position", {"color": "white", "size": 2, "white": "", "black": "a1 a2"})
    check("a finished game", status == 200 and json.loads(text) == {"whiteWin": 0, "policy": [[0, 0], [0, 0]]}, text)
    status, _, text = ask(server, "POST", "/analyze-position", {"color": "black", "size": 4, "white": "", "black": ""})
    check("an empty board analysed", status == 200 and json.loads(text)["whiteWin"] < 0.5, text)


def analyze_game(server):
    moves = "d2 swap-pieces c4 c3 b3"
    status, kind, text = ask(server, "POST", "/analyze-game", {"size": 5, "movesHistory": moves})
    data = json.loads(text)
    check("a list of moves", status == 200 and kind.startswith("application/json") and len(data) == 5, text)
    for i, item in enumerate(data):
        check(f"keys of {i}", sorted(item) == ["bestMoves", "color", "move", "moveIndex", "whiteWin"], item)
        check(f"item {i}", item["moveIndex"] == i and item["color"] == ("black", "white")[i % 2] and is_rate(item["whiteWin"]), item)
        check(f"move {i}", item["move"]["move"] == moves.split()[i] and is_rate(item["move"]["value"]) and is_rate(item["move"]["whiteWin"]), item)
        check(f"best moves of {i}", 1 <= len(item["bestMoves"]) <= 5 and all(MOVE.match(m["move"]) and is_rate(m["value"]) and
              (is_rate(m["whiteWin"]) if "whiteWin" in m else True) and set(m) <= {"move", "value", "whiteWin"} for m in item["bestMoves"]), item)
    check("each value is the next position's", all(a["move"]["whiteWin"] == b["whiteWin"] for a, b in zip(data, data[1:])), text)
    check("the swap is among the best", any(m["move"] == "swap-pieces" for m in data[1]["bestMoves"]), text)
    status, _, text = ask(server, "POST", "/analyze-game", {"size": 2, "movesHistory": "a1 b1 a2"})
    check("a finished game's end", status == 200 and json.loads(text)[2]["move"]["whiteWin"] == 0, text)


def status(server):
    code, kind, text = ask(server, "GET", "/status")
    data = json.loads(text)
    check("status", code == 200 and kind.startswith("application/json") and
          sorted(data) == ["peers", "totalPeers", "totalPeersPrimary", "totalPeersSecondary"], text)
    check("peers", data["totalPeers"] == len(data["peers"]) == 1 and data["totalPeersPrimary"] == 1 and data["totalPeersSecondary"] == 0 and
          sorted(data["peers"][0]) == ["locked", "power", "secondary"] and data["peers"][0]["power"] > 0 and data["peers"][0]["secondary"] is False and
          isinstance(data["peers"][0]["locked"], bool), text)
    check("ping", ask(server, "GET", "/ping")[2] == "pong")


def faults(server):
    bad = [("/calculate-move", game(5, "c3 c3", "black", engine="mustplay"), "c3"),
           ("/calculate-move", game(5, "c3", "black", engine="mustplay"), "currentPlayer"),
           ("/calculate-move", game(32, "", "black", engine="mustplay"), "size"),
           ("/calculate-move", game(5, "z9", "white", engine="mustplay"), "z9"),
           ("/calculate-move", game(5, "", "black", engine="gnugo"), "gnugo"),
           ("/calculate-move", game(5, "", "black", engine="mohex"), "maxGames"),
           ("/calculate-move", game(5, "", "black", engine="mohex", maxGames=0), "maxGames"),
           ("/calculate-move", game(5, "", "black", engine="katahex"), "treeSearch"),
           ("/calculate-move", game(2, "a1 b1 a2", "white", engine="mustplay"), "over"),
           ("/calculate-move", {}, "game"), ("/calculate-move", [], "object"), ("/calculate-move", "{", "JSON"),
           ("/analyze-position", {"color": "red", "size": 5, "white": "", "black": ""}, "color"),
           ("/analyze-position", {"color": "black", "size": 5, "white": "a1", "black": "a1"}, "a1"),
           ("/analyze-position", {"color": "black", "size": 5, "white": ["a1"], "black": ""}, "white"),
           ("/analyze-position", {"color": "black", "size": 5.5, "white": "", "black": ""}, "size"),
           ("/analyze-game", {"size": 5, "movesHistory": ""}, "movesHistory"), ("/analyze-game", {"size": 5}, "movesHistory")]
    for path, body, word in bad:
        code, kind, text = ask(server, "POST", path, body)
        check(f"refused {path} {str(body)[:50]}", code == 400 and word in text and kind.startswith("text/plain"), (code, text))
    check("another type", ask(server, "POST", "/status", "{}")[0] == 405)
    check("not JSON's type", ask(server, "POST", "/analyze-game", "{}", {"Content-Type": "text/plain"})[0] == 415)
    check("too large", ask(server, "POST", "/analyze-game", "x" * 70000)[0] == 413)
    check("no such path", ask(server, "POST", "/analyze", "{}")[0] == 405 and ask(server, "GET", "/calculate-move")[0] == 404)
    code, _, _ = ask(server, "GET", "/status", headers={"Host": "elsewhere.example"})
    check("another name", code == 403)
    check("the page is there still", "<!doctype html>" in ask(server, "GET", "/")[2].lower())


def limits(server):
    """Eight requests at a time; those who hang up free their place."""
    slow = json.dumps(game(19, "", "black", engine="mohex", maxGames=100000))
    quick = game(3, "", "black", engine="mohex", maxGames=1)
    locked = lambda: json.loads(ask(server, "GET", "/status")[2])["peers"][0]["locked"]
    for _ in range(5):  # again where the ninth overtook one of the eight, or one of them was answered
        waiting = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=90) for _ in range(8)]
        for connection in waiting:
            connection.request("POST", "/calculate-move", slow, {"Content-Type": "application/json"})
        works = wait_for(locked)
        code, _, text = ask(server, "POST", "/calculate-move", quick)
        for connection in waiting:
            connection.close()
        wait_for(lambda: not locked())
        if code == 503 and works:
            break
    check("a ninth is refused", code == 503 and "too many" in text, (code, text))
    check("locked while it works", works is True)
    code, _, text = ask(server, "POST", "/calculate-move", quick)
    check("places come back", code == 200 and MOVE.match(text), (code, text))


def gtp():
    """As PlayHex's workers speak with an engine: each answer comes in one piece, and genmove_debug says more on stderr."""
    program = os.path.join(BUILD, "mustplay")
    engine = subprocess.Popen([program, "htp", "--level", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def send(command):
        engine.stdin.write(command.encode() + b"\n")
        engine.stdin.flush()
        return os.read(engine.stdout.fileno(), 1 << 16).decode()

    commands = ["name", "version", "boardsize 11 11", "clear_board", "set_position black e4 white d6", "showboard", "kata-raw-nn 0", "list_commands",
                "param_mohex max_games 20", "param_game allow_swap 0", "play-game e4 d6", "play black a1", "genmove white"]
    answers = {command: send(command) for command in commands}
    for command, answer in answers.items():
        check(f"one piece: {command}", answer.startswith("=") and answer.endswith("\n\n") and "\n\n" not in answer[:-2], answer)
    raw = answers["kata-raw-nn 0"][1:].strip().split("\n")
    rows = [line.split() for line in raw[raw.index("policy") + 1:-1]]
    check("kata-raw-nn", len(rows) == 11 and all(len(row) == 11 for row in rows) and raw[-1].startswith("policyPass") and rows[3][4] == rows[5][3] == "NAN")
    rates = dict(line.split() for line in raw[:raw.index("policy")])
    check("whiteWin of the net", 0 <= float(rates["whiteWin"]) <= 1)
    move = send("genmove_debug black")[1:].strip()
    said = os.read(engine.stderr.fileno(), 4096).decode()
    check("genmove_debug", MOVE.match(move) and re.search(r"^([a-z]+\d+) *:", said, re.M).group(1) == move, (move, said))
    check("quit", send("quit").startswith("=") and engine.wait(90) == 0)


def together(server):
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(ask(server, "POST", "/analyze-position", {"color": "black", "size": 5, "white": "", "black": ""})))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check("four at once", len(answers) == 4 and all(code == 200 for code, _, _ in answers), answers)


def main():
    server = Server(BUILD, "--playhex", "--threads", "2")
    for part in (calculate_move, analyze_position, analyze_game, status, faults, together, limits):
        part(server)
    gtp()
    check("alive", server.alive())
    ended = server.end()
    check("ends cleanly", ended == (0, ""), ended)
    plain = Server(BUILD, "--threads", "1")
    check("only with --playhex", ask(plain, "GET", "/status")[0] == 404 and ask(plain, "POST", "/calculate-move", "{}")[0] == 405)
    plain.end()
    finish()


main()
