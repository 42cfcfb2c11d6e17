// The options of a verification and its result, and what verifying a layer whole, verifying a part
// of it, and adding up its parts have in common.
#ifndef KAURI_VERIFY_VERIFY_RESULT_H
#define KAURI_VERIFY_VERIFY_RESULT_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_options {
    unsigned threads;                      // at least 1
    uint64_t sample;                       // positions to check, spread by a fixed rule; 0: all
    uint64_t memory;                       // bound in bytes; 0: the memory that is free. A sample
                                           // uses only the cache of the tables
    const struct kauri_progress *progress; // may be NULL
};

// How much work was done. A position is decoded or derived again if the memory did not suffice to
// keep it.
struct kauri_verify_work {
    uint64_t decoded;       // positions that were decoded, of all layers
    uint64_t derived;       // positions that were derived from their successors
    uint64_t layer_decoded; // those of the layer itself
    uint64_t layer_derived;
};

struct kauri_verify_result {
    uint64_t checked; // positions whose equations were evaluated
    uint64_t wrong;   // positions whose equations do not hold
    double seconds;
    // The digest of all positions (docs/FORMAT.md, section 5). Known if the whole layer was found
    // right, a block is large enough, as on the full board, and distances fit one byte.
    bool has_digest;
    uint64_t digest;
    struct kauri_verify_work work; // 0 where positions were evaluated one by one
    // The wrong position with the lowest index, when wrong > 0.
    struct kauri_position first_wrong;
    int32_t stored_r, stored_dtc;   // in the table
    int32_t correct_r, correct_dtc; // by its successors
};

// ------------------------------------------------------------------------------- common steps

// Opens layer `seeds` of the tables and all layers below it; *layer receives its index. Errors:
// those of kauri_tablebase_layer.
enum kauri_status kauri_verify_open(struct kauri_tablebase *tables, unsigned seeds,
                                    struct kauri_layer *layer, struct kauri_error *error);

// The first of part `i` (from 0) of n parts of `count` things. If the division leaves a remainder,
// the first parts are longer by one.
uint64_t kauri_verify_part_first(uint64_t count, uint64_t i, uint64_t n);

// Describes the wrong position with the lowest index, in *result, whose counts are filled, and in
// the message. Returns KAURI_WRONG, or another status if the position cannot be looked up.
enum kauri_status kauri_verify_tell_wrong(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, uint64_t index,
                                          struct kauri_verify_result *result,
                                          struct kauri_error *error);

#endif
