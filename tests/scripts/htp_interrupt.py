#!/usr/bin/env python3
"""The line "# interrupt" stops what runs, at once; it hits nothing that was sent after it, and nothing is lost."""
import os
import signal
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from htp_client import Client
from checks import check_cases, finish  # noqa: E402

BUILD = sys.argv[1]
FAKE = os.path.join(ROOT, "tests", "players", "fake.py")
LIMIT = 0.1  # seconds, as promised; the median, since other programs share the machine


def solves_stop():
    client = Client(BUILD)
    client.good("boardsize 11 11")
    times = []
    for i in range(7):
        answer, seconds = client.interrupt_after(f"{i} dfpn-solve-state black", 0.1 + 0.05 * i)
        assert answer == f"={i} unknown", answer
        times.append(seconds)
    print(f"solve-state stopped within {1000 * max(times):.1f} ms, median {1000 * statistics.median(times):.1f} ms")
    assert statistics.median(times) < LIMIT
    answer, seconds = client.interrupt_after("solve-winning black", 0.2)
    assert answer == "? interrupted", answer
    assert client.close() == 0


def genmove_stops():
    client = Client(BUILD, "--player", f"htp:{sys.executable} {FAKE} slow")
    client.good("boardsize 5 5")
    times = []
    for i in range(5):
        answer, seconds = client.interrupt_after("genmove black", 0.1)
        assert answer == "= a1", answer
        times.append(seconds)
        client.good("undo")
    print(f"genmove stopped within {1000 * max(times):.1f} ms")
    assert statistics.median(times) < LIMIT
    client.good("quit")


def thinkers_stop():
    """Every player that thinks answers with the move it likes best so far."""
    for player in ("auto", "net", "alphabeta", "pattern-ab"):
        client = Client(BUILD, "--player", player)
        client.good("boardsize 11 11")
        client.good("param_mustplay time 600")
        times = []
        for i in range(3):
            client.good("play black f6")
            answer, seconds = client.interrupt_after("genmove white", 0.3)
            assert answer.startswith("= ") and len(answer) > 3, answer
            times.append(seconds)
            client.good("clear_board")
        print(f"{player} stopped within {1000 * max(times):.1f} ms, median {1000 * statistics.median(times):.1f} ms")
        assert statistics.median(times) < 3 * LIMIT, player
        assert client.close() == 0


def interrupt_at_once():
    """The interrupt may come in the same bytes as the command, before it has begun."""
    client = Client(BUILD)
    client.send("boardsize 11\n1 solve-state\n2 solve-state\n# interrupt\n3 name\n")
    assert client.receive() == "= "
    assert [client.receive() for _ in range(3)] == ["=1 unknown", "=2 unknown", "=3 Mustplay"]
    assert client.close() == 0


def only_what_came_before():
    client = Client(BUILD)
    client.good("boardsize 11 11")
    client.send("# interrupt\n#interrupt\n  # interrupt  \n")
    client.send("solve-state\n")
    client.output.settimeout(0.5)
    try:
        answer = client.receive()
        raise AssertionError(f"an old interrupt stopped a new command: {answer}")
    except TimeoutError:
        pass
    client.output.settimeout(30)
    client.send("1 name\n2 version\n")
    client.send("# interrupt\r\n")
    assert client.receive() == "= unknown"
    assert client.receive() == "=1 Mustplay"
    assert client.receive().startswith("=2 ")
    client.good("quit")


def quit_behind_a_solve():
    client = Client(BUILD)
    client.send("boardsize 11\nsolve-state\nquit\nname\n")
    client.send("# interrupt\n")
    assert [client.receive() for _ in range(3)] == ["= ", "= unknown", "= "]
    assert client.process.wait(10) == 0


def silent_players_stop():
    """A program that says nothing: at its start, before its move, and at the end of a move on the command line."""
    silent = f"htp:{sys.executable} {FAKE} silent"
    client = Client(BUILD, "--player", f"{silent} 1")
    time.sleep(0.5)
    client.send("# interrupt\n")
    assert client.process.wait(10) == 1
    client = Client(BUILD, "--player", f"{silent} 2")
    answer, seconds = client.interrupt_after("genmove black", 0.5)
    assert answer.startswith("? ") and "interrupt" in answer, answer
    assert seconds < 3, seconds
    client.good("boardsize 5")
    answer, seconds = client.interrupt_after(f"param_mustplay player {silent} 1", 0.5)
    assert answer.startswith("? ") and seconds < 3, (answer, seconds)
    client.good("quit")
    record = os.path.join(ROOT, "tests", "fuzz", "corpus", "sgf", "plain.sgf")
    for words in (["move", "--player", f"{silent} 1"], ["move", "--player", f"{silent} 2"],
                  ["move", "--player", f"{silent} 4"], ["review", record, "--player", f"{silent} 1"]):
        program = [os.path.join(BUILD, "mustplay"), *words]
        child = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.7)
        child.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = child.communicate(timeout=30)
        assert child.returncode == 1 and not out and b"interrupt" in err, (child.returncode, out, err)
        assert time.monotonic() - start < 3


def nobody_listens():
    """When both ends of the connection are gone, a running solve ends too."""
    client = Client(BUILD)
    client.good("boardsize 11 11")
    client.send("solve-state\n")
    time.sleep(0.2)
    client.output.close()
    client.process.stdin.close()
    client.process.wait(10)


def large_output_and_input():
    """Many commands at once, answers not read until all are sent."""
    client = Client(BUILD)
    count = 3000
    client.send("boardsize 3\n")
    client.output.settimeout(60)
    import threading
    sender = threading.Thread(target=lambda: client.send("".join(f"{i} showboard\n" for i in range(count))))
    sender.start()
    assert client.receive() == "= "
    for i in range(count):
        assert client.receive().startswith(f"={i} "), i
    sender.join()
    assert client.close() == 0


check_cases([solves_stop, genmove_stops, thinkers_stop, interrupt_at_once, only_what_came_before, quit_behind_a_solve, silent_players_stop, nobody_listens,
     large_output_and_input])
finish()
