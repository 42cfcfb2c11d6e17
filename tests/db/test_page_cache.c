// The page cache: pages are loaded once while there is room, again when there was none, never twice
// at the same time, and never evicted while they are pinned.
#include "tests/test.h"

#include "common/loop.h"
#include "db/page_cache.h"
#include "tests/rules/positions.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { LAYERS = 2, PAGES = 16, BYTES = 1000 };

struct loads {
    atomic_uint of[LAYERS][PAGES];
    atomic_uint failing; // page that cannot be loaded; PAGES: none
    atomic_uint slow;    // milliseconds that a load takes
    atomic_uint wrong;   // pinned pages whose contents are not theirs
};

static uint8_t mark(unsigned layer, uint64_t page)
{
    return (uint8_t)(layer * PAGES + page + 1);
}

static enum kauri_status load(void *context, unsigned worker, unsigned layer, uint64_t page,
                              void *values, struct kauri_error *error)
{
    (void)worker;
    struct loads *loads = context;
    loads->of[layer][page]++;
    if (loads->slow > 0) {
        const struct timespec pause = {.tv_nsec = 1000000L * (long)loads->slow};
        (void)nanosleep(&pause, NULL);
    }
    if (page == loads->failing) {
        return kauri_fail(error, KAURI_CORRUPT, "page %u is damaged", (unsigned)page);
    }
    memset(values, mark(layer, page), BYTES);
    return KAURI_OK;
}

static struct kauri_page_cache *make(struct loads *loads, uint64_t memory)
{
    struct kauri_page_cache *cache = NULL;
    memset(loads, 0, sizeof *loads);
    loads->failing = PAGES;
    assert_int_equal(kauri_page_cache_new(LAYERS, memory, load, loads, &cache, NULL), KAURI_OK);
    for (unsigned layer = 0; layer < LAYERS; layer++) {
        assert_int_equal(kauri_page_cache_add(cache, layer, PAGES, NULL), KAURI_OK);
    }
    return cache;
}

static void expect_page(struct kauri_page_cache *cache, unsigned layer, uint64_t page)
{
    const void *values = NULL;
    assert_int_equal(kauri_page_cache_acquire(cache, 0, layer, page, BYTES, &values, NULL),
                     KAURI_OK);
    assert_int_equal(((const uint8_t *)values)[BYTES - 1], mark(layer, page));
    kauri_page_cache_release(cache, layer, page);
}

static bool is_present(struct kauri_page_cache *cache, unsigned layer, uint64_t page)
{
    const uint8_t *values = kauri_page_cache_acquire_present(cache, layer, page);
    if (values != NULL) {
        assert_int_equal(values[BYTES - 1], mark(layer, page));
        kauri_page_cache_release(cache, layer, page);
    }
    return values != NULL;
}

TEST(pages_stay_while_there_is_room)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 4 * BYTES);
    for (unsigned turn = 0; turn < 3; turn++) {
        for (uint64_t page = 0; page < 4; page++) {
            expect_page(cache, 1, page);
            assert_int_equal(loads.of[1][page], 1);
        }
    }
    // A fifth page replaces the one loaded first, because all were used since.
    expect_page(cache, 0, 7);
    expect_page(cache, 1, 1);
    assert_int_equal(loads.of[1][1], 1);
    expect_page(cache, 1, 0);
    assert_int_equal(loads.of[1][0], 2);
    assert_int_equal(kauri_page_cache_peak(cache), 4 * BYTES);
    assert_int_equal(kauri_page_cache_loads(cache), 6);
    kauri_page_cache_free(cache);
    kauri_page_cache_free(NULL);
}

// The page that was loaded first is the next to go, unless it was used since the hand passed it.
TEST(a_touched_page_gets_a_second_chance)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 3 * BYTES);
    for (uint64_t page = 0; page <= 3; page++) {
        expect_page(cache, 0, page);
    }
    assert_false(is_present(cache, 0, 0)); // the hand passed all three and came back to it
    expect_page(cache, 0, 1);
    expect_page(cache, 0, 4);
    assert_true(is_present(cache, 0, 1));
    assert_false(is_present(cache, 0, 2));
    assert_true(is_present(cache, 0, 3));
    assert_true(is_present(cache, 0, 4));
    kauri_page_cache_free(cache);
}

// Pages of the kept layer outlast those of the other, which were used later.
TEST(pages_of_a_kept_layer_stay_longer)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 3 * BYTES);
    kauri_page_cache_keep(cache, 1, 4);
    expect_page(cache, 1, 0);
    for (uint64_t page = 0; page < 4; page++) {
        expect_page(cache, 0, page);
    }
    assert_true(is_present(cache, 1, 0));
    assert_false(is_present(cache, 0, 0));
    assert_false(is_present(cache, 0, 1));
    kauri_page_cache_free(cache);
}

