"""The checker proved in Coq (verify/coq) as a function of Python, by the program tests/proved_batch."""
import os
import subprocess


class Proved:
    def __init__(self, build, plain=False):
        self.plain = plain  # asks the extraction without mapped numbers as well
        self.process = subprocess.Popen([os.path.join(build, "tests", "proved_batch"), *(["--plain"] if plain else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def judge(self, data):
        """(code, line number, reason), as reader.judge; the code is -1 if the two extractions differ."""
        self.process.stdin.write(b"%d\n%s" % (len(data), data))
        self.process.stdin.flush()
        words = self.process.stdout.readline().decode().rstrip("\n").split(" ", 4 if self.plain else 2)
        code, line, reason = int(words[0]), int(words[1]), words[-1]
        if self.plain and words[:2] != words[2:4]:
            return -1, line, f"the two extractions differ: {words}"
        return code, line, reason

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def differ(first, second):
    """Two verdicts disagree: right or not, and the line of the first fault. A line that is unreadable and false may count as either,
    and the lines of two such verdicts are then the same."""
    return (first[0] == 0) != (second[0] == 0) or first[1] != second[1]
