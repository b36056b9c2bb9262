#!/usr/bin/env python3
"""A second reader of proof files, written from docs/PROOFS.md alone: plain, and shaped unlike verify/verify.c, so
that the two do not share a mistake. reader.py FILE... prints a verdict for each; exit code as mustplay-verify's, for the last.

It reads a line into a small tree first (grammar), then judges the tree (rules). Sets are integers, one bit per cell: see Board.
"""
import re
import subprocess
import sys

try:
    from text import checksum
except ImportError:
    from proofs.text import checksum

RIGHT, UNREADABLE, FALSE = 0, 2, 4
EDGES = {"black": ("T", "B"), "white": ("L", "R")}


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


# --- Sets


def union(sets):
    every = 0
    for one in sets:
        every |= one
    return every


def bits(some):
    """The sets of one bit."""
    while some:
        lowest = some & -some
        yield lowest
        some ^= lowest


# --- The board


class Board:
    """One integer holds the board with a frame around it: column c and row r are bit c + r * (width + 3). Cells have
    c and r from 1. An edge is a whole side of the frame, so that a cell on an edge is next to one of its bits. Only
    one player's edges are used together, so the shared corners of the frame do no harm.
    Column width + 2 is never used: what is shifted out at one side does not come in at the other.
    """

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.stride = width + 3
        columns, rows = range(1, width + 1), range(1, height + 1)
        self.named = {f"{chr(96 + c)}{r}": self.bit(c, r) for c in columns for r in rows}
        self.cells = union(self.named.values())
        self.edges = {
            "T": union(self.bit(c, 0) for c in columns),
            "B": union(self.bit(c, height + 1) for c in columns),
            "L": union(self.bit(0, r) for r in rows),
            "R": union(self.bit(width + 1, r) for r in rows),
        }
        self.bits = self.bit(width + 1, height + 1).bit_length()

    def bit(self, column, row):
        return 1 << column + row * self.stride

    def turned(self, some):
        """The half-turn: the bits in the opposite order."""
        return int(f"{some:0{self.bits}b}"[::-1], 2)

    def near(self, some):
        """What is next to a set; also bits outside the board, for the caller to mask."""
        down, slant = self.stride, self.stride - 1
        return some << 1 | some >> 1 | some << down | some >> down | some << slant | some >> slant

    def chain(self, start, nodes):
        """The nodes that hang together with `start`, which is among them."""
        front, left = start, nodes ^ start
        while front:
            front = self.near(front) & left
            left ^= front
        return nodes ^ left

    def chains(self, nodes, edges):
        """The classes of nodes that touch; the edges are among the nodes."""
        found = []
        for edge in edges:
            if edge & nodes:
                found.append(self.chain(edge, nodes))
                nodes ^= found[-1]
        while nodes:
            found.append(self.chain(nodes & -nodes, nodes))
            nodes ^= found[-1]
        return found


def merged(classes, *wanted):
    """The classes, with those made one that meet each of the sets wanted."""
    one, others = 0, []
    for chain in classes:
        if all(chain & some for some in wanted):
            one |= chain
        else:
            others.append(chain)
    return others + [one] if one else others


# --- Claims


class Claim:
    """Ends are a cell's bit or an edge, a pair of them."""

    __slots__ = ("ends", "stones", "free")

    def __init__(self, ends, stones, free):
        self.ends, self.stones, self.free = ends, stones, free

    def turned(self, board):
        x, y = self.ends
        return Claim((board.turned(x), board.turned(y)), board.turned(self.stones), board.turned(self.free))


# --- Grammar: a word becomes a tree, or the line is unreadable

NUMBER = r"(?:0|[1-9][0-9]*)"
REFERENCE = re.compile(rf"(\^?)({NUMBER})('?)")
CASE = re.compile("([^:*~]*)([:*~])(.*)")
LINE = re.compile(rb"[ -~]*")


def number(text, most=2_000_000_000):
    if not re.fullmatch(NUMBER, text):
        unreadable("a number expected")
    if int(text) > most:
        unreadable("a number too large")
    return int(text)


