#!/usr/bin/env python3
"""The limits of a hostile proof file. An interrupt ends a check inside a line, and --memory bounds what is allocated
(exit code 3). Numbers keep their value where `long` has 32 bits. Usage: limits.py BUILD"""
import array
import ctypes
import fcntl
import os
import pathlib
import pty
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import termios

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "tests" / "scripts"))
from checks import check, finish  # noqa: E402
from proofs.boundaries import WIDE, file  # noqa: E402
from proofs.checker import Checker, programs  # noqa: E402
from proofs.text import sealed  # noqa: E402
from waiting import wait_for  # noqa: E402

PROGRAMS = programs(BUILD)
MEGABYTE = 1 << 20
dice = random.Random(3)
READ_AHEAD = 1 << 16  # bytes that the checker reads at a time
MEMORY_MOST = 1 << 20  # megabytes that --memory takes


def cells(column, row, places):
    return [f"{chr(96 + column + c)}{row + r}" for c, r in places]


def slow_file(sets):
    """A line with `sets` equal sets of four captured pairs, a search through thousands of states for each, and a false one at the end."""
    head = ["mustplay-proof 1", "board 19x19", "winner black", "root position", "black -", "white -", "to-move white", "first -", "made to be slow"]
    stones = [f"j{row}" for row in range(1, 10)] + [f"i{row}" for row in range(11, 20)]
    free, pairs = [], []
    for column, row in ((2, 3), (2, 7), (2, 11), (2, 15)):
        pairs += cells(column, row, ((0, 0), (1, 0)))
        stones += cells(column, row, ((-1, 0), (0, -1), (1, 1), (2, -1)))
        free += cells(column, row, ((-1, 1), (0, 1), (1, -1), (2, 0)))
    line = f"F 1 {' '.join(free)} {' '.join([','.join(pairs)] * sets)} j9"
    return sealed("\n".join(head + [f"S {','.join(stones)},i10|j10", line]) + "\n")


