// Look-ups of single positions in table files, page by page.
#include "common/loop.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/layer_file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PITS = 4 };

static void compare_layer(struct waurie_tables *tables, const struct plain *plain, unsigned seeds)
{
    for (unsigned own = 0; own <= seeds; own++) {
        struct waurie_board board = {.pits = PITS};
        waurie_row_first(PITS, seeds - own, board.other);
        do {
            waurie_row_first(PITS, own, board.own);
            do {
                assert_int_equal(tables_win(tables, &board), plain_wins_board(plain, &board));
            } while (waurie_row_next(PITS, board.own));
        } while (waurie_row_next(PITS, board.other));
    }
}

// Also the positions with an empty row.
TEST_IN_FOLDER(look_ups_are_those_of_the_plain_program, folder)
{
    for (unsigned variant = 0; variant < RULES_COUNT; variant++) {
        const struct waurie_rules rules = all_rules[variant];
        struct plain *plain = plain_solve(&rules, PITS, 9);
        make_tables(folder, &rules, PITS, 9);
        struct waurie_tables *tables = open_tables(folder, &rules, PITS, WAURIE_PAGES_LEAST);
        for (unsigned n = 0; n <= 9; n++) {
            compare_layer(tables, plain, n);
        }
        waurie_tables_close(tables);
        plain_free(plain);
    }
}

static enum kauri_status look_up(struct waurie_tables *tables, unsigned own, unsigned other,
                                 struct kauri_error *error)
{
    const unsigned pits = waurie_tables_options(tables)->pits;
    struct waurie_board board = {.pits = (uint8_t)pits};
    bool wins = false;
    board.own[pits - 1] = (uint8_t)own;
    board.other[0] = (uint8_t)other;
    return waurie_tables_look_up(tables, &board, &wins, error);
}

TEST(layers_are_opened_when_they_are_needed)
{
    const struct waurie_rules rules = {.skip = true};
    char folder[TEMPORARY_BYTES];
    char path[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    temporary_make(folder);
    make_tables(folder, &rules, 2, 4);
    make_tables(folder, &rules, 3, 3);
    (void)snprintf(path, sizeof path, "%s/waurie-2x3-at-once-skip-02.table", folder);
    assert_int_equal(unlink(path), 0);
    struct waurie_tables *tables = open_tables(folder, &rules, 3, WAURIE_PAGES_LEAST);
    assert_int_equal(look_up(tables, 2, 1, &error), KAURI_OK);
    assert_int_equal(look_up(tables, 1, 1, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "has no layer 2 of the 2x3 board"));
    waurie_tables_close(tables);
    tables = open_tables(folder, &rules, 2, WAURIE_PAGES_LEAST);
    assert_int_equal(look_up(tables, 2, 2, &error), KAURI_OK);
    assert_int_equal(look_up(tables, 3, 2, &error), KAURI_MISSING);
    assert_int_equal(look_up(tables, 70, 2, &error), KAURI_MISSING);
    waurie_tables_close(tables);
    // Without memory for pages, only what is held can be looked up.
    tables = open_tables(folder, &rules, 2, 0);
    assert_int_equal(waurie_tables_hold_block(tables, 3, 1, &error), KAURI_OK);
    assert_int_equal(look_up(tables, 1, 2, &error), KAURI_OK);
    assert_int_equal(look_up(tables, 2, 1, &error), KAURI_RESOURCE);
    waurie_tables_drop_block(tables, 3, 1);
    assert_int_equal(waurie_tables_bytes(tables), 0);
    assert_int_equal(look_up(tables, 1, 2, &error), KAURI_RESOURCE);
    waurie_tables_close(tables);
    temporary_remove(folder);
    const struct waurie_tables_options options = {
        .folder = folder, .rules = rules, .pits = 2, .threads = 1};
    assert_int_equal(waurie_tables_open(&options, &tables, &error), KAURI_MISSING);
    assert_null(tables);
    waurie_tables_close(NULL);
}

// Threads look up at once, more of them than there is memory for decoding pages.
struct shared_look_ups {
    struct waurie_tables *tables;
    const struct plain *plain;
    atomic_uint wrong;
};

static void look_up_all(void *context, unsigned worker)
{
    struct shared_look_ups *shared = context;
    (void)worker;
    for (unsigned own = 0; own <= 9; own++) {
        struct waurie_board board = {.pits = PITS};
        waurie_row_first(PITS, 9 - own, board.other);
        do {
            bool wins = false;
            waurie_row_at(PITS, own, waurie_row_count(PITS, own) / 3, board.own);
            if (waurie_tables_look_up(shared->tables, &board, &wins, NULL) != KAURI_OK ||
                wins != plain_wins_board(shared->plain, &board)) {
                atomic_fetch_add(&shared->wrong, 1);
            }
        } while (waurie_row_next(PITS, board.other));
    }
}

TEST_IN_FOLDER(threads_share_the_pages, folder)
{
    const struct waurie_rules rules = {.skip = true};
    make_tables(folder, &rules, PITS, 9);
    struct plain *plain = plain_solve(&rules, PITS, 9);
    struct shared_look_ups shared = {
        .tables = open_tables(folder, &rules, PITS, WAURIE_PAGES_LEAST), .plain = plain};
    kauri_loop_each(4, look_up_all, &shared);
    assert_int_equal(atomic_load(&shared.wrong), 0);
    waurie_tables_close(shared.tables);
    plain_free(plain);
}

static void overwrite(const char *path, long offset)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fputs("damaged", file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
}

TEST_IN_FOLDER(damaged_and_foreign_tables_are_refused, folder)
{
    const struct waurie_rules rules = {.at_turn = true};
    char from[2 * TEMPORARY_BYTES];
    char to[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    make_tables(folder, &rules, 3, 6);
    (void)snprintf(to, sizeof to, "%s/waurie-2x3-at-turn-into-05.table", folder);
    overwrite(to, 530); // a byte of the only page
    (void)snprintf(to, sizeof to, "%s/waurie-2x3-at-turn-into-04.table", folder);
    overwrite(to, 30); // a byte of the header
    (void)snprintf(from, sizeof from, "%s/waurie-2x3-at-turn-into-03.table", folder);
    (void)snprintf(to, sizeof to, "%s/waurie-2x3-at-turn-into-02.table", folder);
    assert_int_equal(rename(from, to), 0);
    struct waurie_tables *tables = open_tables(folder, &rules, 3, WAURIE_PAGES_LEAST);
    assert_int_equal(look_up(tables, 3, 3, &error), KAURI_OK);
    for (unsigned i = 0; i < 2; i++) { // a failure is not remembered
        assert_int_equal(look_up(tables, 3, 2, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "is damaged"));
        assert_int_equal(look_up(tables, 2, 2, &error), KAURI_CORRUPT);
        assert_int_equal(look_up(tables, 1, 1, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "is layer 3, not 2"));
    }
    assert_int_equal(look_up(tables, 6, 0, &error), KAURI_OK);
    waurie_tables_close(tables);
}
