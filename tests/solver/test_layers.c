// The 2x6 board: the known figures of layers 0 and 1, and independence of the number of threads.
#include "tests/test.h"

#include "db/table_names.h"
#include "db/tables/layer_table.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "solver/lower.h"
#include "solver/solve.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kauri_shape board = {6, 12};

// Layers 0 and 1 of the full board, solved once for several tests, and layer 0 by the oracle; not
// with sanitizers: test_predict solves the full board with them, too.
struct full_board {
    struct layer_values zero, one;
    struct oracle *oracle;
};

static int solve_full_board(void **state)
{
    static struct full_board solved;
    char folder[TEMPORARY_BYTES];
    if (SANITIZED) {
        return 0;
    }
    temporary_make(folder);
    solve_layers(folder, board, 0, 1, 2);
    solved.zero = read_layer(folder, board, 0);
    solved.one = read_layer(folder, board, 1);
    temporary_remove(folder);
    solved.oracle = oracle_new(6, 12, 0);
    *state = &solved;
    return 0;
}

static int free_full_board(void **state)
{
    struct full_board *solved = *state;
    if (solved != NULL) {
        free_layer(&solved->zero);
        free_layer(&solved->one);
        oracle_free(solved->oracle);
    }
    return 0;
}

TEST_GROUP(solve_full_board, free_full_board)

TEST(layers_0_and_1_have_the_known_counts)
{
    const struct full_board *solved = *state;
    if (solved == NULL) {
        return;
    }
    assert_int_equal(count_r(&solved->zero, -1), 694141);
    assert_int_equal(count_r(&solved->zero, +1), 657937);
    assert_int_equal(greatest_dtc(&solved->zero), 86);
    assert_int_equal(count_r(&solved->one, -4), 6075482);
    assert_int_equal(count_r(&solved->one, -2), 1886488);
    assert_int_equal(count_r(&solved->one, +2), 2204876);
    assert_int_equal(count_r(&solved->one, +4), 6058090);
    assert_int_equal(greatest_dtc(&solved->one), 116);
}

TEST(layer_0_agrees_with_the_oracle)
{
    const struct full_board *solved = *state;
    if (solved == NULL) {
        return;
    }
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, board, 0, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index++) {
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, 6);
        const struct oracle_value expected = oracle_get(solved->oracle, &position);
        if (solved->zero.r[index] != expected.r || solved->zero.dtc[index] != expected.dtc) {
            fail_msg("position %u: r %d, dtc %d, not %d, %d", (unsigned)index,
                     solved->zero.r[index], solved->zero.dtc[index], expected.r, expected.dtc);
        }
    }
}

static bool cannot_escape(const struct oracle *oracle, const struct kauri_position *position,
                          int plies);

// The game tree of a position with one seed: can the player to move get the seed and win the cowrie
// phase (r = +4, the most there is), having the seed after at most `plies` plies?
static bool can_force(const struct oracle *oracle, const struct kauri_position *position, int plies)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    for (unsigned i = 0; plies > 0 && i < (moves.count == 0 ? 1U : moves.count); i++) {
        struct kauri_position after = *position;
        const struct kauri_capture capture =
            kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
        if (capture.own + capture.opponent > 0
                ? capture.own == 1 && oracle_get(oracle, &after).r == -1
                : cannot_escape(oracle, &after, plies - 1)) {
            return true;
        }
    }
    return false;
}

// The same for the other player: does every move of the player to move lose seed and cowrie phase,
// the seed after at most `plies` plies (r = -4)?
static bool cannot_escape(const struct oracle *oracle, const struct kauri_position *position,
                          int plies)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    for (unsigned i = 0; i < (moves.count == 0 ? 1U : moves.count); i++) {
        struct kauri_position after = *position;
        const struct kauri_capture capture =
            kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
        if (plies == 0 || !(capture.own + capture.opponent > 0
                                ? capture.opponent == 1 && oracle_get(oracle, &after).r == +1
                                : can_force(oracle, &after, plies - 1))) {
            return false;
        }
    }
    return true;
}

