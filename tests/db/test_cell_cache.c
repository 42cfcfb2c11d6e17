// The cache of cells: contents, bounds, memory, which cells stay, and threads that read cells
// while others replace them.
#include "tests/test.h"

#include "common/loop.h"
#include "common/memory.h"
#include "db/cell_cache.h"

#include <stdatomic.h>

static struct kauri_cell_cache *make(uint64_t bytes)
{
    struct kauri_cell_cache *cache = NULL;
    assert_int_equal(kauri_cell_cache_new(bytes, &cache, NULL), KAURI_OK);
    return cache;
}

// The bytes of the cell with a key, and how many there are.
static uint8_t byte_of(uint64_t key, size_t at)
{
    return (uint8_t)((key + 1) * 151 + at * 7 + (at >> 8));
}

static size_t size_of(uint64_t key)
{
    return 1 + (size_t)(key * 257 % KAURI_CELL_BYTES);
}

static void put(struct kauri_cell_cache *cache, uint64_t key)
{
    uint8_t bytes[KAURI_CELL_BYTES];
    for (size_t i = 0; i < size_of(key); i++) {
        bytes[i] = byte_of(key, i);
    }
    kauri_cell_cache_put(cache, key, bytes, size_of(key));
}

// Whether the cell is there. If it is, checks all of it.
static bool is_there(struct kauri_cell_cache *cache, uint64_t key)
{
    uint8_t bytes[KAURI_CELL_BYTES + 1];
    const size_t size = size_of(key);
    bytes[size] = 99;
    if (!kauri_cell_cache_read(cache, key, bytes, size)) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(bytes[i], byte_of(key, i));
    }
    assert_int_equal(bytes[size], 99);
    return true;
}

TEST(numbers_are_those_that_were_put)
{
    struct kauri_cell_cache *cache = make(1 << 20);
    for (uint64_t key = 1; key <= 20; key++) {
        unsigned number = 0;
        assert_false(kauri_cell_cache_number(cache, key, 0, 1, &number));
        assert_false(is_there(cache, key));
        put(cache, key);
        put(cache, key); // no second cell
        assert_true(is_there(cache, key));
        for (size_t at = 0; at < size_of(key); at++) {
            assert_true(kauri_cell_cache_number(cache, key, at, 1, &number));
            assert_int_equal(number, byte_of(key, at));
            if (at % 2 == 0 && at + 1 < size_of(key)) {
                assert_true(kauri_cell_cache_number(cache, key, at, 2, &number));
                assert_int_equal(number, byte_of(key, at) | byte_of(key, at + 1) << 8);
            }
        }
        // Keys that differ in high bits only.
        assert_false(is_there(cache, key | UINT64_C(1) << 32));
        assert_false(is_there(cache, key | UINT64_C(1) << 63));
    }
    kauri_cell_cache_free(cache);
    kauri_cell_cache_free(NULL);
}

TEST(the_bound_is_kept)
{
    for (uint64_t bytes = 0; bytes < 1 << 20; bytes = bytes * 3 / 2 + 1000) {
        struct kauri_cell_cache *cache = make(bytes);
        const uint64_t cells = kauri_cell_cache_cells(cache);
        const uint64_t taken = kauri_cell_cache_bytes(cache);
        assert_true(taken <= bytes);
        assert_true(taken >= cells * KAURI_CELL_BYTES);
        assert_true(taken <= cells * (KAURI_CELL_BYTES + 128));
        // One set of cells is all that rounding may lose.
        assert_true(cells * (KAURI_CELL_BYTES + 16) + 9 * (KAURI_CELL_BYTES + 16) > bytes);
        assert_int_equal(cells > 0, bytes >= 8192);
        const uint64_t keys = 20 * cells + 20;
        for (uint64_t key = 1; key <= keys; key++) {
            put(cache, key);
            assert_int_equal(is_there(cache, key), cells > 0);
        }
        uint64_t there = 0;
        for (uint64_t key = 1; key <= keys; key++) {
            there += is_there(cache, key);
        }
        assert_int_equal(there, cells); // every cell is used
        kauri_cell_cache_free(cache);
    }
}

