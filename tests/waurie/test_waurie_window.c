// Tables with the highest layers in memory, and the search above them.
#include "tests/sanitized.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain.h"
#include "waurie/layer_file.h"
#include "waurie/winner_search.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t random_state = 20261122;

static unsigned random_below(unsigned bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((random_state >> 33) % bound);
}

// Puts each seed into a random pit, or with `heaps` often into the pit of the last one.
static struct waurie_board random_board(unsigned pits, unsigned seeds, bool heaps)
{
    struct waurie_board board = {.pits = (uint8_t)pits};
    unsigned pit = 0;
    for (unsigned i = 0; i < seeds; i++) {
        pit = heaps && random_below(4) != 0 ? pit : random_below(2 * pits);
        (pit < pits ? board.own : board.other)[pit % pits]++;
    }
    return board;
}

static struct waurie_search *new_search(const char *folder, const struct waurie_rules *rules,
                                        unsigned pits, unsigned layers, unsigned seeds,
                                        uint64_t layer_memory, unsigned threads)
{
    struct kauri_error error;
    struct waurie_search *search = NULL;
    const struct waurie_search_options options = {.folder = folder,
                                                  .rules = *rules,
                                                  .pits = pits,
                                                  .layers_most = layers,
                                                  .seeds_most = seeds,
                                                  .memory = 1 << 24,
                                                  .layer_memory = layer_memory,
                                                  .threads = threads};
    if (waurie_search_new(&options, &search, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return search;
}

static struct waurie_window hold_window(struct waurie_tables *tables, unsigned layers,
                                        unsigned seeds, uint64_t memory)
{
    struct kauri_error error;
    struct waurie_window window;
    if (waurie_tables_hold_window(tables, layers, seeds, memory, &window, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(waurie_tables_bytes(tables) <= memory);
    return window;
}

// The lowest layer that moves of positions with top + 1 to `seeds` seeds lead to, by trying all.
static unsigned least_by_play(const struct waurie_rules *rules, unsigned pits, unsigned top,
                              unsigned seeds)
{
    unsigned least = top;
    for (unsigned n = top + 1; n <= seeds; n++) {
        for (unsigned own = 1; own <= n; own++) {
            struct waurie_board board = {.pits = (uint8_t)pits};
            waurie_row_first(pits, n - own, board.other);
            do {
                waurie_row_first(pits, own, board.own);
                do {
                    for (unsigned pit = 0; pit < pits && !waurie_is_over(rules, &board); pit++) {
                        if (board.own[pit] != 0) {
                            const unsigned to = n - waurie_play(rules, &board, pit).stored;
                            least = to < least ? to : least;
                        }
                    }
                } while (waurie_row_next(pits, board.own));
            } while (waurie_row_next(pits, board.other));
        }
    }
    return least;
}

TEST(the_window_is_what_moves_lead_to)
{
    for (unsigned r = 0; r < RULES_COUNT; r++) {
        for (unsigned pits = 1; pits <= 3; pits++) {
            for (unsigned top = 0; top < 15; top++) {
                for (unsigned seeds = top; seeds <= 15; seeds += 3) {
                    assert_int_equal(waurie_window_least(&all_rules[r], pits, top, seeds),
                                     least_by_play(&all_rules[r], pits, top, seeds));
                }
            }
        }
    }
    // The usual start above layer 39: as many seeds in a pit as three rounds take are there.
    assert_int_equal(waurie_window_least(&all_rules[0], 6, 39, 48), 37);
}

// Compares the search above the layers up to `top` with the plain program, on random positions with
// more seeds than that; `memory` limits the layers in memory.
static void compare(const char *folder, const struct plain *plain, const struct waurie_rules *rules,
                    unsigned pits, unsigned top, unsigned seeds, uint64_t memory, unsigned threads)
{
    struct kauri_error error;
    struct waurie_search *search = new_search(folder, rules, pits, top, seeds, memory, threads);
    assert_int_equal(waurie_search_window(search)->greatest, top);
    assert_int_equal(waurie_search_window(search)->top, top);
    unsigned wins = 0;
    enum { POSITIONS = 300 };
    for (unsigned i = 0; i < POSITIONS; i++) {
        const struct waurie_board board =
            random_board(pits, top + 1 + random_below(seeds - top), i % 2 != 0);
        const bool win = plain_wins_board(plain, &board);
        assert_int_equal(waurie_search_decide(search, &board, 0, NULL),
                         win ? WAURIE_WIN : WAURIE_LOSS);
        wins += win;
    }
    assert_in_range(wins, 1, POSITIONS - 1);
    assert_int_equal(waurie_search_failure(search, &error), KAURI_OK);
    waurie_search_free(search);
}

TEST(searches_above_windows_agree)
{
    static const unsigned maximum[] = {0, 0, 26, 20, 14, 12, 10};
    for (unsigned r = 0; r < RULES_COUNT; r += fewer(3, 1)) {
        for (unsigned pits = 2; pits <= WAURIE_PITS_MAX; pits++) {
            char folder[TEMPORARY_BYTES];
            const struct waurie_rules *rules = &all_rules[r];
            const unsigned seeds = maximum[pits];
            struct plain *plain = plain_solve(rules, pits, seeds);
            assert_non_null(plain);
            temporary_make(folder);
            make_tables(folder, rules, pits, seeds - 2);
            for (unsigned below = 2; below <= 5; below++) {
                compare(folder, plain, rules, pits, seeds - below, seeds, 0, 1);
            }
            compare(folder, plain, rules, pits, seeds - 4, seeds, 0, 3);
            temporary_remove(folder);
            plain_free(plain);
        }
    }
}

// Bytes of a layer of 2x2 in memory.
static uint64_t bytes_of(unsigned seeds)
{
    struct waurie_layer layer;
    waurie_layer_make(2, seeds, &layer);
    return layer.words * sizeof(uint64_t);
}

// Layers that do not fit are read page by page; positions of missing layers are searched.
TEST(layers_outside_of_memory)
{
    char folder[TEMPORARY_BYTES];
    const struct waurie_rules *rules = &all_rules[0];
    struct plain *plain = plain_solve(rules, 2, 26);
    assert_non_null(plain);
    temporary_make(folder);
    make_tables(folder, rules, 2, 20);
    compare(folder, plain, rules, 2, 20, 26, bytes_of(20) + bytes_of(19), 2);

    // One byte less, and the search begins a layer lower.
    struct waurie_tables *tables = open_tables(folder, rules, 2, WAURIE_PAGES_LEAST);
    struct waurie_window window = hold_window(tables, 20, 26, bytes_of(20) + bytes_of(19) - 1);
    assert_int_equal(window.greatest, 20);
    assert_int_equal(window.top, 19);
    assert_int_equal(window.least, 18);
    waurie_tables_close(tables);

    // Nothing is loaded for positions that the tables hold, and all of them are looked up.
    tables = open_tables(folder, rules, 2, WAURIE_PAGES_LEAST);
    window = hold_window(tables, 20, 20, 1 << 20);
    assert_int_equal(window.top, -1);
    assert_int_equal(waurie_tables_bytes(tables), 0);
    for (unsigned i = 0; i < 500; i++) {
        const struct waurie_board board = random_board(2, random_below(21), i % 2 != 0);
        assert_int_equal(tables_win(tables, &board), plain_wins_board(plain, &board));
    }
    waurie_tables_close(tables);

    for (unsigned n = 17; n <= 19; n += 2) {
        char name[WAURIE_TABLE_NAME_BYTES];
        char path[2 * TEMPORARY_BYTES];
        (void)snprintf(path, sizeof path, "%s/%s", folder, waurie_table_name(rules, 2, n, name));
        assert_int_equal(unlink(path), 0);
    }
    compare(folder, plain, rules, 2, 20, 26, 1 << 20, 1);
    temporary_remove(folder);
    plain_free(plain);
}

TEST(damage_is_reported)
{
    char folder[TEMPORARY_BYTES];
    char name[WAURIE_TABLE_NAME_BYTES];
    char path[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    const struct waurie_rules *rules = &all_rules[0];
    const struct waurie_board board = {.pits = 3, .own = {1, 1, 1}, .other = {1, 1, 1}};
    temporary_make(folder);
    make_tables(folder, rules, 3, 6);
    (void)snprintf(path, sizeof path, "%s/%s", folder, waurie_table_name(rules, 3, 6, name));
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 530, SEEK_SET), 0);
    assert_int_equal(fputc('X', file), 'X');
    assert_int_equal(fclose(file), 0);
    struct waurie_search *search = new_search(folder, rules, 3, 6, 6, 0, 1);
    assert_int_equal(waurie_search_failure(search, &error), KAURI_OK);
    assert_int_equal(waurie_search_recall(search, &board), WAURIE_OPEN);
    assert_int_equal(waurie_search_failure(search, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "damaged"));
    waurie_search_free(search);
    struct waurie_search_options options = {.folder = folder,
                                            .rules = *rules,
                                            .pits = 3,
                                            .layers_most = 6,
                                            .seeds_most = 9,
                                            .memory = 1 << 24,
                                            .threads = 1};
    assert_int_equal(waurie_search_new(&options, &search, &error), KAURI_CORRUPT);
    assert_null(search);
    temporary_remove(folder);
    assert_int_equal(waurie_search_new(&options, &search, &error), KAURI_MISSING);
    options.memory = 1 << 22;
    assert_int_equal(waurie_search_new(&options, &search, &error), KAURI_RESOURCE);
}
