// One round of the retrograde analysis (solver/retrograde.h): in each block of the part, decides
// the positions that follow from those that the last round decided.
//
// A block pulls. For each of its holes it looks up what the last round decided in the block that
// the quiet moves of this hole lead to, and goes back over the moves to its own positions. The
// first round of a value takes the captures that are worth it instead.
//
// Nothing is locked, because one thread has a block for the whole round: it alone changes the
// block's open moves, frontier and history, and the frontier of the last round does not change any
// more. The new frontier of a block comes out sorted, so the bytes do not depend on the number of
// threads.
#ifndef KAURI_SOLVER_ROUND_H
#define KAURI_SOLVER_ROUND_H

#include "common/loop.h"
#include "solver/captures.h"
#include "solver/part.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"

#include <stdint.h>

// A round: it decides positions worth `value` or its negative, with a dtc of `distance`.
struct kauri_round_number {
    int value;
    uint32_t distance;
};

// The data of one worker.
struct kauri_round_worker {
    struct kauri_work *work;
    struct kauri_spool_buffer buffer;
    uint64_t decided[2]; // positions in this round, by sign
    uint64_t stored;     // how many of these positions are in stored blocks
    // Seconds that this worker took, in all rounds.
    double expanding; // going back over moves, and updating the planes
    double gathering; // putting decided positions into the frontier and the history
};

// What the rounds read and write. The caller owns everything; the last three members begin as zero.
struct kauri_round {
    const struct kauri_part *part;
    const struct kauri_captures *captures; // best captures, by value
    struct kauri_planes *planes;           // open moves
    struct kauri_frontier now;             // positions decided in the last round
    struct kauri_frontier next;            // positions decided in this round
    struct kauri_history *history;         // the decided positions of stored blocks
    struct kauri_round_worker *workers;    // one per thread
    struct kauri_round_number number;      // the round that was begun last
    uint32_t steps[2];                     // steps of that round in the history, by sign
    uint64_t blocks_done;                  // blocks of the part that this round has done
};

// The distance of the positions that the first round of a value decides. Layer 0 counts the plies
// to a position without a move, which itself has distance 0.
static inline uint32_t kauri_round_first(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// Does a round for the inner blocks only (solver/part.h), which need no frontier of another rank.
// It must not be the first round of a value. About `reached` positions are looked at, which tells
// whether it pays to wake other threads. KAURI_RESOURCE, KAURI_CORRUPT if a work file was altered,
// KAURI_INTERRUPTED; this holds for kauri_round_run as well.
enum kauri_status kauri_round_run_inner(struct kauri_round *round, struct kauri_round_number number,
                                        uint64_t reached, struct kauri_pace *pace,
                                        struct kauri_error *error);

// Does the whole round or, after kauri_round_run_inner, the rest of it. Then `now` is the frontier
// that the round made.
enum kauri_status kauri_round_run(struct kauri_round *round, struct kauri_round_number number,
                                  uint64_t reached, struct kauri_pace *pace,
                                  struct kauri_error *error);

#endif
