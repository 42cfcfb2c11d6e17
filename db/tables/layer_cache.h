// Decoded blocks that a tablebase keeps from one call of kauri_layer_read to the next.
//
// A caller that reads a layer in ranges needs the same blocks of this layer and of lower layers
// again and again, to derive those that the tables do not hold. So the tablebase keeps one set of
// turned blocks (db/tables/turned_blocks.h): that of the call that ended last. A call for another
// layer or other columns replaces it, and a call made in the meantime makes a set of its own.
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

// Bounds the decoded blocks of sets that are made or given back from now on, and of the kept set.
void kauri_layer_cache_bound(struct kauri_layer_cache *cache, uint64_t memory);

// Borrows turned blocks as `options` describe them, except that the cache bounds their memory. The
// tables of a layer are always the same ones for the same cache. The caller gives *blocks back,
// which is NULL on failure. Errors: KAURI_RESOURCE.
enum kauri_status kauri_layer_cache_borrow(struct kauri_layer_cache *cache,
                                           const struct kauri_reader *const *readers,
                                           struct kauri_turned_options options,
                                           struct kauri_turned_blocks **blocks,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_layer_cache_return(struct kauri_layer_cache *cache, struct kauri_turned_blocks *blocks);

#endif
