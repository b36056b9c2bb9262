#!/usr/bin/env python3
"""`mustplay template`: verdicts, JSON, proofs, pictures, bad files.

Usage: template.py BUILD
"""
import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time

from checks import check, finish
from waiting import wait_asleep

BUILD = os.path.abspath(sys.argv[1])
PROGRAM, VERIFY = os.path.join(BUILD, "mustplay"), os.path.join(BUILD, "mustplay-verify")

LIST = """; The bridge
   A
 .   .
   V

; The ziggurat, with a cell too many
     A   .   .
   .   .   .
 .   .   .   .
---------------

; The ziggurat, with a cell too few
     A   .
   .   .   .
 .   .   .
---------------

; The fourth row
           A   .
     .   .   .   .   .
   .   .   .   .   .   .
 .   .   .   .   .   .   .
---------------------------
"""


def run(*words):
    return subprocess.run([PROGRAM, "template", *words], capture_output=True, timeout=300)


def forms(folder, path):
    """Lists in both forms say the same, and can be read again."""
    def facts(source):
        data = json.loads(run(source, "--json").stdout)
        return [(t["verdict"], t["minimal"], t["size"], t["stones"], t["carrier"], t["upper"], t["lower"], t["edges"]) for t in data["templates"]]

    for form in ("hdg", "hexboard"):
        other = os.path.join(folder, "again." + form)
        with open(other, "wb") as file:
            file.write(run(path, "--format", form).stdout)
        check(f"the list as {form}", facts(other) == facts(path), open(other).read())
    with open(os.path.join(folder, "bad.wiki"), "w") as file:
        file.write('<hexboard size="2x2" edges="bottom" contents="R a1"/>\n<hexboard size="2x2"\n contents="R z1"/>\n')
    done = run(file.name)
    check("a bad tag", done.returncode == 2 and b"line 3, column 14: no cell of this board: 'z1'" in done.stdout
          and b"1 not read" in done.stdout, done)


def search(folder):
    """All templates of a region; going on; one of them proved and drawn."""
    third = json.loads(run("--search", "edge:row=3", "--json").stdout)
    check("third row", third["complete"] and [t["cells"] for t in third["templates"]] == [8, 10] and third["symmetries"] == 2, third)
    listed = os.path.join(folder, "third.hdg")
    done = run("--search", "edge:row=3")
    with open(listed, "wb") as file:
        file.write(done.stdout)
    check("a list", done.returncode == 0 and b"2 minimal templates, that is all" in done.stdout, done)
    check("which is right", b"2 valid, 2 of them minimal" in run(listed).stdout)
    check("as tags", b'visible="area(c1,a3,d3,d1)"' in run("--search", "edge:row=3", "--format", "hexboard").stdout)

    proof, picture = os.path.join(folder, "two.proof"), os.path.join(folder, "two.svg")
    done = run("--search", "edge:row=3", "--pick", "2", "--proof", proof, "--output", picture)
    check("one of them", done.returncode == 0 and b"valid and minimal" in done.stdout and os.path.getsize(picture) > 1000, done)
    check("its proof", subprocess.run([VERIFY, proof], capture_output=True).returncode == 0)

    journal = os.path.join(folder, "journal")
    whole = json.loads(run("--search", "edge:row=4", "--json", "--resume", journal).stdout)
    with open(journal) as file:
        lines = file.readlines()
    check("the journal", len(lines) > 15 and [t["cells"] for t in whole["templates"]] == [19, 22], lines)
    with open(journal, "w") as file:
        file.write("".join(lines[:10]) + lines[10][:20])  # as after a kill
    again = json.loads(run("--search", "edge:row=4", "--json", "--resume", journal).stdout)
    check("goes on", again["templates"] == whole["templates"] and again["complete"] and again["questions"] < whole["questions"], again)
    done = run("--search", "edge:row=5", "--resume", journal)
    check("another search", done.returncode == 2 and b"belongs to another run" in done.stderr, done)
    with open(journal, "a") as file:
        file.write('{"key":"carrier a1","value":true}\n')
    done = run("--search", "edge:row=4", "--resume", journal)
    check("a foreign line", done.returncode == 2 and b"does not belong" in done.stderr, done)

    with open(journal, "w") as file:
        file.write(lines[0] + '{"key":"carrier zz","value":true}\n')
    done = run("--search", "edge:row=4", "--resume", journal)
    check("a line without cells", done.returncode == 2 and b"does not belong" in done.stderr, done)

    done = run("--search", "edge:row=5,reach=16", "--time", "0.3", "--json")
    check("time", done.returncode == 3 and not json.loads(done.stdout)["complete"], done)

    region = os.path.join(folder, "region.hdg")
    with open(region, "w") as file:
        file.write("; A ladder\n A   .   .   O   .   .\n   .   .   .   .   .\n---------------\n")
    done = run(region, "--search", "drawn")
    check("a region that is drawn", done.returncode == 0 and b"A ladder, number 1: 6 cells" in done.stdout
          and b"1 minimal template, that is all" in done.stdout, done)
    for name, words, sentence in (("no such kind", ["--search", "corner"], "is not a kind of region"),
                                  ("a bad value", ["--search", "edge:row=x"], "row"),
                                  ("too wide", ["--search", "edge:row=4,reach=30"], "columns"),
                                  ("a file too many", [region, "--search", "edge:row=2"], "goes with --search drawn only"),
                                  ("no file", ["--search", "drawn"], "one file"),
                                  ("several drawings", [listed, "--search", "drawn"], "one drawing"),
                                  ("which", ["--search", "edge:row=2", "--pick", "2"], "1 template was found"),
                                  ("resume alone", [region, "--resume", journal], "goes with --search")):
        done = run(*words)
        check(name, done.returncode == 2 and sentence.encode() in done.stderr and done.stderr.count(b"\n") == 1, done)


