#!/usr/bin/env python3
"""The words of documents and comments: sentences of at most 35 words in documents and 25 in comments, no word that
docs/STYLE.md avoids, one spelling. tests/data/words.tsv lists the exceptions, each with a reason: at most 30.

Usage: words.py BUILD [LETTERS]: LETTERS of each wrong sentence are shown (110)

Code, links and figures count as one word. A label at the beginning of a paragraph ("Signature: ...") is not part of the sentence;
elsewhere a colon ends none. After a colon, semicolons separate the items of a list, each with a length of its own. Cells of tables
are read as paragraphs are; what a description of a script sets in is a synopsis and not read."""
import collections
import inspect
import io
import pathlib
import re
import subprocess
import sys
import tokenize

from checks import check, finish

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXCEPTIONS = ROOT / "tests" / "data" / "words.tsv"
EXCEPTIONS_MOST = 30
DOCUMENT_WORDS, COMMENT_WORDS = 35, 25
LABEL_WORDS = 6  # of the label before a colon
GENERATED = {"docs/API_REFERENCE.md"}  # its sentences are those of the headers, which are read there

# What a reader would stumble over, and what says when something was written instead of what is true.
AVOID = [r"in haste", r"takes? leave of", r"going home", r"lately", r"by then", r"by now", r"so many", r"so long(?! as)", r"lest", r"makes? no sense to",
         r"goes on where", r"go on where", r"since then", r"was found to", r"is no matter", r"no longer needed since"]
AMERICAN = {"colors?": "colour", "colored": "coloured", "neighbors?": "neighbour", "neighboring": "neighbouring", "centers?": "centre", "centered": "centred",
            "behaviors?": "behaviour", "favors?": "favour", "favorite": "favourite", "analyzed": "analysed", "analyzes": "analyses", "labeled": "labelled",
            "canceled": "cancelled", "canceling": "cancelling", "modeled": "modelled", "gray": "grey"}

Sentence = collections.namedtuple("Sentence", "path line text")


def tracked(*patterns):
    return subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")[:-1]


def split(text):
    """The sentences of a paragraph."""
    text = re.sub(r"\]\([^)\s]*\)", "]", " ".join(text.split()))
    text = re.sub(r"`[^`]*`", "CODE", text)
    text = re.sub(r"\*\*|__", "", text)
    label = re.match(r"((?:\S+ ){0,%d}\S+):\s" % (LABEL_WORDS - 1), text)
    text = text[label.end():] if label else text
    parts = re.split(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!cf\.)(?<!\.\.\.)[\"')\]]*\s+", text)
    parts = [piece for part in parts for piece in (part.split("; ") if label or ": " in part.partition("; ")[0] else [part])]
    return [part.strip() for part in parts if part.strip()]


def sentences(path, line, text):
    text, *tags = re.split(r"(?:^|\s+)(?=@\w+ )", text)  # those of JSDoc name types and parameters
    texts = [text, *(re.sub(r"^@\w+\s*(\{.*?\}(?=\s|$))?\s*[\w.\[\]=]*\s*", "", tag) for tag in tags)]
    return [Sentence(path, line, part) for text in texts for part in split(text)]


def document(path):
    """Those of paragraphs, items of lists and cells of tables, without code, headings and HTML."""
    fenced, held, start = False, [], 0
    for number, line in enumerate([*(ROOT / path).read_text().splitlines(), ""], 1):
        fence = re.match(r"\s*```", line)
        fenced ^= bool(fence)
        item = re.match(r"\s*([-*]|\d+\.) +", line)
        follows = held and re.match(r"\s+\S", line)
        if fence or fenced or re.match(r"\s*\|", line) or (re.match(r"    |\t|#|<|!\[", line) and not item and not follows):
            if not fence and not fenced and line.lstrip().startswith("|"):
                for cell in re.split(r"(?<!\\)\|", line):
                    yield from sentences(path, number, cell)
            line = ""
        if (not line.strip() or item) and held:
            yield from sentences(path, start, " ".join(held))
            held = []
        if line.strip():
            start = start if held else number
            held.append(line[item.end():] if item else line)


def paragraphs(path, start, lines):
    """The sentences of a comment. Empty lines and items of lists begin a paragraph, and so do lines that are set in by three or hold a
    term and blanks. Rows of tables are left out."""
    held = []
    for line in [*lines, ""]:
        if held and (not line.strip() or re.match(r"\s*[-*] |\s{3}|\s+\S.*\S  ", line)):
            yield from sentences(path, start, " ".join(held))
            held = []
        if line.strip() and len(re.findall(r"\S {2,}", line)) < 3:
            held.append(re.sub(r"^\s*[-*] ", "", line))


def runs(path, comments):
    """Comments that stand alone on neighbouring lines, from triples of line, whether it stands alone, and text."""
    held, first, last = [], 0, -1
    for number, alone, text in [*comments, (-1, False, "")]:
        if held and not (alone and number == last + 1):
            yield from paragraphs(path, first, held)
            held = []
        if re.match(r"\S+ --.*\s{3}", text):  # a synopsis
            text = ""
        if text.strip():
            first = first if held else number
            held.append(text)
        elif held:
            held.append("")
        last = number
        if not alone and held:
            yield from paragraphs(path, first, held)
            held = []


def comments_c(path, mark="//"):
    """Comments of C, JavaScript and CSS; of shell and CMake by the mark #."""
    lines, blocks, block = [], [], None
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        if block is None:
            found = re.match(r"(.*?)(?:(?<!:)//(?!/)|(?=/\*))(.*)$" if mark == "//" else r"(\s*|.*\s)#(?![!{])(.*)$", line)
            if found and not any(found[1].count(quote) % 2 for quote in "\"'`"):
                if found[2].startswith("/*"):
                    block = (number, [])
                    line = found[2][2:].lstrip("*")
                else:
                    lines.append((number, not found[1].strip(), found[2][1:] if found[2].startswith(" ") else found[2]))
        if block is not None:
            block[1].append(re.sub(r"^\s*\* ?|\*/.*$", "", line))
            if "*/" in line:
                blocks.append(block)
                block = None
    for start, text in blocks:
        yield from paragraphs(path, start, text)
    yield from runs(path, lines)


