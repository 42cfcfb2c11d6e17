// Who wins a position that has a seed more than the tables: solves the pair of blocks that the
// position is in, by blocks (waurie/solver/solve_blocks.h), and writes nothing.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_POSITION_H
#define KAURI_WAURIE_SOLVER_SOLVE_POSITION_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

struct waurie_position_request {
    const char *folder; // has the layers that the moves lead to
    struct waurie_rules rules;
    unsigned threads;
    uint64_t memory;                       // in bytes; never exceeded
    const struct kauri_progress *progress; // may be NULL
};

struct waurie_position_solved {
    bool wins;       // the player to move
    uint64_t solved; // positions of the pair
    unsigned count;  // of moves
    struct {
        uint8_t pit; // 0..5
        bool again;  // a bonus move
        bool wins;
    } moves[WAURIE_PITS_MAX]; // by pit
};

// Neither row of the board may be empty. The moves are evaluated by the rules and looked up one by
// one; KAURI_WRONG if they contradict the pair. Other errors: KAURI_RESOURCE, KAURI_MISSING,
// KAURI_CORRUPT, KAURI_INTERRUPTED.
enum kauri_status waurie_solve_position(const struct waurie_position_request *request,
                                        const struct waurie_board *board,
                                        struct waurie_position_solved *solved,
                                        struct kauri_error *error);

#endif