TEST(a_kept_page_goes_in_the_end)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 2 * BYTES);
    kauri_page_cache_keep(cache, 1, 4);
    expect_page(cache, 1, 0);
    for (uint64_t page = 0; page < PAGES; page++) {
        expect_page(cache, 0, page);
    }
    assert_false(is_present(cache, 1, 0));
    kauri_page_cache_free(cache);
}

TEST(presence_is_asked_without_loading)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 2 * BYTES);
    assert_false(is_present(cache, 0, 3));
    assert_int_equal(kauri_page_cache_loads(cache), 0);
    expect_page(cache, 0, 3);
    assert_true(is_present(cache, 0, 3));
    assert_false(is_present(cache, 1, 3));
    // Such a pin holds as well.
    const uint8_t *values = kauri_page_cache_acquire_present(cache, 0, 3);
    for (uint64_t page = 4; page < PAGES; page++) {
        expect_page(cache, 0, page);
    }
    assert_int_equal(values[0], mark(0, 3));
    kauri_page_cache_release(cache, 0, 3);
    // Under a smaller bound, the next load evicts all others.
    kauri_page_cache_bound(cache, 0);
    expect_page(cache, 1, 0);
    assert_false(is_present(cache, 0, 3));
    assert_true(is_present(cache, 1, 0));
    kauri_page_cache_free(cache);
}

TEST(dropped_pages_leave_their_memory)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 3 * BYTES);
    const void *values = NULL;
    expect_page(cache, 0, 0);
    expect_page(cache, 0, 1);
    kauri_page_cache_drop(cache, 0, 0);
    kauri_page_cache_drop(cache, 0, 0); // is absent
    kauri_page_cache_drop(cache, 1, 5); // was never there
    assert_false(is_present(cache, 0, 0));
    expect_page(cache, 1, 2);
    assert_int_equal(kauri_page_cache_peak(cache), 2 * BYTES);
    // What is pinned stays.
    assert_int_equal(kauri_page_cache_acquire(cache, 0, 0, 3, BYTES, &values, NULL), KAURI_OK);
    kauri_page_cache_drop(cache, 0, 3);
    assert_true(is_present(cache, 0, 3));
    kauri_page_cache_release(cache, 0, 3);
    // The memory of several pages serves others, and is given back when the bound wants that.
    kauri_page_cache_drop(cache, 0, 3);
    kauri_page_cache_drop(cache, 0, 1);
    expect_page(cache, 0, 4);
    kauri_page_cache_drop(cache, 1, 2);
    kauri_page_cache_bound(cache, BYTES);
    expect_page(cache, 0, 5);
    expect_page(cache, 0, 0);
    assert_int_equal(loads.of[0][0], 2);
    assert_false(is_present(cache, 0, 5));
    assert_int_equal(kauri_page_cache_peak(cache), 3 * BYTES);
    kauri_page_cache_free(cache);
}

TEST(pinned_pages_stay_without_room)
{
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, 0);
    const void *values[3];
    for (uint64_t page = 0; page < 3; page++) {
        assert_int_equal(kauri_page_cache_acquire(cache, 0, 0, page, BYTES, &values[page], NULL),
                         KAURI_OK);
    }
    for (uint64_t page = 0; page < 3; page++) {
        assert_int_equal(((const uint8_t *)values[page])[0], mark(0, page));
        expect_page(cache, 0, page); // a second pin
        assert_int_equal(loads.of[0][page], 1);
    }
    assert_int_equal(kauri_page_cache_peak(cache), 3 * BYTES);
    for (uint64_t page = 0; page < 3; page++) {
        kauri_page_cache_release(cache, 0, page);
    }
    expect_page(cache, 1, 5);
    expect_page(cache, 0, 0);
    assert_int_equal(loads.of[0][0], 2);
    kauri_page_cache_free(cache);
}

TEST(a_failed_load_is_reported_and_tried_again)
{
    struct loads loads;
    struct kauri_error error;
    const void *values = NULL;
    struct kauri_page_cache *cache = make(&loads, 4 * BYTES);
    loads.failing = 3;
    assert_int_equal(kauri_page_cache_acquire(cache, 0, 0, 3, BYTES, &values, &error),
                     KAURI_CORRUPT);
    assert_string_equal(error.message, "page 3 is damaged");
    assert_false(is_present(cache, 0, 3));
    loads.failing = PAGES;
    expect_page(cache, 0, 3);
    kauri_page_cache_free(cache);
}

