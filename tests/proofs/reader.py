#!/usr/bin/env python3
"""A second reader of proof files, written from docs/PROOFS.md alone: slow, plain, and shaped unlike verify/verify.c, so
that the two do not share a mistake. reader.py FILE... prints a verdict for each; exit code as mustplay-verify's, for the last.

It reads a line into a small tree first (grammar), then judges the tree (rules). Cells are (column, row) pairs from 1, edges
are letters, sets are frozensets, and a graph is a function from a node to its neighbours.
"""
import re
import sys

try:
    from text import checksum
except ImportError:
    from proofs.text import checksum

RIGHT, UNREADABLE, FALSE = 0, 2, 4
EDGES = {"black": ("T", "B"), "white": ("L", "R")}
OPPOSITE = {"T": "B", "B": "T", "L": "R", "R": "L"}


class Fault(Exception):
    def __init__(self, code, reason):
        super().__init__(reason)
        self.code = code
        self.reason = reason


def unreadable(reason):
    raise Fault(UNREADABLE, reason)


def false(reason):
    raise Fault(FALSE, reason)


def demand(truth, reason):
    if not truth:
        false(reason)


# --- The board


class Board:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells = frozenset((c, r) for c in range(1, width + 1) for r in range(1, height + 1))

    def neighbours(self, cell):
        c, r = cell
        around = {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)}
        return around & self.cells

    def edges_at(self, cell):
        c, r = cell
        where = {"T": r == 1, "B": r == self.height, "L": c == 1, "R": c == self.width}
        return {edge for edge in where if where[edge]}

    def turned(self, node):
        if isinstance(node, str):
            return OPPOSITE[node]
        return (self.width + 1 - node[0], self.height + 1 - node[1])


def chains(board, stones, edges):
    """The classes of stones and edges that touch, as a list of sets."""
    waiting = set(stones) | set(edges)
    found = []
    while waiting:
        chain, queue = set(), [waiting.pop()]
        while queue:
            node = queue.pop()
            chain.add(node)
            if isinstance(node, str):
                touched = {cell for cell in stones if node in board.edges_at(cell)}
            else:
                touched = (board.neighbours(node) | board.edges_at(node)) & waiting
            touched &= waiting
            waiting -= touched
            queue += touched
        found.append(frozenset(chain))
    return found


def touches(board, cell, chain):
    return cell in chain or not chain.isdisjoint(board.neighbours(cell) | board.edges_at(cell))


# --- Claims


class Claim:
    def __init__(self, ends, stones, free):
        self.ends, self.stones, self.free = ends, frozenset(stones), frozenset(free)

    def turned(self, board):
        return Claim(tuple(map(board.turned, self.ends)), map(board.turned, self.stones), map(board.turned, self.free))


# --- Grammar: a word becomes a tree, or the line is unreadable

CELL = r"[a-z](?:[1-9][0-9]*|0)"
NUMBER = r"(?:0|[1-9][0-9]*)"
ITEM = rf"(?:{CELL}\|{CELL}|{CELL}|\^?{NUMBER}'?)"
BODY = rf"{ITEM}(?:,{ITEM})*"
CELLS = rf"{CELL}(?:,{CELL})*"
END = rf"(?:{CELL}|[TBLR])"


def number(text, most=2_000_000_000):
    if not re.fullmatch(NUMBER, text):
        unreadable("a number expected")
    if int(text) > most:
        unreadable("a number too large")
    return int(text)


