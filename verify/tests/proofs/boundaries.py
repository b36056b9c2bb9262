"""Files at each boundary that docs/PROOFS.md draws: what is right, what is false (4) and what is no proof file (2), and in which line."""
from proofs.text import checksum, sealed

POSITION = ["mustplay-proof 1", "board 3x3", "winner black", "root position", "black -", "white -", "to-move black", "first a3", "made x"]
JOIN = ["mustplay-proof 1", "board 3x3", "winner black", "root join b2-T", "stones b2", "carrier b1,c1", "made x"]
CLAIMS = ["S a3,a2,a1|b1", "C b2:a3,c1 c2:c1,b3|c3", "C a2:1 c1:2"]
WIDE = ["mustplay-proof 1", "board 3x2", "winner black", "root position", "black -", "white -", "to-move white", "first -", "made x"]
EITHER = (2, 4)  # the code of a line that is both
LAST = len(POSITION) + len(CLAIMS) + 1  # the line `end` of the example


def file(header=POSITION, claims=CLAIMS):
    return sealed("\n".join(header + claims) + "\n")


def header(line, text, of=POSITION):
    """The example with line `line` of its header replaced."""
    return file(of[: line - 1] + [text] + of[line:], CLAIMS if of is POSITION else ["S b2-T b1|c1"])


def claim(text, before=CLAIMS[:1]):
    """A line behind one right claim: (text of the file, line number of the line)."""
    return file(POSITION, before + [text])


def last_line(count, wrong="", after="", claims=CLAIMS, head=POSITION):
    text = "\n".join(head + claims) + "\n"
    return f"{text}end {count} {checksum((text + wrong).encode())}\n{after}"


def headers():
    """(name, text, code, line): the header."""
    yield "the example", file(), 0, 0
    yield "a join", file(JOIN, ["S b2-T b1|c1"]), 0, 0
    yield "a join, ends in the other order", header(4, "root join T-b2", JOIN), 0, 0
    for line, text in enumerate(POSITION, 1):
        word = text.split(" ")[0]
        yield f"{word}: a blank at the end", header(line, text + " "), 0 if word == "made" else 2, 0 if word == "made" else line
        yield f"{word}: two blanks", header(line, text.replace(" ", "  ", 1)), 0 if word == "made" else 2, 0 if word == "made" else line
        yield f"{word}: nothing", header(line, word), 2, line
        yield f"{word}: a blank alone", header(line, word + " "), 2, line
    yield "made of two blanks", header(9, "made   "), 0, 0
    yield "made of marks", header(9, "made ~!#  x"), 0, 0
    yield "no position", header(4, "root position x"), 2, 4
    yield "no root", header(4, "root"), 2, 4
    for text in ("board 0x3", "board 3x0", "board 20x3", "board 3x20", "board 3X3", "board 3", "board 3x3x3", "board 03x3", "board -3x3", "board 3x4294967299"):
        yield text, header(2, text), 2, 2
    for text in ("winner Black", "winner x", "winner blackwhite"):
        yield text, header(3, text), 2, 3
    for text in ("black d1", "black a4", "black a0", "black a01", "black A1", "black a1,", "black ,a1", "black a1, b1", "black a1 b1", "black -,a1", "black --", "black a"):
        yield text, header(5, text), 2, 5
    yield "a cell named twice", header(5, "black b1,b1"), 0, 0
    # What contradicts itself in the header is no proof file; the line that shows it is the one named.
    yield "two stones on a cell", file(POSITION[:4] + ["black a1", "white a1"] + POSITION[6:]), 2, 6
    yield "a first move of the loser", header(7, "to-move white"), 2, 8
    yield "a first move on a stone", header(5, "black a3"), 2, 8
    yield "a first move off the board", header(8, "first d1"), 2, 8
    yield "two first moves", header(8, "first a3,b3"), 2, 8
    yield "an end that is no stone", header(5, "stones a1", JOIN), 2, 6
    yield "a stone in the carrier", header(6, "carrier b1,c1,b2", JOIN), 2, 6
    yield "a join without ends", header(4, "root join ", JOIN), 2, 4
    yield "a join without a dash", header(4, "root join b2", JOIN), 2, 4
    yield "an end off the board", header(4, "root join d1-T", JOIN), 2, 4
    # A condition on ends is false in the header as in a claim.
    yield "a join of one end", header(4, "root join b2-b2", JOIN), 4, 4
    yield "a join of an edge", header(4, "root join T-T", JOIN), 4, 4
    yield "an edge of the other player", header(4, "root join b2-L", JOIN), 4, 4


