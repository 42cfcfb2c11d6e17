// The memory of a search: positions by number, each with its result.
//
// An entry is one word of 64 bits, so that threads need no locks: 47 bits of the number, the
// result, and the effort it took, as a power of two. A number has its place in a bucket of eight
// entries, a line of the cache; when they are full, the one with the least effort is given up.
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

// Uses at most `bytes`. KAURI_RESOURCE if that is less than a bucket or cannot be had.
enum kauri_status waurie_remembered_new(uint64_t bytes, struct waurie_remembered *decided,
                                        struct kauri_error *error);
void waurie_remembered_clear(struct waurie_remembered *decided);

// Numbers are below 2^47. Returns whether the position is there, and then sets *win.
bool waurie_remembered_find(const struct waurie_remembered *decided, uint64_t number, bool *win);

// Starts fetching the place of a number, which waurie_remembered_find will look at.
void waurie_remembered_prefetch(const struct waurie_remembered *decided, uint64_t number);

// Remembers a position.
void waurie_remembered_put(struct waurie_remembered *decided, uint64_t number, bool win,
                           uint64_t effort);

#endif
