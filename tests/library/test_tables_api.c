// Look-ups through the public interface, linked to the shared library.
//
// Values are checked by the equation for r and dtc, evaluated here with nothing but public
// functions.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"
#include "tests/library/parsed.h"

#include <kauri/kauri.h>

#include <stdlib.h>
#include <string.h>

// Whether a is better for the player who moves: greater r, then the sooner win, the later loss.
static bool better(struct kauri_value a, struct kauri_value b)
{
    if (a.r != b.r) {
        return a.r > b.r;
    }
    return a.r > 0 ? a.dtc < b.dtc : a.r < 0 && a.dtc > b.dtc;
}

// The value that the equations give from the values of the successors.
static struct kauri_value equation(struct kauri_tablebase *tables,
                                   const struct kauri_position *position)
{
    struct kauri_moves moves;
    struct kauri_value best = {.r = -1000, .dtc = 0};
    assert_int_equal(kauri_position_moves(position, &moves, NULL), KAURI_OK);
    if (moves.count == 0 && kauri_seeds(position) == 0) {
        return (struct kauri_value){.r = -1, .dtc = 0};
    }
    if (moves.count == 0) {
        moves.count = 1;
        moves.hole[0] = 255; // a pass
    }
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_position after = *position;
        struct kauri_capture captured;
        struct kauri_value value;
        const int hole = moves.hole[i] == 255 ? KAURI_MOVE_PASS : moves.hole[i];
        assert_int_equal(kauri_position_play(&after, hole, &captured, NULL), KAURI_OK);
        assert_int_equal(kauri_probe_value(tables, &after, &value, NULL), KAURI_OK);
        const bool captures = captured.own + captured.opponent > 0;
        value.r = 3 * ((int)captured.own - (int)captured.opponent) - value.r;
        value.dtc = value.r == 0 ? 0 : captures ? 1 : value.dtc + 1;
        best = better(value, best) ? value : best;
    }
    return best;
}

TEST(every_value_satisfies_the_equations)
{
    struct kauri_tablebase *tables = open_with(NULL);
    assert_int_equal(kauri_tablebase_holes(tables), HOLES);
    assert_int_equal(kauri_tablebase_cowries(tables), COWRIES);
    assert_int_equal(kauri_tablebase_layer_count(tables), LAYERS);
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        assert_true(kauri_tablebase_has(tables, seeds));
        for (uint64_t i = 0; i < positions_of(seeds); i++) {
            const struct kauri_position position = at(seeds, i);
            struct kauri_value value;
            assert_int_equal(kauri_tablebase_covers(tables, &position, NULL), KAURI_OK);
            assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
            const struct kauri_value right = equation(tables, &position);
            assert_int_equal(value.r, right.r);
            assert_int_equal(value.dtc, right.dtc);
        }
    }
    assert_false(kauri_tablebase_has(tables, LAYERS));
    kauri_tablebase_close(tables);
}

TEST(failures_are_told_apart)
{
    struct kauri_tablebase *tables = open_with(NULL);
    static const struct {
        const char *position;
        enum kauri_status status;
    } cases[] = {
        {"5+1,0+1/0+1,0+1 S", KAURI_NOT_COVERED}, // layer 5
        {"60+1,0+1/0+1,0+1 S", KAURI_NOT_COVERED},
        {"1+1,0+1/0+1,0 S", KAURI_BAD_INPUT},       // three cowries
        {"1+1,0,0+1/0+1,0,0+1 S", KAURI_BAD_INPUT}, // three holes
        {"1+2/0+2 S", KAURI_BAD_INPUT},
        {"0+12,0,0,0,0,0/0,0,0,0,0,60 S", KAURI_BAD_INPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct kauri_position position = parsed(cases[i].position);
        struct kauri_error error = {KAURI_OK, ""};
        struct kauri_value value = {77, 77};
        struct kauri_probe_result result;
        struct kauri_best_line line;
        assert_int_equal(kauri_tablebase_covers(tables, &position, &error), cases[i].status);
        assert_true(error.message[0] != '\0');
        assert_int_equal(kauri_probe_value(tables, &position, &value, &error), cases[i].status);
        assert_int_equal(error.status, cases[i].status);
        assert_int_equal(kauri_probe_value_cached(tables, &position, &value, NULL),
                         cases[i].status);
        assert_int_equal(value.r, 77);
        struct kauri_probe_result untouched;
        memset(&result, 77, sizeof result);
        memset(&untouched, 77, sizeof untouched);
        assert_int_equal(kauri_probe_root(tables, &position, &result, NULL), cases[i].status);
        assert_memory_equal(&result, &untouched, sizeof result);
        assert_int_equal(kauri_line(tables, &position, &line, NULL), cases[i].status);
        assert_int_equal(line.count, 0);
        enum kauri_status status = KAURI_OK;
        assert_int_equal(kauri_probe_many(tables, &position, 1, &value, &status, 1, NULL),
                         KAURI_OK);
        assert_int_equal(status, cases[i].status);
    }
    // What no parser would let through.
    struct kauri_position broken = parsed("1+1,0+1/0+1,0+1 S");
    struct kauri_value value;
    broken.holes = 200;
    assert_int_equal(kauri_probe_value(tables, &broken, &value, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_tablebase_covers(tables, &broken, NULL), KAURI_BAD_INPUT);
    broken = parsed("1+1,0+1/0+1,0+1 S");
    broken.side = 9;
    assert_int_equal(kauri_probe_value(tables, &broken, &value, NULL), KAURI_BAD_INPUT);
    memset(&broken, 255, sizeof broken);
    assert_int_equal(kauri_probe_value(tables, &broken, &value, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_layer_read(tables, LAYERS, 0, 0, NULL, NULL, 1, NULL),
                     KAURI_NOT_COVERED);
    kauri_tablebase_close(tables);
    kauri_tablebase_close(NULL);

    const char *nowhere = "/nonexistent";
    tables = NULL;
    assert_int_equal(kauri_tablebase_open(&nowhere, 1, NULL, &tables, NULL), KAURI_MISSING);
    assert_null(tables);
    assert_int_equal(kauri_tablebase_open(NULL, 0, NULL, &tables, NULL), KAURI_USAGE);
    const struct kauri_tablebase_options small = {.struct_bytes = 1};
    const char *folder = getenv("KAURI_TEST_TABLES");
    assert_int_equal(kauri_tablebase_open(&folder, 1, &small, &tables, NULL), KAURI_USAGE);
}
