"""verify/verify.c as a function of Python, compiled as a library: fast enough for many thousand files."""
import ctypes
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


def programs(build):
    """The programs that are this checker; MUSTPLAY_ALONE: mustplay-verify only, for tests of a changed verify.c."""
    found = {"mustplay-verify": [build / "mustplay-verify"], "mustplay verify": [build / "mustplay", "verify"]}
    return {"mustplay-verify": found["mustplay-verify"]} if "MUSTPLAY_ALONE" in os.environ else found


class Result(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int), ("winner", ctypes.c_char * 8), ("reason", ctypes.c_char * 200), ("claims", ctypes.c_uint64), ("bytes", ctypes.c_uint64),
        ("rule_claims", ctypes.c_uint64 * 5), ("rule_bytes", ctypes.c_uint64 * 5), ("depth_claims", ctypes.c_uint64 * 64), ("depth", ctypes.c_uint32),
        ("skipped", ctypes.c_uint64), ("out_of_memory", ctypes.c_bool), ("width", ctypes.c_int), ("height", ctypes.c_int), ("wins", ctypes.c_bool),
        ("stones", ctypes.c_uint64 * 6), ("free", ctypes.c_uint64 * 6)]


STOP = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)
SKIP = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_uint64)
SEEN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Options(ctypes.Structure):
    _fields_ = [("compressed", ctypes.c_bool), ("progress", ctypes.c_bool), ("memory", ctypes.c_uint64), ("stop", STOP), ("skip", SKIP), ("seen", SEEN), ("context", ctypes.c_void_p)]


class Checker:
    def __init__(self, folder):
        path = f"{folder}/verify.so"
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-DVERIFY_LIBRARY", "-DVERIFY_ZSTD", ROOT / "verify" / "verify.c", "-lzstd", "-o", path], check=True)
        self.library = ctypes.CDLL(path)
        self.libc = ctypes.CDLL(None)
        self.libc.fmemopen.restype = ctypes.c_void_p
        self.libc.tmpfile.restype = ctypes.c_void_p
        self.libc.fmemopen.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
        self.libc.fclose.argtypes = [ctypes.c_void_p]
        self.library.verify_stream.argtypes = [ctypes.c_void_p, ctypes.POINTER(Options), ctypes.POINTER(Result)]

    def judge(self, data, stop=None, skip=None, seen=None, compressed=False, memory=0):
        """(code, line number, reason), as reader.judge. The other arguments are VerifyOptions; seen is a list of pieces."""
        result, options = Result(), Options(compressed=compressed, memory=memory)
        if stop:
            options.stop = STOP(stop)
        if skip:
            options.skip = SKIP(lambda _, claim: skip(claim))
        if seen is not None:
            options.seen = SEEN(lambda _, text, count: seen.append(ctypes.string_at(text, count)))
        file = self.libc.fmemopen(data, len(data), b"r") if data else self.libc.tmpfile()
        code = self.library.verify_stream(file, ctypes.byref(options), ctypes.byref(result))
        self.libc.fclose(file)
        self.result = result
        reason = result.reason.decode()
        line = int(reason.split()[1].rstrip(":")) if reason.startswith("line ") else 0
        return code, line, reason

    def last_claim(self, width):
        """A and C of the last claim of the right file that was judged last, as names of cells."""
        words = self.result.stones, self.result.free
        return tuple({f"{chr(97 + n % width)}{n // width + 1}" for n in range(384) if some[n // 64] >> n % 64 & 1} for some in words)
