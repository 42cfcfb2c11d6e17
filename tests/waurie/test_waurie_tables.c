// Tables of Waurie: written, continued, read, looked up, refused.
#include "db/bytes.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/layer_check.h"
#include "waurie/layer_file.h"
#include "waurie/solver/solve_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct waurie_rules article = {.at_turn = false};

static void count_solved(void *context, const struct waurie_solved *solved)
{
    (void)solved;
    (*(unsigned *)context)++;
}

// Solves 2x4 and returns how many layers that took.
static unsigned solve(const char *folder, const struct waurie_rules *rules, unsigned seeds)
{
    unsigned count = 0;
    struct kauri_error error;
    const struct waurie_solve_request request = {.folder = folder,
                                                 .rules = *rules,
                                                 .pits = 4,
                                                 .seeds_most = seeds,
                                                 .threads = 2,
                                                 .memory = 1 << 30,
                                                 .solved = count_solved,
                                                 .context = &count};
    if (waurie_solve_tables(&request, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return count;
}

static void compare_all(struct waurie_tables *tables, const struct plain *plain, unsigned seeds)
{
    for (unsigned own = 0; own <= seeds; own++) {
        struct waurie_board board = {.pits = 4};
        waurie_row_first(4, seeds - own, board.other);
        do {
            waurie_row_first(4, own, board.own);
            do {
                uint8_t cells[8];
                memcpy(cells, board.own, 4);
                memcpy(cells + 4, board.other, 4);
                assert_int_equal(tables_win(tables, &board), plain_wins(plain, cells));
            } while (waurie_row_next(4, board.own));
        } while (waurie_row_next(4, board.other));
    }
}

TEST_IN_FOLDER(look_ups_agree, folder)
{
    for (unsigned variant = 0; variant < RULES_COUNT; variant++) {
        const struct waurie_rules rules = all_rules[variant];
        struct plain *plain = plain_solve(&rules, 4, 10);
        assert_int_equal(solve(folder, &rules, 10), 11);
        struct waurie_tables *tables = hold_tables(folder, &rules, 4, 10);
        for (unsigned n = 0; n <= 10; n++) {
            compare_all(tables, plain, n);
        }
        waurie_tables_close(tables);
        plain_free(plain);
    }
}

TEST_IN_FOLDER(a_run_is_continued, folder)
{
    struct plain *plain = plain_solve(&article, 4, 12);
    assert_int_equal(solve(folder, &article, 9), 10);
    assert_int_equal(solve(folder, &article, 12), 3);
    assert_int_equal(solve(folder, &article, 12), 0);
    struct waurie_tables *tables = hold_tables(folder, &article, 4, 12);
    compare_all(tables, plain, 12);
    waurie_tables_close(tables);
    plain_free(plain);
}

TEST_IN_FOLDER(memory_is_bounded, folder)
{
    struct kauri_error error;
    const struct waurie_solve_request request = {.folder = folder,
                                                 .rules = article,
                                                 .pits = 6,
                                                 .seeds_most = 20,
                                                 .threads = 2,
                                                 .memory = 1 << 20};
    assert_int_equal(waurie_solve_tables(&request, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "layer 0 takes"));
}

TEST(foreign_tables_are_refused)
{
    char folder[TEMPORARY_BYTES];
    char from[2 * TEMPORARY_BYTES];
    char to[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    static const struct waurie_rules others[] = {{.skip = true}, {.both = true}};
    static const char *const words[] = {"skip", "into-both"};
    for (unsigned i = 0; i < 2; i++) {
        temporary_make(folder);
        solve(folder, &others[i], 4);
        (void)snprintf(from, sizeof from, "%s/waurie-2x4-at-once-%s-00.table", folder, words[i]);
        (void)snprintf(to, sizeof to, "%s/waurie-2x4-at-once-into-00.table", folder);
        assert_int_equal(rename(from, to), 0);
        struct waurie_tables *tables = open_tables(folder, &article, 4, 0);
        assert_int_equal(waurie_tables_hold_layer(tables, 0, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "is for the rules"));
        assert_int_equal(waurie_tables_hold_layer(tables, 1, &error), KAURI_MISSING);
        waurie_tables_close(tables);
        temporary_remove(folder);
    }
}

// Turns one bit of a table round, whatever it stands for.
static void flip(const char *folder, const struct waurie_rules *rules,
                 const struct waurie_layer *layer, uint64_t word, unsigned bit)
{
    struct kauri_error error;
    struct kauri_reader *reader = NULL;
    struct waurie_file_writer *writer = NULL;
    struct kauri_reader_scratch *scratch = NULL;
    uint64_t *bits = malloc(layer->words * sizeof *bits);
    assert_non_null(bits);
    assert_int_equal(waurie_file_open(folder, rules, layer, &reader, &error), KAURI_OK);
    assert_int_equal(kauri_reader_page_count(reader, 0), 1);
    // waurie_file_read would refuse bits that stand for no position.
    assert_int_equal(kauri_reader_scratch_new(&scratch, &error), KAURI_OK);
    assert_int_equal(kauri_reader_page(reader, 0, 0, bits, scratch, &error), KAURI_OK);
    kauri_reader_scratch_free(scratch);
    kauri_reader_close(reader);
    for (uint64_t w = 0; w < layer->words; w++) {
        bits[w] = kauri_load_u64((const uint8_t *)&bits[w]);
    }
    bits[word] ^= (uint64_t)1 << bit;
    assert_int_equal(waurie_file_writer_new(folder, rules, layer, 1, NULL, &writer, &error),
                     KAURI_OK);
    assert_int_equal(waurie_file_append(writer, bits, layer->words, &error), KAURI_OK);
    assert_int_equal(waurie_file_commit(writer, &error), KAURI_OK);
    waurie_file_writer_free(writer);
    free(bits);
}

// Turns the bit of a position round; the file is sound, but the value is wrong.
static void falsify(const char *folder, const struct waurie_rules *rules, unsigned seeds,
                    unsigned own, uint64_t number)
{
    struct waurie_layer layer;
    waurie_layer_make(4, seeds, &layer);
    const uint64_t line = number / layer.line_bits[own];
    const uint64_t bit = number % layer.line_bits[own];
    flip(folder, rules, &layer, layer.block[own] + line * layer.line_words[own] + bit / 64,
         (unsigned)bit % 64);
}

static enum kauri_status check(const char *folder, const struct waurie_rules *rules, unsigned seeds,
                               uint64_t sample, uint64_t *checked, struct kauri_error *error)
{
    struct waurie_tables *tables = hold_tables(folder, rules, 4, 6);
    *checked = 0;
    const enum kauri_status status = waurie_layer_check(tables, seeds, sample, checked, error);
    waurie_tables_close(tables);
    return status;
}

TEST_IN_FOLDER(wrong_values_are_found, folder)
{
    for (unsigned variant = 0; variant < RULES_COUNT; variant++) {
        const struct waurie_rules rules = all_rules[variant];
        struct kauri_error error;
        uint64_t checked = 0;
        solve(folder, &rules, 6);
        for (unsigned n = 0; n <= 6; n++) {
            assert_int_equal(check(folder, &rules, n, 0, &checked, &error), KAURI_OK);
            assert_int_equal(check(folder, &rules, n, 1000, &checked, &error), KAURI_OK);
            assert_int_equal(checked, 1000);
        }
        // Each block, those with an empty row included; then the bit is turned back.
        for (unsigned own = 0; own <= 6; own++) {
            falsify(folder, &rules, 6, own, 1);
            assert_int_equal(check(folder, &rules, 6, 0, &checked, &error), KAURI_WRONG);
            assert_non_null(strstr(error.message, "layer 6 is wrong at "));
            assert_int_equal(check(folder, &rules, 6, 100000, &checked, &error), KAURI_WRONG);
            falsify(folder, &rules, 6, own, 1);
        }
        assert_int_equal(check(folder, &rules, 6, 0, &checked, &error), KAURI_OK);
        assert_int_equal(checked, 1716); // 6 seeds in 8 pits
    }
}

// The bits that stand for no position must be 0 (docs/reference/FORMAT.md, section 11).
TEST_IN_FOLDER(bits_of_no_position_are_refused, folder)
{
    solve(folder, &article, 6);
    for (unsigned own = 0; own <= 6; own++) {
        struct waurie_layer layer;
        struct kauri_error error;
        waurie_layer_make(4, 6, &layer);
        // The first and the last such bit of the block.
        const uint64_t bits[] = {layer.line_bits[own],
                                 64ULL * layer.line_words[own] * layer.lines[own] - 1};
        for (unsigned i = 0; i < 2 && layer.line_bits[own] % 64 != 0; i++) {
            flip(folder, &article, &layer, layer.block[own] + bits[i] / 64, (unsigned)bits[i] % 64);
            struct waurie_tables *tables = open_tables(folder, &article, 4, 0);
            assert_int_equal(waurie_tables_hold_layer(tables, 6, &error), KAURI_CORRUPT);
            assert_int_equal(waurie_tables_bytes(tables), 0);
            waurie_tables_close(tables);
            assert_non_null(strstr(error.message, "has bits after the last row of a line"));
            flip(folder, &article, &layer, layer.block[own] + bits[i] / 64, (unsigned)bits[i] % 64);
        }
    }
    waurie_tables_close(hold_tables(folder, &article, 4, 6));
}
