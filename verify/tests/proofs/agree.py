"""All readers of proof files side by side: verify/verify.c, proofs/reader.py, and mustplay-proved where it is built."""
import pathlib
import re
import subprocess

from proofs import reader
from proofs.checker import Checker


class Proved:
    """mustplay-proved as a function; None says that this file is beyond it."""

    def __init__(self, program, folder):
        self.program, self.path = program, pathlib.Path(folder) / "proved.proof"

    def judge(self, data):
        self.path.write_bytes(data)
        done = subprocess.run([self.program, self.path], capture_output=True, text=True)
        said = done.stdout + done.stderr
        line = re.search(r"line (\d+): ", said)
        return done.returncode, int(line[1]) if line else 0, said.strip()


class Readers:
    def __init__(self, build, folder):
        self.checker = Checker(folder)
        self.judges = {"verify.c": self.checker.judge, "reader.py": reader.judge}
        program = pathlib.Path(build) / "mustplay-proved"
        if program.exists():
            self.judges["mustplay-proved"] = Proved(program, folder).judge
        self.codes = {}

    def judge(self, data):
        """(code, line number, reason) of verify.c, and a sentence where another reader differs from it, else None.

        The first line that is wrong must be the same; a line that is unreadable and false may count as either (docs/PROOFS.md).
        """
        verdicts = {name: judge(data) for name, judge in self.judges.items()}
        first = verdicts["verify.c"]
        self.codes[first[0]] = self.codes.get(first[0], 0) + 1
        for verdict in verdicts.values():
            if (first[0] == 0) != (verdict[0] == 0) or first[1] != verdict[1] or verdict[0] not in (0, 2, 4):
                return first, "; ".join(f"{name}: {verdict}" for name, verdict in verdicts.items())
        return first, None

    def names(self):
        return ", ".join(self.judges)
