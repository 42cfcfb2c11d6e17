// The moves of the position that is searched, in the order in which the engine prefers them.
#ifndef KAURI_GAMES_ENGINE_ROOT_MOVES_H
#define KAURI_GAMES_ENGINE_ROOT_MOVES_H

#include "kauri/analysis.h"
#include "queries/lookup/bounds.h"
#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stdint.h>

// Proven results decide first. From the worst to the best:
enum kauri_root_rank {
    KAURI_ROOT_WORSE, // certainly worse than some other move, or lost
    KAURI_ROOT_RISKY, // at best as good as the result that some other move is sure of
    KAURI_ROOT_OPEN,
    KAURI_ROOT_WON,
};

struct kauri_root_move {
    struct kauri_packed board; // board after the move
    unsigned seeds;            // seeds on that board
    bool quiet;                // nothing was captured
    int gain;                  // net captures in units of the estimate
    enum kauri_root_rank rank;
    bool measured; // the tables have the value, so that dtc orders moves of the same r
    uint32_t dtc;  // plies to the next capture, if the move is played, or KAURI_DTC_UNKNOWN
    struct kauri_engine_line line;
};

struct kauri_root_moves {
    struct kauri_bounds r; // bounds of the position
    unsigned count;
    struct kauri_root_move moves[KAURI_HOLES_MAX];
};

// Ranks all moves by their proven results under the rules, clamps their estimates to the bounds,
// and sorts them by rank; those of one rank keep their order.
void kauri_root_moves_rank(struct kauri_root_moves *root, const struct kauri_position *position,
                           enum kauri_ruleset rules);

// An estimate moved into the proven bounds of the move.
int kauri_root_move_clamp(const struct kauri_root_move *move, int estimate);

// Moves the element at `from` up to `to`; those between go down.
void kauri_root_moves_raise(struct kauri_root_moves *root, unsigned from, unsigned to);

// Sorts the first `count` moves by rank, estimate and distance. Stable.
void kauri_root_moves_sort(struct kauri_root_moves *root, unsigned count);

// The end of the moves that have the rank of the one at `place`.
unsigned kauri_root_moves_end_of_rank(const struct kauri_root_moves *root, unsigned place);

// Returns whether no search is needed: the first `lines` moves, and all others of their ranks, have
// exact values.
bool kauri_root_moves_are_decided(const struct kauri_root_moves *root, unsigned lines);

#endif