def lines():
    """(name, text, code, line): lines of claims, the second of their file unless they are right."""
    at = len(POSITION) + 2
    yield "a comment of one byte", file(POSITION, CLAIMS[:2] + ["#"] + CLAIMS[2:]), 0, 0
    yield "a comment with blanks", file(POSITION, ["#  a  "] + CLAIMS), 0, 0
    yield "a comment in the header", file(POSITION[:4] + ["# x"] + POSITION[4:]), 2, 5
    # Unreadable: grammar, cells off the board, numbers too large.
    for text in ("", " ", "S ", " S a1", "S  a1", "S a1,", "S ,a1", "S a1,,b1", "S d1", "S {1", "S `1", "S a4", "S a0", "S a01", "S a1|", "S |a1", "S a1|b1|c1",
                 "S a1|1", "S 1|a1", "S 1''", "S '1", "S ^", "S ^^1", "S 01", "S 1a", "S -1", "S +a1", "S T", "S a1-", "S -a1", "S a1-b1-c1 b1", "S a1-d1", "S TB b1",
                 "S 2000000001", "S 4294967297", "S ^18446744073709551617", "C a1:1,", "C a2:1 a1*", "C a2:1 a1~", "C a2:1 *a1", "C a2:1 a1:b1:c1",
                 "C a2:1 +a1", "C +a1,T a2:1", "C + a2:1", "C a2:1 b1*1", "C a2:1 d1*a1", "C a2:1 a1*d1", "C a2:1 a1*~b1", "C T-B-T a2:1", "F", "F 1", "F 1 +a1", "F 1 ",
                 "F a1 a2", "F 1 a2,", "F 1 T", "F 1 1", "F 1 d1", "F 1, a2", "D", "D 1", "D 1 +a1", "D 1 d1", "P", "P a1", "P -1", "P ^1", "P 0 ",
                 "P 2000000001", "P 4294967295", "Z", "s a1", "SS a1", "end", "e", "end 1"):
        yield f"'{text}'", claim(text), 2, at
    for text in ("S a1 ", "S a1 b1", "S d1,9", "C a1*b1 a2:1", "F 1 a2 +a1", "P 0 a1 b1"):
        yield f"'{text}'", claim(text), EITHER, at
    for text in ("S a2,a3 b1", "C a2:1 b2*b2 a2:1", "F 1 a1 +a1", "F 1 a1 "):  # what comes before the fault is true
        yield f"'{text}'", claim(text), EITHER, at
    yield "a tab", claim("S\ta1"), 2, at
    yield "a byte above 126", claim("# \x7f"), 2, at
    # False: later claims, the other player's edges, equal ends, one cell twice in a pair, too large sets, what a rule asks for.
    for text in ("S 0", "S 2", "S 2'", "S ^0", "S ^2", "S 2000000000", "F 2 a1", "D ^2 a1", "S L-R a1", "S T-L a1", "S a1-R", "S T-T", "S a1-a1", "S a1|a1", "S b1-c3 a1",
                 "C", "C T-B", "C +a1", "C a2*a1", "C a1:1", "C +a2 a2:1", "C a2:1 a3*a1", "C a2:1", "C a2:1 b1*b1", "C a2:1 b1~b1,a1", "F 1 a1,a2,a3,b1,b2,b3,c1,c2,c3", "P 0", "P 0 a1"):
        yield f"'{text}'", claim(text), 4, at
    # Right, though they look odd.
    for text in ("S a3,a2,a1|b1,a3,a2", "S 1,c3", "S 1,1'", "S B-T 1", "S a1-a2", "F 1 c3 c3,c2", "D 1 +a1 b1,a1 b1"):
        yield f"'{text}'", file(POSITION, CLAIMS[:1] + [text] + CLAIMS[1:2] + ["C a2:1 c1:3"]), 0, 0
    join = [line.replace("b2-T", "a1-T").replace("stones b2", "stones a1") for line in JOIN[:5]] + ["carrier -", "made x"]
    yield "an end on its edge, without a body", file(join, ["S a1-T"]), 0, 0
    yield "a set with an end", file(JOIN, ["S b2-T b1|c1", "F 1 b2"]), 4, 9
    yield "a dropped set with an end is the set without it", file(JOIN, ["S b2-T b1|c1", "D 1 b2"]), 0, 0
    yield "a dropped set outside the carrier, of nine cells", file(JOIN, ["S b2-T b1|c1", "D 1 a1,a2,a3,b2,b3,c2,c3,a1,a2"]), 0, 0
    yield "a line of 65,536 bytes", file(POSITION, ["#" + "x" * 65534] + CLAIMS), 0, 0
    yield "a line of 65,537 bytes", file(POSITION, ["#" + "x" * 65535] + CLAIMS), 2, 10
    yield "a pairing", file(WIDE, ["P 0"]), 0, 0
    yield "a pairing with a list", file(WIDE[:6] + ["to-move black", "first a1", "made x"], ["P 0 a1"]), 0, 0
    yield "a pairing that does not fit", file(WIDE, ["P 1"]), 4, 10
    yield "the other player's pairing", file([line.replace("winner black", "winner white") for line in WIDE], ["P 0"]), 4, 10


