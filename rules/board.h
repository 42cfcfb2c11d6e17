// The board and the moves of Kauri: the trusted game. Rule numbers (R1 ...) are those of
// docs/guide/RULES.md; the types are public (kauri/kauri.h).
//
// Pure functions on valid positions, thread-safe. They check nothing; the public functions in
// rules/position.c do.
#ifndef KAURI_RULES_BOARD_H
#define KAURI_RULES_BOARD_H

#include "kauri/kauri.h"

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

// The rule of sowing (R3): kauri_play sows by it, and solver, derivation, verifier and search make
// their tables of moves from it. Places are numbered in the order of sowing, 0 to 2 * holes - 1.
//
// Returns the place of the next counter of a sowing that empties hole `from`, after the one in
// place `at`.
static inline unsigned kauri_sowing_next(unsigned holes, unsigned from, unsigned at)
{
    (void)from; // a lap does not skip it
    return at + 1 == 2 * holes ? 0 : at + 1;
}

// Returns where a sowing of `count` counters from hole `from` ends. With 0 it has not begun: the
// place after this one is that of the first counter.
static inline unsigned kauri_sowing_end(unsigned holes, unsigned from, unsigned count)
{
    unsigned at = from;
    for (unsigned i = 0; i < count; i++) {
        at = kauri_sowing_next(holes, from, at);
    }
    return at;
}

// Returns the places that get one of these counters: bit i stands for place i.
unsigned kauri_sowing_places(unsigned holes, unsigned from, unsigned count);

// Sets drops[i] to the number of counters that place i gets if `count` of them are sown from hole
// `from` after the one in place `at`.
void kauri_sowing_drops(unsigned holes, unsigned from, unsigned at, unsigned count,
                        uint8_t drops[KAURI_BOARD_HOLES_MAX]);

// Plays `hole` (a legal move, or KAURI_MOVE_PASS when there is none and seeds remain): sows (R3),
// captures (R4 to R6), adds to the scores, and gives the turn to the other side. Returns the
// captures.
struct kauri_capture kauri_play(struct kauri_position *position, int hole);

#endif
