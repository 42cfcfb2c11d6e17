// Positions that were found and conditions on them (queries/analysis/find.h).
#ifndef KAURI_QUERIES_ANALYSIS_FOUND_H
#define KAURI_QUERIES_ANALYSIS_FOUND_H

#include "kauri/kauri.h"

#include <stdbool.h>
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

#endif
