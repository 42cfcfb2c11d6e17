// The options of a verification, and its result.
#ifndef KAURI_VERIFY_VERIFY_RESULT_H
#define KAURI_VERIFY_VERIFY_RESULT_H

#include "common/progress.h"
#include "rules/board.h"
#include "verify/verify_work.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
