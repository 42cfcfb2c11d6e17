// The table of decided positions of a search: the result of each, by the position's number.
//
// An entry is a single word of 64 bits, so that threads need no locks: 47 bits of the number, the
// result, and the effort it took, rounded to a power of two. Each number belongs to a bucket of
// eight entries, one cache line; when the bucket is full, the entry with the least effort is
// replaced.
#ifndef KAURI_WAURIE_REMEMBERED_H
#define KAURI_WAURIE_REMEMBERED_H

#include "common/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// All functions but new and free may be called by several threads at once.
struct waurie_remembered {
    _Atomic uint64_t *entries;
    uint64_t buckets;
};

// Uses at most `bytes`. KAURI_RESOURCE if that is less than a bucket or cannot be allocated.
enum kauri_status waurie_remembered_new(uint64_t bytes, struct waurie_remembered *decided,
                                        struct kauri_error *error);
void waurie_remembered_clear(struct waurie_remembered *decided);

// Returns whether the position is in the table, and then sets *win. Numbers are below 2^47.
bool waurie_remembered_find(const struct waurie_remembered *decided, uint64_t number, bool *win);

// Prefetches the bucket of a number for waurie_remembered_find.
void waurie_remembered_prefetch(const struct waurie_remembered *decided, uint64_t number);

// Adds a position.
void waurie_remembered_put(struct waurie_remembered *decided, uint64_t number, bool win,
                           uint64_t effort);

#endif
