#!/usr/bin/env python3
"""Output that does not arrive is never a success: a full device, a closed stream, a file that may not grow. What is there stays.

Usage: outputs.py BUILD
"""
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile

from checks import check, finish
from waiting import children_cpu

PROGRAM = os.path.join(sys.argv[1], "mustplay")
TOOLS = os.path.join(sys.argv[1], "tools")
NET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "net", "moves.safetensors")
GAME = "(;FF[4]GM[11]SZ[4];B[a1];W[b2];B[b3];W[c2])"


def run(*words, text="", closed=None, **more):
    """The program with stdin, stdout or stderr closed if asked for."""
    command = [PROGRAM, *words]
    if closed:
        command = ["sh", "-c", f'exec "$@" {closed}', "sh", *command]
    return subprocess.run(command, input=text.encode(), stderr=subprocess.PIPE, timeout=300, **more)


def commands(folder):
    game = os.path.join(folder, "game.sgf")
    with open(game, "w") as file:
        file.write(GAME)
    yield ["--help"], ""
    yield ["--version"], ""
    yield ["--man"], ""
    yield ["solve", "--help"], ""
    yield ["move", "--size", "3", "--player", "random"], ""
    yield ["move", "--size", "3", "--player", "random", "--json"], ""
    yield ["solve", "--size", "3"], ""
    yield ["solve", "--size", "3", "--json"], ""
    yield ["explain", "--size", "3"], ""
    yield ["draw", "--size", "3", "--output", os.path.join(folder, "a.svg"), "--force"], ""
    yield ["analyze", "--size", "3", "--playouts", "5"], ""
    yield ["review", game, "--player", "random", "--solver-time", "0"], ""
    yield ["match", "--players", "random", "random", "--size", "3", "--games", "2"], ""
    yield ["selfplay", "--size", "3", "--games", "1", "--player", "random"], ""
    yield ["net", "ls"], ""
    yield ["net", "info"], ""
    yield ["serve", "--check"], ""
    yield ["bench", "cellset"], ""
    yield ["reproduce"], ""
    yield ["htp", "--player", "random"], "name\n"
    yield ["play", "--size", "3", "--player", "random"], "quit\n"


def full_device(folder):
    for words, text in commands(folder):
        with open("/dev/full", "wb") as full:
            done = run(*words, text=text, stdout=full)
        err = done.stderr.decode()
        check("full: " + " ".join(words[:3]), done.returncode == 1 and "cannot write the" in err,
             (done.returncode, err))


def cut_short():
    """A reader that has seen enough, such as head, ends the program without a word."""
    reader, writer = os.pipe()
    os.close(reader)
    for words in (["--man"], ["solve", "--help"], ["net", "ls"]):
        done = run(*words, stdout=writer)
        check("cut: " + " ".join(words), done.returncode == -signal.SIGPIPE and not done.stderr, done)
    os.close(writer)


def closed_streams(folder):
    for words, text in commands(folder):
        if words[0] in ("bench", "serve"):
            continue  # slow, and like the others
        done = run(*words, text=text, closed=">&-")
        check("closed: " + " ".join(words[:3]), done.returncode == 1 and b"cannot write" in done.stderr,
             (done.returncode, done.stderr))
    store = os.path.join(folder, "store")
    done = run("solve", "--size", "3", "--store", store, closed=">&-")
    again = run("solve", "--size", "3", "--store", store, stdout=subprocess.PIPE)
    check("a closed stdout does not end in the store", done.returncode == 1 and again.returncode == 0, again)
    for words in (["htp", "--player", "random"], ["play", "--size", "3", "--player", "random"]):
        done = run(*words, closed="<&-", stdout=subprocess.PIPE)
        check(f"{words[0]} without an input ends", done.returncode == 0, done)


def savers(folder, path):
    """The ways to replace a record; each must leave an old one that it cannot replace."""
    game = os.path.join(folder, "game.sgf")
    yield "review", ["review", game, "--player", "random", "--solver-time", "0", "--output", path, "--force"], ""
    yield "play", ["play", "--size", "3", "--side", "both", "--player", "random"], f"a1\nsave! {path}\nquit\n"
    yield "htp", ["htp", "--player", "random"], f"play black a1\nsavesgf {path}\nquit\n"
    yield "selfplay", ["selfplay", "--size", "3", "--games", "1", "--player", "random", "--output", path, "--force"], ""


