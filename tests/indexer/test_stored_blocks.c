// indexer/stored_blocks.h: numbers of stored blocks, and the theorem that derived blocks lead to
// stored ones.
#include "tests/test.h"

#include "tests/indexer/layers.h"

#include "indexer/stored_blocks.h"

// A >= B as docs/guide/RULES.md states it, hole by hole.
static bool stored_by_definition(const uint8_t *seeds, unsigned holes)
{
    unsigned total[2] = {0, 0};
    unsigned pips[2] = {0, 0};
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < holes; i++) {
            total[row] += seeds[row * holes + i];
            pips[row] += (holes - i) * seeds[row * holes + i];
        }
    }
    return total[0] != total[1] ? total[0] > total[1] : pips[0] >= pips[1];
}

TEST(maps_agree_with_the_definition)
{
    static const unsigned maximum[] = {0, 60, 24, 10, 8, 6, 5}; // seeds, by holes
    for (unsigned holes = 1; holes <= KAURI_HOLES_MAX; holes++) {
        for (unsigned seeds = 0; seeds <= maximum[holes]; seeds++) {
            const struct kauri_layer layer = board_layer(holes, 2, seeds);
            struct kauri_stored_blocks blocks;
            uint64_t rank = 0;
            assert_int_equal(kauri_stored_blocks_init(&blocks, &layer, NULL), KAURI_OK);
            assert_int_equal(blocks.block_count, layer.block_count);
            for (uint64_t block = 0; block < layer.block_count; block++) {
                uint8_t row[KAURI_BOARD_HOLES_MAX];
                kauri_row_unrank(block, 2 * holes, seeds, row);
                const bool stored = stored_by_definition(row, holes);
                assert_int_equal(kauri_seeds_stored(row, holes), stored);
                assert_int_equal(kauri_block_stored(&blocks, block), stored);
                assert_int_equal(kauri_stored_rank(&blocks, block), rank);
                if (stored) {
                    assert_int_equal(kauri_stored_block_at(&blocks, rank), block);
                    rank++;
                } else {
                    assert_int_equal(kauri_derived_block_at(&blocks, block - rank), block);
                }
            }
            assert_int_equal(blocks.count, rank);
            assert_int_equal(kauri_stored_block_count(&layer), rank);
            kauri_stored_blocks_clear(&blocks);
        }
    }
}

TEST(large_layers_are_counted)
{
    // 53.8, 50.0, 51.7, 50.0, 51.0 and 50.0 % of the blocks of layers 2 to 7 of the full board.
    static const uint64_t counts[] = {1, 6, 42, 182, 706, 2184, 6316, 15912};
    for (unsigned seeds = 0; seeds < sizeof counts / sizeof counts[0]; seeds++) {
        const struct kauri_layer layer = board_layer(6, 12, seeds);
        assert_int_equal(kauri_stored_block_count(&layer), counts[seeds]);
    }
    const struct kauri_layer layer = board_layer(6, 12, 60);
    assert_true(kauri_stored_block_count(&layer) > layer.block_count / 2);
    assert_true(kauri_stored_block_count(&layer) < layer.block_count / 2 + layer.block_count / 100);
}

TEST(a_cleared_map_is_empty)
{
    struct kauri_stored_blocks blocks = {0};
    kauri_stored_blocks_clear(&blocks);
    // More blocks than 32 bits can number: refused, and nothing is left to free.
    const struct kauri_layer layer = board_layer(6, 0, 60);
    assert_true(layer.block_count > UINT32_MAX);
    assert_int_equal(kauri_stored_blocks_init(&blocks, &layer, NULL), KAURI_RESOURCE);
    kauri_stored_blocks_clear(&blocks);
    assert_null(blocks.bits);
}
