// Verification: evaluates the equations of r and dtc at every position of a layer, from the table
// files alone.
//
// If every position of a layer satisfies them, with dtc finite wherever r is not 0, and the lower
// layers are right, then the layer is right (docs/RULES.md, "Why the equations prove a table").
// Verification shares nothing with the solver but the rules, the index and the table files.
#ifndef KAURI_VERIFY_VERIFY_H
#define KAURI_VERIFY_VERIFY_H

#include "common/progress.h"
#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"
#include "verify/verify_work.h"

#include <stdbool.h>

struct kauri_verify_options {
    unsigned threads;                      // at least 1
    uint64_t sample;                       // positions to check, spread by a fixed rule; 0: all
    uint64_t memory;                       // bound in bytes; 0: the memory that is free. A sample
                                           // uses only the cache of the tables
    const struct kauri_progress *progress; // may be NULL
};

struct kauri_verify_result {
    uint64_t checked; // positions whose equations were evaluated
    uint64_t wrong;   // positions whose equations do not hold
    double seconds;
    // The digest of all positions, which a table of version 1 of this layer has (docs/FORMAT.md,
    // appendix A). Known if the whole layer was found right, a block is a whole number of pages of
    // that version, as on the full board, and distances are short enough for one byte.
    bool has_digest;
    uint64_t digest;
    struct kauri_verify_work work; // 0 where positions were evaluated one by one
    // The wrong position with the lowest index, when wrong > 0.
    struct kauri_position first_wrong;
    int32_t stored_r, stored_dtc;   // in the table
    int32_t correct_r, correct_dtc; // by its successors
};

// Checks layer `seeds` of the tables: all of it, and then also its certificate, or a sample, for
// which only the pages that it touches are read. KAURI_OK if everything holds. KAURI_WRONG if a
// position or the certificate is wrong: *result is filled, and the message names the first wrong
// position. Other statuses mean that the layer could not be checked; KAURI_RESOURCE is also for too
// little memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Whether there is enough memory for layer `seeds`; kauri_verify_layer checks the same before it
// begins. Higher layers need more, so ask for the highest one first. KAURI_RESOURCE, with the
// missing amount in the message.
enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error);

#endif
