// The board and the moves of Kauri: the trusted game. Rule numbers (R1 ...) are those of
// docs/guide/RULES.md; the types are public (kauri/kauri.h).
//
// Pure functions on valid positions, thread-safe. They check nothing; the public functions in
// rules/position.c do.
#ifndef KAURI_RULES_BOARD_H
#define KAURI_RULES_BOARD_H

#include "kauri/kauri.h"

#include <stdbool.h>
#include <stdint.h>

// The position before South's first move (R2) with `holes` holes in a row, 1..6: five seeds and one
// cowrie in each hole, score 0:0.
struct kauri_position kauri_start(unsigned holes);

// Returns the index into `seeds` and `cowries` of the mover's hole number `hole`, 0..holes-1.
static inline unsigned kauri_own_hole(const struct kauri_position *position, unsigned hole)
{
    return position->side == KAURI_SOUTH ? hole : position->holes + hole;
}

// The legal moves: holes of the mover that hold a cowrie (R3).
struct kauri_moves kauri_legal_moves(const struct kauri_position *position);

// Plays `hole` (a legal move, or KAURI_MOVE_PASS when there is none and seeds remain): sows (R3),
// captures (R4 to R6), adds to the scores, and gives the turn to the other side. Returns the
// captures.
struct kauri_capture kauri_play(struct kauri_position *position, int hole);

#endif
