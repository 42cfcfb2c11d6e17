// Tables of distances: made, continued, stopped, looked up.
#include "tests/cmocka_all.h"
#include "tests/temporary.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain_distances.h"
#include "waurie/decide.h"
#include "waurie/distance_tables.h"
#include "waurie/rows.h"
#include "waurie/solver/solve_distances.h"
#include "waurie/table_pages.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 3, SEEDS = 8 };

static void compare_board(struct plain_distances *plain, const struct waurie_distance_tables *held,
                          struct waurie_pages *pages, const struct waurie_board *board)
{
    uint8_t cells[2 * WAURIE_PITS_MAX];
    struct waurie_value value;
    memcpy(cells, board->own, board->pits);
    memcpy(cells + board->pits, board->other, board->pits);
    const struct plain_value right = plain_distance(plain, cells);
    const struct waurie_distance found = waurie_distance_of(held, board);
    assert_int_equal(found.turns, right.turns);
    assert_int_equal(found.sowings, right.sowings);
    assert_int_equal(waurie_pages_value(pages, board, &value, NULL), KAURI_OK);
    assert_int_equal(value.win, right.win);
    assert_int_equal(value.turns, right.turns);
    assert_int_equal(value.sowings, right.sowings);
}

static void compare_layer(struct plain_distances *plain, struct waurie_distance_tables *held,
                          struct waurie_pages *pages, unsigned pits, unsigned seeds)
{
    assert_int_equal(waurie_distance_tables_hold(held, seeds, NULL, NULL), KAURI_OK);
    for (unsigned own = 0; own <= seeds; own++) {
        struct waurie_board board = {.pits = (uint8_t)pits};
        waurie_row_first(pits, seeds - own, board.other);
        do {
            waurie_row_first(pits, own, board.own);
            do {
                compare_board(plain, held, pages, &board);
            } while (waurie_row_next(pits, board.own));
        } while (waurie_row_next(pits, board.other));
    }
}

// All positions, those with an empty row too, of boards with and without laps.
static void distances_are_those_of_the_plain_program(void **state)
{
    (void)state;
    static const unsigned seeds_of[] = {0, 20, 16, 9, 6, 4, 3}; // by pits
    for (unsigned number = 0; number < 4; number++) {
        const struct waurie_rules rules = variant_rules(number);
        for (unsigned pits = 1; pits <= WAURIE_PITS_MAX; pits++) {
            char folder[TEMPORARY_BYTES];
            struct waurie_distance_tables *held = NULL;
            struct waurie_pages *pages = NULL;
            const unsigned seeds = seeds_of[pits];
            temporary_make(folder);
            struct plain_distances *plain = plain_distances_new(&rules, pits, seeds);
            assert_non_null(plain);
            assert_int_equal(make_distances(folder, &rules, pits, seeds, 2), seeds + 1);
            assert_int_equal(waurie_distance_tables_new(folder, &rules, pits, 1 << 30, &held, NULL),
                             KAURI_OK);
            assert_int_equal(waurie_pages_open(folder, &rules, WAURIE_PAGES_LEAST, &pages, NULL),
                             KAURI_OK);
            for (unsigned n = 0; n <= seeds; n++) {
                compare_layer(plain, held, pages, pits, n);
            }
            waurie_pages_close(pages);
            waurie_distance_tables_free(held);
            plain_distances_free(plain);
            temporary_remove(folder);
        }
    }
}

// Layers in which a sowing can go round and store two seeds.
static void long_laps_agree_with_the_search(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    const struct waurie_rules rules = variant_rules(0);
    struct waurie_decider *decider = NULL;
    struct waurie_pages *pages = NULL;
    temporary_make(folder);
    make_distances(folder, &rules, 4, 14, 2);
    assert_int_equal(waurie_decider_new(&rules, 1 << 28, &decider, NULL), KAURI_OK);
    assert_int_equal(waurie_pages_open(folder, &rules, WAURIE_PAGES_LEAST, &pages, NULL), KAURI_OK);
    uint64_t random = 1;
    for (unsigned i = 0; i < 3000; i++) {
        struct waurie_board board = {.pits = 4};
        for (unsigned seed = 0; seed < 14; seed++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            // Most seeds into one pit, so that laps are common.
            const unsigned pit = (random >> 40) % 5 < 3 ? i % 8 : (random >> 33) % 8;
            (*(pit < 4 ? &board.own[pit] : &board.other[pit - 4]))++;
        }
        struct waurie_value found;
        struct waurie_value right;
        assert_int_equal(waurie_decide(decider, &board, &right, NULL), KAURI_OK);
        assert_int_equal(waurie_pages_value(pages, &board, &found, NULL), KAURI_OK);
        assert_int_equal(waurie_value_compare(found, right), 0);
    }
    waurie_pages_close(pages);
    waurie_decider_free(decider);
    temporary_remove(folder);
}

