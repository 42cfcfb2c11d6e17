// solver/pace.h: which loops are worth waking other threads for, and where a loop stops.
#include "tests/cmocka_all.h"

#include "solver/pace.h"
#include "solver/solve.h"
#include "tests/temporary.h"

#include <stdatomic.h>
#include <time.h>

static enum kauri_status fail_at_ten(void *context, unsigned worker, uint64_t index,
                                     struct kauri_error *error)
{
    (void)worker;
    atomic_fetch_add((atomic_uint *)context, 1);
    return index == 10 ? kauri_fail(error, KAURI_CORRUPT, "index ten") : KAURI_OK;
}

static void a_failure_ends_the_loop(void **state)
{
    (void)state;
    struct kauri_error error;
    for (uint64_t positions = 0; positions <= KAURI_PACE_SHARED; positions += KAURI_PACE_SHARED) {
        struct kauri_pace pace = {.threads = 3};
        atomic_uint calls = 0;
        kauri_pace_stage(&pace, "test");
        assert_int_equal(kauri_pace_for(&pace, 10, positions, fail_at_ten, &calls, &error),
                         KAURI_OK);
        assert_int_equal(calls, 10);
        assert_int_equal(kauri_pace_for(&pace, 1000000, positions, fail_at_ten, &calls, &error),
                         KAURI_CORRUPT);
        assert_string_equal(error.message, "index ten");
        assert_true(calls < 1000000);
        assert_int_equal(pace.loops, 2);
        assert_int_equal(pace.shared, positions == 0 ? 0 : 2);
    }
}

// Long enough for another thread to come, if one was woken.
static enum kauri_status count_the_first(void *context, unsigned worker, uint64_t index,
                                         struct kauri_error *error)
{
    (void)index;
    (void)error;
    (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    atomic_fetch_add((atomic_uint *)context, worker == 0);
    return KAURI_OK;
}

static void small_loops_wake_no_thread(void **state)
{
    (void)state;
    atomic_uint calls = 0;
    struct kauri_pace pace = {.threads = 3};
    kauri_pace_stage(&pace, "test");
    assert_int_equal(
        kauri_pace_for(&pace, 50, KAURI_PACE_SHARED - 1, count_the_first, &calls, NULL), KAURI_OK);
    assert_int_equal(calls, 50);
}

static struct kauri_solve_result solve_last(struct kauri_shape shape, unsigned seeds)
{
    struct kauri_error error;
    struct kauri_solve_result result;
    char folder[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = 2, .level = 1};
    temporary_make(folder);
    for (unsigned n = 0; n <= seeds; n++) {
        if (kauri_solve_layer(folder, shape, n, &options, &result, &error) != KAURI_OK) {
            fail_msg("%s", error.message);
        }
        if (n < seeds) {
            kauri_solve_result_clear(&result);
        }
    }
    temporary_remove(folder);
    return result;
}

// On a busy machine each loop that wakes a thread waits for a processor: a board of a few thousand
// positions, with thousands of rounds, took a hundred times as long on two threads as on one.
static void small_rounds_run_on_one_thread(void **state)
{
    (void)state;
    struct kauri_solve_result small = solve_last((struct kauri_shape){2, 4}, 8);
    assert_true(small.positions < 2 * KAURI_PACE_SHARED && small.rounds > 100);
    assert_true(small.loops >= small.rounds);
    assert_true(small.shared_loops <= 2); // the passes over the whole layer
    kauri_solve_result_clear(&small);
    struct kauri_solve_result large = solve_last((struct kauri_shape){4, 6}, 3);
    assert_true(large.positions > 100000);
    assert_true(large.shared_loops > 10 && large.shared_loops < large.loops);
    kauri_solve_result_clear(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_ends_the_loop),
        cmocka_unit_test(small_loops_wake_no_thread),
        cmocka_unit_test(small_rounds_run_on_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
