#include "waurie/solver/block_cache.h"

#include "common/memory.h"
#include "waurie/layer_file.h"
#include "waurie/solver/sowing.h"

#include <limits.h>
#include <stdlib.h>

struct waurie_block_cache {
    const struct waurie_block_cache_request *request;
    struct waurie_lower lower;
    unsigned stored_most;
    struct kauri_reader *reader[WAURIE_SEEDS_MAX + 1]; // by seeds fewer
    struct waurie_block_set *wants;                    // by pair
    unsigned pairs;
    unsigned pair; // the one being solved
    uint64_t bytes;
    struct waurie_block_cache_counts counts;
    struct kauri_progress progress; // without reports
};

static uint64_t block_words(const struct waurie_layer *layer, unsigned own)
{
    return (uint64_t)layer->lines[own] * layer->line_words[own];
}

static uint64_t block_bytes(const struct waurie_block_cache *cache, unsigned stored, unsigned own)
{
    const struct waurie_block_cache_request *request = cache->request;
    return block_words(&request->layer[request->seeds - stored], own) * sizeof(uint64_t);
}

// The next pair that wants a block; UINT_MAX if none does.
static unsigned next_use(const struct waurie_block_cache *cache, unsigned stored, unsigned own)
{
    for (unsigned pair = cache->pair; pair < cache->pairs; pair++) {
        if (cache->wants[pair].has[stored][own]) {
            return pair;
        }
    }
    return UINT_MAX;
}

static void drop(struct waurie_block_cache *cache, unsigned stored, unsigned own)
{
    kauri_large_free(cache->lower.block[stored][own], block_bytes(cache, stored, own));
    cache->lower.block[stored][own] = NULL;
    cache->bytes -= block_bytes(cache, stored, own);
}

// Drops the block that is wanted last, but none of *kept; returns whether there was one.
static bool drop_one(struct waurie_block_cache *cache, const struct waurie_block_set *kept)
{
    bool found = false;
    unsigned latest = 0;
    unsigned latest_stored = 0;
    unsigned latest_own = 0;
    for (unsigned stored = 1; stored <= cache->stored_most; stored++) {
        for (unsigned own = 0; own <= WAURIE_SEEDS_MAX; own++) {
            if (cache->lower.block[stored][own] != NULL && !kept->has[stored][own]) {
                const unsigned use = next_use(cache, stored, own);
                if (!found || use > latest) {
                    found = true;
                    latest = use;
                    latest_stored = stored;
                    latest_own = own;
                }
            }
        }
    }
    if (found) {
        drop(cache, latest_stored, latest_own);
    }
    return found;
}

