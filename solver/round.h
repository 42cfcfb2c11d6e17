// One round of the retrograde analysis (solver/retrograde.h) on this rank: for each block, the
// positions that are decided because of those that the last round decided.
#ifndef KAURI_SOLVER_ROUND_H
#define KAURI_SOLVER_ROUND_H

#include "common/loop.h"
#include "solver/retrograde_state.h"

// The rounds of a value, one after the other; shared by the workers.
struct kauri_round {
    struct kauri_retrograde *retrograde;
    int value; // of the positions, above 0
    // Of the round that has begun. To be set to UINT32_MAX before the first one.
    uint32_t distance;
    bool first;        // of the value: it takes the captures instead of the lists
    uint32_t steps[2]; // of the history, by sign
    uint64_t from;     // blocks that are done, in the order of the share
};

// The distance of the positions that the first round of a value decides. Layer 0 counts the plies
// to a position without a move, which itself has distance 0.
static inline uint32_t kauri_round_first(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// Does a round for the inner blocks, which need no list of another rank. Takes about as long as
// looking at `reached` positions. For rounds after the first one. KAURI_RESOURCE, KAURI_CORRUPT if
// a work file was altered, KAURI_INTERRUPTED; this holds for kauri_round_end as well.
enum kauri_status kauri_round_begin(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                    struct kauri_pace *pace, struct kauri_error *error);

// Does the rest of the round, or the whole one if it was not begun. The lists of the last round are
// then those that it made.
enum kauri_status kauri_round_end(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                  struct kauri_pace *pace, struct kauri_error *error);

#endif
