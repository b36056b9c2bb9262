"""What the test scripts share: checks are counted, and the last line says how many passed, as tests/run reads it; the checksum of our files."""
import sys
import time
import traceback

_counts = {True: 0, False: 0}


def check(name, good, *details):
    """Counts one check; a failed one is printed with its details."""
    _counts[bool(good)] += 1
    if not good:
        print(f"FAIL {name}:", *(str(detail)[:600] for detail in details), flush=True)


def check_all(pairs):
    """Counts the pairs (name, good) that a test yields."""
    for name, good in pairs:
        check(name, good)


def check_cases(cases):
    """Calls the functions; one that raises has failed."""
    for case in cases:
        start = time.monotonic()
        try:
            case()
            check(case.__name__, True)
        except Exception:
            check(case.__name__, False, "it raised")
            traceback.print_exc(file=sys.stdout)
        print(f"{case.__name__}: {time.monotonic() - start:.1f} s", flush=True)


def checksum(data):
    """FNV-1a in eight bytes, by which records of stores and messages of clusters are checked."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value.to_bytes(8, "little")


def finish():
    """Prints the totals and ends the script; to have checked nothing is a failure."""
    print(f"{_counts[True]} passed, {_counts[False]} failed")
    sys.exit(1 if _counts[False] or not _counts[True] else 0)
