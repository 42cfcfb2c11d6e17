#include "db/page_cache.h"

#include "common/memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The state of a page: the number of pins in the low bits, and flags.
//
//   absent --(loader, mutex)--> LOADING --(loader, mutex)--> PRESENT --(evictor, mutex)--> absent
//
// A reader adds a pin first and then looks at the flags as they were at that moment. If PRESENT was
// set, the page stays until the pin is removed, because the evictor clears PRESENT only by a
// compare-and-exchange on a state without pins. If it was not set, the pin has no effect and is
// removed again.
enum {
    PRESENT = 1 << 30,
    LOADING = 1 << 29,
    TOUCHED = 1 << 28, // loaded or acquired since the clock hand passed it
    PINS = TOUCHED - 1,
};

// Each page has a cache line of its own, so that threads that pin neighbouring pages do not
// contend.
#define LINE 64

struct page {
    _Alignas(LINE) atomic_uint state;
    size_t bytes;
    void *values; // set while LOADING, valid while PRESENT
    // Protected by the mutex: the number of times that the hand passes the page after its last use,
    // the number of times left, and a circular list of the pages that are present.
    uint8_t passes;
    uint8_t passes_left;
    struct page *next;
    struct page *previous;
};

struct cache_layer {
    void *memory;
    _Atomic(struct page *) pages; // inside `memory`; NULL before the layer is added
    uint64_t count;
    uint8_t passes; // how often the hand passes a page of the layer, at first
};

struct kauri_page_cache {
    kauri_page_load *load;
    void *context;
    unsigned layer_count;
    struct cache_layer *layers;
    pthread_mutex_t mutex; // protects everything below
    pthread_cond_t loaded;
    struct page *hand; // next page to consider for eviction; NULL when no page is present
    uint64_t memory;
    uint64_t held;
    uint64_t peak;
    // Memory of pages that were dropped, which is held: each piece begins with the address of the
    // next. All have the same size.
    void *spare;
    size_t spare_bytes;
    uint64_t loads;
};

