// Look-ups in tables of stored blocks only: all positions of small boards of many shapes, through
// every function, with caches of several sizes, against the oracle. Full tables go the same ways.
#include "tests/db/tables/oracle_tables.h"
#include "tests/temporary.h"
#include "tests/test.h"

#include "common/loop.h"
#include "db/tables/number_store.h"
#include "db/tables/tablebase.h"
#include "tests/indexer/layers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Boards that are solved in an instant.
static const struct {
    uint8_t holes, cowries;
    uint8_t seeds;
} boards[] = {{1, 0, 4}, {1, 1, 6}, {1, 3, 6}, {2, 0, 4}, {2, 1, 5}, {2, 2, 5}, {2, 4, 4},
              {3, 1, 4}, {3, 3, 3}, {4, 0, 3}, {4, 2, 2}, {5, 1, 2}, {6, 1, 2}, {6, 2, 1}};

// A board with all its positions and their values.
struct oracle_board {
    struct oracle *oracle;
    char folder[TEMPORARY_BYTES];
    struct kauri_shape shape;
    unsigned seeds;
    struct kauri_position *positions;
    uint64_t *indices;
    struct oracle_value *values;
    size_t count;
};

static void solve(struct oracle_board *solved, size_t board, bool stored_only)
{
    memset(solved, 0, sizeof *solved);
    solved->shape = (struct kauri_shape){boards[board].holes, boards[board].cowries};
    solved->seeds = boards[board].seeds;
    solved->oracle = oracle_new(solved->shape.holes, solved->shape.cowries, solved->seeds);
    temporary_make(solved->folder);
    size_t capacity = 0;
    for (unsigned seeds = 0; seeds <= solved->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(solved->shape, seeds);
        oracle_table(solved->folder, solved->oracle, solved->shape, seeds, stored_only);
        capacity += layer.positions;
    }
    solved->positions = calloc(capacity, sizeof *solved->positions);
    solved->indices = calloc(capacity, sizeof *solved->indices);
    solved->values = calloc(capacity, sizeof *solved->values);
    assert_true(solved->positions != NULL && solved->indices != NULL && solved->values != NULL);
    for (unsigned seeds = 0; seeds <= solved->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(solved->shape, seeds);
        for (uint64_t i = 0; i < layer.positions; i++) {
            struct kauri_view view;
            kauri_unindex(&layer, i, &view);
            struct kauri_position *position = &solved->positions[solved->count];
            *position = kauri_view_position(&view, solved->shape.holes);
            if (i % 3 == 1) { // the same position, North to move
                const unsigned holes = solved->shape.holes;
                memcpy(position->seeds, view.seeds + holes, holes);
                memcpy(position->seeds + holes, view.seeds, holes);
                memcpy(position->cowries, view.cowries + holes, holes);
                memcpy(position->cowries + holes, view.cowries, holes);
                position->side = KAURI_NORTH;
            }
            solved->values[solved->count] = oracle_get(solved->oracle, position);
            solved->indices[solved->count++] = i;
        }
    }
}

static void clear(struct oracle_board *solved)
{
    temporary_remove(solved->folder);
    oracle_free(solved->oracle);
    free(solved->positions);
    free(solved->indices);
    free(solved->values);
}

static struct kauri_tablebase *open_solved(const struct oracle_board *solved, uint64_t cache_bytes)
{
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(solved->folder, cache_bytes, &tables, NULL),
                     KAURI_OK);
    return tables;
}

static void check_value(const struct oracle_board *solved, size_t i, struct kauri_value value)
{
    assert_int_equal(value.r, solved->values[i].r);
    assert_int_equal(value.dtc, solved->values[i].dtc);
}

static void expect_singles(const struct oracle_board *solved, struct kauri_tablebase *tables)
{
    for (size_t i = 0; i < solved->count; i++) {
        const struct kauri_position *position = &solved->positions[i];
        struct kauri_value value = {77, 77};
        int32_t r = 77;
        assert_int_equal(kauri_probe_r(tables, position, &r, NULL), KAURI_OK);
        assert_int_equal(r, solved->values[i].r);
        assert_int_equal(kauri_probe_value(tables, position, &value, NULL), KAURI_OK);
        check_value(solved, i, value);
        value.r = 77;
        const enum kauri_status cached = kauri_probe_value_cached(tables, position, &value, NULL);
        assert_true(cached == KAURI_OK || cached == KAURI_NOT_CACHED);
        if (cached == KAURI_OK) {
            check_value(solved, i, value);
        } else {
            assert_int_equal(value.r, 77);
        }
    }
}

