// kauri_layer_read on a board whose blocks are so large that a layer consists of several units
// (db/tables/layer_table.h), and whose tables hold only the stored blocks. Every value is compared
// with a look-up of its own, which takes another way.
#include "tests/test.h"

#include "common/loop.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "tests/queries/solved_tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 2, HOLES = 5, COWRIES = 6, RACES = 64 };

static struct solved board;
static struct kauri_layer layers[SEEDS + 1];
static int16_t *right_r[SEEDS + 1];
static uint16_t *right_dtc[SEEDS + 1];

static int make_board(void **state)
{
    (void)state;
    solved_make(&board, HOLES, COWRIES, SEEDS);
    for (unsigned n = 0; n <= SEEDS; n++) {
        const struct kauri_shape shape = {HOLES, COWRIES};
        assert_int_equal(kauri_layer_init(&layers[n], shape, n, NULL), KAURI_OK);
        right_r[n] = malloc(layers[n].positions * sizeof *right_r[n]);
        right_dtc[n] = malloc(layers[n].positions * sizeof *right_dtc[n]);
        assert_true(right_r[n] != NULL && right_dtc[n] != NULL);
        for (uint64_t i = 0; i < layers[n].positions; i++) {
            struct kauri_value value;
            const struct kauri_position position = kauri_layer_position(&layers[n], i);
            assert_int_equal(kauri_probe_value(board.tables, &position, &value, NULL), KAURI_OK);
            right_r[n][i] = (int16_t)value.r;
            right_dtc[n][i] = (uint16_t)value.dtc;
        }
    }
    return 0;
}

static int remove_board(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= SEEDS; n++) {
        free(right_r[n]);
        free(right_dtc[n]);
    }
    solved_remove(&board);
    return 0;
}

// A range of a layer, and which columns are read.
struct request {
    unsigned seeds;
    uint64_t first;
    uint64_t count;
    bool r;
    bool dtc;
    unsigned threads;
};

// Whether the range is read and has the right values.
static bool reads_right(struct kauri_tablebase *tables, const struct request *request)
{
    const size_t r_bytes = (size_t)request->count * sizeof(int16_t);
    const size_t dtc_bytes = (size_t)request->count * sizeof(uint16_t);
    int16_t *r = request->r ? malloc(r_bytes + 1) : NULL;
    uint16_t *dtc = request->dtc ? malloc(dtc_bytes + 1) : NULL;
    const bool right =
        kauri_layer_read(tables, request->seeds, request->first, request->count, r, dtc,
                         request->threads, NULL) == KAURI_OK &&
        (r == NULL || memcmp(r, right_r[request->seeds] + request->first, r_bytes) == 0) &&
        (dtc == NULL || memcmp(dtc, right_dtc[request->seeds] + request->first, dtc_bytes) == 0);
    free(r);
    free(dtc);
    return right;
}

// The board is such that the test sees several units of several blocks.
TEST(the_board_has_several_units)
{
    const struct kauri_tablebase_layer *layer = NULL;
    assert_int_equal(kauri_tablebase_layer(board.tables, SEEDS, &layer, NULL), KAURI_OK);
    assert_true(layer->derives);
    assert_true(layer->blocks.count * layer->index.cowrie_count > 2 * 65536);
    assert_true(2 * layer->index.cowrie_count < 65536);
}

// Ranges that begin and end anywhere in stored and in derived blocks.
TEST(ranges_begin_and_end_anywhere)
{
    const struct kauri_tablebase_layer *layer = NULL;
    unsigned kinds = 0; // bit: 2 * first block is derived + last block is derived
    assert_int_equal(kauri_tablebase_layer(board.tables, SEEDS, &layer, NULL), KAURI_OK);
    const uint64_t block = layer->index.cowrie_count;
    static const uint64_t counts[] = {1, 2, 700, 4000, 5005, 5006, 21000, 70001};
    for (unsigned pass = 0; pass < 2; pass++) { // first with nothing decoded, then in one handle
        uint64_t first = 1;
        for (unsigned i = 0; i < 48; i++) {
            uint64_t count = counts[i % 8];
            first = (first * 31 + 12345 * i) % layer->index.positions;
            count = count < layer->index.positions - first ? count : layer->index.positions - first;
            const struct request request = {.seeds = SEEDS,
                                            .first = first,
                                            .count = count,
                                            .r = i % 3 != 0,
                                            .dtc = i % 3 != 1,
                                            .threads = i % 4 + 1};
            kinds |= 1U << (2 * !kauri_block_stored(&layer->blocks, first / block) +
                            !kauri_block_stored(&layer->blocks, (first + count - 1) / block));
            if (pass == 0) {
                solved_reopen(&board);
            }
            assert_true(reads_right(board.tables, &request));
            assert_int_equal(kauri_tablebase_layer(board.tables, SEEDS, &layer, NULL), KAURI_OK);
        }
    }
    assert_int_equal(kinds, 15);
}

