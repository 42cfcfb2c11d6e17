"""Reads docs/results/BOARDS.md, which scripts/documents/generate-boards writes."""
import re
from typing import NamedTuple

ROW = re.compile(r"\| 2 x (\d) \| (\d+) \| (\d+) \| (?:South|draw|open).* \| .* \| .* \| "
                 r"([-+\d]+)(?: to ([-+\d]+))? \| (.*) \|")
MATRIX = re.compile(r"^\| seeds((?: \| \d(?: to \d)? cowries?)+) \|\n\|[-:|]+\|\n((?:\|.*\n)+)", re.M)
MARGIN = re.compile(r"^\| (?:1\. )?(\w+) \| (-?\d+) to (-?\d+) \|", re.M)
SHAPE = re.compile(r"\| 2 x (\d) \| (\d) \| 0 to (\d+) \| [\d,]+ \| ([\d.]+) % \| ([\d.]+) % \| \d+ \|")


class Start(NamedTuple):
    low: int  # bounds of r
    high: int
    found: str  # how: the last cell of its row


def starts(text):
    """What the document says of each start, by holes in a row, and seeds and cowries in each hole."""
    found = {}
    head, rows = MATRIX.search(text).groups()
    columns = [list(map(int, words.split(" cowrie")[0].split(" to "))) for words in head.split(" | ")[1:]]
    for line in rows.splitlines():
        seeds, *values = map(int, line.strip("| ").split(" | "))
        for cowries, r in zip(columns, values, strict=True):
            found.update({(1, seeds, each): Start(r, r, "tables")
                          for each in range(cowries[0], cowries[-1] + 1)})
    for holes, seeds, cowries, low, high, how in ROW.findall(text):
        found[int(holes), int(seeds), int(cowries)] = Start(int(low), int(high or low), how)
    return found


def margins(text):
    """The bounds of r for North in the table of margins of docs/guide/START.md: by first move, and "start"."""
    return {move: [int(low), int(high)] for move, low, high in MARGIN.findall(text)}


def bounds_of_game(text):
    """Those of r for South at the start."""
    low, high = margins(text)["start"]
    return -high, -low


def final_leads(low, high, lead=0):
    """The least and the greatest lead at the end that bounds of r allow to a player who leads by so many seeds,
    if all seeds are captured, so that the lead is even."""
    least, greatest = (low + 1) // 3 + lead, (high + 1) // 3 + lead
    return least + least % 2, greatest - greatest % 2


def endless(text):
    """The shares in percent of positions without an end of the cowrie phase, and of those with seeds and
    r = 0, by holes in a row and cowries in each."""
    return {(int(holes), int(cowries)): (float(percent), float(still))
            for holes, cowries, _, percent, still in SHAPE.findall(text)}
