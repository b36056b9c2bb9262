#!/usr/bin/env python3
"""A file may include only from its own layer and those above it, and the library neither prints nor exits."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ["base", "game", "knowledge", "eval", "net", "search", "solve", "engine", "learn", "app"]
NOISE = re.compile(r"\b(printf|puts|putchar|perror|exit|abort)\s*\(")
faults = []
checked = 0
for path in sorted(list(ROOT.glob("src/**/*.[ch]")) + list(ROOT.glob("app/**/*.[ch]"))):
    name = path.relative_to(ROOT)
    layer = name.parts[1] if name.parts[0] == "src" else "app"
    if layer not in LAYERS:
        faults.append(f"{name}: '{layer}' is not a layer")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([a-z]+)/', line)
        if found:
            checked += 1
            if found[1] in LAYERS and LAYERS.index(found[1]) > LAYERS.index(layer):
                faults.append(f"{name}:{number}: layer {layer} includes from {found[1]}")
        elif layer != "app" and NOISE.search(line.split("//")[0]):
            faults.append(f"{name}:{number}: the library neither prints nor exits: {line.strip()}")
print("\n".join(faults + [f"{checked} includes checked"]))
sys.exit(1 if faults or not checked else 0)
