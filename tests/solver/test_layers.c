// Layers: their digests, the widths of their columns, and what keeps one from being solved.
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "solver/lower.h"
#include "solver/solve.h"
#include "tests/indexer/layers.h"
#include "tests/solver/tables_help.h"
#include "tests/stop_at_once.h"
#include "tests/temporary.h"

#include <string.h>

static const struct kauri_shape board = {6, 12};

// Digests of the decoded entries, pinned: a change of any value, of the index or of the columns
// shows here.
TEST(digests_are_pinned)
{
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
        uint64_t digest;
    } pinned[] = {
        {{6, 12}, 0, UINT64_C(0xe4e67de8cace884e)},
        {{3, 6}, 3, UINT64_C(0xd5e96eb4add742b8)},
        {{2, 4}, 6, UINT64_C(0xa71b58c5d4013294)},
        {{1, 2}, 60, UINT64_C(0xe4b2fff0e82a599f)},
    };
    for (unsigned i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, pinned[i].shape, 0, pinned[i].seeds, 2);
        assert_int_equal(digest_of(folder, pinned[i].shape, pinned[i].seeds), pinned[i].digest);
        temporary_remove(folder);
    }
}

TEST_IN_FOLDER(a_missing_lower_layer_is_named, folder)
{
    const struct kauri_shape shape = {2, 4};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    struct kauri_solve_result result;
    struct kauri_error error;
    solve_layers(folder, shape, 0, 0, 1);
    assert_int_equal(kauri_solve_layer(folder, shape, 2, &options, &result, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "layer 1 is missing"));
}

TEST(columns_are_as_wide_as_needed)
{
    static const struct {
        unsigned seeds, max_dtc, width_r, width_dtc;
    } cases[] = {{42, 255, 1, 1}, {43, 256, 2, 2}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_table_info info;
        const struct kauri_layer layer = layer_of(board, cases[i].seeds);
        kauri_layer_table_info(&layer, cases[i].max_dtc, &info);
        assert_int_equal(info.columns[KAURI_COLUMN_R].width, cases[i].width_r);
        assert_int_equal(info.columns[KAURI_COLUMN_DTC].width, cases[i].width_dtc);
    }
    // In memory r is signed: with captures up to 127 in layer 42, up to 130 in layer 43.
    const struct kauri_shape small = {1, 1};
    assert_int_equal(kauri_lower_bytes(small, 42), 42 * 43 / 2 * 2);
    assert_int_equal(kauri_lower_bytes(small, 43), 2 * (43 * 44 / 2 * 2));
}

TEST_IN_FOLDER(cancelling_leaves_no_file, folder)
{
    const struct kauri_shape shape = {2, 4};
    const struct kauri_progress progress = {.cancelled = stop_at_once};
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .progress = &progress};
    struct kauri_solve_result result;
    assert_int_equal(kauri_solve_layer(folder, shape, 0, &options, &result, NULL),
                     KAURI_INTERRUPTED);
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(folder, 1, &tables, NULL), KAURI_MISSING);
}