def bytes_waiting(pipe):
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def interrupt(program):
    """The exit code and words of a check that is interrupted once it is in a slow line, with 100 bytes still to be read."""
    text = slow_file(2000).ljust(READ_AHEAD + 100, "#")
    running = subprocess.Popen([*PROGRAMS[program], "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    running.stdin.write(text.encode())
    running.stdin.flush()
    check("the text is read", wait_for(lambda: bytes_waiting(running.stdin) == 100, step=0.001))
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=90)
    return running.returncode, out.decode(), err.decode()


def peak(words, data):
    """Exit code, words on stderr, and the most memory that was used, in bytes."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(data)
        given.seek(0)
        running = subprocess.Popen(words, stdin=given, stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return running.returncode, said.read().decode(), used.ru_maxrss * 1024


def short_of_memory(words, data, most):
    """Exit code and words of a program that has `most` bytes of address space."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))
    done = subprocess.run(words, input=data, capture_output=True, preexec_fn=limit)
    return done.returncode, done.stderr.decode()


def on_terminal(words, data):
    """What is said on a terminal."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as given:
        given.write(data)
        given.seek(0)
        running = subprocess.Popen([*words, "-"], stdin=given, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        said = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            said += piece
        os.close(ours)
    return running.wait(), said.decode()


def short_in_process(checker, data):
    """Whether a check in a process that has little memory left says so; in a child, which cannot grow."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    now = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (now + 8 * MEGABYTE, now + 8 * MEGABYTE))
    os._exit(0 if checker.judge(data)[0] == 3 and checker.result.out_of_memory else 1)


def asked(checker, data, most):
    """How often a check asks whether to stop when it is told so at the `most`th time, and its code."""
    count = 0

    def stop(_):
        nonlocal count
        count += 1
        return count >= most

    return checker.judge(data, stop)[0], count


check_32 = subprocess.run(["cc", "-m32", "-xc", "-", "-o", "/dev/null"], input="#include <errno.h>\nint main(void) { return 0; }\n", text=True, capture_output=True).returncode == 0

with tempfile.TemporaryDirectory() as folder:
    for program in PROGRAMS:
        code, out, err = interrupt(program)
        check(f"{program}: interrupted inside a line", code == 3 and not out and "stopped" in err, code, out, err)
    checker = Checker(folder)
    slow = slow_file(50).encode()
    line = checker.judge(slow)
    check("the slow file is false at its end", line[0] == 4 and line[1] == 11 and "captured" in line[2], line)
    code, count = asked(checker, slow, 1 << 30)
    check("asked often inside a line", code == 4 and count > 20, count)
    check("stopped inside a line", asked(checker, slow, count // 2) == (3, count // 2))
    comments = ("\n".join(WIDE) + "\n" + "# nothing\n" * 100000).encode()
    code, count = asked(checker, comments, 1 << 30)
    check("asked among comments, in each piece that is read", code == 2 and count == 1, count)
    many = file(claims=["S a3,a2,a1|b1"] + ["S " + ",".join(["1'"] * 20000)]).encode()
    code, count = asked(checker, many, 1 << 30)
    check("asked inside a body", count > 50, count)
    # Memory: a million claims of five bytes each; a window of 128 MB.
    million = ("mustplay-proof 1\nboard 1x1\nwinner black\nroot position\nblack a1\nwhite -\nto-move white\nfirst -\nmade x\n" + "S a1\n" * 1000000).encode()
    for program, words in PROGRAMS.items():
        base = peak([*words, "-", "--memory", "16"], file().encode())[2]
        code, said, used = peak([*words, "-", "--memory", "16"], million)
        check(f"{program}: --memory 16", code == 3 and " 16 MB" in said and used < base + 16 * MEGABYTE, code, said, used, base)
        code, said, used = peak([*words, "-", "--memory", "200"], million)
        check(f"{program}: enough memory", code == 2 and said.endswith("without its last line\n") and said.count("\n") == 1 and "\r" not in said, code, said)
        for bound, good in (("0", False), ("-1", False), ("x", False), ("", False), (":", False), ("/", False), ("99999999999999999999", False), ("1x", False),
                            (str(MEMORY_MOST + 1), False), (str(MEMORY_MOST), True), ("9", True), ("0" * 30 + "1", True)):
            check(f"{program}: --memory '{bound}'", peak([*words, "-", "--memory", bound], file().encode())[0] == (0 if good else 2))
        check(f"{program}: --memory", peak([*words, "-", "--memory"], b"")[0] == 2)
        # Where memory ends, wherever that is, the program says so.
        packed = shutil.which("zstd") and subprocess.run(["zstd", "-q"], input=million, capture_output=True, check=True).stdout
        path = pathlib.Path(folder) / "million.proof.zst"
        path.write_bytes(packed or b"")
        codes = set()
        for given in (million[:300000], packed) if packed and program == "mustplay-verify" else ():
            for pages in range(900, 2700, 120):
                code, said = short_of_memory([*words, path] if given is packed else [*words, "-"], given, pages * 4096)
                codes.add(code)
                check("short of memory", code in (2, 3, 127) and (code != 3 or "memory" in said), pages, code, said)
        check("short of memory in all ways", not codes or {2, 3} <= codes, codes)
        code, said = on_terminal(words, million)
        check(f"{program}: progress", "\r65536 claims, 0 MB" in said, said)
    check("out of memory", short_in_process(checker, million))
    code = checker.judge(b"x" * 100, compressed=True)
    check("not compressed", code[0] == 2 and "not compressed by zstd" in code[2], code)
    if shutil.which("zstd"):
        path = pathlib.Path(folder) / "wide.proof.zst"
        for log, least in ((24, 64), (27, 512), (28, 1000000)):
            path.write_bytes(subprocess.run(["zstd", "-q", f"--long={log}"], input=file().encode(), capture_output=True, check=True).stdout)
            for program, words in PROGRAMS.items():
                code, said, _ = peak([*words, path, "--memory", "16"], b"")
                check(f"{program}: a window of 2^{log}, --memory 16", code == 3 and "decompressing needs more than 8192 KB" in said, code, said)
                check(f"{program}: a window of 2^{log}", peak([*words, path, "--memory", str(least)], b"")[0] == 0)
            check("a window without a bound", checker.judge(path.read_bytes(), compressed=True)[0] == 0)
        # More compressed data than is read at once.
        comments = "".join(f"# {dice.getrandbits(1600):x}\n" for _ in range(500))
        large = sealed(file().replace("S a3", comments + "S a3")[: -len("end 3 0123456789abcdef\n")])
        packed = subprocess.run(["zstd", "-q"], input=large.encode(), capture_output=True, check=True).stdout
        check("compressed, in several pieces", len(packed) > READ_AHEAD and checker.judge(packed, compressed=True)[0] == 0, checker.judge(packed, compressed=True))
        path.write_bytes(path.read_bytes() + subprocess.run(["zstd", "-q"], input=million, capture_output=True, check=True).stdout)
        check("what follows a frame", peak([*PROGRAMS["mustplay-verify"], path, "--memory", "300"], b"")[0] == 2)
    # Numbers: `long` has 32 bits on some machines; where the compiler can make programs for one, by running it (Debian: gcc-multilib).
    code = re.sub(r"//.*|unsigned long long", "", (ROOT / "verify" / "verify.c").read_text())
    check("no number is a long", not re.search(r"\blong\b", code))
    if check_32:
        program = os.path.join(folder, "verify32")
        subprocess.run(["cc", "-m32", "-O1", "-std=c17", ROOT / "verify" / "verify.c", "-o", program], check=True)
        for text in (file(WIDE, ["P 4294967295"]), file(claims=["S a3,a2,a1|b1", "S 4294967297"]), file(claims=["S a3,a2,a1|b1", "S a4294967297"]), file()):
            done = subprocess.run([program, "-"], input=text, capture_output=True, text=True)
            good = done.returncode == 0 if text == file() else done.returncode == 2 and "too large" in done.stderr
            check("32 bits", good, done)

finish()
