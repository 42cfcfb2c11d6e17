// solver/kernels/geometry.h: the example of its first comment, and tables against moves played.
#include "tests/test.h"

#include "rules/board.h"
#include "rules/notation.h"
#include "solver/kernels/geometry.h"
#include "tests/indexer/layers.h"
#include "tests/rules/plain_play.h"

#include <string.h>

static struct kauri_geometry *make(struct kauri_shape shape, unsigned seeds)
{
    struct kauri_geometry *geometry = NULL;
    assert_int_equal(kauri_geometry_new(shape, seeds, &geometry, NULL), KAURI_OK);
    return geometry;
}

// The number of the mover's row, or the rank of the opponent's, after a move of hole h with so many
// seeds, on a board with this row of cowries and, if it is the opponent's, k cowries in the hole.
static uint32_t row_after(const struct kauri_geometry *geometry, uint32_t number, bool own,
                          unsigned h, unsigned seeds, unsigned k)
{
    const unsigned holes = geometry->layer.shape.holes;
    const unsigned first = own ? 0 : holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.cowries + first, geometry->row[number], holes);
    position.cowries[h] = (uint8_t)k;
    position.seeds[h] = (uint8_t)seeds;
    struct kauri_position played = position;
    (void)plain_play(&position, (int)h);
    (void)kauri_play(&played, (int)h);
    assert_true(kauri_position_equal(&played, &position)); // the rules are those of the table
    unsigned total = 0;
    for (unsigned hole = 0; hole < holes; hole++) {
        total += position.cowries[first + hole];
    }
    const uint64_t rank = kauri_row_rank(position.cowries + first, holes, total);
    return (uint32_t)rank + (own ? geometry->row_first[total] : 0);
}

// For every hole, number of seeds and row, laps of seeds and of cowries included.
TEST(rows_after_a_move_are_those_of_moves_played)
{
    static const struct kauri_shape shapes[] = {{1, 5}, {2, 7}, {3, 8}, {6, 3}};
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const unsigned holes = shapes[i].holes;
        const unsigned seeds_max = 4 * holes + 1;
        struct kauri_geometry *geometry = make(shapes[i], seeds_max);
        for (unsigned h = 0; h < holes; h++) {
            for (unsigned seeds = 0; seeds <= seeds_max; seeds++) {
                const unsigned start = plain_place(holes, h, seeds);
                for (uint32_t row = 0; row < geometry->row_total; row++) {
                    const unsigned k = geometry->row[row][h];
                    if (k > 0) {
                        assert_int_equal(geometry->moved[h][start][row],
                                         row_after(geometry, row, true, h, seeds, k));
                    }
                    const unsigned rest = shapes[i].cowries - geometry->cowries[row];
                    for (unsigned n = 1; n <= rest; n++) {
                        const unsigned pattern = geometry->pattern_of[h][start][n];
                        assert_int_equal(geometry->patterns[pattern].after[row],
                                         row_after(geometry, row, false, h, seeds, n));
                    }
                }
            }
        }
        kauri_geometry_free(geometry);
    }
}

// Every row that a pattern leads to is counted once, and found again from the row after it.
TEST(patterns_lead_back)
{
    struct kauri_geometry *geometry = make((struct kauri_shape){3, 5}, 3);
    for (unsigned p = 0; p < geometry->pattern_count; p++) {
        const struct kauri_pattern *pattern = &geometry->patterns[p];
        for (uint32_t row = 0; row < geometry->row_total; row++) {
            const unsigned total = geometry->cowries[row] + (unsigned)pattern->total;
            const uint32_t after = pattern->after[row];
            assert_int_equal(after == KAURI_NO_ROW, total > 5);
            if (after != KAURI_NO_ROW) {
                const uint32_t word = geometry->mask_first[total] + after / 64;
                const uint64_t below = (UINT64_C(1) << after % 64) - 1;
                assert_true(pattern->image[word] >> after % 64 & 1);
                assert_int_equal(pattern->offset[word] +
                                     __builtin_popcountll(pattern->image[word] & below),
                                 row - geometry->row_first[geometry->cowries[row]]);
            }
        }
    }
    for (unsigned h = 0; h < 3; h++) {
        for (unsigned seeds = 0; seeds <= 3; seeds++) {
            const unsigned start = plain_place(3, h, seeds);
            const struct kauri_origins *origins = &geometry->origins[h][start];
            uint32_t found = 0;
            for (uint32_t after = 0; after < geometry->row_total; after++) {
                const uint32_t entry = origins->entry[after];
                for (uint32_t i = 0; i < (entry & 15); i++) {
                    const uint32_t row = origins->rows[(entry >> 8) + i];
                    assert_int_equal(geometry->moved[h][start][row], after);
                    assert_int_equal(geometry->row[row][h], (entry >> 4 & 15) + 1 + i);
                    found++;
                }
            }
            uint32_t movable = 0;
            for (uint32_t row = 0; row < geometry->row_total; row++) {
                movable += geometry->row[row][h] > 0;
            }
            assert_int_equal(found, movable);
        }
    }
    kauri_geometry_free(geometry);
}

TEST(sizes_are_known_without_the_tables)
{
    static const struct kauri_shape shapes[] = {{1, 2}, {2, 2}, {3, 5}, {6, 3}};
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct kauri_geometry *least = make(shapes[i], 0);
        for (unsigned seeds = 0; seeds <= 14; seeds++) {
            struct kauri_geometry *geometry = make(shapes[i], seeds);
            assert_int_equal(kauri_geometry_bytes(least, seeds), geometry->bytes);
            assert_int_equal(kauri_geometry_bytes(geometry, 0), least->bytes);
            kauri_geometry_free(geometry);
        }
        kauri_geometry_free(least);
    }
}
