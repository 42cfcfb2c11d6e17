#include "db/page_cache.h"

#include "common/checked.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// The state of a page: its pins, which count in the low bits, and flags.
//
//   absent --(loader, mutex)--> LOADING --(loader, mutex)--> PRESENT --(evictor, mutex)--> absent
//
// A reader adds a pin first and looks at the flags it had at that moment. Where PRESENT was set,
// the page cannot go before the pin is given up, because the evictor clears PRESENT only by
// exchanging a state without pins. Where it was not set, the pin meant nothing and is taken back.
enum {
    PRESENT = 1 << 30,
    LOADING = 1 << 29,
    TOUCHED = 1 << 28, // acquired since the clock hand passed
    PINS = TOUCHED - 1,
};

// A cache line each, so that threads that pin neighbouring pages do not disturb one another.
#define LINE 64

struct page {
    _Alignas(LINE) atomic_uint state;
    size_t bytes;
    void *values; // set while LOADING, valid while PRESENT
    // Circle of the pages that are present; under the mutex.
    struct page *next;
    struct page *previous;
};

struct cache_source {
    void *memory;
    _Atomic(struct page *) pages; // inside `memory`; NULL before the source is added
    uint64_t count;
};

struct kauri_page_cache {
    kauri_page_load *load;
    void *context;
    unsigned source_count;
    struct cache_source *sources;
    pthread_mutex_t mutex; // for all that follows
    pthread_cond_t loaded;
    struct page *hand; // the next to be considered for eviction; NULL when no page is present
    uint64_t memory;
    uint64_t held;
    uint64_t peak;
    uint64_t loads;
};

