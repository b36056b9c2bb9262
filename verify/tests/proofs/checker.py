"""verify/verify.c as a function of Python, compiled as a library: fast enough for many thousand files."""
import ctypes
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Result(ctypes.Structure):  # the beginning of VerifyResult, and room for the rest
    _fields_ = [("code", ctypes.c_int), ("winner", ctypes.c_char * 8), ("reason", ctypes.c_char * 200), ("rest", ctypes.c_char * 4096)]


STOP = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)


class Options(ctypes.Structure):
    _fields_ = [("compressed", ctypes.c_bool), ("progress", ctypes.c_bool), ("memory", ctypes.c_uint64), ("stop", STOP), ("calls", ctypes.c_void_p * 3)]


class Checker:
    def __init__(self, folder):
        path = f"{folder}/verify.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-DVERIFY_LIBRARY", ROOT / "verify" / "verify.c", "-o", path], check=True)
        self.library = ctypes.CDLL(path)
        self.libc = ctypes.CDLL(None)
        self.libc.fmemopen.restype = ctypes.c_void_p
        self.libc.tmpfile.restype = ctypes.c_void_p
        self.libc.fmemopen.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
        self.libc.fclose.argtypes = [ctypes.c_void_p]
        self.library.verify_stream.argtypes = [ctypes.c_void_p, ctypes.POINTER(Options), ctypes.POINTER(Result)]

    def judge(self, data, stop=None):
        """(code, line number, reason), as reader.judge."""
        result, options = Result(), Options()
        if stop:
            options.stop = STOP(stop)
        file = self.libc.fmemopen(data, len(data), b"r") if data else self.libc.tmpfile()
        code = self.library.verify_stream(file, ctypes.byref(options), ctypes.byref(result))
        self.libc.fclose(file)
        reason = result.reason.decode()
        line = int(reason.split()[1].rstrip(":")) if reason.startswith("line ") else 0
        return code, line, reason