TEST(memory_is_taken_only_when_it_is_needed)
{
    struct kauri_cell_cache *cache = make(UINT64_MAX); // more than there is
    assert_true(kauri_cell_cache_cells(cache) > 1000);
    put(cache, 5);
    put(cache, 6);
    assert_true(is_there(cache, 5) && is_there(cache, 6));
    kauri_cell_cache_free(cache);
}

// On 32-bit machines the cache shrinks until it fits the address space.
TEST(a_cache_fits_into_the_address_space)
{
    for (uint64_t bytes = UINT64_C(1) << 30; bytes <= UINT64_C(1) << 35; bytes *= 2) {
        struct kauri_cell_cache *cache = make(bytes + (64 << 10));
        assert_true(kauri_cell_cache_bytes(cache) <= SIZE_MAX);
        assert_true(kauri_cell_cache_cells(cache) > 1000);
        for (uint64_t key = 1; key < 200; key++) {
            put(cache, key);
            assert_true(is_there(cache, key));
        }
        kauri_cell_cache_free(cache);
    }
}

// In a cache of one set the order of eviction is known.
TEST(cells_that_are_read_stay)
{
    struct kauri_cell_cache *cache = make(8 * KAURI_CELL_BYTES);
    const uint64_t cells = kauri_cell_cache_cells(cache);
    assert_int_equal(cells, 7); // the keys take the room of one
    for (uint64_t key = 1; key <= cells; key++) {
        put(cache, key);
    }
    for (uint64_t key = 100; key < 200; key++) {
        assert_true(is_there(cache, 3));
        assert_true(is_there(cache, 4));
        put(cache, key);
    }
    assert_true(is_there(cache, 3));
    assert_true(is_there(cache, 4));
    assert_true(is_there(cache, 199)); // the last one
    assert_true(is_there(cache, 198));
    assert_false(is_there(cache, 1));
    assert_false(is_there(cache, 150));
    // Nothing stays for ever: all cells are read again and again, and one has to go.
    for (uint64_t key = 200; key < 300; key++) {
        for (uint64_t other = 1; other < key; other++) {
            (void)is_there(cache, other);
        }
        put(cache, key);
        assert_true(is_there(cache, key));
    }
    assert_false(is_there(cache, 3));
    kauri_cell_cache_free(cache);
}

struct cell_race {
    struct kauri_cell_cache *cache;
    uint64_t keys;
    atomic_uint hits, wrong;
};

static void race_one(void *context, unsigned worker, uint64_t turn)
{
    (void)worker;
    struct cell_race *race = context;
    const uint64_t key = 1 + turn * UINT64_C(0x9E3779B97F4A7C15) % race->keys;
    const size_t size = size_of(key);
    const size_t at = turn * 31 % size;
    unsigned number = 0;
    uint8_t bytes[KAURI_CELL_BYTES];
    bool hit = false;
    if (turn % 3 == 0) {
        hit = kauri_cell_cache_read(race->cache, key, bytes, size);
        for (size_t i = 0; hit && i < size; i++) {
            race->wrong += bytes[i] != byte_of(key, i);
        }
    } else {
        hit = kauri_cell_cache_number(race->cache, key, at, 1, &number);
        race->wrong += hit && number != byte_of(key, at);
    }
    race->hits += hit;
    if (!hit || turn % 7 == 0) {
        put(race->cache, key);
    }
}

TEST(threads_never_get_bytes_of_another_cell)
{
    static const struct {
        uint64_t bytes, keys;
    } cases[] = {{3 * KAURI_CELL_BYTES, 5}, {8 * KAURI_CELL_BYTES, 16}, {1 << 18, 150}, {0, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cell_race race = {.cache = make(cases[i].bytes), .keys = cases[i].keys};
        kauri_loop_for(4, 20000, 10, race_one, &race);
        assert_int_equal(race.wrong, 0);
        assert_int_equal(race.hits > 0, cases[i].bytes > 0);
        kauri_cell_cache_free(race.cache);
    }
}
