// One round: for each block of the part, the positions that are decided because of those that the
// last round decided.
//
// A block pulls from the frontiers of its successor blocks. So only one thread writes to it, and
// its new frontier comes out sorted: the bytes do not depend on the number of threads.
#ifndef KAURI_SOLVER_ROUND_H
#define KAURI_SOLVER_ROUND_H

#include "common/loop.h"
#include "solver/captures.h"
#include "solver/part.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"

#include <stdbool.h>
#include <stdint.h>

// The data of one worker.
struct kauri_round_worker {
    struct kauri_work *work;
    struct kauri_spool_buffer buffer;
    uint64_t decided[2]; // positions in this round, by sign
    uint64_t stored;     // positions of stored blocks among them
    // Seconds that this worker took, in all rounds.
    double expanding; // going back over moves, and updating the planes
    double gathering; // putting decided positions into the frontier and the history
};

// What the rounds read and write, and the round under way. The caller owns everything; `next` is
// empty before the first round.
struct kauri_round {
    const struct kauri_part *part;
    const struct kauri_captures *captures; // best captures, by value
    struct kauri_planes *planes;           // open moves
    struct kauri_frontier now;             // positions decided in the last round
    struct kauri_frontier next;            // positions decided in this round
    struct kauri_history *history;         // the decided positions of stored blocks
    struct kauri_round_worker *workers;    // one per thread
    int value;                             // the round decides positions worth this or its negative
    uint32_t distance; // dtc of these positions; UINT32_MAX before the first round of a value
    bool first;        // the first round of the value, which takes the captures
    uint32_t steps[2]; // steps of the round in the history, by sign
    uint64_t from;     // number of blocks that are done, in the order of the part
};

// The distance of the positions that the first round of a value decides. Layer 0 counts the plies
// to a position without a move, which itself has distance 0.
static inline uint32_t kauri_round_first(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// Does the round with this distance for the inner blocks (solver/part.h), which need no frontier of
// another rank. Takes about as long as looking at `reached` positions. For rounds after the first
// one of a value. KAURI_RESOURCE, KAURI_CORRUPT if a work file was altered, KAURI_INTERRUPTED; this
// holds for kauri_round_end as well.
enum kauri_status kauri_round_begin(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                    struct kauri_pace *pace, struct kauri_error *error);

// Does the rest of the round, or the whole one if it was not begun. Then `now` is the frontier that
// it made.
enum kauri_status kauri_round_end(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                  struct kauri_pace *pace, struct kauri_error *error);

#endif
