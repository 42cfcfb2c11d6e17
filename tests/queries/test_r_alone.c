// Tables of r alone (docs/reference/FORMAT.md, section 8): every way to look a position up gives r
// of the tables that they were packed from, and a distance exactly in the layers that have them,
// whatever the kinds of the layers below and above.
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "db/tables/pack.h"
#include "indexer/convention.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, LAYERS = SEEDS + 1, LINE_PLIES_MAX = 5000 };

static const struct kauri_shape shapes[] = {{1, 1}, {1, 3}, {2, 0}, {2, 2}, {2, 3}, {3, 3}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

// A layer of the full tables, by index.
struct right_values {
    uint64_t count;
    struct kauri_position *positions;
    int16_t *r;
    uint16_t *dtc;
};

// The full tables of a board, and of each layer two folders: one with its table of r alone, and one
// with its full table.
struct r_alone {
    struct solved full;
    char folders[LAYERS][TEMPORARY_BYTES];
    char whole[LAYERS][TEMPORARY_BYTES];
    struct right_values right[LAYERS];
};

static enum kauri_status pack_layer(const char *from, const char *into, struct kauri_shape shape,
                                    unsigned seeds, enum kauri_pack_columns columns, bool probing,
                                    struct kauri_error *error)
{
    struct kauri_pack_result result;
    const struct kauri_pack_options options = {
        .form = probing ? kauri_pack_probing() : kauri_pack_archive(),
        .columns = columns,
        .threads = 1,
    };
    return kauri_pack_layer(from, into, shape, seeds, &options, &result, error);
}

static void make(struct r_alone *board, struct kauri_shape shape)
{
    solved_make(&board->full, shape.holes, shape.cowries, SEEDS);
    for (unsigned n = 0; n < LAYERS; n++) {
        struct right_values *right = &board->right[n];
        temporary_make(board->folders[n]);
        assert_int_equal(pack_layer(board->full.folder, board->folders[n], shape, n, KAURI_PACK_R,
                                    n % 2 == 1, NULL),
                         KAURI_OK);
        temporary_make(board->whole[n]);
        assert_int_equal(pack_layer(board->full.folder, board->whole[n], shape, n, KAURI_PACK_SAME,
                                    n % 2 == 0, NULL),
                         KAURI_OK);
        const struct kauri_layer layer = layer_of(shape, n);
        right->count = layer.positions;
        right->positions = calloc(right->count, sizeof *right->positions);
        right->r = calloc(right->count, sizeof *right->r);
        right->dtc = calloc(right->count, sizeof *right->dtc);
        assert_true(right->positions != NULL && right->r != NULL && right->dtc != NULL);
        for (uint64_t i = 0; i < right->count; i++) {
            right->positions[i] = kauri_layer_position(&layer, i);
        }
        assert_int_equal(
            kauri_layer_read(board->full.tables, n, 0, right->count, right->r, right->dtc, 1, NULL),
            KAURI_OK);
    }
}

static void clear(struct r_alone *board)
{
    for (unsigned n = 0; n < LAYERS; n++) {
        free(board->right[n].positions);
        free(board->right[n].r);
        free(board->right[n].dtc);
        temporary_remove(board->folders[n]);
        temporary_remove(board->whole[n]);
    }
    solved_remove(&board->full);
}

// Opens tables of which layer n is one of r alone if bit n of `alone` is set.
static struct kauri_tablebase *open_mixed(const struct r_alone *board, unsigned alone)
{
    const char *folders[LAYERS];
    struct kauri_tablebase *tables = NULL;
    for (unsigned n = 0; n < LAYERS; n++) {
        folders[n] = (alone >> n & 1) != 0 ? board->folders[n] : board->whole[n];
    }
    assert_int_equal(kauri_tablebase_open(folders, LAYERS, NULL, &tables, NULL), KAURI_OK);
    return tables;
}

static uint32_t right_dtc(const struct right_values *right, uint64_t i, bool distances)
{
    return right->r[i] == 0 || distances ? right->dtc[i] : KAURI_DTC_UNKNOWN;
}

// The result of probing a position with its moves: a move has a distance if it captures or the
// layer has distances, and the best moves are those of the full tables, or more without distances.
static void check_root(const struct r_alone *board, const struct kauri_probe_result *result,
                       bool distances)
{
    struct kauri_probe_result full;
    bool best_is_best = false;
    assert_int_equal(kauri_probe_root(board->full.tables, &result->position, &full, NULL),
                     KAURI_OK);
    assert_int_equal(result->value.r, full.value.r);
    assert_int_equal(result->value.dtc,
                     full.value.r == 0 || distances ? full.value.dtc : KAURI_DTC_UNKNOWN);
    assert_int_equal(result->standard, full.standard);
    assert_int_equal(result->tiebreaker, full.tiebreaker);
    assert_int_equal(result->score_known, full.score_known);
    assert_memory_equal(result->score, full.score, sizeof full.score);
    assert_int_equal(result->move_count, full.move_count);
    assert_true(result->move_count == 0 || result->moves[0].best);
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        const struct kauri_probe_move *same = full.moves;
        const bool captures = move->captured.own + move->captured.opponent > 0;
        while (same->hole != move->hole) {
            same++;
        }
        assert_int_equal(move->value.r, same->value.r);
        if (move->value.r != 0) {
            assert_int_equal(move->value.dtc,
                             distances || captures ? same->value.dtc : KAURI_DTC_UNKNOWN);
        }
        assert_true(move->best || !same->best);
        assert_true(!move->best || move->value.r == full.value.r);
        assert_true(!distances || move->best == same->best);
        best_is_best = best_is_best || (move->best && same->best);
    }
    assert_true(best_is_best || result->move_count == 0);
}

