#include "queries/analysis/found.h"

#include <stdlib.h>

enum kauri_status kauri_found_best_init(struct kauri_found_best *best, bool shortest, size_t limit,
                                        struct kauri_error *error)
{
    *best = (struct kauri_found_best){
        .shortest = shortest,
        .limit = limit,
        .items = calloc(limit, sizeof *best->items),
    };
    return best->items != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", limit);
}

void kauri_found_best_clear(struct kauri_found_best *best)
{
    if (best != NULL) {
        free(best->items);
        *best = (struct kauri_found_best){.items = NULL};
    }
}

static bool comes_before(const struct kauri_found_best *best, const struct kauri_found *a,
                         const struct kauri_found *b)
{
    if ((a->r == 0) != (b->r == 0)) {
        return b->r == 0;
    }
    if (a->r != 0 && a->dtc != b->dtc) {
        return best->shortest ? a->dtc < b->dtc : a->dtc > b->dtc;
    }
    return a->index < b->index;
}

// Moves the item down from place `at` of the first `count` until none below it comes after it.
static void sink(struct kauri_found_best *best, size_t at, size_t count)
{
    const struct kauri_found item = best->items[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_before(best, &best->items[child], &best->items[child + 1])) {
            child++;
        }
        if (!comes_before(best, &item, &best->items[child])) {
            break;
        }
        best->items[at] = best->items[child];
        at = child;
    }
    best->items[at] = item;
}

void kauri_found_best_add(struct kauri_found_best *best, const struct kauri_found *found,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (best->count == best->limit) {
            if (comes_before(best, &found[i], &best->items[0])) {
                best->items[0] = found[i];
                sink(best, 0, best->count);
            }
            continue;
        }
        size_t at = best->count++;
        for (; at > 0 && comes_before(best, &best->items[(at - 1) / 2], &found[i]);
             at = (at - 1) / 2) {
            best->items[at] = best->items[(at - 1) / 2];
        }
        best->items[at] = found[i];
    }
}

void kauri_found_best_sort(struct kauri_found_best *best)
{
    for (size_t end = best->count; end > 1; end--) {
        const struct kauri_found last = best->items[0];
        best->items[0] = best->items[end - 1];
        best->items[end - 1] = last;
        sink(best, 0, end - 1);
    }
}
