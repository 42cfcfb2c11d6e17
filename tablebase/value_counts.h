// Counts how often each value of r occurs in a layer, from its certificate or by reading every
// page.
#ifndef KAURI_TABLEBASE_VALUE_COUNTS_H
#define KAURI_TABLEBASE_VALUE_COUNTS_H

#include "common/progress.h"
#include "common/status.h"
#include "tablebase/tablebase.h"

#include <stddef.h>
#include <stdint.h>

struct kauri_value_count {
    int32_t r;      // 3 * net + t (rules/value.h)
    uint64_t count; // positions of the layer with this value, at least 1
};

// Owned by the caller and freed with kauri_value_counts_clear. The counts add up to `positions`.
struct kauri_value_counts {
    uint64_t positions; // of the layer
    size_t count;
    struct kauri_value_count *values; // ascending by r
};

// Copies the counts of the table's certificate; reads no page. Errors: those of
// kauri_tablebase_layer. *counts is empty on failure. Thread-safe.
enum kauri_status kauri_value_counts_certified(struct kauri_tablebase *tables, unsigned seeds,
                                               struct kauri_value_counts *counts,
                                               struct kauri_error *error);

// Reads, checks and decodes every page of the layer with `threads` threads (at least 1), bypassing
// the cache, derives the values of the positions that have no entry, and counts the values. Besides
// the errors above: KAURI_CORRUPT for a damaged page, and when the counts are not those of the
// certificate; KAURI_INTERRUPTED when `progress` (may be NULL) is cancelled, which is checked every
// few dozen pages. Thread-safe.
enum kauri_status kauri_value_counts_read(struct kauri_tablebase *tables, unsigned seeds,
                                          unsigned threads, const struct kauri_progress *progress,
                                          struct kauri_value_counts *counts,
                                          struct kauri_error *error);

// Frees the counts and leaves them empty. Accepts NULL and zeroed ones.
void kauri_value_counts_clear(struct kauri_value_counts *counts);

#endif
