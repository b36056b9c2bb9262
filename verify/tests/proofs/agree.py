"""All readers of proof files side by side: verify/verify.c, proofs/reader.py, and the proved checker where it is built."""
import pathlib

from proofs import reader
from proofs.checker import Checker
from proofs.proved import Proved, differ


class Readers:
    def __init__(self, build, folder, record=False):
        self.recorded = [] if record else None  # the files
        self.checker = Checker(folder)
        self.proved = Proved(build) if (pathlib.Path(build) / "tests" / "proved_batch").exists() else None
        self.codes = {}

    def judge(self, data):
        """(code, line number, reason) of verify.c, and a sentence where another reader differs from it, else None."""
        if self.recorded is not None:
            self.recorded.append(data)
        first = self.checker.judge(data)
        verdicts = {"verify.c": first, "reader.py": reader.judge(data)}
        if self.proved:
            verdicts["mustplay-proved"] = self.proved.judge(data)
        self.codes[first[0]] = self.codes.get(first[0], 0) + 1
        if any(differ(first, verdict) or verdict[0] not in (0, 2, 4) for verdict in verdicts.values()):
            return first, "; ".join(f"{name}: {verdict}" for name, verdict in verdicts.items())
        return first, None

    def names(self):
        return "verify.c, reader.py" + (", mustplay-proved" if self.proved else "")

    def close(self):
        if self.proved:
            self.proved.close()
