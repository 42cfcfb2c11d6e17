// The findings of verifying a layer, or a part of it.
//
// A part is a run of the blocks in the order of kauri_verify_units_order; where the table has
// several blocks in a unit, the unit belongs to the part of its first block. A layer whose
// distances are long is evaluated position by position, and a part is a run of the index.
#ifndef KAURI_VERIFY_VERIFY_PART_H
#define KAURI_VERIFY_VERIFY_PART_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "rules/board.h"
#include "verify/verify_digests.h"
#include "verify/verify_tally.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_options {
    unsigned threads;                      // at least 1
    uint64_t sample;                       // positions to check, spread by a fixed rule; 0: all
    uint64_t memory;                       // bound in bytes; 0: the memory that is free. A sample
                                           // uses only the cache of the tables
    uint32_t part, parts;                  // check part 1 .. parts of `parts`; 0: all of the layer.
                                           // `sample` must be 0 then
    const struct kauri_progress *progress; // may be NULL
};

struct kauri_verify_result {
    uint64_t checked; // positions whose equations were evaluated
    uint64_t wrong;   // positions whose equations do not hold
    bool distances;   // the equations are those of r and dtc; otherwise of r alone, since the table
                      // has no distances
    double seconds;
    // The digest of all positions (docs/reference/FORMAT.md, section 5). Known if the whole layer
    // was found right, a block is large enough, as on the full board, and the table has distances,
    // which fit one byte.
    bool has_digest;
    uint64_t digest;
    // Positions of the layer that were decoded or derived, some of them again if the memory did not
    // suffice to keep them; 0 if positions were evaluated one by one.
    uint64_t work;
    // The wrong position with the lowest index, when wrong > 0.
    struct kauri_position first_wrong;
    int32_t stored_r, stored_dtc;   // values in the table; without distances, dtc is 0
    int32_t correct_r, correct_dtc; // values by the successors
};

// The findings of a part, or of some of its positions.
struct kauri_verify_part {
    struct kauri_tablebase *tables;
    struct kauri_layer layer;
    bool distances;                      // the table of the layer has them
    bool blockwise;                      // evaluated block by block, not position by position
    bool whole;                          // all of the layer
    uint64_t begin, end;                 // range of the part: numbers of blocks, or of positions
    struct kauri_verify_units units;     // only if blockwise
    struct kauri_verify_digests digests; // only if blockwise
    uint64_t checked, wrong;             // counts as in the result
    uint64_t first_wrong;                // lowest index of a wrong position
    double seconds;
    struct kauri_verify_tally tally;
    uint64_t work; // as in the result
};

// Opens layer `seeds` of the tables and all layers below it. The findings are empty, and cover the
// whole layer. Blocks that are checked take 8 bytes for each digest of the layer. With `single`,
// positions are checked one by one in any case. *part is to be cleared, also after a failure.
// Errors: those of kauri_tablebase_layer, KAURI_RESOURCE.
enum kauri_status kauri_verify_part_init(struct kauri_verify_part *part,
                                         struct kauri_tablebase *tables, unsigned seeds,
                                         bool single, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_verify_part_clear(struct kauri_verify_part *part);

// Restricts it to part `number`, 1 .. parts, of `parts`.
void kauri_verify_part_choose(struct kauri_verify_part *part, uint32_t number, uint32_t parts);

// Adds findings other than digests.
void kauri_verify_part_add(struct kauri_verify_part *part, const struct kauri_verify_part *more);

// Fills the result from findings. If a position is wrong, describes the first one there and in the
// message: KAURI_WRONG, or another status if it cannot be looked up.
enum kauri_status kauri_verify_part_result(const struct kauri_verify_part *part,
                                           struct kauri_verify_result *result,
                                           struct kauri_error *error);

// Compares the findings of a whole layer with the certificate. Errors: KAURI_WRONG; those of
// reading the table.
enum kauri_status kauri_verify_part_certify(const struct kauri_verify_part *part,
                                            const struct kauri_verify_options *options,
                                            struct kauri_verify_result *result,
                                            struct kauri_error *error);

// The first of part `i` (from 0) of n parts of `count` things. If the division leaves a remainder,
// the first parts are longer by one.
uint64_t kauri_verify_part_first(uint64_t count, uint64_t i, uint64_t n);

#endif