class Grammar:
    def __init__(self, board):
        self.named = board.named
        self.ends_named = board.named | board.edges

    def cell(self, text):
        if text not in self.named:
            unreadable(f"no cell of the board: {text}")
        return self.named[text]

    def cells(self, text):
        return union(map(self.cell, text.split(",")))

    def listed(self, text):
        return 0 if text == "-" else self.cells(text)

    def end(self, text):
        if text not in self.ends_named:
            unreadable(f"no end: {text}")
        return self.ends_named[text]

    def ends(self, text):
        first, _, second = text.partition("-")
        return self.end(first), self.end(second)

    def reference(self, text):
        found = REFERENCE.fullmatch(text)
        if not found:
            unreadable(f"no reference: {text}")
        return found[1] == "^", number(found[2]), found[3] == "'"

    def body(self, text):
        """Stones, pairs and references."""
        stones, pairs, references = 0, [], []
        for item in text.split(",") if text else []:
            if item in self.named:
                stones |= self.named[item]
            elif "|" in item:
                first, _, second = item.partition("|")
                pairs.append((self.cell(first), self.cell(second)))
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
        return self.cells(words.pop(0)[1:]) if words and words[0].startswith("+") else 0

    def S(self, words):
        ends = self.take_ends(words)
        if len(words) > 1:
            unreadable("more than a body")
        return ends, self.body(words[0] if words else "")

    def C(self, words):
        ends, plus = self.take_ends(words), self.take_plus(words)
        answers, excuses = [], []
        for word in words:
            found = CASE.fullmatch(word)
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
        return number(words[0]), self.cells(words[1]) if len(words) == 2 else 0


# --- Dead cells


def dead_for(board, stones, edges, ends, free, m):
    """The test in the graph of a player who owns `stones` and `edges`."""
    classes = board.chains(stones | edges[0] | edges[1], edges)
    at_end = [next(chain for chain in classes if end & chain) for end in ends]
    if at_end[0] == at_end[1]:
        return True
    by_end = [board.near(chain) for chain in at_end]
    by_other = [board.near(chain) for chain in classes if chain not in at_end]

    def adjacent(u):
        return board.near(u) | union(around for around in by_other if around & u)

    def by_ends_of(u):
        return [around for around in by_end if around & u]

    near = adjacent(m) & free
    mine = by_ends_of(m)
    if len(mine) == 2 or any(near & ~around for around in mine):
        return False
    return not any(near & ~(u | adjacent(u) | union(by_ends_of(u))) for u in bits(near))


