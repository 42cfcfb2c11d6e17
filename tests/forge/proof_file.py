"""Files of proofs by docs/reference/PROOF.md, section 4: read, and written with the right digest and name. Shares nothing
with `kauri`."""
import re

from layer_index import RULES
from xxh64 import xxh64

CITATION = re.compile(rb"cite (?:own|opp) \S+ -?\d+ ([0-9a-f]{16})\n")
ALL_BITS = (1 << 64) - 1


def rows_of(position):
    """The rows of a position as docs/guide/RULES.md writes them, those of the player to move first."""
    seeds, cowries = position
    holes = ["%d+%d" % pair if pair[1] else "%d" % pair[0] for pair in zip(seeds, cowries)]
    half = len(holes) // 2
    return ",".join(holes[:half]) + "/" + ",".join(holes[half:])


class Proof:
    """The lines before the moves, and the moves."""

    def __init__(self, head, moves):
        self.head, self.moves = head, moves

    @staticmethod
    def of(position, r, tables):
        """The proof of a value that a table holds, which takes no step."""
        seeds, cowries = position
        return Proof(f"kauri-proof 3\nrules {RULES}\nboard {len(seeds) // 2} {sum(cowries)}\n"
                     f"root {rows_of(position)} S 0:0\nbounds {r} {r}\n".encode() + b"".join(
                         b"table %d %016x\n" % table for table in enumerate(tables)), [])

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
