"""Ed25519 as the cluster signs (cluster/identity.c), through libsodium: for tests that speak in the protocol."""
import ctypes
import ctypes.util
import os
import struct

SODIUM = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
SODIUM.sodium_init()
CONTEXT = b"mustplay cluster 3"


def word(data):
    data = data if isinstance(data, bytes) else str(data).encode()
    return struct.pack("<Q", len(data)) + data


def signed_bytes(kind, run, job, sequence, name, body, facts=b""):
    return word(CONTEXT) + word(kind) + word(run) + struct.pack("<QQ", job, sequence) + word(name) + word(body) + word(facts)


class Signer:
    """A key, and the id of a worker that has it."""

    def __init__(self, seed=None):
        self.public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_seed_keypair(self.public, self.secret, seed or os.urandom(32))
        self.nonce, self.sequence = int.from_bytes(os.urandom(7), "big"), 0
        out = ctypes.create_string_buffer(16)
        data = self.public.raw + struct.pack("<Q", self.nonce)
        SODIUM.crypto_generichash(out, ctypes.c_size_t(16), data, ctypes.c_ulonglong(len(data)), CONTEXT, ctypes.c_size_t(len(CONTEXT)))
        self.number = int.from_bytes(out.raw[:8], "little")
        self.id = f"{self.number:016x}"
        self.key = f"{self.public.raw.hex()} {self.nonce:016x}"

    def sign(self, *words):
        data, out = signed_bytes(*words), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(out, None, data, ctypes.c_ulonglong(len(data)), self.secret)
        return out.raw

    def job(self, run, job, body, kind, sequence=1):
        """What stands beside a job in the stream."""
        return ["sequence", str(sequence), "signature", self.sign("job", run, job, sequence, kind, body)]

    def answer(self, run, job, body, kind="solve", facts=b""):
        """What stands beside an answer in the stream."""
        self.sequence += 1
        return ["key", self.key, "sequence", str(self.sequence), "signature", self.sign("answer", run, job, self.sequence, kind, body, facts)]
