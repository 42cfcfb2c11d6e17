// The layers that waurie/solver/ makes, against the plain program: every position of small boards
// and the lower layers of 2x6, for all rules, with both builds of the operations on lines.
#include "tests/sanitized.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/layer_file.h"
#include "waurie/solver/solve_tables.h"

#include <string.h>

enum { MEMORY = 1 << 24 }; // for lower blocks, more than any layer here takes

static void compare_layer(const struct plain *plain, const struct waurie_tables *tables,
                          unsigned seeds)
{
    const struct waurie_layer *layer = &waurie_tables_layers(tables)[seeds];
    const unsigned pits = layer->pits;
    for (unsigned own = 0; own <= seeds; own++) {
        uint8_t waiting[WAURIE_PITS_MAX];
        const uint64_t *line = waurie_tables_block(tables, seeds, own);
        waurie_row_first(pits, seeds - own, waiting);
        do {
            uint8_t mover[WAURIE_PITS_MAX];
            uint32_t rank = 0;
            waurie_row_first(pits, own, mover);
            do {
                uint8_t cells[2 * WAURIE_PITS_MAX];
                memcpy(cells, mover, pits);
                memcpy(cells + pits, waiting, pits);
                if ((line[rank / 64] >> rank % 64 & 1) != plain_wins(plain, cells)) {
                    fail_msg("2x%u, %u seeds, %u of them the mover's, rank %u", pits, seeds, own,
                             rank);
                }
                rank++;
            } while (waurie_row_next(pits, mover));
            for (; rank % 64 != 0; rank++) {
                assert_int_equal(line[rank / 64] >> rank % 64 & 1, 0);
            }
            line += layer->line_words[own];
        } while (waurie_row_next(pits, waiting));
    }
}

static void check_board(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                        const struct waurie_lines *lines)
{
    struct kauri_error error;
    char folder[TEMPORARY_BYTES];
    temporary_make(folder);
    struct waurie_tables *tables = open_tables(folder, rules, pits, 0);
    struct plain *plain = plain_solve(rules, pits, seeds);
    assert_non_null(plain);
    for (unsigned n = 0; n <= seeds; n++) {
        struct waurie_solved solved;
        if (waurie_solve_layer(tables, n, lines, MEMORY, &solved, &error) != KAURI_OK ||
            waurie_tables_hold_layer(tables, n, &error) != KAURI_OK) {
            fail_msg("%s", error.message);
        }
        compare_layer(plain, tables, n);
        waurie_tables_drop_layer(tables, n);
    }
    waurie_tables_close(tables);
    temporary_remove(folder);
    plain_free(plain);
}

static void check_all(unsigned pits, unsigned seeds)
{
    for (unsigned variant = 0; variant < RULES_COUNT; variant += fewer(3, 1)) {
        const struct waurie_rules rules = all_rules[variant];
        check_board(&rules, pits, seeds, waurie_lines_best());
        check_board(&rules, pits, seeds, waurie_lines_portable());
    }
}

TEST(small_boards_agree)
{
    check_all(1, 40); // many rounds in a sowing
    check_all(2, 36);
    check_all(3, 20);
    check_all(4, 12);
    check_all(5, 9);
}

TEST(full_board_agrees)
{
    check_all(6, fewer(8, 10));
    // Seeds enough for sowings that go round.
    check_all(3, 22);
}

TEST(ranks_follow_the_order)
{
    for (unsigned pits = 1; pits <= WAURIE_PITS_MAX; pits++) {
        for (unsigned seeds = 0; seeds <= 14; seeds++) {
            uint8_t row[WAURIE_PITS_MAX];
            uint8_t again[WAURIE_PITS_MAX];
            uint32_t rank = 0;
            waurie_row_first(pits, seeds, row);
            do {
                assert_int_equal(waurie_row_rank(pits, seeds, row), rank);
                waurie_row_at(pits, seeds, rank, again);
                assert_memory_equal(row, again, sizeof row);
                rank++;
            } while (waurie_row_next(pits, row));
            assert_int_equal(waurie_row_count(pits, seeds), rank);
        }
    }
    assert_int_equal(waurie_row_count(6, WAURIE_SEEDS_MAX), 19757815);
}
