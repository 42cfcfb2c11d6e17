// The only moves that keep the value (queries/analysis/find.h), of all positions of some layers.
//
// The simplest way to follow a unique line is to look the successors of each of its positions up.
// Here the only moves of whole layers are found first, block by block (tablebase/opposite_r.h),
// and kept in half a byte for each position. A line is then followed by playing moves, without any
// value. This is faster as soon as about one position in a hundred is to be followed.
#ifndef KAURI_QUERIES_ANALYSIS_ONLY_MOVES_H
#define KAURI_QUERIES_ANALYSIS_ONLY_MOVES_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

// Constant after it was made, so any number of threads may read it.
struct kauri_only_moves;

// Bytes that the only moves of layers 0 .. seeds take; UINT64_MAX if they cannot be counted.
// *positions receives the number of positions of these layers.
uint64_t kauri_only_moves_bytes(struct kauri_shape shape, unsigned seeds, uint64_t *positions);

// Finds the only moves of layers 0 .. seeds. The caller frees *only, which is NULL on failure.
// While it works it takes the memory of kauri_layer_scan_run, too. Errors: those of
// kauri_layer_scan_run, and KAURI_CORRUPT when no move of a position has the value of the position.
enum kauri_status kauri_only_moves_new(struct kauri_tablebase *tables, unsigned seeds,
                                       unsigned threads, const struct kauri_progress *progress,
                                       struct kauri_only_moves **only, struct kauri_error *error);
// Accepts NULL.
void kauri_only_moves_free(struct kauri_only_moves *only);

// The unique line that begins with a position.
struct kauri_only_line {
    bool single;     // exactly one move of the position keeps its value
    unsigned length; // moves of the line, passes aside, up to `most`
};

// Follows the line of a position, which must be in one of the layers, for at most `most` moves.
struct kauri_only_line kauri_only_moves_follow(const struct kauri_only_moves *only,
                                               struct kauri_position position, unsigned most);

#endif
