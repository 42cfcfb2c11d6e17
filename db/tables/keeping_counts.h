// Counts the moves that keep the value r, for all positions of a block.
//
// The simplest way is to play every move and look its successor up. Here, as for deriving positions
// (db/tables/derive_block.h), the moves of one hole are played once for a whole block, and the
// successors of a row of the mover lie side by side.
#ifndef KAURI_DB_TABLES_KEEPING_COUNTS_H
#define KAURI_DB_TABLES_KEEPING_COUNTS_H

#include "common/status.h"
#include "db/tables/opposite_r.h"

#include <stdint.h>

struct kauri_keeping_counts;

// Prepares counting for the layer and the workers of *opposite, which provides the values of
// successors and must stay. The caller frees *counts, which is NULL on failure. Errors:
// KAURI_RESOURCE.
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
