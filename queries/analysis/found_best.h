// Keeps the positions of the greatest, or of the least, distance among those that were found.
#ifndef KAURI_QUERIES_ANALYSIS_FOUND_BEST_H
#define KAURI_QUERIES_ANALYSIS_FOUND_BEST_H

#include "common/status.h"
#include "queries/analysis/found.h"

#include <stdbool.h>
#include <stddef.h>

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