static enum kauri_status load(struct waurie_block_cache *cache, unsigned stored, unsigned own,
                              struct kauri_error *error)
{
    const struct waurie_block_cache_request *request = cache->request;
    const struct waurie_layer *layer = &request->layer[request->seeds - stored];
    const uint64_t bytes = block_bytes(cache, stored, own);
    const double begin = kauri_clock_seconds();
    uint64_t *words = kauri_large_new(bytes);
    if (words == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    const enum kauri_status status = waurie_file_read_words(
        cache->reader[stored], layer, layer->block[own], block_words(layer, own), request->threads,
        &cache->progress, words, error);
    if (status != KAURI_OK) {
        kauri_large_free(words, bytes);
        return status;
    }
    cache->lower.block[stored][own] = words;
    cache->bytes += bytes;
    cache->counts.blocks++;
    cache->counts.bytes += bytes;
    cache->counts.most = cache->bytes > cache->counts.most ? cache->bytes : cache->counts.most;
    cache->counts.seconds += kauri_clock_seconds() - begin;
    return KAURI_OK;
}

// Loads as many of the wanted blocks as fit.
static enum kauri_status hold(void *context, const struct waurie_block_set *wanted,
                              struct kauri_error *error)
{
    struct waurie_block_cache *cache = context;
    bool any = false;
    for (unsigned stored = 1; stored <= cache->stored_most; stored++) {
        for (unsigned own = 0; own <= WAURIE_SEEDS_MAX; own++) {
            any = any || (wanted->has[stored][own] && cache->lower.block[stored][own] != NULL);
        }
    }
    for (unsigned stored = 1; stored <= cache->stored_most; stored++) {
        for (unsigned own = 0; own <= WAURIE_SEEDS_MAX; own++) {
            if (!wanted->has[stored][own] || cache->lower.block[stored][own] != NULL) {
                continue;
            }
            const uint64_t bytes = block_bytes(cache, stored, own);
            bool fits = cache->bytes + bytes <= cache->request->memory;
            while (!fits && drop_one(cache, wanted)) {
                fits = cache->bytes + bytes <= cache->request->memory;
            }
            if (fits) {
                const enum kauri_status status = load(cache, stored, own, error);
                if (status != KAURI_OK) {
                    return status;
                }
                any = true;
            }
        }
    }
    return any ? KAURI_OK
               : kauri_fail(error, KAURI_INTERNAL, "the memory is too small for a block");
}

enum kauri_status waurie_block_cache_new(const struct waurie_block_cache_request *request,
                                         struct waurie_block_cache **cache,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *cache = NULL;
    struct waurie_block_cache *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    made->request = request;
    made->lower.hold = hold;
    made->lower.context = made;
    made->progress = kauri_progress_silent(request->progress);
    made->stored_most = waurie_stored_most(&request->rules, request->pits, request->seeds);
    made->pairs = request->seeds / 2 + 1;
    made->wants = calloc(made->pairs, sizeof *made->wants);
    if (made->wants == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    for (unsigned first = 0; first < made->pairs; first++) {
        if (first > 0) {
            waurie_lower_wants(&request->rules, request->pits, request->seeds, first,
                               &made->wants[first]);
        }
        if (request->seeds > first && (first > 0 || request->rules.at_turn)) {
            waurie_lower_wants(&request->rules, request->pits, request->seeds,
                               request->seeds - first, &made->wants[first]);
        }
    }
    for (unsigned s = 1; s <= made->stored_most; s++) {
        KAURI_TRY(waurie_file_open(request->folder, &request->rules,
                                   &request->layer[request->seeds - s], &made->reader[s], error));
    }
    *cache = made;
    made = NULL;
cleanup:
    waurie_block_cache_free(made);
    return status;
}

void waurie_block_cache_free(struct waurie_block_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    for (unsigned stored = 0; stored <= WAURIE_SEEDS_MAX; stored++) {
        for (unsigned own = 0; own <= WAURIE_SEEDS_MAX; own++) {
            if (cache->lower.block[stored][own] != NULL) {
                drop(cache, stored, own);
            }
        }
        kauri_reader_close(cache->reader[stored]);
    }
    free(cache->wants);
    free(cache);
}

struct waurie_lower *waurie_block_cache_lower(struct waurie_block_cache *cache)
{
    return &cache->lower;
}

void waurie_block_cache_turn(struct waurie_block_cache *cache, unsigned first)
{
    cache->pair = first;
}

struct waurie_block_cache_counts waurie_block_cache_counts(const struct waurie_block_cache *cache)
{
    return cache->counts;
}

uint64_t waurie_block_cache_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds)
{
    uint64_t most = 0;
    const unsigned stored_most = waurie_stored_most(rules, pits, seeds);
    for (unsigned stored = 1; stored <= stored_most; stored++) {
        struct waurie_layer layer;
        waurie_layer_make(pits, seeds - stored, &layer);
        for (unsigned own = 0; own <= layer.seeds; own++) {
            const uint64_t bytes = block_words(&layer, own) * sizeof(uint64_t);
            most = bytes > most ? bytes : most;
        }
    }
    return most;
}
