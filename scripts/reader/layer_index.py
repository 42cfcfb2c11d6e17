"""The index of positions by section 7 of docs/reference/FORMAT.md, and the moves by docs/guide/RULES.md: the part of
scripts/reader/read-table that knows the game. Shares nothing with the C sources.

A position is (seeds, cowries): two tuples, each of the mover's holes and then the opponent's.
"""
import bisect
import functools
import itertools
import math

from table_faults import must

RULES = "kauri-r1-r10;unlimited=0"  # the convention of section 7
BLOCKS = 1 << 22  # of the largest layer with derived positions that is read


@functools.lru_cache(None)
def ways(counters, holes):
    return math.comb(counters + holes - 1, holes - 1)


@functools.lru_cache(None)
def rank(row):
    left, smaller = sum(row), 0
    for i, count in enumerate(row[:-1]):
        smaller += sum(ways(left - v, len(row) - 1 - i) for v in range(count))
        left -= count
    return smaller


@functools.lru_cache(None)
def unrank(number, holes, counters):
    row = []
    for behind in range(holes - 1, 0, -1):
        count = 0
        while number >= ways(counters - count, behind):
            number -= ways(counters - count, behind)
            count += 1
        row.append(count)
        counters -= count
    return tuple(row) + (counters,)


def is_stored(seeds, holes):
    rows = seeds[:holes], seeds[holes:]
    a, b = ((sum(row), sum((holes - i) * s for i, s in enumerate(row))) for row in rows)
    return a >= b


def moves(seeds, cowries, holes):
    """The moves of a position, or its pass: gain, whether it captures, and the position after it."""
    choices = [hole for hole in range(holes) if cowries[hole]] or [None]
    for hole in choices:
        s, c, gain = list(seeds), list(cowries), 0
        if hole is not None:
            s[hole] = c[hole] = 0
            at = hole
            for _ in range(seeds[hole]):
                at = (at + 1) % (2 * holes)
                if at >= holes and s[at] == 0 and c[at] > 0:
                    gain -= 1  # R4: the opponent captures the seed
                else:
                    s[at] += 1
            for _ in range(cowries[hole]):
                at = (at + 1) % (2 * holes)
                if at >= holes and s[at] > 0 and c[at] == 0:
                    gain += s[at]  # R5
                    s[at] = 0
                c[at] += 1
        yield gain, sum(s) < sum(seeds), (tuple(s[holes:] + s[:holes]),
                                          tuple(c[holes:] + c[:holes]))


class Layer:
    """A table whose rules are known: which entry a position has."""

    def __init__(self, table):
        self.table = table
        holes, cowries, seeds = self.shape = table.holes, table.cowries, table.seeds
        must(table.rules == RULES, "its rules have no known index of positions")
        must(1 <= holes <= 6 and cowries <= 12 and seeds <= 60, "the board is too large")
        self.each = ways(cowries, 2 * holes)
        blocks = ways(seeds, 2 * holes)
        must(table.positions == blocks * self.each, "positions and shape do not agree")
        must(table.digest_entries == max(65536 // self.each, 1) * self.each,
             "digest_entries and shape do not agree")
        if table.derivation == 1:
            must(blocks <= BLOCKS, "its layer is too large for this program")
            stored = [is_stored(unrank(block, 2 * holes, seeds), holes) for block in range(blocks)]
            must(table.entries == sum(stored) * self.each, "entries and shape do not agree")
            self.stored_rank = [0] + list(itertools.accumulate(stored))
        sizes = [ways(u, holes) * ways(cowries - u, holes) for u in range(cowries)]
        self.cowrie_base = [0] + list(itertools.accumulate(sizes))

    def must_have_values(self):
        columns = [("r", -(3 * self.table.seeds + 1)), ("dtc", 0)]
        must([(c.name, c.bias) for c in self.table.columns] in (columns, columns[:1]),
             "its columns are not r and dtc, nor r alone")

    def position(self, index):
        holes, cowries, seeds = self.shape
        block, number = divmod(index, self.each)
        own = bisect.bisect(self.cowrie_base, number) - 1
        mine, theirs = divmod(number - self.cowrie_base[own], ways(cowries - own, holes))
        return (unrank(block, 2 * holes, seeds),
                unrank(mine, holes, own) + unrank(theirs, holes, cowries - own))

    def index(self, position):
        holes, cowries, _ = self.shape
        mine, theirs = position[1][:holes], position[1][holes:]
        return rank(position[0]) * self.each + self.cowrie_base[sum(mine)] + rank(mine) * ways(
            cowries - sum(mine), holes) + rank(theirs)

    def entry(self, index):
        """The entry of the position with this index, or None if it is derived."""
        if self.table.derivation == 0:
            return index
        block, number = divmod(index, self.each)
        before = self.stored_rank[block]
        return before * self.each + number if self.stored_rank[block + 1] > before else None

    def text(self, index):
        holes = self.shape[0]
        each = ["%d+%d" % (s, k) if k else "%d" % s for s, k in zip(*self.position(index))]
        return ",".join(each[:holes]) + "/" + ",".join(each[holes:]) + " S 0:0"


def file_name(holes, cowries, seeds):
    return "kauri-%dx%d-%02d.kauri" % (holes, cowries, seeds)
