// The first of the two passes over a layer before its rounds, in the second phase of
// solver/solve.h: finds what the best capture of every position is worth.
//
// Every position that can capture is recorded under the value of its best capture. For each block
// and value there is one record (solver/kernels/kernel.h) of words of positions, in the order of
// the index, with each mover's row beginning at a new word. In layer 0, positions whose mover has
// no cowries are lost (R9); they are recorded as if their only move were a capture worth -1.
//
// Only this pass needs the values of lower layers, and it needs nothing else that is large, so they
// can take all of the memory. The second pass is solver/open_moves.h.
#ifndef KAURI_SOLVER_CAPTURES_H
#define KAURI_SOLVER_CAPTURES_H

#include "common/loop.h"
#include "db/tables/derived.h"
#include "solver/lower.h"
#include "solver/part.h"
#include "solver/storage/spool.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

// The greatest number of values r in a layer.
enum { KAURI_VALUES_MAX = 6 * KAURI_SEEDS_MAX + 3 };

// The number of values r in a layer, from -kauri_most_r(seeds) to kauri_most_r(seeds). The index in
// an array by value is r + kauri_most_r(seeds).
static inline unsigned kauri_value_count(unsigned seeds)
{
    return 2 * (unsigned)kauri_most_r(seeds) + 1;
}

struct kauri_captures {
    const struct kauri_part *part;
    struct kauri_spool *spool;
    struct kauri_chunk *chunks; // by slot and value, all values of a slot together
    uint64_t moves;             // capturing moves of the part
    uint64_t positions;         // positions with such a move
};

// Prepares *captures without any captures, for the blocks of the part. The caller keeps ownership
// of the spool, which must be empty. KAURI_RESOURCE.
enum kauri_status kauri_captures_new(struct kauri_captures *captures, const struct kauri_part *part,
                                     struct kauri_spool *spool, struct kauri_error *error);
// Runs the pass, with values of the lower layers. *captures must be new. Collective: all ranks
// return the same status, that of a rank that failed or was asked to stop. KAURI_RESOURCE;
// KAURI_CORRUPT for a damaged table of a lower layer; KAURI_INTERRUPTED.
enum kauri_status kauri_captures_run(struct kauri_captures *captures, struct kauri_lower *lower,
                                     struct kauri_pace *pace, struct kauri_error *error);
// Frees what *captures owns, but not the spool. Accepts a zeroed struct.
void kauri_captures_clear(struct kauri_captures *captures);

// The record of the positions of the block in a slot whose best capture is worth r; size 0 if there
// are none.
static inline struct kauri_chunk kauri_captures_of(const struct kauri_captures *captures,
                                                   uint64_t slot, int r)
{
    const unsigned seeds = captures->part->layer.seeds;
    return captures->chunks[slot * kauri_value_count(seeds) + (unsigned)(r + kauri_most_r(seeds))];
}

#endif
