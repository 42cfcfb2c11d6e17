// r of the positions of a block if the opponent were to move.
//
// Exchanging the rows of a position leads to another block of the same layer, and there from
// position (mover S, opponent N) to (mover N, opponent S). So the values are those of one other
// block, turned (tablebase/derive_block.h): in the order of the index of the first one.
#ifndef KAURI_TABLEBASE_OPPOSITE_R_H
#define KAURI_TABLEBASE_OPPOSITE_R_H

#include "common/status.h"
#include "tablebase/tablebase.h"

#include <stdint.h>

struct kauri_opposite_r;
struct kauri_turned_blocks;

// r of the other positions of a block, in the order of its index: exactly one of the two is not
// NULL.
struct kauri_opposite_values {
    const int8_t *narrow;
    const int16_t *wide;
};

static inline int kauri_opposite_value(const struct kauri_opposite_values *values, uint32_t rank)
{
    return values->narrow != NULL ? values->narrow[rank] : values->wide[rank];
}

// For layer `seeds` and workers 0 .. threads - 1. Decoded blocks take up to `memory` bytes, and
// those in use. The caller frees *opposite, which is NULL on failure. Errors: those of
// kauri_tablebase_layer for this layer and all lower ones, KAURI_RESOURCE.
enum kauri_status kauri_opposite_r_new(struct kauri_tablebase *tablebase, unsigned seeds,
                                       unsigned threads, uint64_t memory,
                                       struct kauri_opposite_r **opposite,
                                       struct kauri_error *error);
// Accepts NULL.
void kauri_opposite_r_free(struct kauri_opposite_r *opposite);

// The values for the positions of block `block` of the layer. They stay until
// kauri_opposite_r_release is called for the same block. Both are thread-safe, if no two threads
// are the same worker at the same time. Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_opposite_r_acquire(struct kauri_opposite_r *opposite, unsigned worker,
                                           uint64_t block, struct kauri_opposite_values *values,
                                           struct kauri_error *error);
void kauri_opposite_r_release(struct kauri_opposite_r *opposite, uint64_t block);

// Counts the moves that keep the value r, for all positions of a block.
//
// The simplest way is to play every move and look its successor up. Here, as for deriving positions
// (tablebase/derive_block.h), the moves of one hole are played once for a whole block, and the
// successors of a row of the mover lie side by side.

struct kauri_keeping_counts;

// For the layer and the workers of *opposite, which provides the values of successors and must
// stay. The caller frees *counts, which is NULL on failure. Errors: KAURI_RESOURCE.
enum kauri_status kauri_keeping_counts_new(struct kauri_opposite_r *opposite, unsigned threads,
                                           struct kauri_keeping_counts **counts,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_keeping_counts_free(struct kauri_keeping_counts *counts);

// Sets keeping[rank] to the number of moves, passes aside, that keep r[rank], for all positions of
// block `block` of the layer. Thread-safe, if no two threads are the same worker at the same time.
// Errors: those of kauri_opposite_r_acquire.
enum kauri_status kauri_keeping_counts_block(struct kauri_keeping_counts *counts, unsigned worker,
                                             uint64_t block, const int16_t *r, uint8_t *keeping,
                                             struct kauri_error *error);

#endif
