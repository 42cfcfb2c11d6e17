// Decoded blocks that a tablebase keeps from one call of kauri_layer_read to the next.
//
// A caller that reads a layer in ranges needs the same blocks of this layer and of lower layers
// again and again, to derive those that the tables do not hold. So the tablebase keeps one set of
// turned blocks (db/tables/turned_blocks.h), for the layer and the columns that were read last.
// Concurrent calls share it, each with its own worker numbers. A call for another layer or other
// columns replaces it or, if it is in use, works with a separate set.
//
// All functions except kauri_layer_cache_free are thread-safe.
#ifndef KAURI_DB_TABLES_LAYER_CACHE_H
#define KAURI_DB_TABLES_LAYER_CACHE_H

#include "db/tables/turned_blocks.h"

// Bound on the decoded blocks of a set, in bytes, unless kauri_layer_cache_bound sets another.
#define KAURI_LAYER_CACHE_BYTES (UINT64_C(256) << 20)

enum { KAURI_TABLEBASE_THREADS_MAX = 4096 }; // limit for work on many positions

struct kauri_layer_cache;

// Errors: KAURI_RESOURCE.
enum kauri_status kauri_layer_cache_new(struct kauri_layer_cache **cache,
                                        struct kauri_error *error);
// Accepts NULL. Nothing may be borrowed.
void kauri_layer_cache_free(struct kauri_layer_cache *cache);

// Bounds the decoded blocks of sets that are made from now on, and of the kept set if it is not in
// use.
void kauri_layer_cache_bound(struct kauri_layer_cache *cache, uint64_t memory);

// Turned blocks that a call has borrowed, and the workers that it may use there: first_worker ..
// first_worker + threads - 1.
struct kauri_layer_lease {
    struct kauri_turned_blocks *blocks;
    unsigned first_worker;
    unsigned threads;
};

// Borrows turned blocks as *wanted describes them, except that the cache bounds their memory, for
// 1 to KAURI_TABLEBASE_THREADS_MAX threads. The tables of a layer are always the same ones for the
// same cache. The caller gives *lease back, also one that it has zeroed. Errors: KAURI_RESOURCE.
enum kauri_status kauri_layer_cache_borrow(struct kauri_layer_cache *cache,
                                           const struct kauri_reader *const *readers,
                                           const struct kauri_turned_options *wanted,
                                           struct kauri_layer_lease *lease,
                                           struct kauri_error *error);
void kauri_layer_cache_return(struct kauri_layer_cache *cache,
                              const struct kauri_layer_lease *lease);

#endif
