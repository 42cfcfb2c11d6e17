"""The positions that are held out: a third of all, chosen by a hash. They are never samples of the
network that predicts the costs of proofs, so questions about them show what it has learned
(docs/reference/SEARCH.md, "The network"; kauri_net_held_out in studies/net/net_sample.h is the same in C).

A board is two tuples of 12 holes, seeds and cowries, with the mover's row first.
"""
from xxh64 import xxh64


def position_hash(board):
    return xxh64(bytes(number for hole in zip(*board) for number in hole))


def held_out(board):
    return position_hash(board) % 3 == 0


def mover_first(position):
    """The board of a position (board.py)."""
    seeds, cowries, side, _ = position
    return ((seeds, cowries) if side == 0 else
            (seeds[6:] + seeds[:6], cowries[6:] + cowries[:6]))
