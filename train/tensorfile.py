"""safetensors files, written and read here: 8 bytes of header length, a JSON header, raw little-endian data."""
import ctypes
import json
import os
import struct

import torch

TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64, "I32": torch.int32,
         "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8}
NAMES = {t: n for n, t in TYPES.items()}
MAX_HEADER = 1 << 24


def save(path, tensors, metadata=None):
    """Writes tensors by name; metadata is a dict of strings. Nobody sees half a file."""
    header, blobs, at = {}, [], 0
    if metadata:
        header["__metadata__"] = {str(k): str(v) for k, v in metadata.items()}
    for name, t in tensors.items():
        t = t.detach().cpu().contiguous()
        raw = ctypes.string_at(t.data_ptr(), t.numel() * t.element_size()) if t.numel() else b""
        header[name] = {"dtype": NAMES[t.dtype], "shape": list(t.shape), "data_offsets": [at, at + len(raw)]}
        blobs.append(raw)
        at += len(raw)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path + ".new", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))
    os.replace(path + ".new", path)


def load(path):
    """Tensors by name and the metadata; ValueError says what is wrong with a damaged file."""
    with open(path, "rb") as f:
        data = f.read()
    if len(data) < 8:
        raise ValueError("%s: too short for a safetensors file" % path)
    size = struct.unpack("<Q", data[:8])[0]
    if size > MAX_HEADER or 8 + size > len(data):
        raise ValueError("%s: header length %d does not fit the file" % (path, size))
    try:
        header = json.loads(data[8:8 + size].decode())
    except ValueError as error:
        raise ValueError("%s: header is not JSON: %s" % (path, error))
    body, tensors = data[8 + size:], {}
    metadata = header.pop("__metadata__", {})
    for name, info in header.items():
        begin, end = info["data_offsets"]
        dtype, count = TYPES.get(info["dtype"]), 1
        for n in info["shape"]:
            count *= n
        if dtype is None:
            raise ValueError("%s: %s has unknown type %s" % (path, name, info["dtype"]))
        width = torch.tensor([], dtype=dtype).element_size()
        if not 0 <= begin <= end <= len(body) or end - begin != count * width:
            raise ValueError("%s: %s does not fit its place" % (path, name))
        raw = torch.frombuffer(bytearray(body[begin:end]), dtype=torch.uint8) if count else torch.empty(0, dtype=torch.uint8)
        tensors[name] = raw.view(dtype).reshape(info["shape"]).clone()
    return tensors, metadata