class Reader:
    def __init__(self, data, report=None):
        """`report`, if given, is called now and then with the number of claims read."""
        self.data, self.report = data, report
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
        text = self.data[self.position : end]
        if end < 0 or len(text) >= 65536 or not LINE.fullmatch(text):
            unreadable("no line of ASCII text")
        self.position = end + 1
        return text.decode()

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
        theirs = self.board.cells & ~(stones | free | m)
        return dead_for(self.board, theirs, self.other, self.other, free, m)

    def captured(self, for_x, ends, stones, free, cells):
        if cells.bit_count() > 8:
            false("more than 8 cells")
        known = {}

        def search(own, left):
            if (own, left) not in known:
                known[own, left] = not left or answered(own, left) or shrinks(own, left)
            return known[own, left]

        def answered(own, left):
            for m in bits(left):
                rest = left ^ m
                if not self.dead(ends, own | rest if for_x else own, free, m):
                    return False
                if not any(search(own | (k if for_x else m), rest ^ k) for k in bits(rest)):
                    return False
            return True

        def shrinks(own, left):
            return any(self.dead(ends, own, free | left ^ d, d) and search(own, left ^ d) for d in bits(left))

        return search(stones, cells)

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
            demand(end & self.board.cells or end in self.edges, "not an edge of the winner")
        demand(ends[0] != ends[1], "the ends are the same")
        return ends

    def end_cells(self, ends):
        return union(ends) & self.board.cells

    def body(self, ends, given, tree):
        """A and C of a body that joins its ends."""
        stones, pairs, references = tree
        claims = [self.refer(reference) for reference in references]
        own = given | stones | self.end_cells(ends) | union(claim.stones for claim in claims)
        carriers = [claim.free for claim in claims]
        for p, q in pairs:
            demand(p != q, "a pair of one cell")
            carriers.append(p | q)
        free = 0
        for carrier in carriers:
            carrier &= ~own
            demand(not carrier & free, "carriers meet")
            free |= carrier
        demand(self.joined(ends, own, pairs, claims), "the ends are not joined")
        return own, free

    def joined(self, ends, own, pairs, claims):
        if any(claim.ends == ends for claim in claims):
            return True  # by one claim alone
        classes = self.board.chains(own | union(self.edges), self.edges)
        for claim in claims:
            classes = merged(classes, union(claim.ends))
        reaches = [(p | self.board.near(p), q | self.board.near(q)) for p, q in pairs]
        count = None
        while count != len(classes):
            count = len(classes)
            for reach in reaches:
                classes = merged(classes, *reach)
        return any(chain & ends[0] and chain & ends[1] for chain in classes)

    def S(self, ends, tree):
        ends = self.claim_ends(ends)
        return Claim(ends, *self.body(ends, 0, tree))

    def C(self, ends, plus, answers, excuses):
        ends = self.claim_ends(ends)
        demand(answers, "no answer")
        stones = plus | self.end_cells(ends)
        played = union(r for r, _ in answers) | union(k for k, _, _ in excuses)
        needs = []
        for r, tree in answers:
            own, carrier = self.body(ends, plus | r, tree)
            stones |= own & ~r
            needs.append(own | carrier)
        demand(not stones & played, "a stone already")
        free = (played | union(needs)) & ~stones
        left = free
        for need in needs:
            left &= need
        earlier = 0
        for k, kind, cells in excuses:
            demand(not k & cells, "it answers itself")
            cells &= free
            if kind == "*":
                for m in bits(cells):
                    demand(self.dead(ends, stones | k, free & ~(k | m), m), "not killed")
            else:
                demand(not earlier & cells, "the wrong order")
                demand(self.captured(False, ends, stones | k, free & ~(k | cells), cells), "not captured")
                earlier |= k
            left &= ~cells
        demand(not left, "a move without an answer")
        return Claim(ends, stones, free)

    def premise(self, reference, plus):
        claim = self.refer(reference)
        return claim.ends, claim.stones | plus, claim.free & ~plus

    def F(self, reference, plus, sets):
        ends, stones, free = self.premise(reference, plus)
        for cells in sets:
            demand(not cells & union(ends), "a set with an end")
            stones, free = stones & ~cells, free | cells
            demand(self.captured(True, ends, stones, free & ~cells, cells), "not captured")
        return Claim(ends, stones, free)

    def D(self, reference, plus, sets):
        ends, stones, free = self.premise(reference, plus)
        for cells in sets:
            cells &= free
            free &= ~cells
            demand(self.captured(False, ends, stones, free, cells), "not captured")
        return Claim(ends, stones, free)

    def P(self, offset, stones):
        width, height = self.board.width, self.board.height
        demand(width != height, "a square board")
        demand(self.winner == ("white" if width < height else "black"), "the other player's pairing")
        n = min(width, height)
        demand(offset + n + 1 <= max(width, height), "it does not fit")

        def cell(along, across):
            lane = across + 1 + offset
            return self.board.bit(along + 1, lane) if self.winner == "white" else self.board.bit(lane, along + 1)

        free = 0
        for along in range(n):
            for across in range(n - along):
                pair = cell(along, across) | cell(n - 1 - across, n - along)
                free |= 0 if pair & stones else pair
        return Claim(self.edges, stones, free)

    # --- The file
    def begin(self, board, winner):
        self.board, self.grammar, self.winner = board, Grammar(board), winner
        loser = "white" if winner == "black" else "black"
        self.edges = tuple(board.edges[edge] for edge in EDGES[winner])
        self.other = tuple(board.edges[edge] for edge in EDGES[loser])

    def read_header(self):
        if self.header("mustplay-proof") != "1":
            unreadable("another version")
        sides = self.header("board").split("x")
        if len(sides) != 2:
            unreadable("no board")
        width, height = map(number, sides)
        if not (1 <= width <= 19 and 1 <= height <= 19):
            unreadable("a board of 1 to 19 expected")
        self.begin(Board(width, height), self.colour("winner"))
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
        vacant = self.board.cells ^ stones["black"] ^ stones["white"]
        first = self.header("first")
        own = stones[self.winner]
        if first != "-":
            move = self.grammar.cell(first)
            if mover != self.winner or not move & vacant:
                unreadable("no first move")
            own |= move
        return Claim(self.edges, own, vacant)

    def read_join(self, kind):
        if not kind.startswith("join "):
            unreadable("position or join expected")
        ends = self.claim_ends(self.grammar.ends(kind[5:]))
        stones = self.grammar.listed(self.header("stones"))
        carrier = self.grammar.listed(self.header("carrier"))
        if stones & carrier or self.end_cells(ends) & ~stones:
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
        demand(not last.stones & ~root.stones, "a stone that the root does not have")
        demand(not last.free & ~(root.stones | root.free), "a cell that the root does not give")
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
            if self.report and len(self.claims) % 10_000 == 0:
                self.report(len(self.claims))


def judge(data, report=None):
    """(code, line number, reason) for the bytes of a file."""
    reader = Reader(data, report)
    try:
        reader.read()
    except Fault as fault:
        return fault.code, reader.line_number, fault.reason
    return RIGHT, 0, f"{reader.winner} wins, {len(reader.claims)} claims"


def content(path):
    """The bytes of a file; zstd unpacks what it packed."""
    if path.endswith(".zst"):
        return subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True).stdout
    with open(path, "rb") as file:
        return file.read()


def show(claims):
    print(f"\r{claims} claims", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    code = UNREADABLE
    for path in sys.argv[1:]:
        try:
            code, line, reason = judge(content(path), show if sys.stderr.isatty() else None)
        except (OSError, subprocess.CalledProcessError) as error:
            code, line, reason = UNREADABLE, 0, str(error)
        print(f"{path}: {code} line {line}: {reason}")
    sys.exit(code)
