// r of the positions of a block if the opponent were to move.
//
// Exchanging the rows of a position leads to another block of the same layer, and there from
// position (mover S, opponent N) to (mover N, opponent S). So the values are those of one other
// block, turned (db/tables/derive_block.h): in the order of the index of the first one.
#ifndef KAURI_DB_TABLES_OPPOSITE_R_H
#define KAURI_DB_TABLES_OPPOSITE_R_H

#include "common/status.h"
#include "db/tables/tablebase.h"

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

// Prepares reading layer `seeds` with workers 0 .. threads - 1. Decoded blocks take up to `memory`
// bytes, and those in use. The caller frees *opposite, which is NULL on failure. Errors: those of
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

// The layer, and the blocks from which the values are taken. Both stay until kauri_opposite_r_free.
const struct kauri_layer *kauri_opposite_r_layer(const struct kauri_opposite_r *opposite);
struct kauri_turned_blocks *kauri_opposite_r_blocks(const struct kauri_opposite_r *opposite);

#endif
