# SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
"""Waurie on the usual board (docs/guide/WAURIE.md), the printed solution of the last endgame problem of
the article on it (solution.txt), and the search for the positions that its lines fit.
tests/waurie/check-problem compares all of this with the program `waurie`.

A board is a pair of rows, each from its owner's left: that of the player to move, and the other.
"""
import functools
import os
import re
from typing import NamedTuple

PITS = 6
STORE = PITS  # the stop after the own row
FOREIGN = 2 * PITS + 1  # the opponent's store, after the opponent's row
OPEN = -1  # seeds of a pit that are not chosen yet


def printed_lines():
    """The lines of solution.txt: name, moves, the letter of its place in the main line, whether
    North wins, and the words after it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "solution.txt")
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"^(?:\((.)\) )?(\d[!?].*) ((South|North) .*)$", file.read(), re.M)
    return [(f"({letter})" if letter else "main line", moves, letter or None, winner == "North", end)
            for letter, moves, end, winner in found]


PRINTED = printed_lines()
TURNS = 15
# Remark 1: "The first three moves of South can be: (5, 1, 2), (1, 5, 2) or (1, 2, 5)."
ORDERS = ["5, 1, 2", "1, 5, 2", "1, 2, 5"]


class Move(NamedTuple):
    board: tuple  # as the player sees it who moves next
    again: bool  # a bonus move follows
    won: bool  # by the player who moved


class Value(NamedTuple):
    win: bool  # for the player to move
    turns: int  # to the end: the winner plays for the fewest, the loser for the most
    sowings: int  # the same, counted by itself


@functools.lru_cache(maxsize=None)
def sow(pit, seeds, skip, both):
    """The stops that get a seed: pits of the own row, the store, pits of the other row, and with
    `both` the other store."""
    stops, stop = [], pit
    while len(stops) < seeds:
        stop = (stop + 1) % (FOREIGN + both)
        if stop != pit or not skip:
            stops.append(stop)
    return stops


class Game:
    """The rules, and exact play by a search that remembers every position."""

    def __init__(self, win="at-once", lap="into", stores="own"):
        self.win, self.lap, self.stores = win, lap, stores
        self.at_turn, self.skip, self.both = win == "at-turn", lap == "skip", stores == "both"
        self.known = {}

    def play(self, board, pit):
        stops = [*board[0], 0, *board[1], 0]
        seeds, stops[pit], last = stops[pit], 0, pit
        for last in sow(pit, seeds, self.skip, self.both):
            stops[last] += 1
        own, other = tuple(stops[:PITS]), tuple(stops[STORE + 1:FOREIGN])
        again = last == STORE
        won = not any(own) and (again or not self.at_turn)
        return Move((own, other) if again else (other, own), again, won)

    def is_over(self, board):
        return not any(board[0]) or not (self.at_turn or any(board[1]))

    def decide(self, board):
        if self.is_over(board):
            return Value(not any(board[0]), 0, 0)
        if board not in self.known:
            moves = self.moves(board).values()
            win = any(value.win for value in moves)
            kept = [value for value in moves if value.win == win]
            best = min if win else max
            self.known[board] = Value(win, best(value.turns for value in kept),
                                      best(value.sowings for value in kept))
        return self.known[board]

    def decide_move(self, board, pit):
        """The value for the mover, with this sowing."""
        move = self.play(board, pit)
        if move.won:
            return Value(True, 1, 1)
        value = self.decide(move.board)
        return Value(value.win == move.again, value.turns + (not move.again), value.sowings + 1)

    def moves(self, board):
        """The values of the moves by pit."""
        return {pit: self.decide_move(board, pit) for pit in range(PITS) if board[0][pit] > 0}

    def winning(self, board):
        return {pit for pit, value in self.moves(board).items() if value.win}


# ------------------------------------------------------------------------------ the printed lines

class Sowing(NamedTuple):
    north: bool
    pit: int  # from 0
    joined: bool  # a hyphen follows: the next sowing belongs to the same turn
    mark: str  # "!", "?" or ""
    letter: str  # of the variation that leaves the line here, or ""


class Line(NamedTuple):
    name: str
    text: str
    north_wins: bool
    shared: int  # its first sowings are so many of the main line
    sowings: list


def read_sowings(text, north):
    sowings = []
    for pit, mark, letter, after in re.findall(r"([1-6])([!?]?)(?: ([a-z]))?([-/]?)", text):
        sowings.append(Sowing(north, int(pit) - 1, after == "-", mark, letter))
        north ^= after != "-"
    return sowings


def shared_with(sowings, letter, letters):
    """The number of sowings of the main line before the variation begins."""
    turn = 0  # first sowing of the current turn
    for i, sowing in enumerate(sowings):
        if sowing.letter == letter:
            return turn if letters == "after" else i + 1
        turn = turn if sowing.joined else i + 1
    return 0


def read_lines(letters="after"):
    main = read_sowings(PRINTED[0][1], False)
    lines = []
    for name, text, letter, north_wins, _ in PRINTED:
        shared = 0 if letter is None else shared_with(main, letter, letters)
        own = read_sowings(text, main[shared].north)
        lines.append(Line(name, text, north_wins, shared, main[:shared] + own))
    return lines


def fits(game, line, board):
    """Whether the line can be played, South to move, with bonus moves exactly where hyphens stand,
    does not end the game before its last sowing, and empties the winner's row with that one, and
    wins: at once or, where an empty row wins only on its owner's turn, with exact play from there.
    The last sowing may or may not earn a bonus."""
    north = False
    for i, sowing in enumerate(line.sowings):
        if game.is_over(board) or sowing.north != north or board[0][sowing.pit] == 0:
            return False
        move = game.play(board, sowing.pit)
        if i + 1 == len(line.sowings):
            break
        if move.won or move.again != sowing.joined:
            return False
        board = move.board
        north ^= not move.again
    if north != line.north_wins:
        return False
    return move.won or (not move.again and not any(move.board[1])
                        and not game.decide(move.board).win)


# ------------------------------------------------------------------------- the search for positions

class Finder:
    """Builds boards pit by pit: the seeds of a pit are chosen when a line first sows it."""

    def __init__(self, game, lines):
        self.game, self.lines = game, lines
        self.tried = 0  # boards, most of them with some pits still open
        self.found = []
        self.empty = [self.empty_after(line) for line in lines]

    @staticmethod
    def empty_after(line):
        """For each sowing of a line, the pits of its winner that are not sown later: after the
        sowing they must be empty."""
        own = [sowing.pit if sowing.north == line.north_wins else None for sowing in line.sowings]
        return [[PITS * line.north_wins + pit for pit in range(PITS) if pit not in own[i + 1:]]
                for i in range(len(own))]

    def compare(self, pits, line, empty):
        """Plays a line on a board, South's pits first: the first open pit that it sows, or None;
        False if they contradict each other."""
        first, come = list(pits), [0] * (2 * PITS)  # seeds at the beginning, or OPEN; more since
        for sowing, must_be_empty in zip(line.sowings, empty):
            own, other = PITS * sowing.north, PITS * (not sowing.north)
            at = own + sowing.pit
            if first[at] == OPEN:
                return at
            seeds, stop = first[at] + come[at], sowing.pit
            if seeds == 0:
                return False
            first[at] = come[at] = 0
            for stop in sow(sowing.pit, seeds, self.game.skip, self.game.both):
                if stop not in (STORE, FOREIGN):
                    come[own + stop if stop < STORE else other + stop - STORE - 1] += 1
            if (stop == STORE) != sowing.joined and sowing is not line.sowings[-1]:
                return False
            for pit in must_be_empty:
                if first[pit] > 0 or come[pit] > 0:
                    return False
        return None

    def fill(self, pits, seeds):
        """Fills the open pits with up to `seeds` seeds."""
        self.tried += 1
        needed = None
        for line, empty in zip(self.lines, self.empty):
            at = self.compare(pits, line, empty)
            if at is False:
                return
            needed = at if needed is None else needed
        if needed is None and OPEN not in pits:
            board = tuple(pits[:PITS]), tuple(pits[PITS:])
            if all(fits(self.game, line, board) for line in self.lines):
                self.found.append(board)
            return
        at = pits.index(OPEN) if needed is None else needed
        for n in range(seeds + 1):
            pits[at] = n
            self.fill(pits, seeds - n)
        pits[at] = OPEN
