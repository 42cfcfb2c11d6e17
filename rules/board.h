// The board and the moves of Kauri. Rule numbers (R1 ...) are those of docs/RULES.md.
//
// Everything here is plain data and pure functions: thread-safe, no allocation.
#ifndef KAURI_RULES_BOARD_H
#define KAURI_RULES_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_HOLES_MAX = 6,        // holes in a row
    KAURI_BOARD_HOLES_MAX = 12, // holes on the board
    KAURI_COWRIES_MAX = 12,     // cowries on the board
    KAURI_SEEDS_MAX = 60,       // seeds on the board and in the stores together
    KAURI_MOVE_PASS = -1,       // the move of a player who cannot move while seeds remain
};

enum kauri_side { KAURI_SOUTH = 0, KAURI_NORTH = 1 };

// A position with the seeds captured so far. `seeds` and `cowries` are in sowing order (R1):
// South's holes a.. from South's left, then North's A.. from North's left; 2 * holes entries are
// used, the others are 0. seeds on the board + both scores <= KAURI_SEEDS_MAX, cowries <=
// KAURI_COWRIES_MAX.
struct kauri_position {
    uint8_t holes;    // in a row, 1..KAURI_HOLES_MAX
    uint8_t side;     // enum kauri_side, the player to move
    uint8_t score[2]; // captured seeds, by enum kauri_side
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
};

// Seeds captured in one move.
struct kauri_capture {
    uint8_t own;      // by the player who moved (R5)
    uint8_t opponent; // by the other player (R4)
};

// The legal moves of a position: hole numbers of the player to move, 0 = own leftmost, ascending.
// count == 0 means no hole can be moved: a pass while seeds remain (R7), the end without (R9).
struct kauri_moves {
    uint8_t count;
    uint8_t hole[KAURI_HOLES_MAX];
};

// The position before South's first move (R2) with `holes` in a row: five seeds and one cowrie in
// each hole, score 0:0.
struct kauri_position kauri_start(unsigned holes);

// Seeds on the board, 0..60, and cowries on the board, 0..12.
unsigned kauri_seeds(const struct kauri_position *position);
unsigned kauri_cowries(const struct kauri_position *position);

// True when the two are the same in every field.
bool kauri_position_equal(const struct kauri_position *a, const struct kauri_position *b);

// Place in `seeds` and `cowries` of the mover's hole number `hole` (0..holes-1).
static inline unsigned kauri_own_hole(const struct kauri_position *position, unsigned hole)
{
    return position->side == KAURI_SOUTH ? hole : position->holes + hole;
}

// The holes that may be moved (R3).
struct kauri_moves kauri_legal_moves(const struct kauri_position *position);

// Plays `hole` (a legal move, or KAURI_MOVE_PASS when there is none and seeds remain): sows (R3),
// captures (R4 to R6), adds to the scores, and gives the turn to the other side. Returns what was
// captured.
struct kauri_capture kauri_play(struct kauri_position *position, int hole);

#endif
