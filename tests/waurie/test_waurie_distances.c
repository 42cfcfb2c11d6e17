// Tables of distances: made, continued, stopped, looked up, checked, refused.
#include "db/writer.h"
#include "tests/cmocka_all.h"
#include "tests/temporary.h"
#include "tests/waurie/make_tables.h"
#include "tests/waurie/plain_distances.h"
#include "waurie/distance_tables.h"
#include "waurie/layer_check.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"
#include "waurie/solver/solve_distances.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 3, SEEDS = 8 };

static void count_layer(void *context, const struct waurie_measured *measured)
{
    (void)measured;
    (*(unsigned *)context)++;
}

static enum kauri_status try_solve(const char *folder, const struct waurie_rules *rules,
                                   unsigned pits, unsigned seeds, unsigned threads,
                                   const struct kauri_progress *progress, unsigned *count,
                                   struct kauri_error *error)
{
    const struct waurie_distances_request request = {.folder = folder,
                                                     .rules = *rules,
                                                     .pits = pits,
                                                     .seeds_most = seeds,
                                                     .threads = threads,
                                                     .memory = 1 << 30,
                                                     .progress = progress,
                                                     .measured = count_layer,
                                                     .context = count};
    *count = 0;
    return waurie_solve_distances(&request, error);
}