// A page count whose memory cannot be counted is refused; any other costs nothing before its pages
// are used.
TEST(a_layer_too_large_is_refused)
{
    struct loads loads;
    struct kauri_page_cache *cache = NULL;
    memset(&loads, 0, sizeof loads);
    assert_int_equal(kauri_page_cache_new(1, 0, load, &loads, &cache, NULL), KAURI_OK);
    assert_int_equal(kauri_page_cache_add(cache, 0, UINT64_MAX / 2, NULL), KAURI_RESOURCE);
    assert_int_equal(kauri_page_cache_add(cache, 0, 1 << 20, NULL), KAURI_OK);
    assert_null(kauri_page_cache_acquire_present(cache, 0, (1 << 20) - 1));
    kauri_page_cache_free(cache);
}

// Pages of two sizes, at random, in a cache that has room for a few.
TEST(pages_of_two_sizes_come_and_go)
{
    enum { MEMORY = 5 * BYTES };
    struct loads loads;
    struct kauri_page_cache *cache = make(&loads, MEMORY);
    uint64_t random = 1;
    for (unsigned i = 0; i < 3000; i++) {
        const unsigned layer = random_below(&random, LAYERS);
        const uint64_t page = random_below(&random, PAGES);
        const size_t bytes = (layer + 1) * (size_t)BYTES;
        const void *values = NULL;
        assert_int_equal(kauri_page_cache_acquire(cache, 0, layer, page, bytes, &values, NULL),
                         KAURI_OK);
        assert_int_equal(((const uint8_t *)values)[0], mark(layer, page));
        kauri_page_cache_release(cache, layer, page);
        assert_true(kauri_page_cache_peak(cache) <= MEMORY);
    }
    kauri_page_cache_free(cache);
}

// For the threads below.
struct pinning {
    struct kauri_page_cache *cache;
    struct loads *loads;
    uint64_t hold; // pages that a thread has pinned at a time
};

static void check(struct pinning *pinning, unsigned layer, uint64_t page, const void *values)
{
    for (unsigned i = 0; i < BYTES; i++) {
        pinning->loads->wrong += ((const uint8_t *)values)[i] != mark(layer, page);
    }
}

// Pins some pages, checks all of them once the last is pinned, and releases them.
static void use(void *context, unsigned worker, uint64_t index)
{
    struct pinning *pinning = context;
    const void *values[4] = {NULL};
    for (uint64_t i = 0; i < pinning->hold; i++) {
        const unsigned layer = (unsigned)((index + i) * 7 % LAYERS);
        const uint64_t page = (index + i) * (index + i) % PAGES;
        // Some pages are pinned only if they are present.
        if (index % 3 == 0) {
            values[i] = kauri_page_cache_acquire_present(pinning->cache, layer, page);
        } else if (kauri_page_cache_acquire(pinning->cache, worker, layer, page, BYTES, &values[i],
                                            NULL) != KAURI_OK) {
            pinning->loads->wrong++;
        }
    }
    for (uint64_t i = 0; i < pinning->hold; i++) {
        const unsigned layer = (unsigned)((index + i) * 7 % LAYERS);
        const uint64_t page = (index + i) * (index + i) % PAGES;
        if (values[i] != NULL) {
            check(pinning, layer, page, values[i]);
            kauri_page_cache_release(pinning->cache, layer, page);
        }
    }
}

TEST(threads_share_a_small_cache)
{
    for (uint64_t hold = 1; hold <= 4; hold++) {
        for (uint64_t capacity = 0; capacity <= 6; capacity += 3) {
            struct loads loads;
            struct pinning pinning = {make(&loads, capacity * BYTES), &loads, hold};
            kauri_loop_for(8, 6000, 1, use, &pinning);
            assert_int_equal(loads.wrong, 0);
            // Nothing but pinned pages is kept above the bound.
            const uint64_t maximum = 8 * hold > capacity ? 8 * hold : capacity;
            assert_true(kauri_page_cache_peak(pinning.cache) <= maximum * BYTES);
            kauri_page_cache_free(pinning.cache);
        }
    }
}

static void *want_one(void *context)
{
    struct pinning *pinning = context;
    const void *values = NULL;
    if (kauri_page_cache_acquire(pinning->cache, 0, 1, 9, BYTES, &values, NULL) != KAURI_OK) {
        pinning->loads->wrong++;
        return NULL;
    }
    check(pinning, 1, 9, values);
    kauri_page_cache_release(pinning->cache, 1, 9);
    return NULL;
}

TEST(threads_wait_for_a_page_that_one_loads)
{
    enum { THREADS = 8 };
    struct loads loads;
    struct pinning pinning = {make(&loads, 0), &loads, 1};
    pthread_t threads[THREADS];
    loads.slow = 100;
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, want_one, &pinning), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(loads.wrong, 0);
    assert_int_equal(loads.of[1][9], 1);
    kauri_page_cache_free(pinning.cache);
}
