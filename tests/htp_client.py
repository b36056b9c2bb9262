"""A client for HTP scripts that sees every write() of the program: its output is a SOCK_SEQPACKET socket, which keeps
the borders between writes. Used by tests/scripts/htp_*.py."""
import os
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts"))
from waiting import cpu_seconds, wait_for  # noqa: E402


class Client:
    def __init__(self, build, *words, program="mustplay"):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(90)
        self.output = ours
        self.folder = tempfile.TemporaryDirectory()  # where the program runs, for files without a path
        self.process = subprocess.Popen([os.path.join(os.path.abspath(build), program), "htp", *words], stdin=subprocess.PIPE, stdout=theirs,
                                        cwd=self.folder.name)
        theirs.close()
        self.graphics = []

    def send(self, text):
        self.process.stdin.write(text.encode() if isinstance(text, str) else text)
        self.process.stdin.flush()

    def receive(self):
        """One answer: exactly one write of the program, live graphics set aside."""
        while True:
            data = self.output.recv(1 << 22).decode(errors="replace")
            if not data:
                raise EOFError("the program closed its output")
            assert data.endswith("\n\n") and "\n\n" not in data[:-1], f"not one whole answer: {data!r}"
            if not data.startswith("gogui-gfx:"):
                assert data[0] in "=?", f"no answer: {data!r}"
                return data[:-2]
            self.graphics.append(data)

    def ask(self, command):
        self.send(command + "\n")
        return self.receive()

    def good(self, command):
        """The text of an answer that must be a success."""
        answer = self.ask(command)
        assert answer.startswith("= "), f"{command}: {answer}"
        return answer[2:]

    def computes(self, seconds):
        """Waits until the program has computed for so much longer; False where it does not."""
        before = cpu_seconds(self.process)
        return wait_for(lambda: cpu_seconds(self.process) >= before + seconds)

    def interrupt_when(self, command, ready):
        """Sends a command, and the interrupt when `ready` returns; returns the answer and how long it took from the interrupt."""
        self.send(command + "\n")
        ready()
        start = time.monotonic()
        self.send("# interrupt\n")
        return self.receive(), time.monotonic() - start

    def close(self):
        """Ends the input; returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(90)
