"""The rules of Kauri for scripts: the start, legal moves, what a move does, and the notation.

A position is (seeds, cowries, side, score): two tuples of 12 holes, South's 0..5 and North's 6..11,
the side to move (0 is South), and the seeds that South and North have captured.
"""
HOLES = 6
START = (tuple([5] * 12), tuple([1] * 12), 0, (0, 0))


def legal(position):
    """The moves of the player to move; [None] is a pass. Empty when the game is over."""
    seeds, cowries, side, _ = position
    if sum(seeds) == 0:
        return []
    return [h for h in range(HOLES) if cowries[side * HOLES + h]] or [None]


def play(position, hole):
    """R3 to R7 of docs/guide/RULES.md."""
    seeds, cowries, side, score = list(position[0]), list(position[1]), position[2], list(position[3])
    if hole is not None:
        at = side * HOLES + hole
        dropped, dropped_cowries = seeds[at], cowries[at]
        seeds[at] = cowries[at] = 0
        for i in range(dropped + dropped_cowries):
            at = (at + 1) % (2 * HOLES)
            theirs = at // HOLES != side
            if i < dropped:
                if theirs and seeds[at] == 0 and cowries[at] > 0:
                    score[1 - side] += 1
                else:
                    seeds[at] += 1
            else:
                if theirs and seeds[at] > 0 and cowries[at] == 0:
                    score[side] += seeds[at]
                    seeds[at] = 0
                cowries[at] += 1
    return tuple(seeds), tuple(cowries), 1 - side, tuple(score)


def letter(side, hole):
    return "-" if hole is None else "abcdef"[hole] if side == 0 else "ABCDEF"[hole]


def hole_of(word):
    return None if word == "-" else "abcdef".index(word.lower())


def notation(position):
    """As in docs/guide/RULES.md, with the side to move and the score."""
    seeds, cowries, side, score = position
    holes = [str(s) + (f"+{c}" if c else "") for s, c in zip(seeds, cowries)]
    return f"{','.join(holes[:HOLES])}/{','.join(holes[HOLES:])} {'SN'[side]} {score[0]}:{score[1]}"


def read(text):
    """The position of such a text."""
    rows, side, score = text.split()
    holes = [hole.split("+") + ["0"] for hole in rows.replace("/", ",").split(",")]
    return (tuple(int(hole[0]) for hole in holes), tuple(int(hole[1]) for hole in holes),
            "SN".index(side), tuple(int(seeds) for seeds in score.split(":")))
