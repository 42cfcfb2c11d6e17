// Look-ups through the public interface, linked to the shared library.
//
// Values are checked by the equation for r and dtc, evaluated here with nothing but public
// functions.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"

#include <kauri/kauri.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct kauri_position parsed(const char *text)
{
    struct kauri_position position;
    assert_int_equal(kauri_position_parse(text, &position, NULL), KAURI_OK);
    return position;
}

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

TEST(ranges_and_batches_agree_with_single_look_ups)
{
    struct kauri_tablebase *tables = open_with(NULL);
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        const uint64_t positions = positions_of(seeds);
        const uint64_t first = positions / 3;
        const size_t count = (size_t)(positions - first);
        int16_t *r = calloc(count, sizeof *r);
        uint16_t *dtc = calloc(count, sizeof *dtc);
        struct kauri_position *list = calloc(count + 1, sizeof *list);
        struct kauri_value *values = calloc(count + 1, sizeof *values);
        enum kauri_status *statuses = calloc(count + 1, sizeof *statuses);
        assert_true(r != NULL && dtc != NULL && list != NULL && values != NULL && statuses != NULL);
        for (size_t i = 0; i < count; i++) { // backwards, so that sorting has something to do
            list[i] = at(seeds, positions - 1 - i);
        }
        list[count] = parsed("1,1/1,1 S"); // no cowries: another shape
        for (unsigned threads = 0; threads < 3; threads++) {
            assert_int_equal(kauri_layer_read(tables, seeds, first, count, r, dtc, threads, NULL),
                             KAURI_OK);
            assert_int_equal(
                kauri_probe_many(tables, list, count + 1, values, statuses, threads, NULL),
                KAURI_OK);
            assert_int_equal(statuses[count], KAURI_BAD_INPUT);
            for (size_t i = 0; i < count; i++) {
                struct kauri_value value;
                assert_int_equal(kauri_probe_value(tables, &list[i], &value, NULL), KAURI_OK);
                assert_int_equal(statuses[i], KAURI_OK);
                assert_int_equal(values[i].r, value.r);
                assert_int_equal(values[i].dtc, value.dtc);
                assert_int_equal(r[count - 1 - i], value.r);
                assert_int_equal(dtc[count - 1 - i], value.dtc);
            }
        }
        assert_int_equal(kauri_layer_read(tables, seeds, first, count, NULL, dtc, 1, NULL),
                         KAURI_OK);
        assert_int_equal(kauri_layer_read(tables, seeds, first, count, r, NULL, 1, NULL), KAURI_OK);
        assert_int_equal(kauri_layer_read(tables, seeds, positions, 0, r, dtc, 1, NULL), KAURI_OK);
        assert_int_equal(kauri_layer_read(tables, seeds, positions, 1, r, dtc, 1, NULL),
                         KAURI_USAGE);
        assert_int_equal(kauri_layer_read(tables, seeds, 1, UINT64_MAX, r, dtc, 1, NULL),
                         KAURI_USAGE);
        free(r);
        free(dtc);
        free(list);
        free(values);
        free(statuses);
    }
    assert_int_equal(kauri_probe_many(tables, NULL, 0, NULL, NULL, 1, NULL), KAURI_OK);
    kauri_tablebase_close(tables);
}

TEST(r_alone_and_many_roots_agree_with_single_look_ups)
{
    struct kauri_tablebase *tables = open_with(NULL);
    enum { STEP = 3, MOST = 4000 };
    struct kauri_position *list = calloc(MOST, sizeof *list);
    struct kauri_probe_result *results = calloc(MOST, sizeof *results);
    enum kauri_status *statuses = calloc(MOST, sizeof *statuses);
    assert_true(list != NULL && results != NULL && statuses != NULL);
    for (unsigned threads = 0; threads < 3; threads++) {
        size_t count = 0;
        for (unsigned seeds = 0; seeds <= LAYERS; seeds++) { // the last one has no table
            for (uint64_t i = 0; i < positions_of(seeds) && count < MOST; i += STEP + seeds) {
                list[count++] = at(seeds, i);
            }
        }
        list[count / 2] = parsed("1,1/1,1 S"); // no cowries: another shape
        memset(results, 77, MOST * sizeof *results);
        assert_int_equal(kauri_probe_roots(tables, list, count, results, statuses, threads, NULL),
                         KAURI_OK);
        for (size_t i = 0; i < count; i++) {
            struct kauri_probe_result alone;
            struct kauri_value value;
            int32_t r = 77;
            memset(&alone, 77, sizeof alone);
            assert_int_equal(kauri_probe_root(tables, &list[i], &alone, NULL), statuses[i]);
            assert_int_equal(kauri_probe_r(tables, &list[i], &r, NULL), statuses[i]);
            if (statuses[i] == KAURI_OK) {
                assert_int_equal(kauri_probe_value(tables, &list[i], &value, NULL), KAURI_OK);
                assert_int_equal(r, value.r);
                assert_int_equal(results[i].value.r, value.r);
                assert_int_equal(results[i].value.dtc, value.dtc);
                assert_int_equal(results[i].move_count, alone.move_count);
                for (unsigned m = 0; m < alone.move_count; m++) {
                    const struct kauri_probe_move *move = &results[i].moves[m];
                    assert_int_equal(move->hole, alone.moves[m].hole);
                    assert_int_equal(move->value.r, alone.moves[m].value.r);
                    assert_int_equal(move->value.dtc, alone.moves[m].value.dtc);
                    assert_int_equal(move->best, alone.moves[m].best);
                    assert_true(kauri_position_equal(&move->successor, &alone.moves[m].successor));
                }
            } else {
                assert_int_equal(r, 77);
                assert_memory_equal(&results[i], &alone, sizeof alone); // unchanged
            }
        }
        assert_int_equal(statuses[count / 2], KAURI_BAD_INPUT);
        assert_int_equal(statuses[count - 1], KAURI_NOT_COVERED);
    }
    assert_int_equal(kauri_probe_roots(tables, NULL, 0, NULL, NULL, 1, NULL), KAURI_OK);
    free(list);
    free(results);
    free(statuses);
    kauri_tablebase_close(tables);
}

