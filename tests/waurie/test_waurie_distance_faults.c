// Tables of distances that are wrong, damaged, foreign or impossible.
#include "db/writer.h"
#include "tests/cmocka_all.h"
#include "tests/temporary.h"
#include "tests/waurie/make_tables.h"
#include "waurie/distance_tables.h"
#include "waurie/layer_check.h"
#include "waurie/layer_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 3, SEEDS = 8 };

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
        make_distances(folder, &rules, PITS, SEEDS, 2);
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
    assert_int_equal(try_distances(folder, &rules, PITS, SEEDS, 1, NULL, &count, &error),
                     KAURI_WRONG);
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
    make_distances(folder, &rules, PITS, SEEDS, 1);
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
    make_distances(folder, &rules, PITS, 6, 1);
    assert_int_equal(try_distances(folder, &rules, PITS, SEEDS, 1, NULL, &count, &error),
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
        cmocka_unit_test(wrong_distances_are_found),
        cmocka_unit_test(wrong_bits_are_found),
        cmocka_unit_test(damaged_and_foreign_tables_are_refused),
        cmocka_unit_test(wide_distances_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
