#!/usr/bin/env python3
"""Runs an HTP script against the program: commands and the answers expected.

Usage: tests/htp_run.py BUILD FILE.tst

A script is read line by line:

    #! WORDS       options of `mustplay htp` for this script (the first line only)
    # TEXT         a comment; blank lines are skipped
    > TEXT         sent as bytes with Python's escapes decoded (\\x00, \\r, \\t); the newline is added
    = TEXT         the last command must have succeeded with this answer
    ? TEXT         the last command must have failed with this message
    =~ REGEX       like = and ?, but the whole answer must match a regular expression
    ?~ REGEX
    =12 TEXT       an id in front of the text is expected too (also ?12, =12~, ?12~)
    | TEXT         the next line of an expected answer
    -              the last line sent must have no answer (checked by the answer to a `name` after it)
    anything else  sent as a command

Every command must be followed by what is expected of it. Answers are compared with blanks at line ends removed.
The last line is `N passed, M failed`, counting commands.
"""
import os
import re
import select
import subprocess
import sys
import time

ANSWER_SECONDS = 120


class Program:
    def __init__(self, build, words):
        command = [os.path.join(build, "mustplay"), "htp"] + words
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pending = b""

    def send(self, line):
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def answer(self):
        end = time.monotonic() + ANSWER_SECONDS
        while b"\n\n" not in self.pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return "no answer"
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                return "end of output"
            self.pending += data
        text, self.pending = self.pending.split(b"\n\n", 1)
        return "\n".join(line.rstrip() for line in text.decode(errors="replace").split("\n")).rstrip()

    def stop(self):
        self.process.stdin.close()
        try:
            return self.process.wait(90)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "hung at the end of its input"


def matches(answer, kind, ident, regex, text):
    head = kind + ident
    if not answer.startswith(head) or answer[len(head):len(head) + 1].isdigit():
        return False
    body = answer[len(head):]
    body = body[1:] if body.startswith(" ") else body
    return bool(re.fullmatch(text, body, re.S)) if regex else body == text.rstrip()


def read_script(path):
    """Yields (line number, bytes to send, expectation or None for "no answer")."""
    words, steps = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if number == 1 and line.startswith("#!"):
                words = line[2:].split()
            elif not line.strip() or line.startswith("#"):
                continue
            elif line.startswith("|"):
                steps[-1][2][3] += "\n" + line[1:].removeprefix(" ").rstrip()
            elif line == "-":
                steps[-1][3] = True
            elif found := re.fullmatch(r"([=?])(\d*)(~?)(?: (.*))?", line):
                steps[-1][2] = [found[1], found[2], found[3] == "~", found[4] or ""]
                steps[-1][3] = True
            elif line.startswith("> "):
                raw = line[2:].encode().decode("unicode_escape").encode("latin-1")
                steps.append([number, raw, None, False])
            else:
                steps.append([number, line.encode(), None, False])
    for step in steps:
        if not step[3]:
            sys.exit(f"{path}:{step[0]}: nothing is expected of this command")
    return words, steps


def main():
    build, path = sys.argv[1:]
    words, steps = read_script(path)
    program = Program(build, words)
    passed, failed = 0, 0
    for number, raw, expected, _ in steps:
        program.send(raw)
        if expected is None:
            program.send(b"name")
            expected = ["=", "", False, "Mustplay"]
        answer = program.answer()
        if matches(answer, *expected):
            passed += 1
        else:
            failed += 1
            wanted = expected[0] + expected[1] + ("~" if expected[2] else "") + " " + expected[3]
            print(f"{path}:{number}: {raw!r}\n  expected {wanted!r}\n  got      {answer!r}")
    code = program.stop()
    if code != 0:
        failed += 1
        print(f"{path}: the program ended with {code}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
