"""Stores as bytes (docs/SOLVER.md): for tests that forge them."""
from checks import checksum

HEADER = b"proved positions"


def cells(text):
    return [cell for cell in text.split("=")[1].split(",") if cell]


def forged(store, path, key):
    """A copy of a store that says the contrary of one position, by the file's format (docs/SOLVER.md)."""
    with open(store, "rb") as file:
        data = bytearray(file.read())
    size, at, changed = 8 + (key[0] * key[1] + 7) // 8, data.find(key), 0
    while at >= 0:
        value = bytearray(data[at + len(key):at + len(key) + size])
        if data[at + len(key) + size:at + len(key) + size + 8] == checksum(key + value):
            value[0] ^= 1
            data[at + len(key):at + len(key) + size + 8] = value + checksum(key + value)
            changed += 1
        at = data.find(key, at + 1)
    with open(path, "wb") as file:
        file.write(data)
    return changed


def key_bytes(line):
    """The key of a line of `store list`."""
    size, mover, _, _, _, _, black, white, _ = line.split(" ")
    width, height = map(int, size.split("x"))
    def bits(text):
        number = sum(1 << (int(cell[1:]) - 1) * width + ord(cell[0]) - 97 for cell in cells(text))
        return number.to_bytes((width * height + 7) // 8, "little")
    return bytes([width, height, mover == "white"]) + bits(black) + bits(white)


def unmarked(store):
    """Takes the mark from a store, so that it is as earlier programs wrote it."""
    with open(store, "rb") as file:
        data = bytearray(file.read())
    at, changed = data.find(HEADER), 0
    while at >= 0:
        if data[at + len(HEADER)] == 2:
            data[at + len(HEADER)] = 1
            changed += 1
        at = data.find(HEADER, at + 1)
    with open(store, "wb") as file:
        file.write(data)
    return changed