TEST(moves_come_best_first_and_lines_end)
{
    struct kauri_tablebase *tables = open_with(NULL);
    for (uint64_t i = 0; i < positions_of(3); i += 7) {
        const struct kauri_position position = at(3, i);
        struct kauri_probe_result result;
        struct kauri_best_line line;
        struct kauri_value value;
        int best = -2;
        assert_int_equal(kauri_probe_root(tables, &position, &result, NULL), KAURI_OK);
        assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
        assert_int_equal(result.value.r, value.r);
        assert_int_equal(result.standard, kauri_result_under(KAURI_STANDARD, &position, value.r));
        assert_true(result.move_count > 0 && result.moves[0].best);
        assert_int_equal(kauri_best_move(tables, &position, &best, NULL), KAURI_OK);
        assert_int_equal(best, result.moves[0].hole);
        assert_int_equal(result.moves[0].value.r, value.r);
        for (unsigned m = 1; m < result.move_count; m++) {
            assert_false(better(result.moves[m].value, result.moves[m - 1].value));
        }
        assert_int_equal(kauri_line(tables, &position, &line, NULL), KAURI_OK);
        assert_true(line.count > 0);
        struct kauri_position played = position;
        for (size_t p = 0; p < line.count; p++) {
            assert_true(kauri_position_equal(&line.steps[p].position, &played));
            assert_int_equal(kauri_position_play(&played, line.steps[p].hole, NULL, NULL),
                             KAURI_OK);
        }
        assert_true(kauri_position_equal(&line.last, &played));
        if (line.end == KAURI_LINE_SEEDS || line.end == KAURI_LINE_STUCK) {
            uint8_t score[2];
            const int south = line.last.score[KAURI_SOUTH];
            assert_int_equal(south - line.last.score[KAURI_NORTH], kauri_value_net(value.r));
            if (kauri_final_score(&position, value.r, score)) { // an endless phase leaves it open
                assert_memory_equal(line.last.score, score, sizeof score);
            }
        } else {
            assert_int_equal(line.end, KAURI_LINE_UNLIMITED);
            assert_int_equal(kauri_value_tiebreak(value.r), 0);
        }
        kauri_line_clear(&line);
    }
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

TEST(a_value_is_in_the_cache_only_after_it_was_read)
{
    struct kauri_tablebase *tables = open_with(NULL);
    const struct kauri_position position = at(4, 11);
    struct kauri_value value = {77, 77};
    struct kauri_value again = {78, 78};
    assert_int_equal(kauri_probe_value_cached(tables, &position, &value, NULL), KAURI_NOT_CACHED);
    assert_int_equal(value.r, 77);
    assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
    assert_int_equal(kauri_probe_value_cached(tables, &position, &again, NULL), KAURI_OK);
    assert_int_equal(again.r, value.r);
    assert_int_equal(again.dtc, value.dtc);
    kauri_tablebase_close(tables);
}

struct prober {
    struct kauri_tablebase *tables;
    const struct kauri_value *values; // values of layer 4
    unsigned start;
    unsigned wrong;
};

static void *probe_all(void *context)
{
    struct prober *prober = context;
    const uint64_t positions = positions_of(4);
    for (uint64_t i = 0; i < 4 * positions; i++) {
        const uint64_t index = (i * 7919 + prober->start) % positions;
        struct kauri_position position;
        struct kauri_value value = {0, 0};
        const enum kauri_status status =
            kauri_position_at(HOLES, COWRIES, 4, index, &position, NULL);
        if (status != KAURI_OK ||
            kauri_probe_value(prober->tables, &position, &value, NULL) != KAURI_OK ||
            value.r != prober->values[index].r || value.dtc != prober->values[index].dtc) {
            prober->wrong++;
        }
    }
    return NULL;
}

// Many threads, and a cache that keeps next to nothing.
TEST(threads_share_a_tablebase)
{
    enum { THREADS = 6 };
    const struct kauri_tablebase_options options = {.struct_bytes = sizeof options,
                                                    .cache_bytes = 1};
    struct kauri_tablebase *tables = open_with(&options);
    const uint64_t positions = positions_of(4);
    struct kauri_value *values = calloc((size_t)positions, sizeof *values);
    assert_non_null(values);
    for (uint64_t i = 0; i < positions; i++) {
        const struct kauri_position position = at(4, i);
        assert_int_equal(kauri_probe_value(tables, &position, &values[i], NULL), KAURI_OK);
    }
    struct prober probers[THREADS];
    pthread_t threads[THREADS];
    for (unsigned t = 0; t < THREADS; t++) {
        probers[t] = (struct prober){.tables = tables, .values = values, .start = 31 * t};
        assert_int_equal(pthread_create(&threads[t], NULL, probe_all, &probers[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_int_equal(probers[t].wrong, 0);
    }
    free(values);
    kauri_tablebase_close(tables);
}
