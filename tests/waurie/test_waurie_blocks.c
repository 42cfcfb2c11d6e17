// Layers solved in bounded memory: the same tables, whatever the memory; stopped, damaged and
// left-over files.
#include "tests/sanitized.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/allocations.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/layer_file.h"
#include "waurie/solver/lower_blocks.h"
#include "waurie/solver/solve_tables.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 2 * TEMPORARY_BYTES, MIB = 1 << 20 };

static const struct waurie_rules article = {.at_turn = false};

static enum kauri_status solve_blocks(const char *folder, const struct waurie_rules *rules,
                                      unsigned pits, unsigned seeds, uint64_t lower_memory,
                                      const struct kauri_progress *progress,
                                      struct waurie_solved *solved, struct kauri_error *error)
{
    struct waurie_tables *tables = NULL;
    const struct waurie_tables_options options = {.folder = folder,
                                                  .rules = *rules,
                                                  .pits = pits,
                                                  .threads = 1 + seeds % 3,
                                                  .progress = progress};
    assert_int_equal(waurie_tables_open(&options, &tables, error), KAURI_OK);
    const enum kauri_status status = waurie_solve_layer(
        tables, seeds, seeds % 2 == 0 ? waurie_lines_best() : waurie_lines_portable(), lower_memory,
        solved, error);
    assert_int_equal(waurie_tables_bytes(tables), 0);
    waurie_tables_close(tables);
    return status;
}

static unsigned count_files(const char *folder)
{
    unsigned count = 0;
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    while (readdir(stream) != NULL) {
        count++;
    }
    assert_int_equal(closedir(stream), 0);
    return count - 2; // "." and ".."
}

// Solves a layer again and compares the file with the one that was there.
static void compare_layer(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, uint64_t lower_memory, struct waurie_solved *solved)
{
    struct kauri_error error;
    size_t size = 0;
    size_t again_size = 0;
    char *path = waurie_table_path(folder, rules, pits, seeds);
    assert_non_null(path);
    uint8_t *bytes = temporary_read(path, &size);
    assert_int_equal(remove(path), 0);
    if (solve_blocks(folder, rules, pits, seeds, lower_memory, NULL, solved, &error) != KAURI_OK) {
        fail_msg("2x%u, layer %u: %s", pits, seeds, error.message);
    }
    uint8_t *again = temporary_read(path, &again_size);
    if (size != again_size || memcmp(bytes, again, size) != 0) {
        fail_msg("2x%u, layer %u differs", pits, seeds);
    }
    free(bytes);
    free(again);
    free(path);
}

static void compare_all(unsigned pits, unsigned seeds)
{
    for (unsigned variant = 0; variant < RULES_COUNT; variant += fewer(RULES_COUNT - 1, 1)) {
        const struct waurie_rules rules = all_rules[variant];
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        make_tables(folder, &rules, pits, seeds);
        for (unsigned n = 0; n <= seeds; n++) {
            struct waurie_solved solved;
            const uint64_t least = waurie_lower_least(&rules, pits, n);
            compare_layer(folder, &rules, pits, n, least, &solved);
            assert_true(solved.held <= least);
            compare_layer(folder, &rules, pits, n, 3 * least, &solved);
            assert_true(solved.held <= 3 * least);
        }
        assert_int_equal(count_files(folder), seeds + 2); // the tables and the lock
        temporary_remove(folder);
    }
}

TEST(tables_are_the_same)
{
    compare_all(1, 30);
    compare_all(2, 22);
    compare_all(3, 16);
    compare_all(4, 11);
    compare_all(5, 8);
    compare_all(6, fewer(8, 10));
}

static bool has_many(const struct waurie_board *board, unsigned seeds)
{
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        if (board->own[i] >= seeds || board->other[i] >= seeds) {
            return true;
        }
    }
    return false;
}

// Positions of a layer of 2x6: those with a sowing that goes round, now or for the opponent, and a
// sample of the others.
static unsigned compare_laps(const struct plain *plain, struct waurie_tables *tables,
                             unsigned seeds)
{
    unsigned compared = 0;
    unsigned number = 0;
    for (unsigned own = 0; own <= seeds; own++) {
        struct waurie_board board = {.pits = WAURIE_PITS_MAX};
        waurie_row_first(WAURIE_PITS_MAX, seeds - own, board.other);
        do {
            waurie_row_first(WAURIE_PITS_MAX, own, board.own);
            do {
                if (has_many(&board, 12) || ++number % 97 == 0) {
                    assert_int_equal(tables_win(tables, &board), plain_wins_board(plain, &board));
                    compared++;
                }
            } while (waurie_row_next(WAURIE_PITS_MAX, board.own));
        } while (waurie_row_next(WAURIE_PITS_MAX, board.other));
    }
    return compared;
}