def old_files_stay(folder):
    """A limit on the size of files stands in for a full disk; tests/scripts/full_disk.py has a real one."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
    path = os.path.join(folder, "old.sgf")
    for name, words, text in savers(folder, path):
        with open(path, "w") as file:
            file.write(GAME)
        before = sorted(os.listdir(folder))
        done = run(*words, text=text, stdout=subprocess.PIPE, preexec_fn=limit)
        said = (done.stdout + done.stderr).decode()
        check(f"{name} says that it cannot save", "cannot write" in said and "too large" in said, done)
        check(f"{name} leaves the old record", open(path).read() == GAME, open(path).read())
        check(f"{name} leaves no part", sorted(os.listdir(folder)) == before, os.listdir(folder))
        done = run(*words, text=text, stdout=subprocess.PIPE)
        check(f"{name} replaces the record", open(path).read() != GAME and done.returncode == 0, done)


def answers_stand(folder):
    """What cannot be written is found before the search if it can be; if not, the answer is printed all the same."""
    game = os.path.join(folder, "game.sgf")
    missing = os.path.join(folder, "none", "x.svg")
    before = children_cpu()  # not the wall clock: the machine may be busy
    for words in (["solve", "--size", "13", "--time", "30", "--output", missing],
                  ["review", game, "--solver-time", "30", "--output", missing],
                  ["review", game, "--solver-time", "30", "--curve", missing]):
        done = run(*words, stdout=subprocess.PIPE)
        check(f"{words[0]}: no such folder", done.returncode == 2 and not done.stdout and b"No such file" in done.stderr,
             done)
    check("and that at once", children_cpu() - before < 20, children_cpu() - before)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
    path = os.path.join(folder, "answer.svg")
    for words in (["solve", "--size", "3", "--json", "--output", path],
                  ["review", game, "--player", "random", "--solver-time", "0", "--json", "--curve", path]):
        done = run(*words, stdout=subprocess.PIPE, preexec_fn=limit)
        check(f"{words[0]}: the answer stands", done.returncode == 1 and "winner" in json.loads(done.stdout)
             and b"cannot write" in done.stderr and not os.path.exists(path), done)


def one_file_for_two(folder):
    game, picture = os.path.join(folder, "game.sgf"), os.path.join(folder, "x.svg")
    os.makedirs(os.path.join(folder, "sub"), exist_ok=True)
    other = os.path.join(folder, "sub", "..", "x.svg")
    for force in ([], ["--force"]):
        done = run("review", game, "--player", "random", "--output", picture, "--curve", other, *force,
                   stdout=subprocess.PIPE)
        check("review: two outputs in one file", done.returncode == 2 and done.stdout == b""
             and b"--curve" in done.stderr and not os.path.exists(picture), done)
    store = os.path.join(folder, "store.svg")
    done = run("solve", "--size", "3", "--store", store, "--output", store, stdout=subprocess.PIPE)
    check("solve: store and drawing in one file", done.returncode == 2 and b"--store" in done.stderr, done)


def makers(folder, path):
    """The tools that make a file of a user's."""
    games, gammas = os.path.join(folder, "games"), os.path.join(folder, "gammas")
    yield ["record_policy", games, "2", "1"], games
    yield ["train_gammas", games, gammas, "1"], gammas
    yield ["train_gammas", games, path, "1"], path
    yield ["balance_gammas", games, gammas, path, "1"], path
    yield ["quantize_net", NET, path], path


def made_files_stay(folder):
    """What a tool made before is kept, and that is said before the work; --force replaces it, wherever it stands."""
    path = os.path.join(folder, "made")
    for (tool, *words), made in makers(folder, path):
        run_tool = lambda *more: subprocess.run([os.path.join(TOOLS, tool), *more], capture_output=True, text=True, timeout=300)
        if made != path:
            check(f"{tool} makes its file", run_tool(*words).returncode == 0 and os.path.getsize(made) > 0)
            continue
        with open(path, "w") as file:
            file.write("dear")
        done = run_tool(*words)
        check(f"{tool} keeps a file", done.returncode == 2 and done.stderr == f"{tool}: '{path}' exists; --force replaces it\n"
              and not done.stdout and open(path).read() == "dear", done)
        for more in ([*words, "--force"], ["--force", *words]):
            done = run_tool(*more)
            check(f"{tool} --force replaces it", done.returncode == 0 and os.path.getsize(path) > 500, done)
            with open(path, "w") as file:
                file.write("dear")
        done = run_tool(*[folder if word == path else word for word in words], "--force")
        check(f"{tool}: a folder is no file", done.returncode == 2 and folder in done.stderr and os.listdir(folder), done)


def one_piece():
    """An answer leaves in one piece, so that a signal cannot cut it: a socket of packets shows each write."""
    for words in (["explain", "--size", "19", "--moves", "j10 k9 h11 l8", "--json"], ["--man"]):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        process = subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=theirs)
        theirs.close()
        first, second = ours.recv(1 << 17), ours.recv(1 << 17)
        ours.close()
        check(f"{words[0]}: one piece", process.wait() == 0 and len(first) > 8192 and first.endswith(b"\n") and not second, len(first), len(second))


def main():
    with tempfile.TemporaryDirectory() as folder:
        full_device(folder)
        cut_short()
        closed_streams(folder)
        old_files_stay(folder)
        answers_stand(folder)
        one_file_for_two(folder)
        made_files_stay(folder)
        one_piece()
    finish()


main()
