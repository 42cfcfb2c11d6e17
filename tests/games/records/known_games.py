"""Random games, and texts that record them in the ways that people do. The rules are those of scripts/lib/board.py,
which shares nothing with `kauri`.
"""
import dataclasses
import random

import board

PROSE = ["What a move!", "A mistake, I think.", "Das war nicht gut.", "Both players were short of time.",
         "South is better here, but not by much."]
VARIATIONS = ["(b D; c E)", "(or f F)", "(6. b D 7. c)", "(+2 was possible with d)"]


@dataclasses.dataclass
class Game:
    holes: int
    positions: list  # one more than moves
    moves: list      # a hole, or None for a pass

    def cut(self, plies):
        """The game up to a ply, without a pass at its end."""
        while plies > 1 and self.moves[plies - 1] is None:
            plies -= 1
        return Game(self.holes, self.positions[:plies + 1], self.moves[:plies])

    def captures(self, ply):
        """The mover's and the opponent's."""
        side, before, after = self.positions[ply][2], self.positions[ply][3], self.positions[ply + 1][3]
        return after[side] - before[side], after[1 - side] - before[1 - side]

    def letter(self, ply):
        return board.letter(self.positions[ply][2], self.moves[ply])

    def notation(self, at):
        board.HOLES = self.holes
        return board.notation(self.positions[at])


@dataclasses.dataclass
class Layout:
    """How a text records its game. The first choice of each field is the plain one."""
    seed: int
    numbers: str = "{}."
    shape: str = "running"
    captures: str = "(+)"
    passes: str = "row"
    between: str = "none"
    head: str = "none"
    result: str = "none"
    true: bool = True
    wrong_ply: bool = False
    quoted: bool = False
    newline: str = "\n"


CHOICES = {
    "numbers": ["{}.", "{})", "{}:", "{}", ""],
    "shape": ["running", "wrapped", "turns", "columns", "plies", "chat", "wiki", "html"],
    "captures": ["(+)", "x", "+", "none"],
    "passes": ["row", "-", "pass", "passt"],
    "between": ["none", "braces", "variations", "prose", "diagrams"],
    "head": ["none", "names", "tags"],
    "result": ["none", "score", "token", "english", "german"],
    "true": [True, False],
    "wrong_ply": [False, False, False, True],
    "quoted": [False, False, False, True],
    "newline": ["\n", "\n", "\r\n"],
}


def random_start(rng):
    """The start of the game, or a small board on which the first player can move."""
    if rng.random() < 0.4:
        return 6, board.START
    holes = rng.randint(1, 5)
    while True:
        seeds = [rng.randint(0, 4) for _ in range(2 * holes)]
        cowries = [rng.choice((0, 1, 1, 2)) for _ in range(2 * holes)]
        side = rng.randint(0, 1)
        if sum(seeds) and sum(cowries) <= 12 and any(cowries[side * holes:][:holes]):
            return holes, (tuple(seeds), tuple(cowries), side, (rng.randint(0, 3), rng.randint(0, 3)))


def random_game(rng):
    board.HOLES, position = random_start(rng)
    game = Game(board.HOLES, [position], [])
    most = rng.choice((4, 20, 60, 200))
    while len(game.moves) < most and (moves := board.legal(game.positions[-1])):
        game.moves.append(rng.choice(moves))
        game.positions.append(board.play(game.positions[-1], game.moves[-1]))
    return game.cut(len(game.moves))


def random_layout(rng):
    return Layout(rng.randrange(1 << 30), **{name: rng.choice(values) for name, values in CHOICES.items()})


