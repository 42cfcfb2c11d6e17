#include "db/tables/layer_cache.h"

#include <pthread.h>
#include <stdlib.h>

struct kauri_layer_cache {
    pthread_mutex_t mutex;            // protects everything below
    struct kauri_turned_blocks *kept; // NULL: there are none, or they are borrowed
    uint64_t memory;                  // bound on the bytes of a set
};

enum kauri_status kauri_layer_cache_new(struct kauri_layer_cache **cache, struct kauri_error *error)
{
    *cache = calloc(1, sizeof **cache);
    if (*cache == NULL || pthread_mutex_init(&(*cache)->mutex, NULL) != 0) {
        free(*cache);
        *cache = NULL;
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading layers");
    }
    (*cache)->memory = KAURI_LAYER_CACHE_BYTES;
    return KAURI_OK;
}

void kauri_layer_cache_free(struct kauri_layer_cache *cache)
{
    if (cache != NULL) {
        kauri_turned_free(cache->kept);
        (void)pthread_mutex_destroy(&cache->mutex);
        free(cache);
    }
}

void kauri_layer_cache_bound(struct kauri_layer_cache *cache, uint64_t memory)
{
    (void)pthread_mutex_lock(&cache->mutex);
    cache->memory = memory;
    kauri_turned_bound(cache->kept, memory);
    (void)pthread_mutex_unlock(&cache->mutex);
}

enum kauri_status kauri_layer_cache_borrow(struct kauri_layer_cache *cache,
                                           const struct kauri_reader *const *readers,
                                           struct kauri_turned_options options,
                                           struct kauri_turned_blocks **blocks,
                                           struct kauri_error *error)
{
    (void)pthread_mutex_lock(&cache->mutex);
    *blocks = cache->kept;
    cache->kept = NULL;
    options.memory = cache->memory;
    (void)pthread_mutex_unlock(&cache->mutex);
    if (*blocks != NULL && kauri_turned_fit(*blocks, &options)) {
        return KAURI_OK;
    }
    kauri_turned_free(*blocks);
    return kauri_turned_new(readers, &options, blocks, error);
}

void kauri_layer_cache_return(struct kauri_layer_cache *cache, struct kauri_turned_blocks *blocks)
{
    if (blocks == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&cache->mutex);
    struct kauri_turned_blocks *replaced = cache->kept;
    cache->kept = blocks;
    kauri_turned_bound(blocks, cache->memory);
    (void)pthread_mutex_unlock(&cache->mutex);
    kauri_turned_free(replaced);
}