static void expect_batch(const struct oracle_board *solved, struct kauri_tablebase *tables,
                         unsigned threads)
{
    struct kauri_value *values = calloc(solved->count, sizeof *values);
    enum kauri_status *statuses = calloc(solved->count, sizeof *statuses);
    assert_true(values != NULL && statuses != NULL);
    assert_int_equal(
        kauri_probe_many(tables, solved->positions, solved->count, values, statuses, threads, NULL),
        KAURI_OK);
    for (size_t i = 0; i < solved->count; i++) {
        assert_int_equal(statuses[i], KAURI_OK);
        check_value(solved, i, values[i]);
    }
    free(values);
    free(statuses);
}

// Whole layers, and ranges that begin and end anywhere.
static void check_ranges(const struct oracle_board *solved, struct kauri_tablebase *tables,
                         unsigned threads)
{
    size_t begin = 0;
    for (unsigned seeds = 0; seeds <= solved->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(solved->shape, seeds);
        const size_t count = (size_t)layer.positions;
        int16_t *r = calloc(count, sizeof *r);
        uint16_t *dtc = calloc(count, sizeof *dtc);
        assert_true(r != NULL && dtc != NULL);
        for (size_t skip = 0; skip < count && skip < 40; skip = 2 * skip + 3) {
            const size_t here = count - skip - (skip < count / 2 ? skip : 0);
            const bool with_r = skip != 3;
            const bool with_dtc = skip != 9;
            assert_int_equal(kauri_layer_read(tables, seeds, skip, here, with_r ? r : NULL,
                                              with_dtc ? dtc : NULL, threads, NULL),
                             KAURI_OK);
            for (size_t i = 0; i < here; i++) {
                const struct oracle_value *value = &solved->values[begin + skip + i];
                assert_true(!with_r || r[i] == value->r);
                assert_true(!with_dtc || dtc[i] == value->dtc);
            }
        }
        begin += count;
        free(r);
        free(dtc);
    }
}

TEST(every_position_of_many_boards_is_found)
{
    static const uint64_t caches[] = {1, 16384, 1 << 20};
    for (size_t board = 0; board < sizeof boards / sizeof *boards; board++) {
        for (unsigned stored_only = 0; stored_only < 2; stored_only++) {
            struct oracle_board solved;
            solve(&solved, board, stored_only != 0);
            for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
                struct kauri_tablebase *tables = open_solved(&solved, caches[c]);
                expect_batch(&solved, tables, (unsigned)(board + c) % 3 + 1);
                expect_singles(&solved, tables);
                check_ranges(&solved, tables, (unsigned)(board + c) % 3 + 1);
                kauri_tablebase_close(tables);
            }
            clear(&solved);
        }
    }
}