// Sowings that go round the 2x6 board, and layers that they reach below the next one.
static void check_laps(const struct waurie_rules *rules, unsigned seeds)
{
    char folder[TEMPORARY_BYTES];
    struct waurie_solved solved;
    struct plain *plain = plain_solve(rules, 6, seeds);
    assert_non_null(plain);
    temporary_make(folder);
    make_tables(folder, rules, 6, seeds);
    for (unsigned n = 12; n <= seeds; n++) {
        compare_layer(folder, rules, 6, n, waurie_lower_least(rules, 6, n), &solved);
        assert_true(solved.read_bytes > 0);
        compare_layer(folder, rules, 6, n, 2 * waurie_lower_least(rules, 6, n), &solved);
    }
    struct waurie_tables *tables = hold_tables(folder, rules, 6, seeds);
    for (unsigned n = 12; n <= seeds; n++) {
        assert_true(compare_laps(plain, tables, n) > 10000);
    }
    waurie_tables_close(tables);
    plain_free(plain);
    temporary_remove(folder);
}

TEST(laps_agree)
{
    const struct waurie_rules other = {.at_turn = true, .skip = true};
    const struct waurie_rules both = {.both = true};
    check_laps(&article, fewer(12, 14));
    if (fewer(0, 1) > 0) { // the same code
        check_laps(&other, 13);
        check_laps(&both, 13);
    }
}

struct block_stop {
    unsigned calls; // until the answer is yes
};

static bool stops(void *context)
{
    struct block_stop *stopping = context;
    if (stopping->calls == 0) {
        return true;
    }
    stopping->calls--;
    return false;
}

TEST_IN_FOLDER(a_stop_leaves_nothing, folder)
{
    make_tables(folder, &article, 6, 13);
    char *path = waurie_table_path(folder, &article, 6, 13);
    const uint64_t least = waurie_lower_least(&article, 6, 13);
    bool finished = false;
    assert_non_null(path);
    size_t size = 0;
    uint8_t *bytes = temporary_read(path, &size);
    for (unsigned calls = 0; !finished; calls = 2 * calls + 1) {
        struct block_stop stopping = {.calls = calls};
        const struct kauri_progress progress = {.cancelled = stops, .context = &stopping};
        struct waurie_solved solved;
        struct kauri_error error;
        (void)remove(path);
        const enum kauri_status status =
            solve_blocks(folder, &article, 6, 13, least, &progress, &solved, &error);
        finished = status == KAURI_OK;
        if (!finished) {
            assert_int_equal(status, KAURI_INTERRUPTED);
            assert_true(strcmp(error.message, "interrupted") == 0 ||
                        strncmp(error.message, "stopped in layer 1", 18) == 0);
            assert_int_equal(count_files(folder), 13 + 1);
        }
        assert_true(calls < 1 << 20);
    }
    // And on with the layer that was stopped.
    assert_int_equal(remove(path), 0);
    make_tables(folder, &article, 6, 13);
    size_t again_size = 0;
    uint8_t *again = temporary_read(path, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
    free(path);
}

TEST_IN_FOLDER(damage_below_is_reported, folder)
{
    make_tables(folder, &article, 6, 12);
    char *path = waurie_table_path(folder, &article, 6, 11);
    assert_non_null(path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 2000, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, 2000, SEEK_SET), 0);
    assert_int_equal(fputc(byte ^ 0xFF, file), byte ^ 0xFF);
    assert_int_equal(fclose(file), 0);
    struct waurie_solved solved;
    struct kauri_error error;
    assert_int_equal(solve_blocks(folder, &article, 6, 12, MIB, NULL, &solved, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "at-once-into-11.table: page "));
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(remove(path), 0);
    assert_int_equal(solve_blocks(folder, &article, 6, 12, MIB, NULL, &solved, &error),
                     KAURI_MISSING);
    assert_int_equal(count_files(folder), 12 + 1);
    free(path);
}

static void make_file(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

TEST_IN_FOLDER(left_over_files_are_removed, folder)
{
    make_file(folder, "waurie-2x2-at-once-into-07.table.tmp-0123456789abcdef");
    make_file(folder, "waurie-2x2-at-once-into-00.table.tmp-0123456789abcdef");
    make_file(folder, "waurie-2x2-at-once-skip-00.table.tmp-0123456789abcdef"); // other rules
    make_file(folder, "waurie-2x2-at-once-into-00.table.tmp-0");                // not ours
    make_tables(folder, &article, 2, 3);
    assert_int_equal(count_files(folder), 4 + 1 + 2);
}

// A layer is solved within the memory that is given.
TEST_IN_FOLDER(memory_is_kept_to, folder)
{
    enum { SEEDS = 19 };
    make_tables(folder, &article, 6, SEEDS);
    char *path = waurie_table_path(folder, &article, 6, SEEDS);
    assert_non_null(path);
    size_t size = 0;
    uint8_t *bytes = temporary_read(path, &size);
    const uint64_t least = waurie_solve_memory(&article, 6, SEEDS, 1);
    for (uint64_t memory = least; memory < least + MIB; memory += MIB / 2) {
        struct kauri_error error;
        const struct waurie_solve_request request = {.folder = folder,
                                                     .rules = article,
                                                     .pits = 6,
                                                     .seeds_most = SEEDS,
                                                     .threads = 2,
                                                     .memory = memory};
        assert_int_equal(remove(path), 0);
        allocations_begin();
        if (waurie_solve_tables(&request, &error) != KAURI_OK) {
            fail_msg("%s", error.message);
        }
        assert_true(allocations_peak() <= memory);
        size_t again_size = 0;
        uint8_t *again = temporary_read(path, &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(bytes, again, size);
        free(again);
    }
    free(bytes);
    free(path);
}
