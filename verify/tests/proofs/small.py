"""Small proof files for the tests, found by plain search, and the truth about their roots by brute force.

Cells are (column, row) pairs from 1, edges are letters and sets are frozensets. The reader has another board, so that
its judge shares no code with it.
"""
import random

from proofs import reader
from proofs.reader import EDGES
from proofs.text import sealed


class Board:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells = frozenset((c, r) for c in range(1, width + 1) for r in range(1, height + 1))
        self.touching = {cell: self.neighbours(cell) | self.edges_at(cell) for cell in self.cells}
        self.touching |= {edge: {cell for cell in self.cells if edge in self.edges_at(cell)} for edge in "TBLR"}

    def neighbours(self, cell):
        c, r = cell
        around = {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)}
        return around & self.cells

    def edges_at(self, cell):
        c, r = cell
        where = {"T": r == 1, "B": r == self.height, "L": c == 1, "R": c == self.width}
        return {edge for edge in where if where[edge]}


def chains(board, stones, edges):
    """The classes of stones and edges that touch, as a list of sets."""
    waiting = set(stones) | set(edges)
    found = []
    while waiting:
        chain, queue = set(), [waiting.pop()]
        while queue:
            node = queue.pop()
            chain.add(node)
            touched = board.touching[node] & waiting
            waiting -= touched
            queue += touched
        found.append(frozenset(chain))
    return found


def name(node):
    return node if isinstance(node, str) else f"{chr(96 + node[0])}{node[1]}"


def names(cells):
    return ",".join(sorted(map(name, cells))) or "-"


def packed(board, nodes):
    """Cells and edges as a set of the reader's board."""
    return reader.union((board.named | board.edges)[name(node)] for node in nodes)


def unpacked(board, some):
    """The cells of a set of the reader's board."""
    return frozenset((ord(cell[0]) - 96, int(cell[1:])) for cell, bit in board.named.items() if bit & some)


def unpacked_end(board, end):
    """The letter of an edge, or the cell."""
    letters = [letter for letter, edge in board.edges.items() if edge == end]
    return letters[0] if letters else min(unpacked(board, end))


class Truth:
    """Whether X joins two ends when Y moves first, by search over all games."""

    def __init__(self):
        self.known = {}

    def joins(self, board, edges, ends, own, free):
        key = (board.width, board.height, edges, ends)
        known = self.known.setdefault(key, {})

        def joined(stones):
            return any(set(ends) <= chain for chain in chains(board, stones, edges))

        def wins(stones, vacant):
            state = (stones, vacant)
            if state not in known:
                known[state] = joined(stones) or (joined(stones | vacant) and all(answered(stones, vacant - {m}) for m in vacant))
            return known[state]

        def answered(stones, vacant):
            return any(wins(stones | {r}, vacant - {r}) for r in vacant)

        return wins(frozenset(own), frozenset(free))

    def wins(self, board, winner, own, free, moves):
        """The winner wins with these stones and empty cells; `moves`: he is to move."""
        edges = EDGES[winner]
        if moves and free:
            return any(self.joins(board, edges, edges, own | {r}, free - {r}) for r in free)
        return self.joins(board, edges, edges, own, free)


