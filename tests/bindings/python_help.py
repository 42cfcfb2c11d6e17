"""What the tests of the Python package share.

The environment says where everything is: KAURI_SOURCE, the tree; KAURI_PROGRAM, the program kauri;
KAURI_LIBRARY, the library, without which the installed package is tested; KAURI_TEST_TABLES, a folder with layers 0 to 2 of the full board;
KAURI_CC, a C compiler. KAURI_TEST_WITHOUT_NUMPY=1 hides NumPy; with 0, what does not depend on NumPy
and takes seconds is left to the run without it.
"""
import json
import os
import random
import subprocess
import sys

SOURCE = os.environ["KAURI_SOURCE"]
PROGRAM = os.environ["KAURI_PROGRAM"]
TABLES = os.environ["KAURI_TEST_TABLES"]
BOOK = os.path.join(SOURCE, "proofs", "start.book")
PACKAGE = os.path.join(SOURCE, "bindings", "python")

LONG = "KAURI_TEST_LONG" in os.environ
TESTED_WITHOUT_NUMPY = os.environ.get("KAURI_TEST_WITHOUT_NUMPY") == "0"

if os.environ.get("KAURI_TEST_WITHOUT_NUMPY") == "1":
    sys.modules["numpy"] = None  # importing it fails from now on
    numpy = None
else:
    try:
        import numpy
    except ImportError:
        numpy = None
if "KAURI_LIBRARY" in os.environ:
    sys.path.insert(0, PACKAGE)

import kauri  # noqa: E402, F401


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def program(*arguments, lines=None, status=0):
    """Objects that the program prints, one per line."""
    done = subprocess.run([PROGRAM, *arguments], text=True, check=False, capture_output=True,
                          input=None if lines is None else "\n".join(lines) + "\n", timeout=300)
    if done.returncode != status:
        raise AssertionError(f"{arguments}: status {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_text(draw: random.Random, seeds, cowries=12, holes=6):
    """A random position as text, with a score that adds up with the seeds to 60."""
    rows = [[0, 0] for _ in range(2 * holes)]
    for kind, count in ((0, seeds), (1, cowries)):
        for _ in range(count):
            rows[draw.randrange(2 * holes)][kind] += 1
    cells = [str(n) if c == 0 else f"{n}+{c}" for n, c in rows]
    # Often close to a tie, where both rules differ.
    south = min(max((60 - seeds) // 2 + draw.randint(-2, 2), 0), 60 - seeds)
    return (f"{','.join(cells[:holes])}/{','.join(cells[holes:])} {draw.choice('SN')} "
            f"{south}:{60 - seeds - south}")


def random_texts(seed, count, layers=(0, 1, 2), **shape):
    draw = random.Random(seed)
    return [random_text(draw, draw.choice(layers), **shape) for _ in range(count)]