static void check_layer(const struct r_alone *board, struct kauri_tablebase *tables, unsigned n,
                        bool distances)
{
    const struct right_values *right = &board->right[n];
    const size_t count = (size_t)right->count;
    struct kauri_value *values = calloc(count, sizeof *values);
    struct kauri_probe_result *results = calloc(count, sizeof *results);
    enum kauri_status *statuses = calloc(count, sizeof *statuses);
    int16_t *r = calloc(count, sizeof *r);
    uint16_t *dtc = calloc(count, sizeof *dtc);
    bool known = !distances;
    assert_true(values != NULL && results != NULL && statuses != NULL && r != NULL && dtc != NULL);
    assert_int_equal(kauri_tablebase_distances(tables, n, &known, NULL), KAURI_OK);
    assert_int_equal(known, distances);
    assert_int_equal(kauri_probe_many(tables, right->positions, count, values, statuses, 2, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < count; i++) {
        const struct kauri_position *position = &right->positions[i];
        struct kauri_value value = {0};
        int32_t found = 0;
        assert_int_equal(statuses[i], KAURI_OK);
        assert_int_equal(values[i].r, right->r[i]);
        assert_int_equal(values[i].dtc, right_dtc(right, i, distances));
        assert_int_equal(kauri_probe_value(tables, position, &value, NULL), KAURI_OK);
        assert_memory_equal(&value, &values[i], sizeof value);
        assert_int_equal(kauri_probe_value_cached(tables, position, &value, NULL), KAURI_OK);
        assert_memory_equal(&value, &values[i], sizeof value);
        assert_int_equal(kauri_probe_r(tables, position, &found, NULL), KAURI_OK);
        assert_int_equal(found, right->r[i]);
    }
    assert_int_equal(kauri_probe_roots(tables, right->positions, count, results, statuses, 2, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result result;
        assert_int_equal(statuses[i], KAURI_OK);
        check_root(board, &results[i], distances);
        assert_int_equal(kauri_probe_root(tables, &right->positions[i], &result, NULL), KAURI_OK);
        check_root(board, &result, distances);
    }
    assert_int_equal(kauri_layer_read(tables, n, 0, count, r, NULL, 2, NULL), KAURI_OK);
    assert_memory_equal(r, right->r, count * sizeof *r);
    assert_int_equal(kauri_layer_read(tables, n, 0, count, r, dtc, 2, NULL),
                     distances ? KAURI_OK : KAURI_MISSING);
    assert_true(!distances || memcmp(dtc, right->dtc, count * sizeof *dtc) == 0);
    free(values);
    free(results);
    free(statuses);
    free(r);
    free(dtc);
}

TEST(every_look_up_agrees_with_the_full_tables)
{
    for (unsigned s = 0; s < SHAPES; s++) {
        struct r_alone board;
        make(&board, shapes[s]);
        for (unsigned alone = 0; alone < 1U << LAYERS; alone++) {
            struct kauri_tablebase *tables = open_mixed(&board, alone);
            for (unsigned n = 0; n < LAYERS; n++) {
                check_layer(&board, tables, n, (alone >> n & 1) == 0);
            }
            kauri_tablebase_close(tables);
        }
        clear(&board);
    }
}

// A line keeps r from ply to ply, and is as long as dtc says until it reaches a layer without
// distances. There it ends at the latest when a position is repeated.
TEST(lines_end)
{
    unsigned circles = 0;
    for (unsigned s = 0; s < SHAPES; s++) {
        static const unsigned kinds[] = {15, 5, 10, 12, 3};
        struct r_alone board;
        make(&board, shapes[s]);
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            struct kauri_tablebase *tables = open_mixed(&board, kinds[k]);
            for (uint64_t i = 0; i < board.right[SEEDS].count; i++) {
                struct kauri_best_line line;
                assert_int_equal(kauri_line(tables, &board.right[SEEDS].positions[i], &line, NULL),
                                 KAURI_OK);
                assert_true(line.count < LINE_PLIES_MAX);
                for (size_t ply = 1; ply < line.count; ply++) {
                    const struct kauri_line_step *step = &line.steps[ply - 1];
                    const int gain = step->captured.own - step->captured.opponent;
                    assert_int_equal(step->value.r, 3 * gain - line.steps[ply].value.r);
                }
                if (line.end == KAURI_LINE_CIRCLE) {
                    const struct kauri_line_step *step = &line.steps[line.repeats_from];
                    assert_true(kauri_position_equal(&line.last, &step->position));
                    assert_int_not_equal(step->value.r, 0);
                    assert_int_equal(step->value.dtc, KAURI_DTC_UNKNOWN);
                    circles++;
                } else {
                    assert_int_not_equal(line.end, KAURI_LINE_OPEN);
                }
                kauri_line_clear(&line);
            }
            kauri_tablebase_close(tables);
        }
        clear(&board);
    }
    assert_true(circles > 0);
}

static const struct kauri_verify_options all_positions = {.threads = 2, .memory = 1 << 30};

// The equations of what look-ups answer hold in all mixtures, evaluated by blocks and one by one,
// and the result says which they were.
TEST(the_equations_are_verified)
{
    struct r_alone board;
    struct kauri_verify_options single = all_positions;
    make(&board, (struct kauri_shape){2, 3});
    for (unsigned alone = 0; alone < 1U << LAYERS; alone++) {
        struct kauri_tablebase *tables = open_mixed(&board, alone);
        for (unsigned n = 0; n < LAYERS; n++) {
            const bool distances = (alone >> n & 1) == 0;
            struct kauri_verify_result result;
            assert_int_equal(kauri_verify_layer(tables, n, &all_positions, &result, NULL),
                             KAURI_OK);
            assert_int_equal(result.checked, board.right[n].count);
            assert_int_equal(result.distances, distances);
            single.sample = board.right[n].count;
            assert_int_equal(kauri_verify_layer(tables, n, &single, &result, NULL), KAURI_OK);
            assert_int_equal(result.distances, distances);
        }
        kauri_tablebase_close(tables);
    }
    clear(&board);
}

// The solver needs r of lower layers, not dtc.
