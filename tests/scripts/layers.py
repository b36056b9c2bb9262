#!/usr/bin/env python3
"""A file may include only from its own layer and those above it, and the library neither prints nor exits."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ["base", "game", "shannon", "yboard", "knowledge", "eval", "net", "search", "solve", "proof", "engine", "match", "cluster", "learn"]
PROGRAM = ["cli", "draw", "report", "y", "htp", "kata", "web", "bench", "reproduce", "cmd", "main.c"]
LAYERS = ["mustplay"] + LIBRARY + ["app/" + part for part in PROGRAM]
LAYERS.insert(LAYERS.index("app/report"), "verify")  # the checker, for the reports and commands that call it
OUTSIDE = {"verify": ["verify"], "examples": ["mustplay"], "tools": ["mustplay"] + LIBRARY + ["tools"], "tests": LAYERS + ["tools", "tests"]}  # what those folders may include
ALONE = {"src/solve/brute": ["base", "game"], "src/solve/width/brute": ["base", "game"]}  # the referee shares nothing with what it judges
NOISE = re.compile(r"\b(printf|puts|putchar|perror|exit|abort)\s*\(")


def layer_of(path):
    """The layer of a file, given from the root or as an #include names it."""
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts
    return "app/" + parts[1] if parts[0] == "app" else parts[0]


def allowed(layer):
    return OUTSIDE.get(layer) or LAYERS[: LAYERS.index(layer) + 1]


faults = []
checked = 0
for path in sorted(p for folder in ("src", "app", "verify", "tools", "tests", "examples") for p in (ROOT / folder).glob("**/*.[ch]")):
    name = path.relative_to(ROOT)
    layer = layer_of(name)
    if layer not in LAYERS and layer not in OUTSIDE:
        faults.append(f"{name}: '{layer}' is not a layer")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if found and "/" in found[1]:
            checked += 1
            included = layer_of(pathlib.PurePath(found[1]))
            alone = next((layers for start, layers in ALONE.items() if str(name).startswith(start)), None)
            if alone and included not in alone and not found[1].startswith("solve/brute"):
                faults.append(f"{name}:{number}: the referee stands alone, but includes {found[1]}")
            elif included not in allowed(layer):
                faults.append(f"{name}:{number}: {layer} includes from {included}")
        elif layer in LIBRARY and NOISE.search(line.split("//")[0]):
            faults.append(f"{name}:{number}: the library neither prints nor exits: {line.strip()}")
print("\n".join(faults + [f"{checked} includes checked"]))
sys.exit(1 if faults or not checked else 0)
