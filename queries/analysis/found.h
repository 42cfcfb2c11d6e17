// Positions that were found and conditions on them (queries/analysis/find.h).
#ifndef KAURI_QUERIES_ANALYSIS_FOUND_H
#define KAURI_QUERIES_ANALYSIS_FOUND_H

#include "common/status.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The whole numbers low .. high.
struct kauri_span {
    int32_t low, high;
};
#define KAURI_SPAN_ALL ((struct kauri_span){INT32_MIN, INT32_MAX})

static inline bool kauri_span_has(struct kauri_span span, int32_t number)
{
    return span.low <= number && number <= span.high;
}
static inline bool kauri_span_is_all(struct kauri_span span)
{
    return span.low == INT32_MIN && span.high == INT32_MAX;
}

// Condition on the unique line that begins at a position.
struct kauri_line_condition {
    unsigned moves; // its least length; 0: no condition
    bool by_result; // it must be a solution under `rules`
    enum kauri_ruleset rules;
};

// A position that meets the conditions.
struct kauri_found {
    uint64_t index; // in its layer
    int32_t r;
    uint32_t dtc;       // 0 where r is 0; unspecified if neither wanted nor a condition
    int32_t opposite_r; // r if the opponent were to move; only with the condition `zugzwang`
    uint8_t moves;      // legal moves
    uint8_t keeping;    // that keep the value; only if kauri_find_counts_keeping
};

// The most positions that are handed over at a time.
enum { KAURI_FOUND_MAX = 1 << 16 };

// Keeps the positions of the greatest, or of the least, distance among those that were found.

// Of positions of the same distance, the one with the lower index comes first. Positions with r = 0
// have no distance and come last. Used by one thread at a time.
struct kauri_found_best {
    bool shortest; // else the longest
    size_t limit;
    size_t count;
    struct kauri_found *items; // `limit`; a heap with the last of them on top
};

// Keeps up to `limit` positions, at least 1. Errors: KAURI_RESOURCE. The caller clears *best.
enum kauri_status kauri_found_best_init(struct kauri_found_best *best, bool shortest, size_t limit,
                                        struct kauri_error *error);
// Accepts NULL and zeroed ones.
void kauri_found_best_clear(struct kauri_found_best *best);

void kauri_found_best_add(struct kauri_found_best *best, const struct kauri_found *found,
                          size_t count);

// Sorts best->items, best first. No position may be added afterwards.
void kauri_found_best_sort(struct kauri_found_best *best);

#endif