def joins():
    """(name, text, code, line): pairs that join only after another pair did, and none that join what they do not both touch; many claims."""
    head = ["mustplay-proof 1", "board 5x5", "winner black", "root join T-B", "stones a4,c2,e2,e3,d4,c5", "carrier d2,e1,c1,d1", "made x"]
    yield "a pair that waits for another", file(head, ["S a4,c2,e2,e3,d4,c5,d2|e1,c1|d1"]), 0, 0
    head = ["mustplay-proof 1", "board 4x4", "winner black", "root join T-B", "stones b1,b3,b4,d3", "carrier b2,d2", "made x"]
    yield "a pair of which one cell joins", file(head, ["S b1,b3,b4,d3,b2|d2"]), 4, 8
    for last in ("b2-b1", "b1-b2", "T-b1", "b1-T", "c1-T b1,b2"):
        text = f"S {last}" if " " not in last else "S c1-b2 b1"
        yield f"other ends: {last}", file(JOIN[:4] + ["stones b1,b2,c1", "carrier -", "made x"], [text]), 4, 9
    head = ["mustplay-proof 1", "board 19x19", "winner black", "root position", "black a1", "white -", "to-move white", "first -", "made x"]
    cells = [f"{chr(97 + c)}{r}" for c in range(19) for r in range(1, 20)]
    yield "pairs with a stone", file(head, ["S a1," + ",".join(f"a1|{cell}" for cell in cells[1:]), "S a2"]), 4, 10
    yield "many claims", file(POSITION, CLAIMS[:2] + ["S 1"] * 1030 + ["S 1022", "S 1023", "S 1024", "S 1025", "S ^1024", "C a2:1 c1:2"]), 0, 0


def reversals():
    """(name, text, code, line): the order of `~`, and what they say."""
    head = ["mustplay-proof 1", "board 4x3", "winner white", "root position", "black d2", "white b2,d1", "to-move white", "first -", "made x"]
    lines = ["S L-R a3,b2,c1,d1", "S L-R a1,b1,c1,d1", "C a3:1 b1:2", "C +b2,c1,d1,d3 a1:^1 a2*a1 a2*a3 a2*b1", "C +b2,d1,d3 c1:4 a2*a3 a2*a1 c2*c1 a3*a2 a3*b1"]
    first = "C +b2,d1 d3:^1 c2~b1,a1 c2*c1 a3*a1 a3*a2 a1~d3,c3 c1*c2 a2*a3"
    yield "reversals in order", file(head, lines + [first]), 0, 0
    yield "reversals in the other order", file(head, lines + ["C +b2,d1 d3:^1 a1~d3,c3 c2*c1 a3*a1 a3*a2 c2~b1,a1 c1*c2 a2*a3"]), 4, 15
    yield "a reversal by its own cell", file(head, lines + [first.replace("c2~b1,a1", "c2~b1,a1,c2")]), 4, 15
    yield "a reversal that is none", file(head, lines + [first.replace("c2~b1,a1", "c2~b1,a3")]), 4, 15


def ends():
    """(name, text, code, line): the last line. First its form, the checksum and the count, then the root, then what follows."""
    root = POSITION[:7] + ["first -"] + POSITION[8:]
    yield "a wrong count and checksum", last_line(2, "x"), 2, LAST
    yield "a wrong checksum", last_line(3, "x"), 2, LAST
    yield "a wrong count", last_line(4), 2, LAST
    yield "a count with a zero", last_line("03"), 2, LAST
    yield "a count too large", last_line(4294967299), 2, LAST
    yield "no claims", last_line(0, claims=[]), 2, LAST - 3
    yield "a wrong root", last_line(3, head=root), 4, LAST
    yield "a wrong root and count", last_line(2, head=root), 2, LAST
    yield "a wrong root, and more", last_line(3, after="x\n", head=root), 4, LAST
    yield "more after the end", last_line(3, after="x\n"), 2, LAST + 1
    yield "a comment after the end", last_line(3, after="# x\n"), 2, LAST + 1
    yield "an empty line after the end", last_line(3, after="\n"), 2, LAST + 1
    yield "a byte after the end", last_line(3, after="x"), 2, LAST + 1
    yield "other ends than the root's", file(POSITION, CLAIMS[:1] + ["S a1-a2"]), 4, LAST - 1
    yield "a cell that the root does not give", file(POSITION[:5] + ["white a1"] + POSITION[6:]), 4, LAST
    text = file()
    yield "upper-case digits", text[:-17] + text[-17:].upper(), 2, LAST
    yield "a short checksum", text[:-2] + "\n", 2, LAST
    yield "a word after the checksum", text[:-1] + " x\n", 2, LAST
    yield "no newline at the end", text[:-1], 2, LAST
    yield "no last line", text[: text.index("end ")], 2, LAST - 1
    yield "an empty file", "", 2, 0
    for line in range(1, len(POSITION)):
        yield f"a header of {line} lines", "\n".join(POSITION[:line]) + "\n", 2, line


def boundaries():
    """(name, bytes, code, line of the first fault)."""
    for part in (headers, lines, joins, reversals, ends):
        for name, text, code, line in part():
            yield name, text.encode("latin-1"), code, line
