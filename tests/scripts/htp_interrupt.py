#!/usr/bin/env python3
"""The line "# interrupt" stops what runs, at once; it hits nothing that was sent after it, and nothing is lost."""
import os
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from htp_client import Client
from checks import check_cases, finish  # noqa: E402
from waiting import soon, wait_caught, wait_for  # noqa: E402

BUILD = sys.argv[1]
FAKE = os.path.join(ROOT, "tests", "players", "fake.py")
LIMIT = 0.1  # seconds, as promised; the median, since other programs share the machine
ROUNDS = 4  # who is late in all of them is late by itself, not by a machine that stalls


def stop_soon(what, limit, times_of_a_round):
    """The median of a round is below the limit, in one round at least."""
    for _ in range(ROUNDS):
        times = times_of_a_round()
        print(f"{what} stopped within {1000 * max(times):.1f} ms, median {1000 * statistics.median(times):.1f} ms")
        if soon(statistics.median(times), limit):
            return
    raise AssertionError(f"{what} stops late")


def solves_stop():
    client = Client(BUILD)
    client.good("boardsize 11 11")

    def times():
        for i in range(7):
            answer, seconds = client.interrupt_when(f"{i} dfpn-solve-state black", lambda: client.computes(0.1 + 0.05 * i))
            assert answer == f"={i} unknown", answer
            yield seconds

    stop_soon("solve-state", LIMIT, lambda: list(times()))
    answer, seconds = client.interrupt_when("solve-winning black", lambda: client.computes(0.2))
    assert answer == "? interrupted", answer
    assert client.close() == 0


def genmove_stops():
    slow = Told("slow", 0)
    client = Client(BUILD, "--player", slow.player)
    client.good("boardsize 5 5")

    def times():
        for i in range(5):
            answer, seconds = client.interrupt_when("genmove black", slow.wait)
            if answer.startswith("? ") and "interrupt" in answer:  # the player had no core for a second, or was starting again
                yield seconds
                continue
            assert answer == "= a1", answer
            yield seconds
            client.good("undo")

    stop_soon("genmove", LIMIT, lambda: list(times()))
    client.good("quit")


def thinkers_stop():
    """Every player that thinks answers with the move it likes best so far."""
    for player in ("auto", "net", "alphabeta"):
        client = Client(BUILD, "--player", player)
        client.good("boardsize 11 11")
        client.good("param_mustplay time 600")

        def times():
            for i in range(3):
                client.good("play black f6")
                answer, seconds = client.interrupt_when("genmove white", lambda: client.computes(0.3))
                assert answer.startswith("= ") and len(answer) > 3, answer
                yield seconds
                client.good("clear_board")

        stop_soon(player, 3 * LIMIT, lambda: list(times()))
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
    assert client.computes(0.3)
    assert not select.select([client.output], [], [], 0)[0], "an old interrupt stopped a new command"
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
    assert client.process.wait(90) == 0


class Told:
    """A program that says by a file that it thinks, or that it says nothing from a command on."""

    def __init__(self, mode, number):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, mode)
        self.player = f"htp:{sys.executable} {FAKE} {mode} {number} {self.file}"

    def wait(self):
        """Until it does."""
        assert wait_for(lambda: os.path.exists(self.file)), "it was not asked"
        os.remove(self.file)


def interrupt_silent(client, command, silent):
    """The answer to a command that a silent program keeps waiting."""
    client.send(command + "\n")
    silent.wait()
    start = time.monotonic()
    client.send("# interrupt\n")
    answer = client.receive()
    assert time.monotonic() - start < 30, command  # of a minute, or ten
    return answer


def silent_players_stop():
    """A program that says nothing: at its start, before its move, and at the end of a move on the command line."""
    silent = Told("silent", 1)
    client = Client(BUILD, "--player", silent.player)
    silent.wait()
    client.send("# interrupt\n")
    assert client.process.wait(30) == 3
    silent = Told("silent", 2)
    client = Client(BUILD, "--player", silent.player)
    answer = interrupt_silent(client, "genmove black", silent)
    assert answer.startswith("? ") and "interrupt" in answer, answer
    client.good("boardsize 5")
    silent = Told("silent", 1)
    answer = interrupt_silent(client, f"param_mustplay player {silent.player}", silent)
    assert answer.startswith("? "), answer
    client.good("quit")
    record = os.path.join(ROOT, "tests", "fuzz", "corpus", "sgf", "plain.sgf")
    for commands, words in ((1, ["move"]), (2, ["move"]), (4, ["move"]), (1, ["review", record])):
        silent = Told("silent", commands)
        program = [os.path.join(BUILD, "mustplay"), *words, "--player", silent.player]
        child = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        silent.wait()
        assert wait_caught(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)  # of a minute
        assert child.returncode == 3 and not out and b"interrupt" in err, (child.returncode, out, err)


def nobody_listens():
    """When both ends of the connection are gone, a running solve ends too."""
    client = Client(BUILD)
    client.good("boardsize 11 11")
    client.send("solve-state\n")
    assert client.computes(0.2)
    client.output.close()
    client.process.stdin.close()
    client.process.wait(90)


def large_output_and_input():
    """Many commands at once, answers not read until all are sent."""
    client = Client(BUILD)
    count = 3000
    client.send("boardsize 3\n")
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