def main(folder):
    path = os.path.join(folder, "list.hdg")

    def write(text):
        with open(path, "w") as file:
            file.write(text)

    write(LIST)
    done = run(path, "--json")
    data = json.loads(done.stdout)
    bridge, more, less, fourth = data["templates"]
    check("exit code", done.returncode == 0 and not done.stderr, done)
    check("counts", (data["valid"], data["minimal"], data["invalid"], data["undecided"], data["unreadable"]) == (3, 2, 1, 0, 0), data)
    check("the bridge", bridge["verdict"] == "valid" and bridge["minimal"] and bridge["replies"] == {"a2": "b2", "b2": "a2"}, bridge)
    check("a cell too many", more["verdict"] == "valid" and not more["minimal"] and more["spare"] == ["e1"], more)
    check("a cell too few", less["verdict"] == "invalid" and less["intrusions"], less)
    check("names and lines", fourth["name"] == "The fourth row" and fourth["line"] == 19 and len(fourth["carrier"]) == 19, fourth)
    text = run(path).stdout.decode()
    check("text", "3 valid, 2 of them minimal; 1 invalid" in text and "can spare, each alone: e1" in text, text)

    for pick, winner in ((4, "black"), (3, "white")):
        proof = os.path.join(folder, f"{pick}.proof")
        done = run(path, "--pick", str(pick), "--proof", proof)
        verified = subprocess.run([VERIFY, proof], capture_output=True)
        check(f"proof of {pick}", done.returncode == 0 and verified.returncode == 0
              and f"{winner} wins".encode() in verified.stdout, done, verified)
    picture = os.path.join(folder, "picture.png")
    check("a picture", run(path, "--pick", "3", "--output", picture).returncode == 0 and os.path.getsize(picture) > 1000)
    check("nothing is overwritten", run(path, "--pick", "3", "--output", picture).returncode == 2)

    # Names and faults that are not UTF-8, or are cut within a letter, are in the answer all the same.
    with open(path, "wb") as file:
        file.write("; Brücke\n".encode("latin-1") + b"   A\n .   .\n   V\n\n; " + "ü".encode() * 60 + b"\n \xc3\xa9\n")
    data = json.loads(run(path, "--json").stdout)
    check("names", [t["number"] for t in data["templates"]] == [1, 2] and data["templates"][0]["name"] == "Br?cke"
          and "is no mark" in data["templates"][1]["error"], data)
    write(LIST)

    check("only faults", [t["number"] for t in json.loads(run(path, "--faults", "--json").stdout)["templates"]] == [2, 3])
    forms(folder, path)
    search(folder)
    write(LIST)
    for name, words, sentence in (("no file", [], "one file"), ("a missing file", [path + "x"], "No such file"),
                                  ("pick", [path, "--pick", "9"], "has 4 templates"),
                                  ("a picture of which", [path, "--output", picture], "name it by --pick")):
        done = run(*words)
        check(name, done.returncode == 2 and sentence.encode() in done.stderr and done.stderr.count(b"\n") == 1, done)
    write(LIST + "\n .  .\n\n A\n .\n---\n")
    done = run(path)
    check("a block that cannot be read", done.returncode == 2 and b"four columns apart" in done.stdout
          and b"3 valid" in done.stdout and b"2 not read" in done.stdout, done)
    write("; nothing\n")
    check("an empty list", b"no template" in run(path).stderr)
    write("-----------\n" + "".join(" " * 2 * row + "   ".join("." * 9) + "\n" for row in range(9)) + "-----------\n")
    for seconds in ("0.2", "0"):
        done = run(path, "--time", seconds)
        check(f"{seconds} s", done.returncode == 3 and b"undecided" in done.stdout, done)


