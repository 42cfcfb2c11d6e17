// The solver against the oracle: every position of every layer of small boards.
#include "tests/test.h"

#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "solver/solve.h"
#include "tests/solver/oracle.h"
#include "tests/temporary.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>

struct oracle_tally {
    uint64_t positions;
    uint64_t unlimited; // r = 0
    int max_dtc;
};

static void solve_to(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    const struct kauri_solve_options options = {.threads = 2, .level = 1};
    struct kauri_error error;
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_solve_result result;
        if (kauri_solve_layer(folder, shape, n, &options, &result, &error) != KAURI_OK) {
            fail_msg("layer %u: %s", n, error.message);
        }
        kauri_solve_result_clear(&result);
    }
}

static struct oracle_tally compare(unsigned holes, unsigned cowries, unsigned seeds)
{
    struct oracle_tally tally = {0, 0, 0};
    char folder[TEMPORARY_BYTES];
    const struct kauri_shape shape = {(uint8_t)holes, (uint8_t)cowries};
    temporary_make(folder);
    solve_to(folder, shape, seeds);
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer layer;
        assert_int_equal(kauri_layer_init(&layer, shape, n, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index++) {
            struct kauri_view view;
            struct kauri_value value;
            kauri_unindex(&layer, index, &view);
            const struct kauri_position position = kauri_view_position(&view, holes);
            const struct oracle_value expected = oracle_get(oracle, &position);
            assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
            if (value.r != expected.r || (int)value.dtc != (int)expected.dtc) {
                fail_msg("2x%u, %u cowries, layer %u, position %u: r %d, dtc %d, not %d, %d", holes,
                         cowries, n, (unsigned)index, value.r, (int)value.dtc, expected.r,
                         expected.dtc);
            }
            tally.positions++;
            tally.unlimited += expected.r == 0;
            tally.max_dtc = expected.dtc > tally.max_dtc ? expected.dtc : tally.max_dtc;
        }
        const struct kauri_verify_options options = {.threads = 2};
        struct kauri_verify_result result;
        assert_int_equal(kauri_verify_layer(tables, n, &options, &result, NULL), KAURI_OK);
        assert_int_equal(result.checked, layer.positions);
    }
    assert_int_equal(oracle_count(oracle), tally.positions);
    oracle_free(oracle);
    kauri_tablebase_close(tables);
    temporary_remove(folder);
    return tally;
}

TEST(boards_of_one_hole_agree)
{
    uint64_t unlimited = 0;
    for (unsigned cowries = 0; cowries <= 5; cowries++) {
        unlimited += compare(1, cowries, 8).unlimited;
    }
    // Cycles must have been met, or this test would not test them.
    assert_true(unlimited > 0);
}

TEST(boards_of_two_holes_agree)
{
    uint64_t unlimited = 0;
    for (unsigned cowries = 1; cowries <= 5; cowries++) {
        unlimited += compare(2, cowries, 5).unlimited;
    }
    assert_true(unlimited > 0);
}

TEST(boards_of_three_holes_agree)
{
    assert_true(compare(3, 2, 4).positions > 0);
    assert_true(compare(3, 5, 2).max_dtc > 1);
}

TEST(the_board_of_six_holes_with_few_cowries_agrees)
{
    assert_int_equal(compare(6, 3, 2).positions, 364 * (1 + 12 + 78));
}

// Many cowries: whole laps and more on a small board.
TEST(laps_agree)
{
    assert_true(compare(1, 12, 13).positions > 0);
    assert_true(compare(2, 12, 1).positions > 0);
}