// Of 2x6, with a seed on the board: what is decided within a few plies, against the whole tree of
// that depth, which rests on nothing but the rules and the oracle's layer 0.
TEST(samples_of_layer_1_agree_with_the_game_tree)
{
    enum { STRIDE = 3989, ENOUGH = 200, PLIES = 9 };
    const struct full_board *solved = *state;
    if (solved == NULL) {
        return;
    }
    struct kauri_layer layer;
    unsigned won = 0;
    unsigned lost = 0;
    assert_int_equal(kauri_layer_init(&layer, board, 1, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += STRIDE) {
        const int r = solved->one.r[index];
        const int dtc = solved->one.dtc[index];
        const bool decided = (r == 4 || r == -4) && dtc <= PLIES;
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, 6);
        // Neither later nor sooner than the table says, and nothing that it does not say.
        for (int plies = decided ? dtc - 1 : PLIES; plies <= (decided ? dtc : PLIES); plies++) {
            const bool now = decided && plies == dtc;
            if (can_force(solved->oracle, &position, plies) != (now && r == 4) ||
                cannot_escape(solved->oracle, &position, plies) != (now && r == -4)) {
                fail_msg("position %llu: r %d, dtc %d, but not after %d plies",
                         (unsigned long long)index, r, dtc, plies);
            }
        }
        won += decided && r == 4;
        lost += decided && r == -4;
    }
    // Enough of both, or the test says little.
    assert_true(won > ENOUGH && lost > ENOUGH);
}

TEST(the_payload_does_not_depend_on_threads)
{
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
        struct layer_values values = read_layer(folder, pinned[i].shape, pinned[i].seeds);
        if (values.digest != pinned[i].digest) {
            fail_msg("2x%u, %u cowries, layer %u: digest 0x%016llx", pinned[i].shape.holes,
                     pinned[i].shape.cowries, pinned[i].seeds, (unsigned long long)values.digest);
        }
        free_layer(&values);
        temporary_remove(folder);
    }
}

TEST(a_missing_lower_layer_is_named)
{
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

// What another program could have written there.
TEST(lower_tables_of_another_kind_are_refused)
{
    static const char *const faults[] = {"is for the rules", "has a column dtm where dtc",
                                         "stores r with bias -2, not -1", "of another shape"};
    const struct kauri_shape shape = {2, 4};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char folder[TEMPORARY_BYTES];
        struct kauri_solve_result result;
        struct kauri_error error;
        temporary_make(folder);
        solve_layers(folder, shape, 0, 0, 1);
        struct layer_values values = read_layer(folder, shape, 0);
        const struct kauri_table_info info = values.info;
        values.info.rules[0] = i == 0 ? 'K' : info.rules[0];
        values.info.columns[KAURI_COLUMN_DTC].name[2] = i == 1 ? 'm' : 'c';
        values.info.columns[KAURI_COLUMN_R].bias -= i == 2 ? 1 : 0;
        values.info.cowries = (uint16_t)(info.cowries + (i == 3 ? 1 : 0));
        write_layer(folder, &values);
        if (i == 3) {
            char *written = kauri_table_path(folder, info.holes, info.cowries + 1U, 0);
            char *wanted = kauri_table_path(folder, info.holes, info.cowries, 0);
            assert_int_equal(rename(written, wanted), 0);
            free(written);
            free(wanted);
        }
        assert_int_equal(kauri_solve_layer(folder, shape, 1, &options, &result, &error),
                         KAURI_CORRUPT);
        assert_non_null(strstr(error.message, faults[i]));
        free_layer(&values);
        temporary_remove(folder);
    }
}

TEST(columns_are_as_wide_as_needed)
{
    static const struct {
        unsigned seeds, max_dtc, width_r, width_dtc;
    } cases[] = {{42, 255, 1, 1}, {43, 256, 2, 2}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_layer layer;
        struct kauri_table_info info;
        assert_int_equal(kauri_layer_init(&layer, board, cases[i].seeds, NULL), KAURI_OK);
        kauri_layer_table_info(&layer, cases[i].max_dtc, &info);
        assert_int_equal(info.columns[KAURI_COLUMN_R].width, cases[i].width_r);
        assert_int_equal(info.columns[KAURI_COLUMN_DTC].width, cases[i].width_dtc);
    }
    // In memory r is signed: with captures up to 127 in layer 42, up to 130 in layer 43.
    const struct kauri_shape small = {1, 1};
    assert_int_equal(kauri_lower_bytes(small, 42), 42 * 43 / 2 * 2);
    assert_int_equal(kauri_lower_bytes(small, 43), 2 * (43 * 44 / 2 * 2));
}

static bool always(void *context)
{
    (void)context;
    return true;
}

TEST(cancelling_leaves_no_file)
{
    char folder[TEMPORARY_BYTES];
    const struct kauri_shape shape = {2, 4};
    const struct kauri_progress progress = {.cancelled = always};
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .progress = &progress};
    struct kauri_solve_result result;
    temporary_make(folder);
    assert_int_equal(kauri_solve_layer(folder, shape, 0, &options, &result, NULL),
                     KAURI_INTERRUPTED);
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(folder, 1, &tables, NULL), KAURI_MISSING);
    temporary_remove(folder);
}
