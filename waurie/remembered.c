#include "waurie/remembered.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    BUCKET = 8, // entries
    NUMBER_BITS = 47,
    WIN_BIT = 47,
    EFFORT_BIT = 48,
};

static const uint64_t number_mask = (UINT64_C(1) << NUMBER_BITS) - 1;

enum kauri_status waurie_remembered_new(uint64_t bytes, struct waurie_remembered *decided,
                                        struct kauri_error *error)
{
    decided->buckets = bytes / (BUCKET * sizeof(uint64_t));
    decided->entries = NULL;
    if (decided->buckets == 0) {
        return kauri_fail(error, KAURI_RESOURCE, "too little memory for a search");
    }
    const size_t size = (size_t)(decided->buckets * BUCKET * sizeof(uint64_t));
    void *entries = size <= SIZE_MAX - 63 ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
    if (entries == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "cannot allocate %llu bytes for the search",
                          (unsigned long long)size);
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(entries, size, MADV_HUGEPAGE); // a wish: otherwise most look-ups miss the TLB
#endif
    memset(entries, 0, size);
    decided->entries = entries;
    return KAURI_OK;
}

void waurie_remembered_clear(struct waurie_remembered *decided)
{
    free(decided->entries);
    decided->entries = NULL;
}

static _Atomic uint64_t *bucket_of(const struct waurie_remembered *decided, uint64_t number)
{
    uint64_t hash = number * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    // The high half of the product with the number of buckets; fine up to 2^32 buckets, 128 GiB.
    return decided->entries + ((hash >> 32) * decided->buckets >> 32) * BUCKET;
}

void waurie_remembered_prefetch(const struct waurie_remembered *decided, uint64_t number)
{
    __builtin_prefetch(bucket_of(decided, number));
}

// Number 0 is the board without seeds, which is never remembered: an entry that is 0 is free.
bool waurie_remembered_find(const struct waurie_remembered *decided, uint64_t number, bool *win)
{
    const _Atomic uint64_t *bucket = bucket_of(decided, number);
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((entry & number_mask) == number) {
            *win = (entry >> WIN_BIT & 1) != 0;
            return true;
        }
    }
    return false;
}

void waurie_remembered_put(struct waurie_remembered *decided, uint64_t number, bool win,
                           uint64_t effort)
{
    _Atomic uint64_t *bucket = bucket_of(decided, number);
    uint64_t power = 1;
    while (effort > 1) {
        power++;
        effort >>= 1;
    }
    unsigned place = 0;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t entry = atomic_load_explicit(&bucket[i], memory_order_relaxed);
        if ((entry & number_mask) == number) {
            return;
        }
        if (entry >> EFFORT_BIT < least) {
            least = entry >> EFFORT_BIT;
            place = i;
        }
    }
    // Also in place of one with more effort, or small subtrees above old ones would never be kept.
    const uint64_t entry = number | (uint64_t)win << WIN_BIT | power << EFFORT_BIT;
    atomic_store_explicit(&bucket[place], entry, memory_order_relaxed);
}
