// A bounded cache of decoded blocks: the least recently used go first.
#ifndef KAURI_DB_CACHE_H
#define KAURI_DB_CACHE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Thread-safe.
struct kauri_cache;
// A decoded block before it is in the cache; owned by whoever made it.
struct kauri_cache_block;

// Keeps at most `bytes` of decoded blocks, but always the last one put. KAURI_RESOURCE.
enum kauri_status kauri_cache_new(uint64_t bytes, struct kauri_cache **cache,
                                  struct kauri_error *error);
// Accepts NULL. No other thread may be using it.
void kauri_cache_free(struct kauri_cache *cache);

// Calls use(context, payload) with the payload of a block when it is in the cache, and returns
// whether it was. The cache is locked during the call, which must be short and must not use it.
typedef void kauri_cache_use_function(void *context, const void *payload);
bool kauri_cache_use(struct kauri_cache *cache, unsigned table, uint64_t block,
                     kauri_cache_use_function *use, void *context);

// Memory for a decoded block of `bytes` bytes, to be filled and put. KAURI_RESOURCE.
enum kauri_status kauri_cache_block_new(unsigned table, uint64_t block, size_t bytes,
                                        struct kauri_cache_block **made, struct kauri_error *error);
void *kauri_cache_block_payload(struct kauri_cache_block *block);
// Accepts NULL.
void kauri_cache_block_free(struct kauri_cache_block *block);

// Gives the block to the cache, which may free it at any time. When another thread has put the same
// one before, that one stays.
void kauri_cache_put(struct kauri_cache *cache, struct kauri_cache_block *block);

// Bytes of decoded blocks it holds now.
uint64_t kauri_cache_bytes(struct kauri_cache *cache);

#endif
