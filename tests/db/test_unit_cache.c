// Units under a bound: loaded once while there is room, again when there was none, never twice at
// the same time, and never taken away while they are in use.
#include "tests/cmocka_all.h"

#include "common/parallel.h"
#include "db/unit_cache.h"

#include <stdatomic.h>
#include <string.h>

enum { SOURCES = 2, UNITS = 16, BYTES = 1000 };

struct loads {
    atomic_uint of[SOURCES][UNITS];
    atomic_uint failing; // unit that cannot be loaded; UNITS: none
    atomic_uint wrong;   // units in use that do not hold what they should
};

static uint8_t mark(unsigned source, uint64_t unit)
{
    return (uint8_t)(source * UNITS + unit + 1);
}

static enum kauri_status load(void *context, unsigned worker, unsigned source, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    (void)worker;
    struct loads *loads = context;
    loads->of[source][unit]++;
    if (unit == loads->failing) {
        return kauri_fail(error, KAURI_CORRUPT, "unit %u is damaged", (unsigned)unit);
    }
    memset(values, mark(source, unit), BYTES);
    return KAURI_OK;
}

static struct kauri_unit_cache *make(struct loads *loads, uint64_t memory)
{
    static const uint64_t counts[SOURCES] = {UNITS, UNITS};
    struct kauri_unit_cache *cache = NULL;
    memset(loads, 0, sizeof *loads);
    loads->failing = UNITS;
    assert_int_equal(kauri_unit_cache_new(SOURCES, counts, memory, load, loads, &cache, NULL),
                     KAURI_OK);
    return cache;
}

static void expect_unit(struct kauri_unit_cache *cache, unsigned source, uint64_t unit)
{
    const void *values = NULL;
    assert_int_equal(kauri_unit_cache_acquire(cache, 0, source, unit, BYTES, &values, NULL),
                     KAURI_OK);
    assert_int_equal(((const uint8_t *)values)[BYTES - 1], mark(source, unit));
    kauri_unit_cache_release(cache, source, unit);
}

static void units_stay_while_there_is_room(void **state)
{
    (void)state;
    struct loads loads;
    struct kauri_unit_cache *cache = make(&loads, 4 * BYTES);
    for (unsigned turn = 0; turn < 3; turn++) {
        for (uint64_t unit = 0; unit < 4; unit++) {
            expect_unit(cache, 1, unit);
            assert_int_equal(loads.of[1][unit], 1);
        }
    }
    // A fifth takes the place of the one not used for longest, which is 0.
    expect_unit(cache, 0, 7);
    expect_unit(cache, 1, 1);
    assert_int_equal(loads.of[1][1], 1);
    expect_unit(cache, 1, 0);
    assert_int_equal(loads.of[1][0], 2);
    assert_int_equal(kauri_unit_cache_peak(cache), 4 * BYTES);
    assert_int_equal(kauri_unit_cache_loads(cache), 6);
    kauri_unit_cache_free(cache);
}

static void units_in_use_stay_without_room(void **state)
{
    (void)state;
    struct loads loads;
    struct kauri_unit_cache *cache = make(&loads, 0);
    const void *values[3];
    for (uint64_t unit = 0; unit < 3; unit++) {
        assert_int_equal(kauri_unit_cache_acquire(cache, 0, 0, unit, BYTES, &values[unit], NULL),
                         KAURI_OK);
    }
    for (uint64_t unit = 0; unit < 3; unit++) {
        assert_int_equal(((const uint8_t *)values[unit])[0], mark(0, unit));
        expect_unit(cache, 0, unit); // a second use of the same
        assert_int_equal(loads.of[0][unit], 1);
    }
    assert_int_equal(kauri_unit_cache_peak(cache), 3 * BYTES);
    for (uint64_t unit = 0; unit < 3; unit++) {
        kauri_unit_cache_release(cache, 0, unit);
    }
    expect_unit(cache, 1, 5);
    expect_unit(cache, 0, 0);
    assert_int_equal(loads.of[0][0], 2);
    kauri_unit_cache_free(cache);
}

static void a_failed_load_is_told_and_tried_again(void **state)
{
    (void)state;
    struct loads loads;
    struct kauri_error error;
    const void *values = NULL;
    struct kauri_unit_cache *cache = make(&loads, 4 * BYTES);
    loads.failing = 3;
    assert_int_equal(kauri_unit_cache_acquire(cache, 0, 0, 3, BYTES, &values, &error),
                     KAURI_CORRUPT);
    assert_string_equal(error.message, "unit 3 is damaged");
    loads.failing = UNITS;
    expect_unit(cache, 0, 3);
    kauri_unit_cache_free(cache);
}

static void use(void *context, unsigned worker, uint64_t index)
{
    void **both = context;
    struct kauri_unit_cache *cache = both[0];
    struct loads *loads = both[1];
    const unsigned source = (unsigned)(index * 7 % SOURCES);
    const uint64_t unit = index * index % UNITS;
    const void *values = NULL;
    if (kauri_unit_cache_acquire(cache, worker, source, unit, BYTES, &values, NULL) != KAURI_OK) {
        loads->wrong++;
        return;
    }
    for (unsigned i = 0; i < BYTES; i++) {
        loads->wrong += ((const uint8_t *)values)[i] != mark(source, unit);
    }
    kauri_unit_cache_release(cache, source, unit);
}

static void threads_share_a_small_cache(void **state)
{
    (void)state;
    struct loads loads;
    struct kauri_unit_cache *cache = make(&loads, 3 * BYTES);
    void *both[] = {cache, &loads};
    kauri_parallel_for(4, 20000, 1, use, both);
    assert_int_equal(loads.wrong, 0);
    // Four threads use one unit each, and nothing else is kept above the bound.
    assert_true(kauri_unit_cache_peak(cache) <= 4 * BYTES);
    kauri_unit_cache_free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_stay_while_there_is_room),
        cmocka_unit_test(units_in_use_stay_without_room),
        cmocka_unit_test(a_failed_load_is_told_and_tried_again),
        cmocka_unit_test(threads_share_a_small_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
