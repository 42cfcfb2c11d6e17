// The 2x6 board: the figures of DESIGN section 3, and independence of the number of threads.
#include "tests/cmocka_all.h"

#include "db/tables.h"
#include "indexer/convention.h"
#include "solver/solve.h"
#include "tests/solver/oracle.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <stdlib.h>
#include <string.h>

static const struct kauri_shape board = {6, 12};

static void layers_0_and_1_have_the_counts_of_the_design(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    temporary_make(folder);
    solve_layers(folder, board, 0, 1, 2);

    struct layer_values zero = read_layer(folder, board, 0);
    assert_int_equal(count_r(&zero, -1), 694141);
    assert_int_equal(count_r(&zero, +1), 657937);
    assert_int_equal(greatest_dtc(&zero), 86);

    struct layer_values one = read_layer(folder, board, 1);
    assert_int_equal(count_r(&one, -4), 6075482);
    assert_int_equal(count_r(&one, -2), 1886488);
    assert_int_equal(count_r(&one, +2), 2204876);
    assert_int_equal(count_r(&one, +4), 6058090);
    assert_int_equal(greatest_dtc(&one), 116);
    free_layer(&zero);
    free_layer(&one);
    temporary_remove(folder);
}

static void layer_0_agrees_with_the_oracle(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    temporary_make(folder);
    solve_layers(folder, board, 0, 0, 2);
    struct layer_values zero = read_layer(folder, board, 0);
    struct oracle *oracle = oracle_new(6, 12, 0);
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, board, 0, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index++) {
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, 6);
        const struct oracle_value expected = oracle_get(oracle, &position);
        if (zero.r[index] != expected.r || zero.dtc[index] != expected.dtc) {
            fail_msg("position %u: r %d, dtc %d, not %d, %d", (unsigned)index, zero.r[index],
                     zero.dtc[index], expected.r, expected.dtc);
        }
    }
    oracle_free(oracle);
    free_layer(&zero);
    temporary_remove(folder);
}

static void the_payload_does_not_depend_on_threads(void **state)
{
    (void)state;
    static const struct kauri_shape shapes[] = {{6, 5}, {3, 8}, {2, 12}};
    for (unsigned s = 0; s < 3; s++) {
        uint64_t digests[4][4] = {{0}};
        for (unsigned threads = 1; threads <= 3; threads++) {
            char folder[TEMPORARY_BYTES];
            temporary_make(folder);
            solve_layers(folder, shapes[s], 0, 2, threads);
            for (unsigned n = 0; n <= 2; n++) {
                struct layer_values values = read_layer(folder, shapes[s], n);
                digests[threads][n] = values.digest;
                free_layer(&values);
            }
            temporary_remove(folder);
            assert_memory_equal(digests[threads], digests[1], sizeof digests[1]);
        }
    }
}

// Decoded payloads, pinned: a change of any value, of the index or of the columns shows here.
static void payload_digests_are_pinned(void **state)
{
    (void)state;
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
        uint64_t digest;
    } pinned[] = {
        {{6, 12}, 0, UINT64_C(0x007b3033fee1a3a9)},
        {{3, 6}, 3, UINT64_C(0x319b1d0291b0625f)},
        {{2, 4}, 6, UINT64_C(0x3c5c10c36b3ad0af)},
        {{1, 2}, 60, UINT64_C(0x8c5e90c8ae28cbd1)},
    };
    for (unsigned i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, pinned[i].shape, 0, pinned[i].seeds, 2);
        struct layer_values values = read_layer(folder, pinned[i].shape, pinned[i].seeds);
        if (values.digest != pinned[i].digest) {
            fail_msg("2x%u, %u cowries, layer %u: digest 0x%016llx", pinned[i].shape.holes,
                     pinned[i].shape.cowries, pinned[i].seeds, (unsigned long long)values.digest);
        }
        free_layer(&values);
        temporary_remove(folder);
    }
}

static void a_missing_lower_layer_is_named(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    const struct kauri_shape shape = {2, 4};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    struct kauri_solve_result result;
    struct kauri_error error;
    temporary_make(folder);
    solve_layers(folder, shape, 0, 0, 1);
    assert_int_equal(kauri_solve_layer(folder, shape, 2, &options, &result, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "layer 1 is missing"));
    temporary_remove(folder);
}

static bool always(void *context)
{
    (void)context;
    return true;
}

static void cancelling_leaves_no_file(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    const struct kauri_shape shape = {2, 4};
    const struct kauri_progress progress = {.cancelled = always};
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .progress = &progress};
    struct kauri_solve_result result;
    temporary_make(folder);
    assert_int_equal(kauri_solve_layer(folder, shape, 0, &options, &result, NULL),
                     KAURI_INTERRUPTED);
    struct kauri_tables *tables = NULL;
    assert_int_equal(kauri_tables_open(folder, 1, &tables, NULL), KAURI_MISSING);
    temporary_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_0_and_1_have_the_counts_of_the_design),
        cmocka_unit_test(layer_0_agrees_with_the_oracle),
        cmocka_unit_test(the_payload_does_not_depend_on_threads),
        cmocka_unit_test(payload_digests_are_pinned),
        cmocka_unit_test(a_missing_lower_layer_is_named),
        cmocka_unit_test(cancelling_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