// The peak of the decoded blocks when the last layer is read with this bound on them.
static uint64_t peak_with(uint64_t memory)
{
    const struct kauri_reader *readers[SEEDS + 1];
    struct kauri_turned_blocks *blocks = NULL;
    solved_reopen(&board);
    struct kauri_layer_cache *cache = kauri_tablebase_layer_cache(board.tables);
    kauri_layer_cache_bound(cache, memory);
    for (uint64_t first = 0; first < layers[SEEDS].positions; first += 30011) {
        const uint64_t rest = layers[SEEDS].positions - first;
        const struct request request = {.seeds = SEEDS,
                                        .first = first,
                                        .count = rest < 30011 ? rest : 30011,
                                        .r = true,
                                        .threads = 1};
        assert_true(reads_right(board.tables, &request));
    }
    for (unsigned n = 0; n <= SEEDS; n++) {
        readers[n] = solved_reader(&board, n);
    }
    const struct kauri_turned_options wanted = {.shape = board.shape,
                                                .layer_count = SEEDS + 1,
                                                .form = kauri_derive_form_r(SEEDS),
                                                .threads = 1};
    assert_int_equal(kauri_layer_cache_borrow(cache, readers, wanted, &blocks, NULL), KAURI_OK);
    const uint64_t peak = kauri_turned_peak(blocks);
    kauri_layer_cache_return(cache, blocks);
    return peak;
}

TEST(decoded_blocks_keep_to_their_bound)
{
    // A unit of the layer is a good part of this board: those in use stay.
    assert_true(peak_with(1) < peak_with(UINT64_C(1) << 30));
}

static atomic_uint wrong;

static void race_one(void *context, unsigned worker, uint64_t turn)
{
    (void)context;
    (void)worker;
    const unsigned seeds = turn % 8 == 0 ? 1 : SEEDS;
    const uint64_t positions = layers[seeds].positions;
    const uint64_t first = turn * 7919 % positions;
    const uint64_t rest = positions - first;
    const struct request request = {
        .seeds = seeds,
        .first = first,
        .count = rest < 20000 ? rest : 20000,
        .r = turn % 5 != 1,
        .dtc = turn % 5 != 2,
        .threads = (unsigned)turn % 3 + 1,
    };
    wrong += !reads_right(board.tables, &request);
}

// Several calls at the same time share decoded blocks, or replace those of one another.
TEST(calls_at_the_same_time_are_right)
{
    solved_reopen(&board);
    kauri_loop_for(4, RACES, 1, race_one, NULL);
    assert_int_equal(wrong, 0);
}

// The first position of a stored block of layer 1 with r other than 0.
static uint64_t decided_position(void)
{
    const struct kauri_tablebase_layer *layer = NULL;
    uint64_t i = 0;
    assert_int_equal(kauri_tablebase_layer(board.tables, 1, &layer, NULL), KAURI_OK);
    while (!kauri_block_stored(&layer->blocks, i / layer->index.cowrie_count) ||
           right_r[1][i] == 0) {
        i++;
        assert_true(i < layer->index.positions);
    }
    return i;
}

static void change_r(uint64_t position, int change)
{
    solved_forge(board.folder, board.shape, 1, position, KAURI_COLUMN_R, change);
    solved_reopen(&board);
}

static void expect_refused(int16_t *r, uint16_t *dtc)
{
    struct kauri_error error;
    for (unsigned threads = 1; threads <= 3; threads++) {
        assert_int_equal(
            kauri_layer_read(board.tables, 1, 0, layers[1].positions, r, dtc, threads, &error),
            KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "a value that its layer cannot have"));
    }
}

// Values that no position can have, in tables whose checksums fit.
TEST(forged_values_are_refused)
{
    int16_t *r = malloc(layers[1].positions * sizeof *r);
    uint16_t *dtc = malloc(layers[1].positions * sizeof *dtc);
    assert_true(r != NULL && dtc != NULL);
    const uint64_t decided = decided_position();
    const int value = right_r[1][decided];
    change_r(decided, 100);
    expect_refused(r, NULL);
    expect_refused(r, dtc);
    change_r(decided, -100);
    const struct request request = {
        .seeds = 1, .count = layers[1].positions, .r = true, .dtc = true, .threads = 2};
    assert_true(reads_right(board.tables, &request));
    change_r(decided, -value); // r = 0, and a distance nevertheless
    expect_refused(r, dtc);
    change_r(decided, value);
    assert_true(reads_right(board.tables, &request));
    free(r);
    free(dtc);
}

TEST_GROUP(make_board, remove_board)
