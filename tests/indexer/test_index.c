// indexer/: counts, order, and rank with unrank.
#include "tests/test.h"

#include "tests/indexer/layers.h"

#include <string.h>

TEST(binomials_follow_pascal)
{
    for (unsigned n = 0; n <= KAURI_BINOMIAL_N_MAX; n++) {
        assert_int_equal(kauri_binomial(n, 0), 1);
        for (unsigned k = 1; k <= KAURI_BINOMIAL_K_MAX; k++) {
            const uint64_t expected =
                n == 0 ? 0 : kauri_binomial(n - 1, k - 1) + kauri_binomial(n - 1, k);
            assert_int_equal(kauri_binomial(n, k), expected);
        }
    }
}

// Known sizes of the layers, rounded to three digits.
TEST(sizes_of_2x6_are_known)
{
    static const uint64_t positions[] = {1352078,
                                         16224936,
                                         105462084,
                                         492156392,
                                         1845586470,
                                         5905876704,
                                         16733317328,
                                         43028530272,
                                         UINT64_C(102192759396),
                                         UINT64_C(227095020880),
                                         UINT64_C(476899543848)};
    for (unsigned seeds = 0; seeds < sizeof positions / sizeof positions[0]; seeds++) {
        const struct kauri_layer layer = board_layer(6, 12, seeds);
        assert_int_equal(layer.cowrie_count, 1352078);
        assert_int_equal(layer.positions, positions[seeds]);
    }
}

TEST(small_layers_are_dense_and_ordered)
{
    for (unsigned holes = 1; holes <= 3; holes++) {
        for (unsigned cowries = 0; cowries <= 4; cowries++) {
            for (unsigned seeds = 0; seeds <= 4; seeds++) {
                const struct kauri_layer layer = board_layer(holes, cowries, seeds);
                for (uint64_t index = 0; index < layer.positions; index++) {
                    struct kauri_view view;
                    kauri_unindex(&layer, index, &view);
                    unsigned total = 0;
                    unsigned moving = 0;
                    for (unsigned hole = 0; hole < 2 * holes; hole++) {
                        total += view.seeds[hole];
                        moving += view.cowries[hole];
                    }
                    assert_int_equal(total, seeds);
                    assert_int_equal(moving, cowries);
                    assert_int_equal(kauri_index(&layer, &view), index);
                }
            }
        }
    }
}

TEST(rows_rank_lexicographically)
{
    uint8_t last[KAURI_HOLES_MAX] = {0};
    uint8_t row[KAURI_HOLES_MAX];
    const uint64_t rows = kauri_compositions(12, 6);
    assert_int_equal(rows, 6188);
    for (uint64_t rank = 0; rank < rows; rank++) {
        kauri_row_unrank(rank, 6, 12, row);
        assert_int_equal(kauri_row_rank(row, 6, 12), rank);
        if (rank > 0) {
            assert_true(memcmp(last, row, sizeof row) < 0);
        }
        memcpy(last, row, sizeof row);
    }
}

// The example of indexer/layer.h.
TEST(the_example_has_its_index)
{
    const struct kauri_layer layer = board_layer(2, 2, 2);
    const struct kauri_view view = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    const struct kauri_position south = kauri_view_position(&view, 2);
    struct kauri_position north = {
        .holes = 2, .side = KAURI_NORTH, .seeds = {0, 1, 1, 0}, .cowries = {0, 1, 0, 1}};
    assert_int_equal(layer.block_count, 10);
    assert_int_equal(layer.cowrie_count, 10);
    assert_int_equal(kauri_row_rank(view.seeds, 4, 2), 6);
    assert_int_equal(kauri_cowrie_rank(&layer, view.cowries), 3);
    assert_int_equal(kauri_index(&layer, &view), 63);
    assert_int_equal(kauri_block_place(&layer, &south).block, 6);
    assert_int_equal(kauri_block_place(&layer, &south).cowrie_rank, 3);
    assert_int_equal(kauri_block_place(&layer, &north).block, 6);
    assert_int_equal(kauri_block_place(&layer, &north).cowrie_rank, 3);
}

TEST(every_cowrie_rank_of_2x6_returns)
{
    const struct kauri_layer layer = board_layer(6, 12, 0);
    for (uint32_t rank = 0; rank < layer.cowrie_count; rank++) {
        uint8_t cowries[KAURI_BOARD_HOLES_MAX];
        kauri_cowrie_unrank(&layer, rank, cowries);
        assert_int_equal(kauri_cowrie_rank(&layer, cowries), rank);
    }
}

TEST(views_turn_the_board_to_the_mover)
{
    const struct kauri_position north = {
        .holes = 2, .side = KAURI_NORTH, .seeds = {1, 2, 3, 4}, .cowries = {5, 0, 2, 1}};
    const struct kauri_view view = kauri_view_of(&north);
    static const uint8_t seeds[] = {3, 4, 1, 2};
    static const uint8_t cowries[] = {2, 1, 5, 0};
    assert_memory_equal(view.seeds, seeds, 4);
    assert_memory_equal(view.cowries, cowries, 4);
    const struct kauri_position south = kauri_view_position(&view, 2);
    assert_int_equal(south.side, KAURI_SOUTH);
    const struct kauri_view again = kauri_view_of(&south);
    assert_memory_equal(&again, &view, sizeof view);
}

TEST(blocks_have_a_mirror_with_the_rows_exchanged)
{
    const struct kauri_layer layer = board_layer(3, 2, 4);
    for (uint64_t block = 0; block < layer.block_count; block++) {
        struct kauri_view view;
        struct kauri_view expected = {0};
        kauri_unindex(&layer, block * layer.cowrie_count, &view);
        for (unsigned hole = 0; hole < 6; hole++) {
            expected.seeds[hole] = view.seeds[(hole + 3) % 6];
            expected.cowries[hole] = view.cowries[hole];
        }
        assert_int_equal(kauri_block_exchanged(&layer, block),
                         kauri_index(&layer, &expected) / layer.cowrie_count);
    }
}

TEST(shapes_out_of_range_are_refused)
{
    struct kauri_layer layer;
    struct kauri_error error;
    static const struct kauri_shape bad[] = {{0, 0}, {7, 12}, {6, 13}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(kauri_layer_init(&layer, bad[i], 0, &error), KAURI_USAGE);
    }
    const struct kauri_shape board = {6, 12};
    assert_int_equal(kauri_layer_init(&layer, board, 61, &error), KAURI_USAGE);
    assert_string_equal(error.message, "61 seeds: only 0 to 60 can be handled");
}
