#include "db/tables/layer_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = KAURI_TABLEBASE_THREADS_MAX };

struct kauri_layer_cache {
    pthread_mutex_t mutex;              // protects everything below
    struct kauri_turned_blocks *blocks; // NULL at first
    unsigned seeds;
    enum kauri_derive_form form;
    uint64_t memory; // bound on the bytes of a set
    unsigned in_use; // workers in use
    bool used[WORKERS];
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
        kauri_turned_free(cache->blocks);
        (void)pthread_mutex_destroy(&cache->mutex);
        free(cache);
    }
}

void kauri_layer_cache_bound(struct kauri_layer_cache *cache, uint64_t memory)
{
    (void)pthread_mutex_lock(&cache->mutex);
    cache->memory = memory;
    if (cache->blocks != NULL && cache->in_use == 0) {
        kauri_turned_bound(cache->blocks, memory);
    }
    (void)pthread_mutex_unlock(&cache->mutex);
}

// The first of `threads` neighbouring workers that are not used; WORKERS if there are none.
static unsigned find_workers(const struct kauri_layer_cache *cache, unsigned threads)
{
    unsigned free_ones = 0;
    for (unsigned i = 0; i < WORKERS; i++) {
        free_ones = cache->used[i] ? 0 : free_ones + 1;
        if (free_ones == threads) {
            return i + 1 - threads;
        }
    }
    return WORKERS;
}

// Replaces the kept set, which must not be in use, by one that fits the request. The mutex is held.
static enum kauri_status replace(struct kauri_layer_cache *cache,
                                 const struct kauri_reader *const *readers,
                                 struct kauri_turned_options options, struct kauri_error *error)
{
    kauri_turned_free(cache->blocks);
    cache->seeds = options.layer_count - 1;
    cache->form = options.form;
    options.threads = WORKERS; // workers that are never used take no memory
    return kauri_turned_new(readers, &options, &cache->blocks, error);
}

enum kauri_status kauri_layer_cache_borrow(struct kauri_layer_cache *cache,
                                           const struct kauri_reader *const *readers,
                                           const struct kauri_turned_options *wanted,
                                           struct kauri_layer_lease *lease,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_turned_options options = *wanted;
    const unsigned threads = wanted->threads;
    *lease = (struct kauri_layer_lease){.threads = threads};
    (void)pthread_mutex_lock(&cache->mutex);
    options.memory = cache->memory;
    bool fits = cache->blocks != NULL && cache->seeds == wanted->layer_count - 1 &&
                cache->form == wanted->form;
    if (!fits && cache->in_use == 0) {
        status = replace(cache, readers, options, error);
        fits = status == KAURI_OK;
    }
    const unsigned first = fits ? find_workers(cache, threads) : WORKERS;
    if (first < WORKERS) {
        lease->blocks = cache->blocks;
        lease->first_worker = first;
        memset(cache->used + first, true, threads);
        cache->in_use += threads;
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    if (status == KAURI_OK && first == WORKERS) {
        status = kauri_turned_new(readers, &options, &lease->blocks, error);
    }
    return status;
}

void kauri_layer_cache_return(struct kauri_layer_cache *cache,
                              const struct kauri_layer_lease *lease)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const bool shared = lease->blocks != NULL && lease->blocks == cache->blocks;
    if (shared) {
        memset(cache->used + lease->first_worker, false, lease->threads);
        cache->in_use -= lease->threads;
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    if (!shared) {
        kauri_turned_free(lease->blocks);
    }
}
