// Blocks of lower layers in a given amount of memory, decoded from their tables when they are
// wanted. Pairs are solved in the order first = 0, 1, ..., so it is known which blocks are wanted
// when, and the one that is wanted last goes first.
#ifndef KAURI_WAURIE_SOLVER_BLOCK_CACHE_H
#define KAURI_WAURIE_SOLVER_BLOCK_CACHE_H

#include "common/progress.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/lower_blocks.h"

struct waurie_block_cache;

struct waurie_block_cache_request {
    const char *folder;
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;                   // of the layer to be solved
    const struct waurie_layer *layer; // array by seeds, as far as `seeds`
    uint64_t memory;                  // for the blocks: at least that of the largest
    unsigned threads;
    const struct kauri_progress *progress; // may be NULL; only asked whether to stop
};

// What was read so far, and the greatest number of bytes that the blocks took at a time.
struct waurie_block_cache_counts {
    uint64_t blocks;
    uint64_t bytes;
    uint64_t most;
    double seconds;
};

// Opens the tables below the layer; `request` must outlive *cache. The caller frees it. Errors:
// those of waurie_file_open; KAURI_RESOURCE.
enum kauri_status waurie_block_cache_new(const struct waurie_block_cache_request *request,
                                         struct waurie_block_cache **cache,
                                         struct kauri_error *error);
// Accepts NULL.
void waurie_block_cache_free(struct waurie_block_cache *cache);

// What the solver of the pairs is given. Its `hold` fails with KAURI_CORRUPT for a damaged table,
// KAURI_RESOURCE, or KAURI_INTERRUPTED.
struct waurie_lower *waurie_block_cache_lower(struct waurie_block_cache *cache);

// Says that the pair `first` is next.
void waurie_block_cache_turn(struct waurie_block_cache *cache, unsigned first);

struct waurie_block_cache_counts waurie_block_cache_counts(const struct waurie_block_cache *cache);

// Bytes of the largest block that the layer with `seeds` seeds needs. Thread-safe.
uint64_t waurie_block_cache_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds);

#endif
