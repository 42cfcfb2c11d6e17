"""Files of proofs by docs/reference/PROOF.md, section 4: read, and written with the right digest and name. Shares nothing
with `kauri`."""
import os
import re

from layer_index import RULES, moves
from xxh64 import xxh64

CITATION = re.compile(rb"cite (?:own|opp) \S+ -?\d+ ([0-9a-f]{16})\n")
ALL_BITS = (1 << 64) - 1
PASS = 6


def rows_of(position):
    """The rows of a position as docs/guide/RULES.md writes them, those of the player to move first."""
    seeds, cowries = position
    holes = ["%d+%d" % pair if pair[1] else "%d" % pair[0] for pair in zip(seeds, cowries)]
    half = len(holes) // 2
    return ",".join(holes[:half]) + "/" + ",".join(holes[half:])


def moves_of(root, bounds, values, cited):
    """The prover's moves, in the order in which a reader demands them (section 4)."""
    steps, found = {}, []  # VALUE and MOVE by kind and position

    def demand(kind, position, value):
        key = kind, position
        least = -(3 * sum(position[0]) + 1)
        if value <= max(least, cited.get(key, least)) or key in steps and steps[key][0] >= value:
            return
        options = options_of(position)
        move = steps[key][1] if key in steps else None
        if kind == "own" and move is None:
            move = best_of(position, options, values)
            found.append(move)
        steps[key] = value, move
        for number, (gain, _, after) in options.items():
            if kind == "opp":
                demand("own", after, value + 3 * gain)
            elif number == move:
                demand("opp", after, value - 3 * gain)
    demand("own", root, bounds[0])
    demand("opp", root, -bounds[1])
    return found


def options_of(position):
    """What each move of a position leads to, by the number of the move."""
    holes = len(position[0]) // 2
    numbers = [hole for hole in range(holes) if position[1][hole]] or [PASS]
    if not sum(position[0]) and numbers == [PASS]:
        return {}
    return dict(zip(numbers, moves(*position, holes)))


def best_of(position, options, values):
    """A move that keeps r, and gets to a capture as soon as it can."""
    def cost(number):
        gain, captures, after = options[number]
        return 3 * gain - values[after][0] != values[position][0], not captures and values[after][1]
    return min(options, key=cost)


class Proof:
    """The lines before the moves, and the moves."""

    def __init__(self, head, moves):
        self.head, self.moves = head, moves

    @staticmethod
    def of(root, bounds, values=None, tables=(), citations=()):
        """A proof that bounds r at the root, with values (r, dtc) by position; without them, it takes no step.
        A citation is (kind, position, VALUE, digest)."""
        seeds, cowries = root
        head = (f"kauri-proof 3\nrules {RULES}\nboard {len(seeds) // 2} {sum(cowries)}\n"
                f"root {rows_of(root)} S 0:0\nbounds {bounds[0]} {bounds[1]}\n")
        head += "".join("table %d %016x\n" % table for table in enumerate(tables))
        head += "".join("cite %s %s %d %016x\n" % (kind, rows_of(position), value, digest)
                        for kind, position, value, digest in sorted(citations, key=lambda one: (one[0] != "own", *one)))
        cited = {(kind, position): value for kind, position, value, _ in citations}
        return Proof(head.encode(), moves_of(root, bounds, values, cited) if values else [])

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            head, _, rest = file.read()[:-8].partition(b"\nmoves ")
        count, _, packed = rest.partition(b"\n")
        bits = int.from_bytes(packed, "little")
        return Proof(head + b"\n", [bits >> 3 * i & 7 for i in range(int(count))])

    def changed(self, old, new):
        """This proof with another head; `old` is a regular expression that occurs."""
        head, count = re.subn(old, new, self.head, count=1)
        assert count == 1, (old, self.head)
        return Proof(head, self.moves)

    def body(self):
        bits = sum(move << 3 * i for i, move in enumerate(self.moves))
        return self.head + b"moves %d\n" % len(self.moves) + bits.to_bytes(
            (3 * len(self.moves) + 7) // 8, "little")

    def cited(self):
        return [digest.decode() for digest in CITATION.findall(self.head)]


def sealed(body, mask=ALL_BITS):
    """The name and the bytes of a file."""
    digest = xxh64(body) & mask
    return f"{digest:016x}.proof", body + digest.to_bytes(8, "little")


def digest_of(path):
    """The digest that is the name of a file."""
    return int(os.path.basename(path)[:16], 16)
