#!/usr/bin/env python3
"""The soundness tests have teeth: with any one condition taken out of verify/verify.c, verify/tests/test_verify.c finds a claim
that is accepted and false. Usage: sabotage.py [BUILD]"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCE = (ROOT / "verify" / "verify.c").read_text()
SABOTAGES = [  # what is left out, the code, what it becomes
    ("carriers are disjoint", 'if (both >= 0) UNTRUE("two items', 'if (both >= NODES_MAX) UNTRUE("two items'),
    ("the ends are joined", "if (class_of(v, body->x) != class_of(v, body->y))", "if (class_of(v, body->x) < 0)"),
    ("every move has an answer", 'if (open >= 0) UNTRUE("no answer', 'if (open >= NODES_MAX) UNTRUE("no answer'),
    ("reversals have an order", "if (!set_empty(set_and(cells, earlier)))", "if (set_has(cells, k))"),
    ("a killed cell is dead", "if (!dead(v, claim, stones, set_without(free, m), m))", "if (set_has(cells, k))"),
    ("a dead cell does not touch both ends", "if (m_at_x && m_at_y) return false;", ""),
    ("its neighbours touch its end", "if ((m_at_x && !set_within(near, at_x)) || (m_at_y && !set_within(near, at_y))) return false;", ""),
    ("its neighbours are a clique", "if (!set_within(near, fine)) return false;", ""),
    ("captured sets are captured", "if (!capture_search(&c, stones, set, 0))", "if (power == 0)"),
    ("each cell of a captured set has an answer", "if (!capture_answer(c, stones, set, state, m)) return", "if (m < 0) return"),
    ("the half-turn turns", "return node < b->cells ? b->cells - 1 - node :", "return node < b->cells ? node :"),
]


def caught(folder, text):
    """The test fails, and not because it does not compile."""
    folder.joinpath("verify").mkdir(exist_ok=True)
    folder.joinpath("verify", "verify.c").write_text(text)
    folder.joinpath("verify", "verify.h").write_text((ROOT / "verify" / "verify.h").read_text())
    program = folder / "test_verify"
    subprocess.run(["cc", "-O2", "-w", "-D_GNU_SOURCE", f"-I{folder}", f"-I{ROOT}/src", f"-I{ROOT}/tests", f"-I{ROOT}",
                    ROOT / "verify" / "tests" / "test_verify.c", "-lcmocka", "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True)
    return done.returncode != 0 and "accepted and false" in done.stdout + done.stderr


missed = []
with tempfile.TemporaryDirectory() as name:
    for what, code, instead in SABOTAGES:
        if SOURCE.count(code) != 1:
            missed.append(f"{what}: the code has changed")
        elif not caught(pathlib.Path(name), SOURCE.replace(code, instead)):
            missed.append(f"{what}: not noticed")
    if caught(pathlib.Path(name), SOURCE):
        missed.append("the checker as it stands fails")
print("\n".join(missed))
print(f"{len(SABOTAGES) + 1 - len(missed)} passed, {len(missed)} failed")
sys.exit(1 if missed else 0)
