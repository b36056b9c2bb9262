#!/usr/bin/env python3
"""How good the tester is: plants faults, one at a time, in a copy of the tree, and counts those that random calls find and
how short their traces become. At least 18 of 20 should be found and shrunk to ten calls or fewer.

Usage: faults.py [--seconds S of each, 60] [--folder COPY] [NAME...]"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLS = 10

# name, file, what stands there, what is put there
FAULTS = [
    ("undo forgets the swap", "src/game/game.c",
     "for (int i = 0; i < game->count; i++) move_apply(game, game->played[i].color, game->played[i].move);",
     "for (int i = 0; i < game->count; i++)\n        if (game->played[i].move != MOVE_SWAP_PIECES) move_apply(game, game->played[i].color, game->played[i].move);"),
    ("undo keeps the resignation", "src/game/game.c", "    game->now = game->setup;\n    game->resigned = EMPTY;", "    game->now = game->setup;"),
    ("a clone is the game itself", "src/api/api_game.c", "return mp_game_of(&game->game, error);", "(void)error;\n    return (mp_game *)(uintptr_t)game;"),
    ("moves as text are half played", "src/game/game.c", 'if (!game_play(&copy, copy.now.to_move, move, &inner))\n',
     'if (!game_play(&copy, copy.now.to_move, move, &inner)) *game = copy;\n        if (!game_play(&copy, copy.now.to_move, move, &inner))\n'),
    ("a swap after the end", "src/game/game.c", "return from_empty && one_stone && game_winner(game) == EMPTY;", "return from_empty && one_stone;"),
    ("the last cell is not mirrored", "src/game/game.c", "if (move == MOVE_SWAP_PIECES) return cell_mirrored(game->now.geometry, game->played[0].move);",
     "if (move == MOVE_SWAP_PIECES) return game->played[0].move;"),
    ("to_move forgets the set-up", "src/api/api_game.c", "if (!g->count) g->setup.to_move = (Color)color;", ""),
    ("a move beyond the last", "src/api/api_game.c", "if (index < 0 || index >= game->game.count) return MP_NONE;",
     "if (index < 0 || index > game->game.count) return MP_NONE;"),
    ("a leak where a link is bad", "src/api/api_game.c", "return game;\n    error_out(&inner, error);\n    free(game);", "return game;\n    error_out(&inner, error);"),
    ("a struct is written beyond its size", "src/api/api_common.c", "size_t common = given < size ? given : size;", "size_t common = size;"),
    ("an error without a sentence", "src/api/api_common.c", 'snprintf(error->text, sizeof error->text, "%s", inner->text);', "error->text[0] = '\\0';"),
    ("out of memory is an internal error", "src/base/error.c", "if (error) error->code = ERROR_MEMORY;", ""),
    ("a double free without memory", "src/api/api_record.c", "if (!record) sgf_free(tree);", "if (!record) sgf_free(tree);\n    if (tree && !record) sgf_free(tree);"),
    ("a move is added twice", "src/game/sgf_game.c", "there == move && made == color)\n            return n;", "there == move && made == color && !color)\n            return n;"),
    ("a record replaces a file unasked", "src/api/api_record.c", "sgf_save(record->tree, path, replace, &inner)", "sgf_save(record->tree, path, true, &inner)"),
    ("a net is not freed", "src/api/api_engine.c", "if (net) net_free(net->net);", ""),
    ("a clock never runs out", "src/api/api_player.c", "return time_control_spend(&clock->control, (Color)color, seconds);",
     "return time_control_spend(&clock->control, (Color)color, seconds) || seconds > 0;"),
    ("a line without its first move", "src/api/api_player.c", "line_out(found.line, found.line_length)", "line_out(found.line + 1, found.line_length - 1)"),
    ("the carrier lacks the move", "src/api/api_solve.c", "    if (truth->measured && root->winner != EMPTY) {",
     "    for (int i = 0; i < solution.carrier.count; i++)\n"
     "        if (solution.carrier.cell[i] == root->move) solution.carrier.cell[i] = solution.carrier.cell[--solution.carrier.count];\n"
     "    if (truth->measured && root->winner != EMPTY) {"),
    ("no cancel is heard", "src/api/api_common.c", "return (l->cancel && atomic_load(&l->cancel->raised)) || (l->stop && l->stop(l->context));",
     "return l->stop && l->stop(l->context);"),
    ("moves that lose are not known", "src/api/api_solve.c", ".losing = cells_out(truth->losing),", ".losing = {0},"),
    ("the claim of a walk is one too low", "src/api/api_proof.c", ".claim = played.claim + 1", ".claim = played.claim"),
    ("the must-play region is too small", "src/api/api_explain.c", "found.must_play = cells_out(k->mustplay)", "found.must_play = cells_out(k->mustplay), found.must_play.count /= 2"),
    ("an explanation is not freed", "src/api/api_explain.c", "if (explanation) explanation_free(explanation->inner);", ""),
]


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)


def copy(folder):
    files = run("git", "ls-files", "-co", "--exclude-standard", cwd=ROOT).stdout.split("\n")
    for name in filter(None, files):
        target = folder / name
        if (ROOT / name).is_file() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


def build(folder):
    done = run("ninja", "-C", str(folder / "build"), "model")
    if done.returncode:
        sys.exit("the copy cannot be built:\n" + done.stdout[-3000:])


def find(folder, fault, seconds):
    """How many calls the shrunk trace has, and what it says; None when nothing was found."""
    name, file, there, put = fault
    text = (folder / file).read_text()
    if text.count(there) != 1:
        sys.exit(f"{name}: {file} has the passage {text.count(there)} times")
    (folder / file).write_text(text.replace(there, put))
    try:
        build(folder)
        out = run(folder / "build/tests/model", "--time", str(seconds), "--seed", "1", "--small", "--out", folder / "failing.trace").stdout
    finally:
        (folder / file).write_text(text)
    if "failed by" not in out:
        return None
    calls = re.search(r"shrunk to (\d+) calls", out)
    said = re.findall(r"^BROKEN at (.*)|failed by (a signal|a sanitizer|no end)", out, re.M)
    return int(calls[1]) if calls else 9999, re.search(r"seed (\d+)", out)[1], "".join(said[-1]) if said else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--folder")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    folder = pathlib.Path(args.folder or tempfile.mkdtemp(prefix="mustplay-faults-"))
    copy(folder)
    configured = run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", "-DMUSTPLAY_LAB=OFF", "-DMUSTPLAY_REDIS=OFF")
    if configured.returncode:
        sys.exit(configured.stdout)
    build(folder)
    chosen = [f for f in FAULTS if not args.names or any(n in f[0] for n in args.names)]
    found = 0
    print("| fault | run | calls | what was said |\n|---|---|---|---|", flush=True)
    for fault in chosen:
        result = find(folder, fault, args.seconds)
        found += bool(result and result[0] <= CALLS)
        print("| {} | {} | {} | {} |".format(fault[0], *((result[1], result[0], result[2]) if result else ("", "not found", ""))), flush=True)
    print(f"{found} of {len(chosen)} found and shrunk to {CALLS} calls or fewer")
    if not args.folder:
        shutil.rmtree(folder)
    return 0 if found >= 0.9 * len(chosen) else 1


sys.exit(main())
