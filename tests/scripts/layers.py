#!/usr/bin/env python3
"""A file may include only from its own layer and from those that its room allows, and the library neither prints nor exits."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SRC = ["base", "game", "knowledge", "eval", "net", "search", "solve", "proof", "play", "study", "api"]  # each includes those before it
APP = ["app/" + part for part in ("draw", "report", "htp", "kata", "web", "bench", "cmd")]  # so here
CORE = ["mustplay"] + SRC
# What each room may include besides the layers before its own. Nothing outside lab/ includes lab/. app/ and cluster/
# do not include each other, and anyone may ask the checker. Only a main sees all the rooms of its program.
ROOMS = {
    "verify": [],
    "src": ["mustplay", "verify"],
    "cli": CORE + ["cli"],
    "app": CORE + ["verify", "cli"],
    "cluster": CORE + ["verify", "cli", "cluster", "cluster/cmd"],
    "lab": CORE + ["verify", "cli"] + APP + ["lab"],
    "tools": CORE + ["verify", "tools"],
    "tests": CORE + ["verify", "cli", "tools", "tests"] + APP,
    "examples": ["mustplay"],
    "site": CORE + ["verify", "cli", "site"] + APP,
}
TESTED = {"lab": ROOMS["lab"] + ROOMS["tests"] + ["cluster"], "cluster": ROOMS["cluster"] + ["tools", "tests"], "verify": ["verify", "base", "tests"]}  # by their folders tests
MAINS = ROOMS["lab"] + ROOMS["cluster"] + ["app"]
ALONE = {"src/solve/brute": ["base", "game"], "src/solve/width/brute": ["base", "game"]}  # the referee shares nothing with what it judges
NOISE = re.compile(r"\b(printf|puts|putchar|perror|exit|abort)\s*\(")


def layer_of(path):
    """The layer of a file, given from the root or as an #include names it."""
    parts = path.parts[1:] if path.parts[0] == "src" else path.parts
    if parts[0] == "app" and len(parts) > 2 or parts[:2] == ("cluster", "cmd"):
        return "/".join(parts[:2])
    return parts[0]


def allowed(name):
    """The layers that a file may include from."""
    room, layer = name.parts[0], layer_of(name)
    if name.name == "main.c":
        return MAINS
    if name.parts[1] in ("tests", "simulate"):
        return TESTED[room]
    order = {"src": SRC, "app": APP}.get(room, [])
    if layer == room:  # the files of app/ itself: the tables of its rows
        return ROOMS[room] + order + [room]
    if layer not in order:
        return ROOMS[room] if room not in ("src", "app") else None
    return ROOMS[room] + order[: order.index(layer) + 1]


faults = []
checked = 0
for path in sorted(p for folder in ROOMS for p in (ROOT / folder).glob("**/*.[ch]")):
    name = path.relative_to(ROOT)
    room, layers = name.parts[0], allowed(name)
    if layers is None:
        faults.append(f"{name}: '{layer_of(name)}' is not a layer")
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if found and "/" in found[1]:
            checked += 1
            included = layer_of(pathlib.PurePath(found[1]))
            alone = next((only for start, only in ALONE.items() if str(name).startswith(start)), None)
            if alone and included not in alone and not found[1].startswith("solve/brute"):
                faults.append(f"{name}:{number}: the referee stands alone, but includes {found[1]}")
            elif included not in layers:
                faults.append(f"{name}:{number}: {layer_of(name)} includes {found[1]}")
        elif room == "src" and NOISE.search(line.split("//")[0]):
            faults.append(f"{name}:{number}: the library neither prints nor exits: {line.strip()}")
print("\n".join(faults + [f"{checked} includes checked"]))
sys.exit(1 if faults or not checked else 0)
