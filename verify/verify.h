// Verification: the equations of r and dtc at every position of a layer, from the files alone.
//
// If every position of a layer satisfies them, with dtc finite wherever r != 0, and the lower
// layers are right, the layer is right (docs/RULES.md, "Why the equations prove a table"). Shares
// nothing with the solver but rules, indexer and db.
#ifndef KAURI_VERIFY_VERIFY_H
#define KAURI_VERIFY_VERIFY_H

#include "common/progress.h"
#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

struct kauri_verify_options {
    unsigned threads;                      // at least 1
    uint64_t sample;                       // positions to check, spread by a fixed rule; 0 = all
    uint64_t memory;                       // bytes to use at most; 0 = what is free. A sample takes
                                           // only what the cache of the tables holds
    const struct kauri_progress *progress; // may be NULL
};

struct kauri_verify_result {
    uint64_t checked; // positions whose equations were evaluated
    uint64_t wrong;   // of them, those that do not hold
    double seconds;
    // The wrong position with the lowest index, when wrong > 0.
    struct kauri_position first_wrong;
    int32_t stored_r, stored_dtc;   // what the table says there
    int32_t correct_r, correct_dtc; // what its successors give
};

// Checks layer `seeds` of the tables; all of it, or a sample, for which only the blocks that it
// touches are read; the certificate is compared when all positions were seen. KAURI_OK when
// everything held; KAURI_WRONG when a position or the certificate is wrong (*result filled, the
// message names the position); other statuses when the layer could not be checked, KAURI_RESOURCE
// for too little memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Whether the memory is enough for layer `seeds`, as kauri_verify_layer asks before it begins:
// higher layers need more, so that the highest is asked for first. KAURI_RESOURCE says what is
// missing.
enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error);

#endif