class Grammar:
    def __init__(self, board):
        self.board = board

    def cell(self, text):
        if not re.fullmatch(CELL, text):
            unreadable(f"no cell: {text}")
        cell = (ord(text[0]) - ord("a") + 1, number(text[1:]))
        if cell not in self.board.cells:
            unreadable(f"{text} is not on the board")
        return cell

    def cells(self, text):
        return frozenset(self.cell(part) for part in text.split(","))

    def listed(self, text):
        return frozenset() if text == "-" else self.cells(text)

    def end(self, text):
        return text if text in OPPOSITE else self.cell(text)

    def ends(self, text):
        if not re.fullmatch(rf"{END}-{END}", text):
            unreadable("no ends")
        first, second = text.split("-")
        return self.end(first), self.end(second)

    def reference(self, text):
        if not re.fullmatch(rf"\^?{NUMBER}'?", text):
            unreadable("no reference")
        return text.startswith("^"), number(text.strip("^'")), text.endswith("'")

    def body(self, text):
        """Stones, pairs and references."""
        if text and not re.fullmatch(BODY, text):
            unreadable(f"no body: {text}")
        stones, pairs, references = [], [], []
        for item in text.split(",") if text else []:
            if "|" in item:
                pairs.append(tuple(self.cell(part) for part in item.split("|")))
            elif item[0].isalpha():
                stones.append(self.cell(item))
            else:
                references.append(self.reference(item))
        return stones, pairs, references

    def claim(self, line):
        words = line.split(" ")
        if "" in words:
            unreadable("blanks")
        letter, words = words[0], words[1:]
        if letter not in ("S", "C", "F", "D", "P"):
            unreadable("no rule")
        return letter, getattr(self, letter)(words)

    def take_ends(self, words):
        return self.ends(words.pop(0)) if words and "-" in words[0] else None

    def take_plus(self, words):
        return self.cells(words.pop(0)[1:]) if words and words[0].startswith("+") else frozenset()

    def S(self, words):
        ends = self.take_ends(words)
        if len(words) > 1:
            unreadable("more than a body")
        return ends, self.body(words[0] if words else "")

    def C(self, words):
        ends, plus = self.take_ends(words), self.take_plus(words)
        answers, excuses = [], []
        for word in words:
            found = re.fullmatch(rf"({CELL})([:*~])(.*)", word)
            if not found or (found[2] == ":" and excuses):
                unreadable("neither answer nor excuse")
            if found[2] == ":":
                answers.append((self.cell(found[1]), self.body(found[3])))
            else:
                excuses.append((self.cell(found[1]), found[2], self.cells(found[3])))
        return ends, plus, answers, excuses

    def F(self, words):
        if not words:
            unreadable("no reference")
        reference, plus = self.reference(words.pop(0)), self.take_plus(words)
        if not words:
            unreadable("no sets")
        return reference, plus, [self.cells(word) for word in words]

    D = F

    def P(self, words):
        if not 1 <= len(words) <= 2:
            unreadable("an offset and a list expected")
        return number(words[0]), self.cells(words[1]) if len(words) == 2 else frozenset()


# --- Dead cells


def dead_for(board, stones, edges, ends, free, m):
    """The test in the graph of a player who owns `stones` and `edges`."""
    classes = chains(board, stones, edges)
    at_end = [next(chain for chain in classes if end in chain) for end in ends]
    if at_end[0] is at_end[1]:
        return True
    others = [chain for chain in classes if chain not in at_end]

    def ends_of(cell):
        return {i for i in (0, 1) if touches(board, cell, at_end[i])}

    def adjacent(u, v):
        return v in board.neighbours(u) or any(touches(board, u, chain) and touches(board, v, chain) for chain in others)

    near = [u for u in free if adjacent(m, u)]
    mine = ends_of(m)
    if len(mine) == 2 or not all(mine <= ends_of(u) for u in near):
        return False
    return all(adjacent(u, v) or ends_of(u) & ends_of(v) for u in near for v in near if u != v)


