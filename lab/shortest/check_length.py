#!/usr/bin/env python3
"""Checks a certificate of `mustplay lab solve --shortest --certificate FILE`: that the winner joins its edges with at
most that many stones, and not with fewer. It knows the rules of Hex and nothing of the program.

Usage: check_length.py FILE...    exit code 0: right, 4: false, 2: not a certificate

The file, `mustplay-length 1`, has a head and two kinds of lines. OWN are stones of the winner. Every cell that a line
does not name counts as the loser's, which is the worst for the winner.
  win N OWN NEEDS: M/C ...    The loser moves. The winner has N stones left and joins, playing in NEEDS only. Each answer is a move
                              M in NEEDS, after which the cells C of NEEDS are enough with N - 1 stones. No cell lies in M and C
                              of every answer: whatever the loser plays, one answer does not meet it.
  hold N OWN OPEN: M/A ...    The winner moves with N stones left and cannot join. OPEN are the empty cells on a path between its
                              edges with at most N of them: a stone elsewhere is in no chain that N stones complete, so it is worth
                              no more than one of these. Each move M has the loser's answer A; "-" where any answer will do,
                              because the shortest path is longer than N - 1.
"""
import sys

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class False_(Exception):
    """The certificate does not prove what it says."""


class Board:
    def __init__(self, width, height, winner):
        self.cells = frozenset((c, r) for c in range(width) for r in range(height))
        last = height - 1 if winner == "black" else width - 1
        along = 1 if winner == "black" else 0
        self.edges = [{cell for cell in self.cells if cell[along] == end} for end in (0, last)]

    def around(self, cell):
        return [n for n in ((cell[0] + dc, cell[1] + dr) for dc, dr in STEPS) if n in self.cells]

    def ways(self, own, empty, edge):
        """By cell, the least number of empty cells on a way from an edge to it, itself included."""
        cost, front = {}, sorted((0 if cell in own else 1, cell) for cell in edge if cell in own or cell in empty)
        while front:
            at, cell = front.pop(0)
            if cell in cost:
                continue
            cost[cell] = at
            front += [(at + (n in empty), n) for n in self.around(cell) if n not in cost and (n in own or n in empty)]
            front.sort()
        return cost

    def paths(self, own, empty):
        """The least number of empty cells between the edges, and by empty cell that of a path through it."""
        one, two = (self.ways(own, empty, edge) for edge in self.edges)
        through = {cell: one[cell] + two[cell] - 1 for cell in empty if cell in one and cell in two}
        least = min((one[cell] for cell in self.edges[1] if cell in one), default=float("inf"))
        return least, through

    def joined(self, own):
        return self.paths(own, frozenset())[0] == 0


def cell_of(name):
    return ord(name[0]) - 97, int(name[1:]) - 1


def cells_of(names):
    return frozenset() if names == "-" else frozenset(map(cell_of, names.split(",")))


def need(condition, what):
    if not condition:
        raise False_(what)


def read(path):
    head, wins, holds = {}, {}, {}
    lines = open(path).read().splitlines()
    if not lines or lines[0] != "mustplay-length 1":
        raise ValueError("not a certificate of a length")
    for line in lines[1:]:
        kind, rest = line.split(" ", 1)
        if kind not in ("win", "hold"):
            head[kind] = rest
            continue
        where, answers = rest.split(":")
        stones, own, cells = where.split()
        pairs = [pair.split("/") for pair in answers.split()]
        into = wins if kind == "win" else holds
        into.setdefault((cells_of(own), cells_of(cells)), {})[int(stones)] = pairs
    return head, wins, holds


def check_win(board, wins, own, cells, stones, seen):
    """The loser moves; the winner joins within `cells` with at most `stones` stones."""
    if board.joined(own) or (own, cells, stones) in seen:
        return
    seen.add((own, cells, stones))
    found = wins.get((own, cells), {})
    least = min(found, default=None)
    need(least is not None and least <= stones, "a win is not there")
    meet = cells
    need(found[least], "a win has no answer")
    for move, after in found[least]:
        move, after = cell_of(move), cells_of(after)
        need(least >= 1 and move in cells and move not in own and after <= cells - {move}, "an answer outside of what is needed")
        meet &= after | {move}
        check_win(board, wins, own | {move}, after, least - 1, seen)
    need(not meet, "a cell meets every answer")


def check_hold(board, holds, own, empty, stones, seen):
    """The winner moves and cannot join with that many stones."""
    least, through = board.paths(own, empty)
    if least > stones:
        return
    cells = frozenset(cell for cell, length in through.items() if length <= stones)
    if (own, cells, stones) in seen:
        return
    seen.add((own, cells, stones))
    answers = holds.get((own, cells), {}).get(stones)
    need(answers is not None, "a hold is not there")
    need({cell_of(move) for move, _ in answers} == cells, "a hold does not answer every move")
    for move, answer in answers:
        move, left = cell_of(move), cells - {cell_of(move)}
        if answer == "-":
            need(board.paths(own | {move}, left)[0] > stones - 1, "a move has no answer and needs one")
        else:
            need(cell_of(answer) in left, "an answer on a cell that is taken")
            check_hold(board, holds, own | {move}, left - {cell_of(answer)}, stones - 1, seen)


def check(path):
    head, wins, holds = read(path)
    width, height = map(int, head["board"].split("x"))
    winner, stones = head["winner"], int(head["stones"])
    board = Board(width, height, winner)
    black, white = cells_of(head["black"]), cells_of(head["white"])
    own = black if winner == "black" else white
    empty = board.cells - black - white
    need(not black & white and black | white <= board.cells, "stones on each other")
    first = head["to-move"] == winner
    after, left = (own | {cell_of(head["first"])}, stones - 1) if first else (own, stones)
    if first:
        need(cell_of(head["first"]) in empty, "the first move is taken")
    if not board.joined(after):
        ways = [cells for o, cells in wins if o == after and cells <= empty - after and min(wins[o, cells]) <= left]
        need(ways and left >= 1, "there is no win at the root")
        check_win(board, wins, after, ways[0], left, set())
    seen = set()
    rest = empty
    if head["answer"] != "-":
        need(not first and cell_of(head["answer"]) in empty, "the loser's first move is taken")
        rest = empty - {cell_of(head["answer"])}
    check_hold(board, holds, own, rest, stones - 1, seen)
    return winner, stones, 2 * stones - first, len(wins), len(holds)


def main():
    code = 0
    sys.setrecursionlimit(10000)
    for path in sys.argv[1:] or sys.exit(__doc__):
        try:
            print("%s: right: %s needs %d more stones, %d moves (%d wins, %d holds)" % ((path,) + check(path)))
        except False_ as why:
            print(f"{path}: false: {why}")
            code = 4
        except (ValueError, KeyError, IndexError, OSError) as why:
            print(f"{path}: not a certificate: {why}", file=sys.stderr)
            code = code or 2
    return code


if __name__ == "__main__":
    sys.exit(main())