def verdict_unread(words, seconds):
    """Runs with so much time and reads nothing before it is over, however late the program started; exit code, output and errors."""
    reader, writer = os.pipe()  # full, so that the program waits where it prints the verdict
    junk = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writer, b"x" * junk)
    done = subprocess.Popen([PROGRAM, "template", *words, "--time", str(seconds)], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    wait_asleep(done)  # it has begun, and waits to print
    time.sleep(seconds)
    with os.fdopen(reader, "rb") as file:
        out = file.read()[junk:]
    err = done.stderr.read()
    return done.wait(), out, err


def unfinished(folder):
    """A proof for which the time is over when its turn comes: exit code 3, no file, and the same command ends it."""
    path, proof = os.path.join(folder, "six.hdg"), os.path.join(folder, "six.proof")
    with open(path, "w") as file:
        file.write("-----------\n" + "".join(" " * 2 * row + "   ".join("." * 6) + "\n" for row in range(6)) + "-----------\n")
    for seconds in (0.5, 2, 8, 32):  # more where the machine stalls: the verdict must come within the time
        if os.path.exists(proof):
            os.remove(proof)
        code, out, err = verdict_unread([path, "--pick", "1", "--proof", proof], seconds)
        if b"invalid" in out and b"0 not decided" in out and code == 3:
            break
    check("a proof that is not finished", code == 3 and b"invalid" in out and b"0 not decided" in out and not err, code, out, err)
    check("no file of it", not os.path.exists(proof))
    again = run(path, "--pick", "1", "--proof", proof)
    check("finished later", again.returncode == 0 and subprocess.run([VERIFY, proof], capture_output=True).returncode == 0, again)


def on_terminal(folder):
    """Where stderr is a terminal, a line there tells how it goes."""
    path = os.path.join(folder, "long.hdg")
    with open(path, "w") as file:
        file.write("-----------\n" + "".join(" " * 2 * row + "   ".join("." * 9) + "\n" for row in range(9)) + "-----------\n")
    for words, text in (([path], b"nodes"), (["--search", "edge:row=6"], b"carriers")):
        code, shown = shown_on_terminal(words, text)
        check(f"a terminal: {words[0]}", code == 3 and text in shown, code, shown[-200:])


def shown_on_terminal(words, text):
    """Exit code, and what stderr shows, where Ctrl-C comes as soon as it shows the text."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen([PROGRAM, "template", *words, "--time", "90"], stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            new, shown = text not in shown, shown + part
            if new and text in shown:
                done.send_signal(signal.SIGINT)
    except OSError:
        pass  # the other end is closed
    done.stdout.read()
    os.close(ours)
    return done.wait(), shown


with tempfile.TemporaryDirectory() as temporary:
    on_terminal(temporary)
    unfinished(temporary)
    main(temporary)
finish()