def comments_coq(path):
    text = (ROOT / path).read_text()
    for found in re.finditer(r"\(\*+(.*?)\*+\)", text, re.S):
        yield from paragraphs(path, text.count("\n", 0, found.start()) + 1, [line.strip() for line in found[1].splitlines()])


def prose(lines):
    """Without the synopses, which are set in; a word and two blanks before a text, or an option, begin an item of a list."""
    item = False
    for line in lines:
        term = re.match(r"(\S+  +|--\w[\w-]*( [A-Z]\S*)* +)(?=\S)", line)
        item = bool(term) or item and line.startswith("  ")
        yield "- " + line[term.end():] if term else line.strip() if item else "" if re.match(r"\s\s|Usage: |\S+ --|\S+\.py ", line) else line


def comments_python(path):
    """Comments, and strings that stand alone: the descriptions of functions and of the file."""
    tokens = list(tokenize.generate_tokens(io.StringIO((ROOT / path).read_text()).readline))
    yield from runs(path, [(token.start[0], not token.line[:token.start[1]].strip(), token.string[1:].removeprefix(" "))
                           for token in tokens if token.type == tokenize.COMMENT and not token.string.startswith("#!")])
    layout = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
    for before, token in zip([None, *tokens], tokens):
        if token.type == tokenize.STRING and token.string.startswith('"""') and (before is None or before.type in layout):
            yield from paragraphs(path, token.start[0], prose(inspect.cleandoc(token.string.strip('"')).splitlines()))


def language(path):
    """How the comments of a file are read; None: it has none that are checked."""
    file = ROOT / path
    kind = {".c": comments_c, ".h": comments_c, ".js": comments_c, ".mjs": comments_c, ".css": comments_c, ".v": comments_coq, ".py": comments_python}.get(file.suffix)
    if kind or not file.is_file() or file.is_symlink():
        return kind
    if file.name in ("CMakeLists.txt", "Makefile") or file.suffix in (".cmake", ".sh"):
        return lambda path: comments_c(path, "#")
    if file.suffix:
        return None
    with file.open("rb") as opened:
        first = opened.readline(80)
    return comments_python if b"python3" in first and first.startswith(b"#!") else (lambda path: comments_c(path, "#")) if first.startswith(b"#!") else None


def helps(build):
    """What the commands of both programs say of themselves, without their lists of JSON keys."""
    for program in ("mustplay", "mustplay-lab"):
        def said(*words):
            return subprocess.run([f"{build}/{program}", *words], capture_output=True, text=True).stdout

        for command in re.findall(r"^(?:\w+)? +([a-z]+) {2,}", said("--help"), re.M):
            for number, line in enumerate(said(command, "--help").splitlines(), 1):
                if not re.match(r"JSON keys|Usage:|  mustplay", line):
                    yield from sentences(f"{program} {command} --help", number, re.sub(r"^  \S.*?  +", "", line))


def everything(build):
    """Pairs of a sentence and the words it may have."""
    yield from ((sentence, DOCUMENT_WORDS) for sentence in helps(build))
    for path in tracked():
        if path.endswith(".md") and path not in GENERATED:
            yield from ((sentence, DOCUMENT_WORDS) for sentence in document(path))
        elif read := language(path):
            yield from ((sentence, COMMENT_WORDS) for sentence in read(path))


def exceptions():
    """Beginnings of sentences that may be as they are, by file."""
    rows = [line.split("\t") for line in EXCEPTIONS.read_text().splitlines()[1:]]
    check("an exception names file, beginning and reason", all(len(row) == 3 and all(row) for row in rows), rows)
    check(f"at most {EXCEPTIONS_MOST} exceptions", len(rows) <= EXCEPTIONS_MOST, len(rows))
    return {(path, beginning): False for path, beginning, _ in rows}


def main():
    excepted = exceptions()
    letters = int(sys.argv[2]) if len(sys.argv) > 2 else 110
    long_ones, avoided, american = [], [], []
    for sentence, most in everything(sys.argv[1]):
        key = next((key for key in excepted if key[0] == sentence.path and sentence.text.startswith(key[1])), None)
        words = len([word for word in sentence.text.split() if re.search(r"\w", word)])
        where = f"{sentence.path}:{sentence.line}: {sentence.text[:letters]}"
        faults = []
        if words > most:
            faults.append((long_ones, f"{words} words, {where}"))
        if sentence.path not in ("docs/STYLE.md", "tests/scripts/words.py"):
            faults += [(avoided, f"'{found[0]}', {where}") for pattern in AVOID if (found := re.search(rf"\b({pattern})\b", sentence.text, re.I))]
            faults += [(american, f"'{found[0]}' is {british}, {where}") for pattern, british in AMERICAN.items()
                       if (found := re.search(rf"(?<![-_.`])\b({pattern})\b(?![-_=(:])", sentence.text))]
        if faults and key:
            excepted[key] = True
        elif faults:
            for heap, text in faults:
                heap.append(text)
    for name, heap in (("sentences are short", long_ones), ("no word that is avoided", avoided), ("one spelling", american)):
        check(name, not heap, f"{len(heap)} times")
        print(*(f"  {text}" for text in heap), sep="\n")
    check("every exception is needed", all(excepted.values()), [key for key, used in excepted.items() if not used])
    finish()


main()
