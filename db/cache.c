#include "db/cache.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    BUCKETS_MIN = 64,
    BUCKETS_MAX = 1 << 20,
    BYTES_A_BUCKET = 1 << 16, // about a block, so that chains stay short
};

struct kauri_cache_block {
    unsigned table;
    uint64_t block;
    size_t bytes;
    struct kauri_cache_block *newer; // in the order of use
    struct kauri_cache_block *older;
    struct kauri_cache_block *chain; // in its bucket
    uint8_t payload[];
};

struct kauri_cache {
    pthread_mutex_t mutex;
    uint64_t limit; // bytes
    uint64_t bytes;
    struct kauri_cache_block *newest;
    struct kauri_cache_block *oldest;
    struct kauri_cache_block **buckets;
    size_t bucket_count; // a power of two
};

enum kauri_status kauri_cache_new(uint64_t bytes, struct kauri_cache **cache,
                                  struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_cache *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the cache");
    }
    made->limit = bytes;
    made->bucket_count = BUCKETS_MIN;
    while (made->bucket_count < BUCKETS_MAX && made->bucket_count < bytes / BYTES_A_BUCKET) {
        made->bucket_count *= 2;
    }
    made->buckets = calloc(made->bucket_count, sizeof(struct kauri_cache_block *));
    if (made->buckets == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made->buckets);
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the cache");
    }
    *cache = made;
    return KAURI_OK;
}

void kauri_cache_free(struct kauri_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    while (cache->newest != NULL) {
        struct kauri_cache_block *block = cache->newest;
        cache->newest = block->older;
        free(block);
    }
    (void)pthread_mutex_destroy(&cache->mutex);
    free(cache->buckets);
    free(cache);
}

// The place that points, or would point, to the block.
static struct kauri_cache_block **find(struct kauri_cache *cache, unsigned table, uint64_t block)
{
    // Fibonacci hashing: neighbouring blocks land in different buckets.
    const uint64_t hash = (block * 64 + table) * 0x9E3779B97F4A7C15U;
    struct kauri_cache_block **at = &cache->buckets[(hash >> 40) & (cache->bucket_count - 1)];
    while (*at != NULL && ((*at)->block != block || (*at)->table != table)) {
        at = &(*at)->chain;
    }
    return at;
}

static void unlink_used(struct kauri_cache *cache, struct kauri_cache_block *block)
{
    *(block->newer == NULL ? &cache->newest : &block->newer->older) = block->older;
    *(block->older == NULL ? &cache->oldest : &block->older->newer) = block->newer;
}

static void link_newest(struct kauri_cache *cache, struct kauri_cache_block *block)
{
    block->newer = NULL;
    block->older = cache->newest;
    *(cache->newest == NULL ? &cache->oldest : &cache->newest->newer) = block;
    cache->newest = block;
}

bool kauri_cache_use(struct kauri_cache *cache, unsigned table, uint64_t block,
                     kauri_cache_use_function *use, void *context)
{
    (void)pthread_mutex_lock(&cache->mutex);
    struct kauri_cache_block *found = *find(cache, table, block);
    if (found != NULL) {
        unlink_used(cache, found);
        link_newest(cache, found);
        use(context, found->payload);
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    return found != NULL;
}

enum kauri_status kauri_cache_block_new(unsigned table, uint64_t block, size_t bytes,
                                        struct kauri_cache_block **made, struct kauri_error *error)
{
    *made = malloc(sizeof **made + bytes);
    if (*made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a block of %zu bytes", bytes);
    }
    (*made)->table = table;
    (*made)->block = block;
    (*made)->bytes = bytes;
    (*made)->chain = NULL;
    return KAURI_OK;
}

void *kauri_cache_block_payload(struct kauri_cache_block *block)
{
    return block->payload;
}

void kauri_cache_block_free(struct kauri_cache_block *block)
{
    free(block);
}

void kauri_cache_put(struct kauri_cache *cache, struct kauri_cache_block *block)
{
    struct kauri_cache_block *dropped = NULL; // to be freed outside the lock
    (void)pthread_mutex_lock(&cache->mutex);
    struct kauri_cache_block **at = find(cache, block->table, block->block);
    if (*at != NULL) {
        dropped = block;
    } else {
        *at = block;
        link_newest(cache, block);
        cache->bytes += block->bytes;
        while (cache->bytes > cache->limit && cache->oldest != block) {
            struct kauri_cache_block *old = cache->oldest;
            struct kauri_cache_block **old_at = find(cache, old->table, old->block);
            *old_at = old->chain;
            unlink_used(cache, old);
            cache->bytes -= old->bytes;
            old->chain = dropped;
            dropped = old;
        }
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    while (dropped != NULL) {
        // The analyzer takes the chain of a bucket for this one.
        struct kauri_cache_block *next = dropped->chain; // NOLINT(clang-analyzer-unix.Malloc)
        free(dropped);
        dropped = next;
    }
}

uint64_t kauri_cache_bytes(struct kauri_cache *cache)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const uint64_t bytes = cache->bytes;
    (void)pthread_mutex_unlock(&cache->mutex);
    return bytes;
}