// Makes bits and distances, and returns for how many layers the latter were made.
static unsigned solve(const char *folder, const struct waurie_rules *rules, unsigned pits,
                      unsigned seeds, unsigned threads)
{
    struct kauri_error error;
    unsigned count = 0;
    make_tables(folder, rules, pits, seeds);
    if (try_solve(folder, rules, pits, seeds, threads, NULL, &count, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return count;
}

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
            assert_int_equal(solve(folder, &rules, pits, seeds, 2), seeds + 1);
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
    solve(folder, &rules, 4, 14, 2);
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
    assert_int_equal(solve(whole, &rules, PITS, SEEDS, 1), SEEDS + 1);
    assert_int_equal(solve(parts, &rules, PITS, 3, 3), 4);
    assert_int_equal(solve(parts, &rules, PITS, 6, 3), 3);
    assert_int_equal(solve(parts, &rules, PITS, SEEDS, 3), SEEDS - 6);
    assert_int_equal(solve(parts, &rules, PITS, SEEDS, 3), 0);
    assert_same_tables(whole, parts, &rules, PITS, SEEDS);
    // A layer that was lost is made again.
    char *path = waurie_table_path(WAURIE_DISTANCES, parts, &rules, PITS, 5);
    assert_int_equal(remove(path), 0);
    free(path);
    assert_int_equal(solve(parts, &rules, PITS, SEEDS, 2), SEEDS - 4);
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
    solve(whole, &rules, PITS, SEEDS, 1);
    make_tables(stopped, &rules, PITS, SEEDS);
    enum kauri_status status = KAURI_INTERRUPTED;
    for (unsigned moment = 0; status != KAURI_OK; moment += 3) {
        unsigned left = moment;
        unsigned count = 0;
        const struct kauri_progress progress = {.cancelled = stop_soon, .context = &left};
        status = try_solve(stopped, &rules, PITS, SEEDS, 2, &progress, &count, &error);
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
    assert_int_equal(try_solve(folder, &rules, PITS, 6, 1, NULL, &count, &error), KAURI_MISSING);
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

// A board of layer SEEDS by its place in a table of distances.
static void change(const char *folder, const struct waurie_rules *rules, uint64_t place,
                   struct waurie_distance by)
{
    struct waurie_layer layer;
    struct kauri_error error;
    struct waurie_distance_writer *writer = NULL;
    struct waurie_distance most = {0, 0};
    waurie_layer_make(PITS, SEEDS, &layer);
    struct waurie_distance *distances = malloc(layer.places * sizeof *distances);
    assert_non_null(distances);
    assert_int_equal(waurie_distance_file_load(folder, rules, &layer, NULL, distances, &error),
                     KAURI_OK);
    distances[place].turns = (int16_t)(distances[place].turns + by.turns);
    distances[place].sowings = (int16_t)(distances[place].sowings + by.sowings);
    for (uint64_t i = 0; i < layer.places; i++) {
        most.turns = distances[i].turns > most.turns ? distances[i].turns : most.turns;
        most.sowings = distances[i].sowings > most.sowings ? distances[i].sowings : most.sowings;
    }
    assert_int_equal(
        waurie_distance_writer_new(folder, rules, &layer, most, 1, NULL, &writer, &error),
        KAURI_OK);
    assert_int_equal(waurie_distance_append(writer, distances, layer.places, &error), KAURI_OK);
    assert_int_equal(waurie_distance_commit(writer, &error), KAURI_OK);
    waurie_distance_writer_free(writer);
    free(distances);
}

static enum kauri_status check(const char *folder, const struct waurie_rules *rules,
                               uint64_t sample, struct kauri_error *error)
{
    struct waurie_tables *tables = NULL;
    struct waurie_pages *pages[2] = {NULL};
    struct waurie_distance_tables *held = NULL;
    uint64_t checked = 0;
    assert_int_equal(
        waurie_tables_open(folder, rules, PITS, SEEDS, 1 << 30, 1, NULL, &tables, error), KAURI_OK);
    assert_int_equal(waurie_distance_tables_new(folder, rules, PITS, 1 << 30, &held, error),
                     KAURI_OK);
    assert_int_equal(waurie_distance_tables_hold(held, SEEDS, NULL, error), KAURI_OK);
    for (unsigned t = 0; t < 2; t++) {
        assert_int_equal(waurie_pages_open(folder, rules, WAURIE_PAGES_LEAST, &pages[t], error),
                         KAURI_OK);
    }
    const struct waurie_check_request request = {.tables = sample == 0 ? tables : NULL,
                                                 .distances = sample == 0 ? held : NULL,
                                                 .pages = pages,
                                                 .check_distances = true,
                                                 .rules = *rules,
                                                 .pits = PITS,
                                                 .seeds = SEEDS,
                                                 .sample = sample,
                                                 .threads = 2};
    const enum kauri_status status = waurie_layer_check(&request, &checked, error);
    waurie_pages_close(pages[0]);
    waurie_pages_close(pages[1]);
    waurie_distance_tables_free(held);
    waurie_tables_close(tables);
    return status;
}

static void wrong_distances_are_found(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    struct waurie_layer layer;
    temporary_make(folder);
    waurie_layer_make(PITS, SEEDS, &layer);
    for (unsigned number = 0; number < 4; number++) {
        const struct waurie_rules rules = variant_rules(number);
        solve(folder, &rules, PITS, SEEDS, 2);
        assert_int_equal(check(folder, &rules, 0, &error), KAURI_OK);
        assert_int_equal(check(folder, &rules, 2000, &error), KAURI_OK);
        // A position of each block, those with an empty row too; then it is put right again.
        for (unsigned own = 0; own <= SEEDS; own++) {
            const struct waurie_distance by = {own % 2 == 0, own % 2 != 0};
            const struct waurie_distance back = {(int16_t)-by.turns, (int16_t)-by.sowings};
            const uint64_t place = layer.place[own] + layer.line_bits[own] / 2;
            change(folder, &rules, place, by);
            assert_int_equal(check(folder, &rules, 0, &error), KAURI_WRONG);
            assert_non_null(strstr(error.message, "the distances of layer 8 are wrong at "));
            assert_int_equal(check(folder, &rules, 100000, &error), KAURI_WRONG);
            change(folder, &rules, place, back);
        }
        assert_int_equal(check(folder, &rules, 0, &error), KAURI_OK);
    }
    temporary_remove(folder);
}

// Distances are compared with the bits before they are written.
static void wrong_bits_are_found(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    struct waurie_layer layer;
    struct kauri_reader *reader = NULL;
    unsigned count = 0;
    const struct waurie_rules rules = variant_rules(0);
    temporary_make(folder);
    make_tables(folder, &rules, PITS, SEEDS);
    waurie_layer_make(PITS, 5, &layer);
    uint64_t *bits = malloc(layer.words * sizeof *bits);
    assert_non_null(bits);
    assert_int_equal(waurie_file_open(folder, &rules, &layer, &reader, &error), KAURI_OK);
    assert_int_equal(waurie_file_read(reader, &layer, 1, NULL, bits, &error), KAURI_OK);
    kauri_reader_close(reader);
    bits[layer.block[2] + layer.line_words[2]] ^= 2;
    assert_int_equal(waurie_file_write(folder, &rules, &layer, 1, NULL, bits, &error), KAURI_OK);
    free(bits);
    assert_int_equal(try_solve(folder, &rules, PITS, SEEDS, 1, NULL, &count, &error), KAURI_WRONG);
    assert_string_equal(error.message, "the table of layer 5 is wrong at 0,1,1/0,1,2 S");
    assert_int_equal(count, 5);
    temporary_remove(folder);
}

static void damage(const char *folder, const struct waurie_rules *rules, unsigned seeds,
                   long offset)
{
    char *path = waurie_table_path(WAURIE_DISTANCES, folder, rules, PITS, seeds);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_true(fputs("damaged", file) >= 0);
    assert_int_equal(fclose(file), 0);
    free(path);
}

static enum kauri_status load(const char *folder, const struct waurie_rules *rules, unsigned seeds,
                              struct kauri_error *error)
{
    struct waurie_layer layer;
    waurie_layer_make(PITS, seeds, &layer);
    struct waurie_distance *distances = malloc(layer.places * sizeof *distances);
    assert_non_null(distances);
    const enum kauri_status status =
        waurie_distance_file_load(folder, rules, &layer, NULL, distances, error);
    free(distances);
    return status;
}

static void damaged_and_foreign_tables_are_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    const struct waurie_rules rules = variant_rules(0);
    const struct waurie_rules skip = variant_rules(1);
    struct waurie_pages *pages = NULL;
    unsigned count = 0;
    temporary_make(folder);
    solve(folder, &rules, PITS, SEEDS, 1);
    damage(folder, &rules, SEEDS, 530); // the first page
    damage(folder, &rules, 7, 30);      // the header
    char *from = waurie_table_path(WAURIE_DISTANCES, folder, &rules, PITS, 6);
    char *to = waurie_table_path(WAURIE_DISTANCES, folder, &skip, PITS, 6);
    assert_int_equal(rename(from, to), 0);
    free(from);
    free(to);
    assert_int_equal(load(folder, &rules, SEEDS, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "page 0 of turns is damaged"));
    assert_int_equal(load(folder, &rules, 7, &error), KAURI_CORRUPT);
    assert_int_equal(load(folder, &rules, 6, &error), KAURI_MISSING);
    assert_int_equal(load(folder, &skip, 6, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "is for the rules"));
    // Look-ups say the same, each time.
    const struct waurie_board board = {.pits = PITS, .own = {4}, .other = {4}};
    const struct waurie_board above = {.pits = PITS, .own = {4}, .other = {2}};
    struct waurie_value value;
    assert_int_equal(waurie_pages_open(folder, &rules, WAURIE_PAGES_LEAST, &pages, &error),
                     KAURI_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(waurie_pages_value(pages, &board, &value, &error), KAURI_CORRUPT);
        assert_int_equal(waurie_pages_value(pages, &above, &value, &error), KAURI_MISSING);
        assert_non_null(strstr(error.message, "has no distances of layer 6 of the 2x3 board"));
    }
    waurie_pages_close(pages);
    // A run does not go on above what it cannot read.
    char *path = waurie_table_path(WAURIE_DISTANCES, folder, &rules, PITS, SEEDS);
    assert_int_equal(remove(path), 0);
    free(path);
    solve(folder, &rules, PITS, 6, 1);
    assert_int_equal(try_solve(folder, &rules, PITS, SEEDS, 1, NULL, &count, &error),
                     KAURI_CORRUPT);
    temporary_remove(folder);
}

// Distances above 255 take two bytes, column by column; impossible ones are refused.
static void wide_distances_are_kept(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    struct waurie_layer layer;
    struct kauri_reader *reader = NULL;
    struct waurie_distance_writer *writer = NULL;
    struct kauri_writer *plain = NULL;
    const struct waurie_rules rules = variant_rules(3);
    temporary_make(folder);
    waurie_layer_make(1, 2, &layer); // 3 positions
    const struct waurie_distance stored[] = {{0, 0}, {300, 255}, {255, 7}};
    struct waurie_distance read[3] = {{0, 0}};
    assert_int_equal(layer.places, 3);
    const struct waurie_distance most = {300, 255};
    assert_int_equal(
        waurie_distance_writer_new(folder, &rules, &layer, most, 1, NULL, &writer, &error),
        KAURI_OK);
    assert_int_equal(waurie_distance_append(writer, stored, 3, &error), KAURI_OK);
    assert_int_equal(waurie_distance_commit(writer, &error), KAURI_OK);
    waurie_distance_writer_free(writer);
    assert_int_equal(waurie_distance_file_open(folder, &rules, &layer, &reader, &error), KAURI_OK);
    assert_int_equal(kauri_reader_info(reader)->columns[0].width, 2);
    assert_int_equal(kauri_reader_info(reader)->columns[1].width, 1);
    assert_int_equal(waurie_distance_file_read(reader, 1, 2, NULL, read, &error), KAURI_OK);
    assert_memory_equal(read, stored + 1, 2 * sizeof *read);
    kauri_reader_close(reader);
    const struct waurie_distance impossible = {0, WAURIE_DISTANCE_MAX + 1};
    assert_int_equal(
        waurie_distance_writer_new(folder, &rules, &layer, impossible, 1, NULL, &writer, &error),
        KAURI_INTERNAL);
    // A sound table with an impossible distance.
    const struct kauri_table_info info = waurie_distance_file_info(&rules, &layer, most);
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    const uint8_t turns[] = {0, 0, 0xFF, 0xFF, 0, 0};
    const uint8_t sowings[] = {0, 1, 2};
    const void *columns[] = {turns, sowings};
    char *path = waurie_table_path(WAURIE_DISTANCES, folder, &rules, 1, 2);
    assert_int_equal(kauri_writer_open(path, &info, &options, &plain, &error), KAURI_OK);
    assert_int_equal(kauri_writer_append(plain, columns, 3, &error), KAURI_OK);
    assert_int_equal(kauri_writer_commit(plain, NULL, NULL, &error), KAURI_OK);
    free(path);
    assert_int_equal(waurie_distance_file_open(folder, &rules, &layer, &reader, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "no game is so long"));
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
        cmocka_unit_test(wrong_distances_are_found),
        cmocka_unit_test(wrong_bits_are_found),
        cmocka_unit_test(damaged_and_foreign_tables_are_refused),
        cmocka_unit_test(wide_distances_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