enum kauri_status kauri_page_cache_new(unsigned layer_count, uint64_t memory, kauri_page_load *load,
                                       void *context, struct kauri_page_cache **cache,
                                       struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_page_cache *made = calloc(1, sizeof *made);
    // There is room for one more, because calloc(0) may return NULL.
    struct cache_layer *layers = calloc(layer_count + 1U, sizeof *layers);
    if (made == NULL || layers == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(layers);
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    (void)pthread_cond_init(&made->loaded, NULL);
    made->load = load;
    made->context = context;
    made->layer_count = layer_count;
    made->layers = layers;
    made->memory = memory;
    *cache = made;
    return KAURI_OK;
}

// Takes memory of a page that was dropped; NULL if there is none. The mutex is held.
static void *take_spare(struct kauri_page_cache *cache)
{
    void *taken = cache->spare;
    if (taken != NULL) {
        memcpy(&cache->spare, taken, sizeof cache->spare);
    }
    return taken;
}

void kauri_page_cache_free(struct kauri_page_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    while (cache->spare != NULL) {
        kauri_large_free(take_spare(cache), cache->spare_bytes);
    }
    struct page *page = cache->hand;
    while (page != NULL) {
        struct page *next = page->next != cache->hand ? page->next : NULL;
        kauri_large_free(page->values, page->bytes);
        page = next;
    }
    for (unsigned i = 0; i < cache->layer_count; i++) {
        free(cache->layers[i].memory);
    }
    free(cache->layers);
    (void)pthread_mutex_destroy(&cache->mutex);
    (void)pthread_cond_destroy(&cache->loaded);
    free(cache);
}

uint64_t kauri_page_cache_index_bytes(uint64_t page_count)
{
    return page_count * sizeof(struct page) + LINE;
}

enum kauri_status kauri_page_cache_add(struct kauri_page_cache *cache, unsigned layer,
                                       uint64_t page_count, struct kauri_error *error)
{
    struct cache_layer *added = &cache->layers[layer];
    if (page_count > (SIZE_MAX - LINE) / sizeof(struct page) ||
        (added->memory = calloc((size_t)kauri_page_cache_index_bytes(page_count), 1)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    added->count = page_count;
    added->passes = 1;
    // calloc aligns to less than a cache line. aligned_alloc would need a memset, which touches all
    // of the memory.
    uint8_t *at = added->memory;
    at += (LINE - (uintptr_t)at % LINE) % LINE;
    atomic_store_explicit(&added->pages, (struct page *)(void *)at, memory_order_release);
    return KAURI_OK;
}

void kauri_page_cache_keep(struct kauri_page_cache *cache, unsigned layer, unsigned passes)
{
    assert(passes >= 1 && passes <= UINT8_MAX);
    cache->layers[layer].passes = (uint8_t)passes;
}

void kauri_page_cache_bound(struct kauri_page_cache *cache, uint64_t memory)
{
    (void)pthread_mutex_lock(&cache->mutex);
    cache->memory = memory;
    (void)pthread_mutex_unlock(&cache->mutex);
}

static struct page *page_of(struct kauri_page_cache *cache, unsigned layer, uint64_t number)
{
    struct page *pages = atomic_load_explicit(&cache->layers[layer].pages, memory_order_acquire);
    assert(pages != NULL && number < cache->layers[layer].count);
    return pages + number;
}

// Pins the page if it is present.
static bool pin(struct page *page)
{
    // Test first, so that a look at an absent page does not write to its cache line.
    if ((atomic_load_explicit(&page->state, memory_order_relaxed) & PRESENT) == 0) {
        return false;
    }
    const unsigned before = atomic_fetch_add_explicit(&page->state, 1, memory_order_acquire);
    if ((before & PRESENT) == 0) {
        (void)atomic_fetch_sub_explicit(&page->state, 1, memory_order_relaxed);
        return false;
    }
    if ((before & TOUCHED) == 0) {
        (void)atomic_fetch_or_explicit(&page->state, TOUCHED, memory_order_relaxed);
    }
    return true;
}

// Inserts the page just before the hand, so that the hand reaches it last.
static void insert(struct kauri_page_cache *cache, struct page *page)
{
    if (cache->hand == NULL) {
        page->next = page;
        page->previous = page;
        cache->hand = page;
        return;
    }
    page->next = cache->hand;
    page->previous = cache->hand->previous;
    page->previous->next = page;
    page->next->previous = page;
}

// Removes the page from the list. If the hand is there, it moves on.
static void take_out(struct kauri_page_cache *cache, struct page *page)
{
    if (cache->hand == page) {
        cache->hand = page->next != page ? page->next : NULL;
    }
    page->next->previous = page->previous;
    page->previous->next = page->next;
}

// Makes a page absent whose state is still `state`, which has no pins, and takes it out. Pairs with
// the release in kauri_page_cache_release: readers are done with the values. The mutex is held.
static bool make_absent(struct kauri_page_cache *cache, struct page *page, unsigned state)
{
    const bool done = atomic_compare_exchange_strong_explicit(
        &page->state, &state, state & ~(unsigned)(PRESENT | TOUCHED), memory_order_acquire,
        memory_order_relaxed);
    if (done) {
        take_out(cache, page);
    }
    return done;
}

// Moves the hand to a page that is not pinned and has been passed often enough since it was last
// touched, and removes that page from the list. Returns NULL if all pages are pinned. The mutex is
// held.
static struct page *evict_one(struct kauri_page_cache *cache)
{
    struct page *stop = NULL; // where a run of pinned pages began; reached again, all are pinned
    while (cache->hand != NULL && cache->hand != stop) {
        struct page *page = cache->hand;
        const unsigned state = atomic_load_explicit(&page->state, memory_order_relaxed);
        if ((state & PINS) != 0) {
            stop = stop == NULL ? page : stop;
        } else if ((state & TOUCHED) != 0) {
            (void)atomic_fetch_and_explicit(&page->state, ~(unsigned)TOUCHED, memory_order_relaxed);
            page->passes_left = (uint8_t)(page->passes - 1);
            stop = NULL;
        } else if (page->passes_left > 0) {
            page->passes_left--;
            stop = NULL;
        } else {
            if (make_absent(cache, page, state)) {
                return page;
            }
            continue; // the page was pinned in the meantime; look again
        }
        cache->hand = page->next;
    }
    return NULL;
}

// Evicts pages until `wanted` more bytes fit or all pages are pinned. The mutex is held. Returns
// the memory of an evicted or dropped page of exactly this size, as most are, or NULL. Reusing it
// is free.
static void *make_room(struct kauri_page_cache *cache, size_t wanted)
{
    void *buffer = cache->spare_bytes == wanted ? take_spare(cache) : NULL;
    cache->held -= buffer != NULL ? wanted : 0;
    while (cache->held + wanted > cache->memory) {
        void *spare = take_spare(cache);
        if (spare != NULL) {
            kauri_large_free(spare, cache->spare_bytes);
            cache->held -= cache->spare_bytes;
            continue;
        }
        struct page *page = evict_one(cache);
        if (page == NULL) {
            break;
        }
        if (buffer == NULL && page->bytes == wanted) {
            buffer = page->values;
        } else {
            kauri_large_free(page->values, page->bytes);
        }
        page->values = NULL;
        cache->held -= page->bytes;
    }
    return buffer;
}

// Loads an absent page and pins it. The mutex is held on entry and on return, but not during the
// load itself.
static enum kauri_status load(struct kauri_page_cache *cache, unsigned worker, unsigned layer,
                              uint64_t number, struct page *page, size_t bytes,
                              struct kauri_error *error)
{
    (void)atomic_fetch_add_explicit(&page->state, LOADING, memory_order_relaxed);
    void *values = make_room(cache, bytes);
    cache->held += bytes;
    cache->peak = cache->held > cache->peak ? cache->held : cache->peak;
    cache->loads++;
    (void)pthread_mutex_unlock(&cache->mutex);
    values = values != NULL ? values : kauri_large_new(bytes);
    const enum kauri_status status =
        values != NULL ? cache->load(cache->context, worker, layer, number, values, error)
                       : kauri_fail(error, KAURI_RESOURCE, "out of memory for decoded pages");
    (void)pthread_mutex_lock(&cache->mutex);
    if (status == KAURI_OK) {
        page->values = values;
        page->bytes = bytes;
        page->passes = cache->layers[layer].passes;
        insert(cache, page);
        // LOADING becomes PRESENT and TOUCHED, with one pin. Addition rather than a store, because
        // readers that find the page absent may be adding and removing their pins at the same time.
        (void)atomic_fetch_add_explicit(&page->state, PRESENT + TOUCHED - LOADING + 1,
                                        memory_order_release);
    } else {
        kauri_large_free(values, bytes);
        cache->held -= bytes;
        (void)atomic_fetch_sub_explicit(&page->state, LOADING, memory_order_relaxed);
    }
    (void)pthread_cond_broadcast(&cache->loaded);
    return status;
}

enum kauri_status kauri_page_cache_acquire(struct kauri_page_cache *cache, unsigned worker,
                                           unsigned layer, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct page *page = page_of(cache, layer, number);
    if (!pin(page)) {
        (void)pthread_mutex_lock(&cache->mutex);
        while ((atomic_load_explicit(&page->state, memory_order_relaxed) & LOADING) != 0) {
            (void)pthread_cond_wait(&cache->loaded, &cache->mutex);
        }
        // Pages appear and disappear only under the mutex: the page is present now, or this thread
        // loads it.
        if (!pin(page)) {
            status = load(cache, worker, layer, number, page, bytes, error);
        }
        (void)pthread_mutex_unlock(&cache->mutex);
    }
    if (status == KAURI_OK) {
        *values = page->values;
    }
    return status;
}

const void *kauri_page_cache_acquire_present(struct kauri_page_cache *cache, unsigned layer,
                                             uint64_t number)
{
    struct page *page = page_of(cache, layer, number);
    return pin(page) ? page->values : NULL;
}

void kauri_page_cache_release(struct kauri_page_cache *cache, unsigned layer, uint64_t number)
{
    // Pairs with the acquire in make_absent.
    (void)atomic_fetch_sub_explicit(&page_of(cache, layer, number)->state, 1, memory_order_release);
}

void kauri_page_cache_drop(struct kauri_page_cache *cache, unsigned layer, uint64_t number)
{
    struct page *page = page_of(cache, layer, number);
    (void)pthread_mutex_lock(&cache->mutex);
    const unsigned state = atomic_load_explicit(&page->state, memory_order_relaxed);
    // A page that is pinned at this moment stays.
    if ((state & PRESENT) != 0 && (state & PINS) == 0 && make_absent(cache, page, state)) {
        if (page->bytes >= sizeof cache->spare &&
            (cache->spare == NULL || cache->spare_bytes == page->bytes)) {
            memcpy(page->values, &cache->spare, sizeof cache->spare);
            cache->spare = page->values;
            cache->spare_bytes = page->bytes;
        } else {
            kauri_large_free(page->values, page->bytes);
            cache->held -= page->bytes;
        }
        page->values = NULL;
    }
    (void)pthread_mutex_unlock(&cache->mutex);
}

uint64_t kauri_page_cache_peak(struct kauri_page_cache *cache)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const uint64_t peak = cache->peak;
    (void)pthread_mutex_unlock(&cache->mutex);
    return peak;
}

uint64_t kauri_page_cache_loads(struct kauri_page_cache *cache)
{
    (void)pthread_mutex_lock(&cache->mutex);
    const uint64_t loads = cache->loads;
    (void)pthread_mutex_unlock(&cache->mutex);
    return loads;
}
