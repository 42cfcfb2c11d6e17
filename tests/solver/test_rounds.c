// The rounds of the solver: which of them are worth waking other threads for.
#include "tests/test.h"

#include "common/loop.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

// Solves the layers of a board up to this one.
static struct kauri_solve_result solve_last(struct kauri_shape shape, unsigned seeds)
{
    const struct kauri_solve_options options = {.threads = 2, .level = 1};
    char folder[TEMPORARY_BYTES];
    struct kauri_solve_result result;
    temporary_make(folder);
    solve_layers(folder, shape, 0, seeds - 1, 2);
    assert_int_equal(kauri_solve_layer(folder, shape, seeds, &options, &result, NULL), KAURI_OK);
    temporary_remove(folder);
    return result;
}

// On a busy machine each loop that wakes a thread waits for a processor: a board of a few thousand
// positions, with thousands of rounds, took a hundred times as long on two threads as on one.
TEST(small_rounds_run_on_one_thread)
{
    struct kauri_solve_result small = solve_last((struct kauri_shape){2, 4}, 8);
    assert_true(small.positions < 2 * KAURI_LOOP_SHARED && small.rounds > 100);
    assert_true(small.loops > 100);       // rounds of a value without captures have none
    assert_true(small.shared_loops <= 2); // the passes over the whole layer
    kauri_solve_result_clear(&small);
    struct kauri_solve_result large = solve_last((struct kauri_shape){4, 6}, 3);
    assert_true(large.positions > 100000);
    assert_true(large.shared_loops > 10 && large.shared_loops < large.loops);
    kauri_solve_result_clear(&large);
}