class Prover:
    """Writes the claims for a join that holds. Excuses, pairs and references of every form are used at random, so
    that the files hold all of the format. A and C come from the reader's own rules."""

    def __init__(self, board, winner, truth, dice):
        self.board, self.truth, self.dice = board, truth, dice
        self.edges = EDGES[winner]
        self.reader = reader.Reader(b"")
        self.reader.begin(reader.Board(board.width, board.height), winner)
        self.lines = []
        self.where = {}

    def add(self, line):
        """A line that the reader must accept; returns the claim."""
        letter, tree = self.reader.grammar.claim(line)
        claim = getattr(self.reader, letter)(*tree)
        self.lines.append(line)
        self.reader.claims.append(claim)
        return len(self.lines)

    def claim(self, n):
        """Claim n: X's stones and the free cells."""
        claim = self.reader.claims[n - 1]
        return unpacked(self.reader.board, claim.stones), unpacked(self.reader.board, claim.free)

    def reference(self, n):
        return str(n) if self.dice.random() < 0.5 else f"^{len(self.lines) + 1 - n}"

    def prove(self, ends, own, free):
        """The number of a claim <ends: A | C> with A within `own` and C within `free`, which holds."""
        key = (ends, own, free)
        if key not in self.where:
            self.where[key] = self.prove_anew(ends, own, free)
        return self.where[key]

    def prove_anew(self, ends, own, free):
        shown = "" if ends == self.edges and self.dice.random() < 0.8 else f" {name(ends[0])}-{name(ends[1])}"
        end_cells = {end for end in ends if not isinstance(end, str)}
        if any(set(ends) <= chain for chain in chains(self.board, own, self.edges)):
            stones = own - set(ends)
            for stone in sorted(stones, key=lambda _: self.dice.random()):  # only what is needed
                if any(set(ends) <= chain for chain in chains(self.board, stones - {stone} | end_cells, self.edges)):
                    stones = stones - {stone}
            return self.add(f"S{shown} {names(stones)}" if stones else f"S{shown}")
        answers, excuses, common = [], [], free
        while common:
            m = self.dice.choice(sorted(common))
            excuse = self.excuse(ends, own, free, m) if answers and self.dice.random() < 0.7 else None
            if excuse:
                excuses.append(excuse)
                common = common - {m}
                continue
            replies = [r for r in free - {m} if self.truth.joins(self.board, self.edges, ends, own | {r}, free - {m, r})]
            r = self.dice.choice(sorted(replies))
            n = self.prove(ends, own | {r}, free - {m, r})
            answers.append((r, n))
            common = common & frozenset().union(*self.claim(n), {r})
        plus = f" +{names(own)}" if excuses and own else ""
        line = f"C{shown}{plus}"
        line += "".join(f" {name(r)}:{self.reference(n)}" for r, n in answers) + "".join(excuses)
        try:
            return self.add(line)
        except Exception:  # an excuse that needs another carrier than the answers leave
            if not excuses:
                raise
            self.dice.seed(self.dice.random())
            return self.prove_plain(ends, own, free, shown)

    def prove_plain(self, ends, own, free, shown):
        answers, common = [], free
        while common:
            m = self.dice.choice(sorted(common))
            r = next(r for r in sorted(free - {m}) if self.truth.joins(self.board, self.edges, ends, own | {r}, free - {m, r}))
            n = self.prove(ends, own | {r}, free - {m, r})
            answers.append((r, n))
            common = common & frozenset().union(*self.claim(n), {r})
        return self.add(f"C{shown}" + "".join(f" {name(r)}:{self.reference(n)}" for r, n in answers))

    def excuse(self, ends, own, free, m):
        pack = lambda nodes: packed(self.reader.board, nodes)
        joined = tuple(pack([end]) for end in ends)
        for k in sorted(free - {m}, key=lambda _: self.dice.random()):
            if self.reader.dead(joined, pack(own | {k}), pack(free - {k, m}), pack([m])):
                return f" {name(k)}*{name(m)}"
            near = sorted(self.board.neighbours(m) & (free - {k}))
            for other in near:
                if self.reader.captured(False, joined, pack(own | {k}), pack(free - {k, m, other}), pack((m, other))):
                    return f" {name(k)}~{name(m)},{name(other)}"
        return None

    def decorate(self, n):
        """Lines behind claim n that drop or undo captured sets, while they are found."""
        for _ in range(self.dice.randrange(4)):
            stones, free = self.claim(n)
            stones -= unpacked(self.reader.board, reader.union(self.reader.claims[n - 1].ends))
            letter = self.dice.choice("FD")
            pool = sorted(stones | (self.board.cells - free) if letter == "F" else free)
            if not pool:
                continue
            cells = frozenset(self.dice.sample(pool, min(len(pool), self.dice.randrange(1, 4))))
            if letter == "F" and not cells <= stones:
                continue
            try:
                n = self.add(f"{letter} {self.reference(n)} {names(cells)}")
            except Exception:
                continue
        return n


def random_position(dice, board):
    stones = {"black": set(), "white": set()}
    for cell in board.cells:
        what = dice.choice(["black", "white", None, None, None])
        if what:
            stones[what].add(cell)
    return stones


def random_file(dice, truth):
    """The text of a right proof file on a board of at most 12 cells."""
    while True:
        board = Board(*dice.choice([(2, 2), (3, 3), (3, 3), (4, 3), (3, 4), (2, 3), (3, 2)]))
        winner = dice.choice(["black", "white"])
        edges = EDGES[winner]
        stones = random_position(dice, board)
        own = frozenset(stones[winner])
        free = board.cells - stones["black"] - stones["white"]
        header = f"mustplay-proof 1\nboard {board.width}x{board.height}\nwinner {winner}\n"
        ends = edges
        prover = Prover(board, winner, truth, dice)
        if dice.random() < 0.3:
            ends = (dice.choice([edges[0], *sorted(own)]), dice.choice([edges[1], *sorted(own)]))
            if ends[0] == ends[1] or not truth.joins(board, edges, ends, own, free):
                continue
            header += f"root join {name(ends[0])}-{name(ends[1])}\nstones {names(own)}\ncarrier {names(free)}\n"
        else:
            moves = dice.random() < 0.5
            if not truth.wins(board, winner, own, free, moves):
                continue
            first = None
            if moves and free and not truth.joins(board, edges, edges, own, free):
                first = dice.choice(sorted(r for r in free if truth.joins(board, edges, edges, own | {r}, free - {r})))
                own, free = own | {first}, free - {first}
            loser = "white" if winner == "black" else "black"
            header += f"root position\nblack {names(stones['black'])}\nwhite {names(stones['white'])}\n"
            header += f"to-move {winner if moves else loser}\nfirst {name(first) if first else '-'}\n"
        prover.decorate(prover.prove(ends, own, free))
        return sealed(header + "made by verify/tests/proofs/small.py\n" + "".join(line + "\n" for line in prover.lines))


if __name__ == "__main__":
    print(random_file(random.Random(), Truth()), end="")
