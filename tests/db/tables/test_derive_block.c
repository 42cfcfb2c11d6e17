// Derived blocks against the oracle (tests/solver/oracle.h), which solves a board without any of
// the tables, on boards of many shapes.
#include "tests/test.h"

#include "db/tables/derive_block.h"
#include "indexer/stored_blocks.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { DTC_WIDTH = 2, LAYERS_MAX = 16 };

struct board {
    struct kauri_shape shape;
    unsigned seeds;
    struct kauri_layer layers[LAYERS_MAX];
    struct oracle_value *values[LAYERS_MAX]; // by layer, in the order of the index
    struct kauri_derive_rows *rows;
    struct kauri_deriver *deriver;
};

static void board_make(struct board *board, unsigned holes, unsigned cowries, unsigned seeds)
{
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    board->shape = (struct kauri_shape){(uint8_t)holes, (uint8_t)cowries};
    board->seeds = seeds;
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer *layer = &board->layers[n];
        assert_int_equal(kauri_layer_init(layer, board->shape, n, NULL), KAURI_OK);
        board->values[n] = calloc(layer->positions, sizeof *board->values[n]);
        assert_non_null(board->values[n]);
        for (uint64_t index = 0; index < layer->positions; index++) {
            const struct kauri_position position = kauri_layer_position(layer, index);
            board->values[n][index] = oracle_get(oracle, &position);
        }
    }
    oracle_free(oracle);
    assert_int_equal(kauri_derive_rows_new(board->shape, seeds, &board->rows, NULL), KAURI_OK);
    assert_int_equal(kauri_deriver_new(board->rows, &board->deriver, NULL), KAURI_OK);
}

static void board_clear(struct board *board)
{
    for (unsigned n = 0; n <= board->seeds; n++) {
        free(board->values[n]);
    }
    kauri_deriver_free(board->deriver);
    kauri_derive_rows_free(board->rows);
}

static void put(void *numbers, size_t bytes, size_t at, int32_t number)
{
    if (bytes == 1) {
        ((int8_t *)numbers)[at] = (int8_t)number;
    } else if (bytes == 2) {
        ((int16_t *)numbers)[at] = (int16_t)number;
    } else {
        ((int32_t *)numbers)[at] = number;
    }
}

static int32_t get(const void *numbers, size_t bytes, size_t at)
{
    return bytes == 1   ? ((const int8_t *)numbers)[at]
           : bytes == 2 ? ((const int16_t *)numbers)[at]
                        : ((const int32_t *)numbers)[at];
}

static unsigned shift_of(enum kauri_derive_form form)
{
    return form == KAURI_DERIVE_KEYS        ? KAURI_DERIVE_SHIFT
           : form == KAURI_DERIVE_KEYS_WIDE ? KAURI_DERIVE_SHIFT_WIDE
                                            : 0;
}

// The numbers of a block in the form that kauri_deriver_segment reads, turned position by position.
static void *turned_block(const struct board *board, unsigned seeds, uint64_t block, bool same,
                          enum kauri_derive_form form)
{
    const struct kauri_layer *layer = &board->layers[seeds];
    const size_t bytes = same ? kauri_derive_result_bytes(form) : kauri_derive_lower_bytes(form);
    void *numbers = calloc(layer->cowrie_count, bytes);
    assert_non_null(numbers);
    for (uint32_t rank = 0; rank < layer->cowrie_count; rank++) {
        const struct oracle_value *value =
            &board->values[seeds][block * layer->cowrie_count + rank];
        uint8_t cowries[KAURI_BOARD_HOLES_MAX];
        uint8_t turned[KAURI_BOARD_HOLES_MAX];
        kauri_cowrie_unrank(layer, rank, cowries);
        memcpy(turned, cowries + layer->shape.holes, layer->shape.holes);
        memcpy(turned + layer->shape.holes, cowries, layer->shape.holes);
        const unsigned shift = shift_of(form);
        put(numbers, bytes, kauri_cowrie_rank(layer, turned),
            same && shift != 0 ? kauri_derive_worth(kauri_derive_key(value->r, value->dtc, shift))
                               : value->r);
    }
    return numbers;
}

