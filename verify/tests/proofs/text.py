"""The outside of proof files: header, claims, last line (docs/PROOFS.md)."""


def checksum(data):
    """FNV-1a of 64 bits, as 16 hexadecimal digits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def sealed(text):
    """The text of header and claims with the right last line added."""
    lines = text.splitlines()
    header = next((i for i, line in enumerate(lines) if line.startswith("made ")), len(lines)) + 1
    claims = sum(not line.startswith("#") for line in lines[header:])
    return f"{text}end {claims} {checksum(text.encode())}\n"
