// queries/analysis/only_moves.h: the lines of all positions of small boards, against lines that are
// followed with the values of an oracle.
#include "tests/test.h"

#include "indexer/layer.h"
#include "queries/analysis/only_moves.h"
#include "tests/queries/solved_tables.h"
#include "tests/solver/oracle.h"
#include "tests/tablebase/oracle_tables.h"
#include "tests/temporary.h"

#include <string.h>

enum { MOST = 40 };

// The length of the unique line of a position, up to `most`.
static unsigned line_of(const struct oracle *oracle, struct kauri_position position, unsigned most)
{
    struct kauri_position only = position;
    unsigned length = 0;
    for (; length < most; length++) {
        if (kauri_legal_moves(&position).count == 0 && kauri_seeds(&position) > 0) {
            position.side = (uint8_t)(1 - position.side);
        }
        if (oracle_keeping(oracle, &position, &only) != 1) {
            break;
        }
        position = only;
    }
    return length;
}

static void check_board(unsigned holes, unsigned cowries, unsigned seeds, bool stored_only,
                        unsigned *longest, bool *endless)
{
    char folder[TEMPORARY_BYTES];
    const struct kauri_shape shape = {(uint8_t)holes, (uint8_t)cowries};
    struct kauri_tablebase *tables = NULL;
    struct kauri_only_moves *only = NULL;
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    temporary_make(folder);
    for (unsigned n = 0; n <= seeds; n++) {
        oracle_table(folder, oracle, shape, n, stored_only);
    }
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 16, &tables, NULL), KAURI_OK);
    assert_int_equal(kauri_only_moves_new(tables, seeds, 1 + cowries % 3, NULL, &only, NULL),
                     KAURI_OK);
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer layer;
        assert_int_equal(kauri_layer_init(&layer, shape, n, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index++) {
            struct kauri_view view;
            struct kauri_position after;
            kauri_unindex(&layer, index, &view);
            struct kauri_position position = kauri_view_position(&view, holes);
            const unsigned length = line_of(oracle, position, MOST);
            const struct kauri_only_line line = kauri_only_moves_follow(only, position, MOST);
            assert_int_equal(line.length, length);
            assert_int_equal(line.single, oracle_keeping(oracle, &position, &after) == 1);
            *longest = length < MOST && length > *longest ? length : *longest;
            *endless = *endless || line_of(oracle, position, 100 * MOST) == 100 * MOST;
            // The line stops where it is told to.
            assert_int_equal(kauri_only_moves_follow(only, position, length / 2).length,
                             length / 2);
        }
    }
    kauri_only_moves_free(only);
    kauri_tablebase_close(tables);
    oracle_free(oracle);
    temporary_remove(folder);
}

TEST(lines_are_those_of_the_oracle)
{
    unsigned longest = 0;
    bool endless = false;
    check_board(1, 2, 3, true, &longest, &endless); // an odd number of positions in a block
    check_board(1, 1, 2, true, &longest, &endless); // play that never ends
    check_board(2, 3, 3, true, &longest, &endless);
    check_board(2, 3, 3, false, &longest, &endless);
    check_board(3, 4, 2, true, &longest, &endless);
    check_board(2, 0, 2, false, &longest, &endless); // no moves at all
    check_board(3, 1, 3, true, &longest, &endless);
    assert_true(longest >= 10);
    assert_true(endless);
}

TEST(bytes_are_half_of_the_positions)
{
    uint64_t positions = 0;
    assert_int_equal(kauri_only_moves_bytes((struct kauri_shape){6, 12}, 1, &positions),
                     13 * 1352078 / 2);
    assert_int_equal(positions, 13 * 1352078);
    // 3 positions in a block of 1 + 2 blocks
    assert_int_equal(kauri_only_moves_bytes((struct kauri_shape){1, 2}, 1, &positions), 3 * 2);
    assert_int_equal(positions, 9);
    assert_int_equal(kauri_only_moves_bytes((struct kauri_shape){7, 12}, 1, &positions),
                     UINT64_MAX);
}

static bool stop(void *context)
{
    (void)context;
    return true;
}

TEST(errors_leave_nothing)
{
    struct solved solved;
    struct kauri_error error;
    struct kauri_only_moves *only = NULL;
    const struct kauri_progress progress = {.cancelled = stop};
    solved_make(&solved, 2, 3, 2);
    assert_int_equal(kauri_only_moves_new(solved.tables, 2, 2, &progress, &only, &error),
                     KAURI_INTERRUPTED);
    assert_null(only);
    assert_int_equal(kauri_only_moves_new(solved.tables, 3, 2, NULL, &only, &error),
                     KAURI_NOT_COVERED);
    assert_null(only);
    // A value that no move has.
    struct kauri_layer layer;
    struct kauri_view view;
    assert_int_equal(kauri_layer_init(&layer, solved.shape, 1, NULL), KAURI_OK);
    const struct kauri_position position = solved_parse("1+1,0+1/0,0+1 S");
    view = kauri_view_of(&position);
    const int32_t r = solved_probe(&solved, &position).value.r;
    solved_forge(solved.folder, solved.shape, 1, kauri_index(&layer, &view), 0, r > 0 ? -1 : 1);
    solved_reopen(&solved);
    assert_int_equal(kauri_only_moves_new(solved.tables, 2, 2, NULL, &only, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "has the value of the position"));
    assert_null(only);
    solved_remove(&solved);
}