static void check_block(const struct board *board, unsigned seeds, uint64_t block,
                        enum kauri_derive_form form)
{
    const struct kauri_layer *layer = &board->layers[seeds];
    const size_t bytes = kauri_derive_result_bytes(form);
    struct kauri_derive_source *sources = NULL;
    unsigned count = 0;
    unsigned same_layer = 0;
    void *result = malloc((size_t)layer->cowrie_count * bytes);
    void *blocks[1024];
    assert_non_null(result);
    assert_int_equal(
        kauri_deriver_begin(board->deriver, layer, block, form, &sources, &count, NULL), KAURI_OK);
    assert_in_range(count, 1, 1024);
    for (unsigned i = 0; i < count; i++) {
        const bool same = sources[i].seeds == seeds;
        if (same) {
            uint8_t of_block[KAURI_BOARD_HOLES_MAX] = {0};
            same_layer++;
            kauri_row_unrank(sources[i].block, 2U * layer->shape.holes, seeds, of_block);
            assert_true(kauri_seeds_stored(of_block, layer->shape.holes));
        }
        blocks[i] = turned_block(board, sources[i].seeds, sources[i].block, same, form);
        sources[i].values = blocks[i];
    }
    assert_in_range(same_layer, 1, layer->shape.holes + 1U);
    for (uint32_t mover = 0; mover < board->rows->total; mover++) {
        kauri_deriver_segment(board->deriver, mover,
                              (uint8_t *)result + board->rows->segment[mover] * bytes);
    }
    for (uint32_t rank = 0; rank < layer->cowrie_count; rank++) {
        const struct oracle_value *value =
            &board->values[seeds][block * layer->cowrie_count + rank];
        const int32_t number = get(result, bytes, rank);
        const unsigned shift = shift_of(form);
        if (shift == 0) {
            assert_int_equal(number, value->r);
        } else {
            assert_int_equal(kauri_derive_key_r(number, shift), value->r);
            assert_int_equal(kauri_derive_key_dtc(number, shift), value->dtc);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        free(blocks[i]);
    }
    free(result);
}

static int32_t greatest_dtc(const struct board *board, unsigned seeds)
{
    int32_t maximum = 0;
    for (uint64_t index = 0; index < board->layers[seeds].positions; index++) {
        const int32_t dtc = board->values[seeds][index].dtc;
        maximum = dtc > maximum ? dtc : maximum;
    }
    return maximum;
}

static void check_board(unsigned holes, unsigned cowries, unsigned seeds)
{
    struct board board;
    board_make(&board, holes, cowries, seeds);
    for (unsigned n = 1; n <= seeds; n++) {
        struct kauri_stored_blocks stored;
        const unsigned width = greatest_dtc(&board, n) <= UINT8_MAX ? 1 : DTC_WIDTH;
        assert_int_equal(kauri_stored_blocks_init(&stored, &board.layers[n], NULL), KAURI_OK);
        for (uint64_t block = 0; block < stored.block_count; block++) {
            if (!kauri_block_stored(&stored, block)) {
                check_block(&board, n, block, kauri_derive_form_r(n));
                check_block(&board, n, block, KAURI_DERIVE_R_WIDE);
                check_block(&board, n, block, kauri_derive_form_keys(n, width));
                check_block(&board, n, block, KAURI_DERIVE_KEYS_WIDE);
            }
        }
        kauri_stored_blocks_clear(&stored);
    }
    board_clear(&board);
}

TEST(test_one_hole)
{
    check_board(1, 0, 3);
    check_board(1, 1, 9);
    check_board(1, 5, 8);
    check_board(1, 12, 6); // full laps of cowries
}

TEST(test_two_holes)
{
    check_board(2, 2, 12); // laps of seeds
    check_board(2, 5, 6);
    check_board(2, 12, 2);
}

TEST(test_more_holes)
{
    check_board(3, 3, 5);
    check_board(3, 6, 2);
    check_board(4, 3, 3);
    check_board(5, 2, 4);
    check_board(6, 1, 4);
    check_board(6, 3, 2);
}

// Keys order values by r, then as the player wants dtc, and can be taken apart again.
TEST(test_keys)
{
    static const unsigned shifts[] = {KAURI_DERIVE_SHIFT, KAURI_DERIVE_SHIFT_WIDE};
    for (unsigned i = 0; i < 2; i++) {
        const unsigned shift = shifts[i];
        const int32_t most_r = shift == KAURI_DERIVE_SHIFT ? 61 : 181;
        const int32_t most_dtc = shift == KAURI_DERIVE_SHIFT ? 256 : 65535;
        for (int32_t r = -most_r; r <= most_r; r++) {
            for (int32_t dtc = 0; dtc <= (r == 0 ? 0 : most_dtc); dtc++) {
                const int32_t key = kauri_derive_key(r, dtc, shift);
                assert_int_equal(kauri_derive_key_r(key, shift), r);
                assert_int_equal(kauri_derive_key_dtc(key, shift), dtc);
                assert_true(shift != KAURI_DERIVE_SHIFT || (key >= INT16_MIN && key <= INT16_MAX));
            }
        }
        assert_true(kauri_derive_key(2, 5, shift) > kauri_derive_key(2, 6, shift));
        assert_true(kauri_derive_key(-2, 6, shift) > kauri_derive_key(-2, 5, shift));
        assert_true(kauri_derive_key(1, 1, shift) < kauri_derive_key(2, most_dtc, shift));
        assert_int_equal(kauri_derive_worth(kauri_derive_key(3, 7, shift)),
                         kauri_derive_key(-3, 8, shift));
        assert_int_equal(kauri_derive_worth(0), 0);
    }
    assert_int_equal(kauri_derive_form_r(42), KAURI_DERIVE_R);
    assert_int_equal(kauri_derive_form_r(43), KAURI_DERIVE_R_WIDE);
    assert_int_equal(kauri_derive_form_keys(20, 1), KAURI_DERIVE_KEYS);
    assert_int_equal(kauri_derive_form_keys(21, 1), KAURI_DERIVE_KEYS_WIDE);
    assert_int_equal(kauri_derive_form_keys(1, 2), KAURI_DERIVE_KEYS_WIDE);
}