class Record:
    """The text of a game in a layout, and what a reader must make of it."""

    def __init__(self, game, layout):
        self.game, self.layout = game, layout
        self.rng = random.Random(layout.seed)
        self.written = [self.captures_to_write(ply) for ply in range(len(game.moves))]
        self.differing = None
        places = [ply for ply, move in enumerate(game.moves) if move is not None]
        if layout.wrong_ply and layout.captures != "none":
            self.differing = self.rng.choice(places)
            self.written[self.differing] = (game.captures(self.differing)[0] + 1, 0)
        self.south, self.north = ("Anna", "Bob") if layout.head != "none" else (None, None)
        self.result, self.agrees = self.result_to_write()
        self.text = self.whole()

    def captures_to_write(self, ply):
        captures = self.game.captures(ply)
        return captures if any(captures) and self.layout.captures != "none" else None

    def result_to_write(self):
        """A result, and whether it agrees with the end of the game; None if that isn't known."""
        kind, true = self.layout.result, self.layout.true
        seeds, _, _, (south, north) = self.game.positions[-1]
        half = (sum(seeds) + south + north) / 2
        winner = 0 if south > half else 1 if north > half else None
        if kind == "none":
            return None, None
        if kind == "score":
            return (f"{south}:{north}" if true else self.false_score(south, north)), true
        claimed = self.rng.randint(0, 1) if winner is None else winner if true else 1 - winner
        agrees = None if winner is None else true
        if kind == "token":
            return ("1-0", "0-1")[claimed], agrees
        if kind == "english":
            return f"{('South', 'North')[claimed]} won.", agrees
        return f"{('Süd', 'Nord')[claimed]} hat gewonnen.", agrees

    def false_score(self, south, north):
        scores = [(south + 1, north), (south, north + 1), (south - 1, north), (south, north - 1)]
        south, north = next((a, b) for a, b in scores if min(a, b) >= 0 and a + b <= 60 and (b, a) != (south, north))
        return f"{south}:{north}"

    def move(self, ply):
        letter, written = self.game.letter(ply), self.written[ply]
        if written is None:
            return letter
        own, theirs = written
        if theirs == 0 and self.layout.captures != "(+)":
            return f"{letter} {self.layout.captures}{own}"
        return f"{letter} (" + "".join(f"{sign}{n}" for sign, n in (("+", own), ("-", theirs)) if n) + ")"

    def cells(self):
        """The game as (side, text, plies so far); a row of moves with passes in between is one."""
        cells = []
        for ply, move in enumerate(self.game.moves):
            side = self.game.positions[ply][2]
            if move is None:
                if self.layout.passes != "row":
                    cells.append((side, self.layout.passes, ply + 1))
            elif cells and cells[-1][0] == side:
                cells[-1] = (side, f"{cells[-1][1]}-{self.move(ply)}", ply + 1)
            else:
                cells.append((side, self.move(ply), ply + 1))
        return cells

    def turns(self):
        """(number, [South's cell, North's cell], plies so far)."""
        turns = []
        for side, text, plies in self.cells():
            if side == 0 or not turns:
                turns.append((len(turns) + 1, ["", ""], plies))
            number, pair, _ = turns[-1]
            pair[side] = text
            turns[-1] = (number, pair, plies)
        return turns

    def number(self, number, north):
        if not self.layout.numbers:
            return ""
        return f"{number}... " if north else self.layout.numbers.format(number) + " "

    def line(self, number, south, north):
        return self.number(number, not south) + " ".join(cell for cell in (south, north) if cell)

    def lines_of_turn(self, number, south, north):
        shape = self.layout.shape
        if shape == "columns":
            return [f"{self.number(number, not south)}{south:12}{north}".rstrip()]
        if shape == "plies":
            return [self.line(number, *pair) for pair in ((south, ""), ("", north)) if any(pair)]
        if shape == "chat":
            return [f"{name}: {cell}" for name, cell in (("Anna", south), ("Bob", north)) if cell]
        if shape == "wiki":
            return ["|-", f"| {self.number(number, not south)}|| {south} || {north}"]
        if shape == "html":
            cells = (self.number(number, not south).strip(), south, north)
            return ["<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"]
        return [self.line(number, south, north)]

    def insertion(self, plies):
        """Lines, or words for the end of the line, that stand after a turn."""
        between = self.layout.between
        if between == "none" or self.rng.random() > 0.2:
            return "", []
        if between == "braces":
            return " {" + self.rng.choice(PROSE) + "}", []
        if between == "variations":
            return " " + self.rng.choice(VARIATIONS), []
        if between == "prose":
            return "", ["", self.rng.choice(PROSE), ""]
        return "", ["", self.game.notation(plies), ""]

    def body(self):
        shape = self.layout.shape
        in_table = shape in ("wiki", "html")
        lines = {"wiki": ["{|"], "html": ["<table>"]}.get(shape, [])
        for number, (south, north), plies in self.turns():
            words, more = self.insertion(plies)
            lines += self.lines_of_turn(number, south, north)
            if not in_table and plies < len(self.game.moves):
                lines[-1] += words
                lines += more
        lines += {"wiki": ["|}"], "html": ["</table>"]}.get(shape, [])
        if shape not in ("running", "wrapped"):
            return lines
        paragraphs = " ".join(line or "\n" for line in lines).split("\n")
        return [line for text in paragraphs for line in self.broken(text.strip()) + [""]]

    def broken(self, text):
        """The lines of a paragraph; a break may stand at any blank, but not in a diagram."""
        if self.layout.shape == "running" or "/" in text:
            return [text]
        lines = [""]
        for word in text.split(" "):
            if len(lines[-1]) + len(word) > 40:
                lines.append("")
            lines[-1] += (" " if lines[-1] else "") + word
        return lines

    def whole(self):
        start = self.game.positions[0] != board.START
        lines = {"names": ["(1) Anna - Bob", ""],
                 "tags": ['[South "Anna"]', '[North "Bob"]', ""]}.get(self.layout.head, [])
        lines = lines + ([self.game.notation(0), ""] if start else []) + self.body()
        if self.result:
            lines += ["", self.result]
        prefix = "> " if self.layout.quoted else ""
        return self.layout.newline.join(prefix + line for line in lines) + self.layout.newline
