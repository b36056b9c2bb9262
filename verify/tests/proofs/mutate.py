"""Changes to proof files that leave the last line right, so that only the rules can refuse them."""
import re

from proofs.text import sealed

CELL = re.compile(r"\b[a-s](?:1?[0-9])\b")
REFERENCE = re.compile(r"(?<![a-z0-9x])\^?[0-9]+'?(?![0-9x])")
HEADER = 9  # lines, at most


def one_match(dice, pattern, text):
    found = [m for m in pattern.finditer(text)]
    return dice.choice(found) if found else None


def change_cell(dice, lines, at, board):
    found = one_match(dice, CELL, lines[at])
    if found:
        cell = f"{chr(97 + dice.randrange(board[0]))}{1 + dice.randrange(board[1])}"
        lines[at] = lines[at][: found.start()] + cell + lines[at][found.end() :]


def change_reference(dice, lines, at, board):
    found = one_match(dice, REFERENCE, lines[at])
    if not found:
        return
    text = found[0]
    number = int(text.strip("^'"))
    text = dice.choice([
        text + "'" if not text.endswith("'") else text[:-1],
        "^" + text if not text.startswith("^") else text[1:],
        text.replace(str(number), str(max(1, number + dice.choice([-2, -1, 1, 2])))),
        str(1 + dice.randrange(max(1, at))),
    ])
    lines[at] = lines[at][: found.start()] + text + lines[at][found.end() :]


def change_words(dice, lines, at, board):
    words = lines[at].split(" ")
    if len(words) < 3:
        return
    i, j = 1 + dice.randrange(len(words) - 1), 1 + dice.randrange(len(words) - 1)
    kind = dice.randrange(4)
    if kind == 0:
        words[i], words[j] = words[j], words[i]
    elif kind == 1:
        del words[i]
    elif kind == 2:
        words.insert(j, words[i])
    else:
        parts = words[i].split(",")
        del parts[dice.randrange(len(parts))]
        words[i] = ",".join(parts)
    lines[at] = " ".join(word for word in words if word)


def change_signs(dice, lines, at, board):
    swap = dice.choice(["*~", "~*", "|,", ",|", "SC", "FD", "DF", "CS", ":*", ":~", "TB", "BT", "LR", "RL", "TL", "BR"])
    lines[at] = lines[at].replace(swap[0], swap[1], dice.choice([1, 100]))


def move_lines(dice, lines, at, board):
    other = dice.randrange(len(lines))
    kind = dice.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.append(lines[at])


def take_from_list(dice, lines, at, board):
    """A cell less or more in a list of cells."""
    found = one_match(dice, CELL, lines[at])
    if not found:
        return
    cell = f"{chr(97 + dice.randrange(board[0]))}{1 + dice.randrange(board[1])}"
    changed = dice.choice([found[0] + "," + cell, ""])
    lines[at] = re.sub(r",(?=[,\s]|$)|(?<=[\s:*~+]),", "", lines[at][: found.start()] + changed + lines[at][found.end() :])


CLAIM_CHANGES = [change_cell, change_cell, change_reference, change_reference, change_words, change_words, change_signs, move_lines, take_from_list]


def change_header(dice, header, board):
    """Other stones, colours, movers, sizes, ends."""
    kind = dice.randrange(6)
    text = "\n".join(header)
    if kind == 0:
        swap = {"black": "white", "white": "black"}
        where = [m for m in re.finditer("black|white", text)]
        chosen = where if dice.random() < 0.3 else [dice.choice(where)]
        for m in reversed(chosen):
            text = text[: m.start()] + swap[m[0]] + text[m.end() :]
        if dice.random() < 0.5:
            text = text.translate(str.maketrans("TBLR", "LRTB"))
    elif kind == 1:
        sides = [max(1, side + dice.choice([-1, 0, 1])) for side in board]
        text = text.replace(f"board {board[0]}x{board[1]}", f"board {sides[0]}x{sides[1]}")
    elif kind == 2:
        text = re.sub(r"first \S+", f"first {dice.choice(['-', 'a1', 'b2', 'c3', 'a2', 'b1'])}", text)
    else:
        lines = text.split("\n")
        lists = [i for i, line in enumerate(lines) if re.match(r"(black|white|stones|carrier|root join) ", line)]
        at = dice.choice(lists)
        if lines[at].endswith(" -"):
            lines[at] = f"{lines[at][:-1]}{chr(97 + dice.randrange(board[0]))}{1 + dice.randrange(board[1])}"
        else:
            dice.choice([change_cell, take_from_list])(dice, lines, at, board)
            lines[at] = re.sub(r"^(\w+) ?$", r"\1 -", lines[at])
        text = "\n".join(lines)
    return text.split("\n")


def mutant(dice, text):
    """A changed file with the right last line. Often one change, now and then several."""
    lines = text.splitlines()[:-1]
    end_of_header = next(i for i, line in enumerate(lines) if line.startswith("made "))
    header, claims = lines[:end_of_header], lines[end_of_header + 1 :]
    board = tuple(map(int, lines[1].split()[1].split("x")))
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        if dice.random() < 0.25:
            header = change_header(dice, header, board)
        elif claims:
            dice.choice(CLAIM_CHANGES)(dice, claims, dice.randrange(len(claims)), board)
    return sealed("\n".join(header + [lines[end_of_header]] + claims) + "\n")