// Returns how many pages a batch of all positions decodes, each `times` times, on one thread: of
// two that fill a set of the cache at the same time, one gives up.
static uint64_t decoded_by(const struct oracle_board *solved, struct kauri_tablebase *tables,
                           size_t times)
{
    const struct kauri_number_store *numbers = kauri_tablebase_numbers(tables);
    const uint64_t before = kauri_number_store_decoded(numbers);
    const size_t count = times * solved->count;
    struct kauri_position *positions = calloc(count, sizeof *positions);
    struct kauri_value *values = calloc(count, sizeof *values);
    enum kauri_status *statuses = calloc(count, sizeof *statuses);
    assert_true(positions != NULL && values != NULL && statuses != NULL);
    for (size_t i = 0; i < count; i++) {
        positions[i] = solved->positions[i % solved->count];
    }
    assert_int_equal(kauri_probe_many(tables, positions, count, values, statuses, 1, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(statuses[i], KAURI_OK);
        check_value(solved, i % solved->count, values[i]);
    }
    free(positions);
    free(values);
    free(statuses);
    return kauri_number_store_decoded(numbers) - before;
}

// What a small batch decodes is in the cache for the next one. What a large batch decodes is kept
// only if it is decoded again, by the next one.
TEST(large_batches_are_kept_when_they_come_again)
{
    struct oracle_board solved;
    solve(&solved, 4, true);
    const size_t times = 4096 / solved.count + 1;
    struct kauri_tablebase *tables = open_solved(&solved, 1 << 20);
    assert_true(solved.count < 1000);
    assert_true(decoded_by(&solved, tables, 1) > 0);
    assert_int_equal(decoded_by(&solved, tables, 1), 0);
    assert_int_equal(decoded_by(&solved, tables, times), 0);
    kauri_tablebase_close(tables);
    tables = open_solved(&solved, 1 << 20);
    assert_true(decoded_by(&solved, tables, times) > 0);
    assert_true(decoded_by(&solved, tables, times) > 0);
    assert_int_equal(decoded_by(&solved, tables, times), 0);
    kauri_tablebase_close(tables);
    clear(&solved);
}

// A derived position needs the layers below, which may not be there.
TEST(a_missing_layer_is_named)
{
    struct oracle_board solved;
    char path[2 * TEMPORARY_BYTES];
    solve(&solved, 5, true);
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-02.kauri", solved.folder);
    assert_int_equal(remove(path), 0);
    struct kauri_tablebase *tables = open_solved(&solved, 1 << 20);
    struct kauri_value *values = calloc(solved.count, sizeof *values);
    enum kauri_status *statuses = calloc(solved.count, sizeof *statuses);
    assert_true(values != NULL && statuses != NULL);
    assert_int_equal(
        kauri_probe_many(tables, solved.positions, solved.count, values, statuses, 2, NULL),
        KAURI_OK);
    unsigned missing = 0;
    for (size_t i = 0; i < solved.count; i++) {
        struct kauri_error error;
        struct kauri_value value;
        const unsigned seeds = kauri_seeds(&solved.positions[i]);
        const enum kauri_status status =
            kauri_probe_value(tables, &solved.positions[i], &value, &error);
        if (statuses[i] == KAURI_OK) {
            check_value(&solved, i, values[i]);
        }
        if (status == KAURI_OK) {
            check_value(&solved, i, value);
        } else {
            // A batch needs all captures; alone, one that cannot be better is not looked at.
            assert_int_equal(status, KAURI_MISSING);
            assert_int_equal(statuses[i], KAURI_MISSING);
            assert_non_null(strstr(error.message, "layer 2 is not in"));
            missing += seeds > 2;
        }
        assert_true(seeds != 2 || status == KAURI_MISSING);
        assert_true(seeds >= 2 || status == KAURI_OK);
    }
    assert_true(missing > 0);
    kauri_tablebase_close(tables);
    free(values);
    free(statuses);
    clear(&solved);
}

struct derived_race {
    const struct oracle_board *solved;
    struct kauri_tablebase *tables;
    atomic_uint wrong;
};

static void race_one(void *context, unsigned worker, uint64_t turn)
{
    (void)worker;
    struct derived_race *race = context;
    const size_t i = (size_t)(turn * 7919 % race->solved->count);
    struct kauri_value value = {0, 0};
    int32_t r = 0;
    if (kauri_probe_value(race->tables, &race->solved->positions[i], &value, NULL) != KAURI_OK ||
        kauri_probe_r(race->tables, &race->solved->positions[i], &r, NULL) != KAURI_OK ||
        value.r != race->solved->values[i].r || r != value.r ||
        (int)value.dtc != race->solved->values[i].dtc) {
        race->wrong++;
    }
}

TEST(threads_share_a_few_cells)
{
    static const uint64_t caches[] = {3 * 4096, 5 * 4096, 20 * 4096, 1 << 20};
    struct oracle_board solved;
    solve(&solved, 6, true);
    for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
        struct derived_race race = {.solved = &solved, .tables = open_solved(&solved, caches[c])};
        kauri_loop_for(4, 4000, 10, race_one, &race);
        assert_int_equal(race.wrong, 0);
        kauri_tablebase_close(race.tables);
    }
    clear(&solved);
}
