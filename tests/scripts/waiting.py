"""What tests of running programs share: they wait for a condition, never for a fixed time, and on a crowded machine
they allow more time."""
import os
import signal
import time

PATIENCE = 90  # seconds; only a program that hangs takes longer


def wait_for(condition, seconds=PATIENCE, step=0.02):
    """Whether the condition came true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return bool(condition())
        time.sleep(step)
    return True


def _status(pid, name):
    try:
        with open(f"/proc/{pid}/status") as file:
            return next((line.split()[1] for line in file if line.startswith(name + ":")), "")
    except OSError:
        return ""


def catches(process, number=signal.SIGINT):
    """Whether a signal would not simply end the process: it has come so far as to catch it."""
    return bool(int(_status(process.pid, "SigCgt") or "0", 16) >> (number - 1) & 1)


def wait_caught(process, number=signal.SIGINT):
    """Waits until a process catches a signal; False where it ends before."""
    wait_for(lambda: catches(process, number) or process.poll() is not None)
    return process.poll() is None


def asleep(process):
    """Whether a process that catches SIGINT waits for something."""
    return catches(process) and _status(process.pid, "State") == "S"


def wait_asleep(process):
    """Waits until a process that catches SIGINT waits for input; False where it ends before."""
    wait_for(lambda: asleep(process) or process.poll() is not None)
    return process.poll() is None


def stopped(process):
    """Whether SIGSTOP has taken effect."""
    return _status(process.pid, "State") == "T"


def cpu_seconds(process):
    """Of a process that has not been waited for, all threads together."""
    with open(f"/proc/{process.pid}/stat") as stat:
        return sum(int(word) for word in stat.read().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")


def wait_busy(process, seconds=0.2):
    """Waits until a process catches SIGINT and has computed for a while; False where it ends before."""
    wait_for(lambda: process.poll() is not None or catches(process) and cpu_seconds(process) >= seconds)
    return process.poll() is None


def children_cpu():
    """CPU seconds of all children that were waited for."""
    times = os.times()
    return times.children_user + times.children_system


def crowding():
    """How many share a core: the time a busy loop takes over the time it had the core; 1 on a quiet machine."""
    start, before = time.monotonic(), time.process_time()
    while time.process_time() - before < 0.1:
        pass
    return max(1, (time.monotonic() - start) / (time.process_time() - before))


def soon(seconds, limit):
    """Whether something took less than a limit, or would have on a machine of its own. To be asked at once."""
    return seconds < limit or seconds < limit * crowding()