// The bytes of a table of distances; the caller frees them.
static uint8_t *bytes_of(const char *folder, const struct waurie_rules *rules, unsigned pits,
                         unsigned seeds, size_t *size)
{
    char *path = waurie_table_path(WAURIE_DISTANCES, folder, rules, pits, seeds);
    uint8_t *bytes = temporary_read(path, size);
    free(path);
    return bytes;
}

static void assert_same_tables(const char *one, const char *other, const struct waurie_rules *rules,
                               unsigned pits, unsigned seeds)
{
    for (unsigned n = 0; n <= seeds; n++) {
        size_t one_size = 0;
        size_t other_size = 0;
        uint8_t *one_bytes = bytes_of(one, rules, pits, n, &one_size);
        uint8_t *other_bytes = bytes_of(other, rules, pits, n, &other_size);
        assert_int_equal(one_size, other_size);
        assert_memory_equal(one_bytes, other_bytes, one_size);
        free(one_bytes);
        free(other_bytes);
    }
}

static void a_run_is_continued_by_layer(void **state)
{
    (void)state;
    char whole[TEMPORARY_BYTES];
    char parts[TEMPORARY_BYTES];
    const struct waurie_rules rules = variant_rules(2);
    temporary_make(whole);
    temporary_make(parts);
    assert_int_equal(make_distances(whole, &rules, PITS, SEEDS, 1), SEEDS + 1);
    assert_int_equal(make_distances(parts, &rules, PITS, 3, 3), 4);
    assert_int_equal(make_distances(parts, &rules, PITS, 6, 3), 3);
    assert_int_equal(make_distances(parts, &rules, PITS, SEEDS, 3), SEEDS - 6);
    assert_int_equal(make_distances(parts, &rules, PITS, SEEDS, 3), 0);
    assert_same_tables(whole, parts, &rules, PITS, SEEDS);
    // A layer that was lost is made again.
    char *path = waurie_table_path(WAURIE_DISTANCES, parts, &rules, PITS, 5);
    assert_int_equal(remove(path), 0);
    free(path);
    assert_int_equal(make_distances(parts, &rules, PITS, SEEDS, 2), SEEDS - 4);
    assert_same_tables(whole, parts, &rules, PITS, SEEDS);
    temporary_remove(whole);
    temporary_remove(parts);
}

static bool stop_soon(void *context)
{
    unsigned *left = context;
    return (*left)-- == 0;
}

static unsigned unfinished_files(const char *folder)
{
    unsigned count = 0;
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        const size_t length = strlen(entry->d_name);
        const bool known =
            entry->d_name[0] == '.'
                ? length <= 2
                : strcmp(entry->d_name, "kauri.lock") == 0 ||
                      (length > 6 && strcmp(entry->d_name + length - 6, ".table") == 0);
        count += known ? 0 : 1;
    }
    closedir(stream);
    return count;
}

// Stopped at each moment at which a run asks, it goes on to the same tables.
static void a_stopped_run_goes_on(void **state)
{
    (void)state;
    char whole[TEMPORARY_BYTES];
    char stopped[TEMPORARY_BYTES];
    const struct waurie_rules rules = variant_rules(1);
    struct kauri_error error;
    unsigned stops = 0;
    unsigned layers = 0;
    temporary_make(whole);
    temporary_make(stopped);
    make_distances(whole, &rules, PITS, SEEDS, 1);
    make_tables(stopped, &rules, PITS, SEEDS);
    enum kauri_status status = KAURI_INTERRUPTED;
    for (unsigned moment = 0; status != KAURI_OK; moment += 3) {
        unsigned left = moment;
        unsigned count = 0;
        const struct kauri_progress progress = {.cancelled = stop_soon, .context = &left};
        status = try_distances(stopped, &rules, PITS, SEEDS, 2, &progress, &count, &error);
        assert_true(status == KAURI_OK || status == KAURI_INTERRUPTED);
        assert_int_equal(unfinished_files(stopped), 0);
        layers += count;
        stops += status == KAURI_OK ? 0 : 1;
    }
    assert_int_equal(layers, SEEDS + 1);
    assert_true(stops > 5);
    assert_same_tables(whole, stopped, &rules, PITS, SEEDS);
    temporary_remove(whole);
    temporary_remove(stopped);
}

static void what_cannot_be_made_is_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    unsigned count = 0;
    const struct waurie_rules rules = variant_rules(0);
    temporary_make(folder);
    make_tables(folder, &rules, PITS, 4);
    assert_int_equal(try_distances(folder, &rules, PITS, 6, 1, NULL, &count, &error),
                     KAURI_MISSING);
    assert_int_equal(count, 5);
    const struct waurie_distances_request request = {.folder = folder,
                                                     .rules = rules,
                                                     .pits = 6,
                                                     .seeds_most = 3,
                                                     .threads = 2,
                                                     .memory = 100000};
    assert_int_equal(waurie_solve_distances(&request, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "the distances of layer 0 take"));
    temporary_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_the_plain_program),
        cmocka_unit_test(long_laps_agree_with_the_search),
        cmocka_unit_test(a_run_is_continued_by_layer),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(what_cannot_be_made_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
