#include "db/unit_cache.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct unit {
    void *values; // NULL: not here
    size_t bytes;
    uint32_t users;
    bool loading;
    uint64_t used_at; // count of acquisitions, for the least recently used
};

struct kauri_unit_cache {
    unsigned source_count;
    uint64_t *first; // unit of each source, and one behind the last
    struct unit *units;
    kauri_unit_load *load;
    void *context;
    uint64_t memory;
    uint64_t held;
    uint64_t peak;
    uint64_t loads;
    uint64_t clock;
    pthread_mutex_t mutex;
    pthread_cond_t loaded;
};

enum kauri_status kauri_unit_cache_new(unsigned source_count, const uint64_t *unit_counts,
                                       uint64_t memory, kauri_unit_load *load, void *context,
                                       struct kauri_unit_cache **cache, struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_unit_cache *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    (void)pthread_mutex_init(&made->mutex, NULL);
    (void)pthread_cond_init(&made->loaded, NULL);
    made->source_count = source_count;
    made->memory = memory;
    made->load = load;
    made->context = context;
    made->first = calloc(source_count + 1U, sizeof *made->first);
    if (made->first != NULL) {
        for (unsigned i = 0; i < source_count; i++) {
            made->first[i + 1] = made->first[i] + unit_counts[i];
        }
        // One more, so that it is never empty.
        made->units = calloc(made->first[source_count] + 1, sizeof *made->units);
    }
    if (made->units == NULL) {
        kauri_unit_cache_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    *cache = made;
    return KAURI_OK;
}

void kauri_unit_cache_free(struct kauri_unit_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    for (uint64_t i = 0; cache->units != NULL && i < cache->first[cache->source_count]; i++) {
        free(cache->units[i].values);
    }
    free(cache->units);
    free(cache->first);
    (void)pthread_mutex_destroy(&cache->mutex);
    (void)pthread_cond_destroy(&cache->loaded);
    free(cache);
}

void kauri_unit_cache_bound(struct kauri_unit_cache *cache, uint64_t memory)
{
    cache->memory = memory;
}

// Takes away the units that were not used for longest until `wanted` more bytes fit; the mutex is
// held. Returns the memory of one that had just this size, which most have, or NULL: to use it
// again costs nothing, and leaves no holes as freeing and allocating by turns does.
// A unit is some hundred thousand positions, so that looking at all of them is nothing beside
// decoding one.
static void *evict(struct kauri_unit_cache *cache, size_t wanted)
{
    void *room = NULL;
    while (cache->held + wanted > cache->memory) {
        struct unit *oldest = NULL;
        for (uint64_t i = 0; i < cache->first[cache->source_count]; i++) {
            struct unit *unit = &cache->units[i];
            if (unit->values != NULL && unit->users == 0 &&
                (oldest == NULL || unit->used_at < oldest->used_at)) {
                oldest = unit;
            }
        }
        if (oldest == NULL) {
            break; // all are in use
        }
        if (room == NULL && oldest->bytes == wanted) {
            room = oldest->values;
        } else {
            free(oldest->values);
        }
        oldest->values = NULL;
        cache->held -= oldest->bytes;
    }
    return room;
}

// Loads a unit that is not here; the mutex is held on entry and on return, but not meanwhile.
static enum kauri_status load(struct kauri_unit_cache *cache, unsigned worker, unsigned source,
                              uint64_t number, struct unit *unit, size_t bytes,
                              struct kauri_error *error)
{
    void *values = evict(cache, bytes);
    unit->loading = true;
    unit->bytes = bytes;
    cache->held += bytes;
    cache->peak = cache->held > cache->peak ? cache->held : cache->peak;
    cache->loads++;
    (void)pthread_mutex_unlock(&cache->mutex);
    values = values != NULL ? values : malloc(bytes);
    const enum kauri_status status =
        values != NULL ? cache->load(cache->context, worker, source, number, values, error)
                       : kauri_fail(error, KAURI_RESOURCE, "out of memory for decoded blocks");
    (void)pthread_mutex_lock(&cache->mutex);
    unit->loading = false;
    if (status == KAURI_OK) {
        unit->values = values;
    } else {
        free(values);
        cache->held -= bytes;
    }
    (void)pthread_cond_broadcast(&cache->loaded);
    return status;
}

enum kauri_status kauri_unit_cache_acquire(struct kauri_unit_cache *cache, unsigned worker,
                                           unsigned source, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct unit *unit = &cache->units[cache->first[source] + number];
    (void)pthread_mutex_lock(&cache->mutex);
    while (unit->loading) {
        (void)pthread_cond_wait(&cache->loaded, &cache->mutex);
    }
    unit->used_at = ++cache->clock;
    if (unit->values == NULL) {
        status = load(cache, worker, source, number, unit, bytes, error);
    }
    if (status == KAURI_OK) {
        unit->users++;
        *values = unit->values;
    }
    (void)pthread_mutex_unlock(&cache->mutex);
    return status;
}

void kauri_unit_cache_release(struct kauri_unit_cache *cache, unsigned source, uint64_t number)
{
    (void)pthread_mutex_lock(&cache->mutex);
    cache->units[cache->first[source] + number].users--;
    (void)pthread_mutex_unlock(&cache->mutex);
}

uint64_t kauri_unit_cache_peak(struct kauri_unit_cache *cache)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const uint64_t peak = cache->peak;
    (void)pthread_mutex_unlock(&cache->mutex);
    return peak;
}

uint64_t kauri_unit_cache_loads(struct kauri_unit_cache *cache)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const uint64_t loads = cache->loads;
    (void)pthread_mutex_unlock(&cache->mutex);
    return loads;
}