class Reader:
    def __init__(self, data):
        self.data = data
        self.claims = []
        self.line_number = 0
        self.position = 0
        self.winner = None

    # --- Lines
    def line(self):
        """The next line without its newline, None at the end."""
        if self.position == len(self.data):
            return None
        self.line_number += 1
        end = self.data.find(b"\n", self.position)
        text = self.data[self.position : end + 1 if end >= 0 else len(self.data)]
        if len(text) > 65536 or end < 0 or any(not 32 <= byte <= 126 for byte in text[:-1]):
            unreadable("no line of ASCII text")
        self.position = end + 1
        return text[:-1].decode()

    def header(self, word):
        line = self.line()
        if line is None or not line.startswith(word + " "):
            unreadable(f"{word} expected")
        return line[len(word) + 1 :]

    def colour(self, word):
        text = self.header(word)
        if text not in EDGES:
            unreadable("a colour expected")
        return text

    # --- Dead and captured
    def dead(self, ends, stones, free, m):
        if dead_for(self.board, stones, self.edges, ends, free, m):
            return True
        if set(ends) != set(self.edges):
            return False
        theirs = self.board.cells - stones - free - {m}
        return dead_for(self.board, theirs, self.other, self.other, free, m)

    def captured(self, for_x, ends, stones, free, cells):
        if len(cells) > 8:
            false("more than 8 cells")
        known = {}

        def search(own, left):
            if (own, left) not in known:
                known[own, left] = find(own, left)
            return known[own, left]

        def find(own, left):
            if not left:
                return True
            for d in left:
                if self.dead(ends, own, free | left - {d}, d) and search(own, left - {d}):
                    return True
            for m in left:
                rest = left - {m}
                if not self.dead(ends, own | rest if for_x else own, free, m):
                    return False
                if not any(search(own | {k if for_x else m}, rest - {k}) for k in rest):
                    return False
            return True

        return search(frozenset(stones), frozenset(cells))

    # --- Rules
    def refer(self, reference):
        back, n, turn = reference
        demand(1 <= n <= len(self.claims), "no earlier claim")
        claim = self.claims[-n] if back else self.claims[n - 1]
        return claim.turned(self.board) if turn else claim

    def claim_ends(self, ends):
        if ends is None:
            return self.edges
        for end in ends:
            demand(not isinstance(end, str) or end in self.edges, "not an edge of the winner")
        demand(ends[0] != ends[1], "the ends are the same")
        return ends

    def end_cells(self, ends):
        return frozenset(end for end in ends if not isinstance(end, str))

    def body(self, ends, given, tree):
        """A and C of a body that joins its ends."""
        stones, pairs, references = tree
        claims = [self.refer(reference) for reference in references]
        own = frozenset(given).union(stones, self.end_cells(ends), *(claim.stones for claim in claims))
        carriers = [claim.free - own for claim in claims]
        for p, q in pairs:
            demand(p != q, "a pair of one cell")
            carriers.append(frozenset((p, q)) - own)
        free = frozenset().union(*carriers)
        demand(len(free) == sum(map(len, carriers)), "carriers meet")
        classes = chains(self.board, own, self.edges)
        for claim in claims:
            classes = merged(classes, [chain for chain in classes if not chain.isdisjoint(claim.ends)])
        count = None
        while count != len(classes):
            count = len(classes)
            for pair in pairs:
                both = [chain for chain in classes if all(touches(self.board, cell, chain) for cell in pair)]
                classes = merged(classes, both)
        demand(any(set(ends) <= chain for chain in classes), "the ends are not joined")
        return own, free

    def S(self, ends, tree):
        ends = self.claim_ends(ends)
        return Claim(ends, *self.body(ends, (), tree))

    def C(self, ends, plus, answers, excuses):
        ends = self.claim_ends(ends)
        demand(answers, "no answer")
        parts = [(r, *self.body(ends, plus | {r}, tree)) for r, tree in answers]
        stones = plus | self.end_cells(ends)
        stones = stones.union(*(own - {r} for r, own, _ in parts))
        played = {r for r, _ in answers} | {k for k, _, _ in excuses}
        demand(stones.isdisjoint(played), "a stone already")
        free = frozenset(played).union(*(own | carrier for _, own, carrier in parts)) - stones
        open_cells = free.intersection(*(own | carrier for _, own, carrier in parts))
        earlier = set()
        for k, kind, cells in excuses:
            demand(k not in cells, "it answers itself")
            cells = cells & free
            if kind == "*":
                for m in cells:
                    demand(self.dead(ends, stones | {k}, free - {k, m}, m), "not killed")
            else:
                demand(earlier.isdisjoint(cells), "the wrong order")
                demand(self.captured(False, ends, stones | {k}, free - {k} - cells, cells), "not captured")
                earlier.add(k)
            open_cells -= cells
        demand(not open_cells, "a move without an answer")
        return Claim(ends, stones, free)

    def premise(self, reference, plus):
        claim = self.refer(reference)
        return claim.ends, claim.stones | plus, claim.free - plus

    def F(self, reference, plus, sets):
        ends, stones, free = self.premise(reference, plus)
        for cells in sets:
            demand(cells.isdisjoint(ends), "a set with an end")
            stones, free = stones - cells, free | cells
            demand(self.captured(True, ends, stones, free - cells, cells), "not captured")
        return Claim(ends, stones, free)

    def D(self, reference, plus, sets):
        ends, stones, free = self.premise(reference, plus)
        for cells in sets:
            cells = cells & free
            demand(self.captured(False, ends, stones, free - cells, cells), "not captured")
            free = free - cells
        return Claim(ends, stones, free)

    def P(self, offset, stones):
        width, height = self.board.width, self.board.height
        demand(width != height, "a square board")
        demand(self.winner == ("white" if width < height else "black"), "the other player's pairing")
        n = min(width, height)
        demand(offset + n + 1 <= max(width, height), "it does not fit")

        def cell(along, across):
            lane = across + 1 + offset
            return (along + 1, lane) if self.winner == "white" else (lane, along + 1)

        free = set()
        for along in range(n):
            for across in range(n + 1):
                if along + across <= n - 1:
                    pair = {cell(along, across), cell(n - 1 - across, n - along)}
                    free |= pair if pair.isdisjoint(stones) else set()
        return Claim(self.edges, stones, free)

    # --- The file
    def read_header(self):
        if self.header("mustplay-proof") != "1":
            unreadable("another version")
        sides = self.header("board").split("x")
        if len(sides) != 2:
            unreadable("no board")
        width, height = map(number, sides)
        if not (1 <= width <= 19 and 1 <= height <= 19):
            unreadable("a board of 1 to 19 expected")
        self.board = Board(width, height)
        self.grammar = Grammar(self.board)
        self.winner = self.colour("winner")
        self.edges = EDGES[self.winner]
        self.other = EDGES["white" if self.winner == "black" else "black"]
        kind = self.header("root")
        self.root = self.read_position() if kind == "position" else self.read_join(kind)
        if not self.header("made"):
            unreadable("how was it made?")

    def read_position(self):
        listed = self.grammar.listed
        stones = {colour: listed(self.header(colour)) for colour in ("black", "white")}
        if stones["black"] & stones["white"]:
            unreadable("two stones on a cell")
        mover = self.colour("to-move")
        vacant = self.board.cells - stones["black"] - stones["white"]
        first = self.header("first")
        own = stones[self.winner]
        if first != "-":
            move = self.grammar.cell(first)
            if mover != self.winner or move not in vacant:
                unreadable("no first move")
            own = own | {move}
        return Claim(self.edges, own, vacant)

    def read_join(self, kind):
        if not kind.startswith("join "):
            unreadable("position or join expected")
        ends = self.claim_ends(self.grammar.ends(kind[5:]))
        stones = self.grammar.listed(self.header("stones"))
        carrier = self.grammar.listed(self.header("carrier"))
        if stones & carrier or not self.end_cells(ends) <= stones:
            unreadable("stones, carrier and ends")
        return Claim(ends, stones, carrier)

    def read_end(self, line, start):
        found = re.fullmatch(rf"end ({NUMBER}) ([0-9a-f]{{16}})", line)
        if not found or found[2] != checksum(self.data[:start]):
            unreadable("damaged")
        if number(found[1]) != len(self.claims) or not self.claims:
            unreadable("another number of claims")
        last, root = self.claims[-1], self.root
        demand(set(last.ends) == set(root.ends), "other ends")
        demand(last.stones <= root.stones, "a stone that the root does not have")
        demand(last.free <= root.stones | root.free, "a cell that the root does not give")
        if self.position != len(self.data):
            self.line()
            unreadable("more after the end")

    def read(self):
        self.read_header()
        while True:
            start = self.position
            line = self.line()
            if line is None:
                unreadable("no end")
            if line.startswith("#"):
                continue
            if line.startswith("e"):
                return self.read_end(line, start)
            letter, tree = self.grammar.claim(line)
            self.claims.append(getattr(self, letter)(*tree))


def merged(classes, some):
    """The classes, with `some` of them made one."""
    if len(some) < 2:
        return classes
    return [chain for chain in classes if chain not in some] + [frozenset().union(*some)]


def judge(data):
    """(code, line number, reason) for the bytes of a file."""
    reader = Reader(data)
    try:
        reader.read()
    except Fault as fault:
        return fault.code, reader.line_number, fault.reason
    return RIGHT, 0, f"{reader.winner} wins, {len(reader.claims)} claims"


if __name__ == "__main__":
    code = UNREADABLE
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            code, line, reason = judge(file.read())
        print(f"{path}: {code} line {line}: {reason}")
    sys.exit(code)