enum kauri_status kauri_page_cache_new(unsigned source_count, uint64_t memory,
                                       kauri_page_load *load, void *context,
                                       struct kauri_page_cache **cache, struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_page_cache *made = calloc(1, sizeof *made);
    // One more, so that it is never empty.
    struct cache_source *sources = calloc(source_count + 1U, sizeof *sources);
    if (made == NULL || sources == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(sources);
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    (void)pthread_cond_init(&made->loaded, NULL);
    made->load = load;
    made->context = context;
    made->source_count = source_count;
    made->sources = sources;
    made->memory = memory;
    *cache = made;
    return KAURI_OK;
}

void kauri_page_cache_free(struct kauri_page_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    struct page *page = cache->hand;
    while (page != NULL) {
        struct page *next = page->next != cache->hand ? page->next : NULL;
        free(page->values);
        page = next;
    }
    for (unsigned i = 0; i < cache->source_count; i++) {
        free(cache->sources[i].memory);
    }
    free(cache->sources);
    (void)pthread_mutex_destroy(&cache->mutex);
    (void)pthread_cond_destroy(&cache->loaded);
    free(cache);
}

enum kauri_status kauri_page_cache_add(struct kauri_page_cache *cache, unsigned source,
                                       uint64_t page_count, struct kauri_error *error)
{
    struct cache_source *added = &cache->sources[source];
    uint64_t bytes = 0;
    if (!kauri_checked_multiply(page_count, sizeof(struct page), &bytes) ||
        !kauri_checked_add(bytes, LINE, &bytes) || bytes > SIZE_MAX ||
        (added->memory = calloc((size_t)bytes, 1)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
    added->count = page_count;
    // calloc aligns to less than a line; aligned_alloc would have to be cleared, which touches all.
    uint8_t *at = added->memory;
    at += (LINE - (uintptr_t)at % LINE) % LINE;
    atomic_store_explicit(&added->pages, (struct page *)(void *)at, memory_order_release);
    return KAURI_OK;
}

void kauri_page_cache_bound(struct kauri_page_cache *cache, uint64_t memory)
{
    (void)pthread_mutex_lock(&cache->mutex);
    cache->memory = memory;
    (void)pthread_mutex_unlock(&cache->mutex);
}

static struct page *page_of(struct kauri_page_cache *cache, unsigned source, uint64_t number)
{
    struct page *pages = atomic_load_explicit(&cache->sources[source].pages, memory_order_acquire);
    assert(pages != NULL && number < cache->sources[source].count);
    return pages + number;
}

// Pins the page if it is present.
static bool pin(struct page *page)
{
    // Looked at first, so that pages that are absent are not written to.
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

// The last in the order of the clock: the hand comes to it after all others.
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

// Takes the page at the hand out of the circle; the hand moves on.
static struct page *take_at_hand(struct kauri_page_cache *cache)
{
    struct page *page = cache->hand;
    cache->hand = page->next != page ? page->next : NULL;
    page->next->previous = page->previous;
    page->previous->next = page->next;
    return page;
}

// Moves the hand to a page that is not pinned and was not touched since the hand passed it last,
// and takes that page away. NULL when all are pinned. The mutex is held.
static struct page *evict_one(struct kauri_page_cache *cache)
{
    struct page *stop = NULL; // the first page of a round in which every page was pinned
    while (cache->hand != NULL && cache->hand != stop) {
        struct page *page = cache->hand;
        unsigned state = atomic_load_explicit(&page->state, memory_order_relaxed);
        if ((state & PINS) != 0) {
            stop = stop == NULL ? page : stop;
        } else if ((state & TOUCHED) != 0) {
            (void)atomic_fetch_and_explicit(&page->state, ~(unsigned)TOUCHED, memory_order_relaxed);
            stop = NULL;
        } else {
            // Acquires what readers released: they are done with the values.
            if (atomic_compare_exchange_strong_explicit(
                    &page->state, &state, state & ~(unsigned)PRESENT, memory_order_acquire,
                    memory_order_relaxed)) {
                return take_at_hand(cache);
            }
            continue; // it was pinned in the meantime; look again
        }
        cache->hand = page->next;
    }
    return NULL;
}

// Evicts pages until `wanted` more bytes fit or all are pinned; the mutex is held. Returns the
// memory of one that had just this size, which most have, or NULL: using it again costs nothing,
// and leaves no holes as freeing and allocating by turns does.
static void *make_room(struct kauri_page_cache *cache, size_t wanted)
{
    void *room = NULL;
    while (cache->held + wanted > cache->memory) {
        struct page *page = evict_one(cache);
        if (page == NULL) {
            break;
        }
        if (room == NULL && page->bytes == wanted) {
            room = page->values;
        } else {
            free(page->values);
        }
        page->values = NULL;
        cache->held -= page->bytes;
    }
    return room;
}

// Loads a page that is absent, and pins it. The mutex is held on entry and on return, but not while
// the page is loaded.
static enum kauri_status load(struct kauri_page_cache *cache, unsigned worker, unsigned source,
                              uint64_t number, struct page *page, size_t bytes,
                              struct kauri_error *error)
{
    (void)atomic_fetch_add_explicit(&page->state, LOADING, memory_order_relaxed);
    void *values = make_room(cache, bytes);
    cache->held += bytes;
    cache->peak = cache->held > cache->peak ? cache->held : cache->peak;
    cache->loads++;
    (void)pthread_mutex_unlock(&cache->mutex);
    values = values != NULL ? values : malloc(bytes);
    const enum kauri_status status =
        values != NULL ? cache->load(cache->context, worker, source, number, values, error)
                       : kauri_fail(error, KAURI_RESOURCE, "out of memory for decoded pages");
    (void)pthread_mutex_lock(&cache->mutex);
    if (status == KAURI_OK) {
        page->values = values;
        page->bytes = bytes;
        insert(cache, page);
        // LOADING becomes PRESENT, with one pin; readers that look in vain may add and subtract
        // theirs at the same time.
        (void)atomic_fetch_add_explicit(&page->state, PRESENT - LOADING + 1, memory_order_release);
    } else {
        free(values);
        cache->held -= bytes;
        (void)atomic_fetch_sub_explicit(&page->state, LOADING, memory_order_relaxed);
    }
    (void)pthread_cond_broadcast(&cache->loaded);
    return status;
}

enum kauri_status kauri_page_cache_acquire(struct kauri_page_cache *cache, unsigned worker,
                                           unsigned source, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct page *page = page_of(cache, source, number);
    if (!pin(page)) {
        (void)pthread_mutex_lock(&cache->mutex);
        while ((atomic_load_explicit(&page->state, memory_order_relaxed) & LOADING) != 0) {
            (void)pthread_cond_wait(&cache->loaded, &cache->mutex);
        }
        // Pages come and go under the mutex only: it is present now, or this thread loads it.
        if (!pin(page)) {
            status = load(cache, worker, source, number, page, bytes, error);
        }
        (void)pthread_mutex_unlock(&cache->mutex);
    }
    if (status == KAURI_OK) {
        *values = page->values;
    }
    return status;
}

const void *kauri_page_cache_acquire_present(struct kauri_page_cache *cache, unsigned source,
                                             uint64_t number)
{
    struct page *page = page_of(cache, source, number);
    return pin(page) ? page->values : NULL;
}

void kauri_page_cache_release(struct kauri_page_cache *cache, unsigned source, uint64_t number)
{
    // Readers release what the evictor acquires.
    (void)atomic_fetch_sub_explicit(&page_of(cache, source, number)->state, 1,
                                    memory_order_release);
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
