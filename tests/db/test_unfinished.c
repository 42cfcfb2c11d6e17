// db/unfinished.h: a table that was interrupted, or whose file was damaged since, is continued to
// the same bytes.
#include "tests/cmocka_all.h"
#include "tests/db/forge.h"
#include "tests/sanitized.h"

#include "db/dictionary.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char table_name[] = "table";
static const char unfinished_name[] = "table.packing";

struct unfinished_scene {
    char folder[TEMPORARY_BYTES];
    char table[FORGE_PATH_BYTES];
    char unfinished[FORGE_PATH_BYTES];
    struct kauri_folder *open;
    struct kauri_table_info info;
    struct kauri_writer_options options;
    uint8_t dictionary[4096]; // of column 1
};

static int set_up(void **state)
{
    struct unfinished_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    (void)forge_path(scene->table, scene->folder, table_name);
    (void)forge_path(scene->unfinished, scene->folder, unfinished_name);
    assert_int_equal(kauri_folder_open(scene->folder, &scene->open, NULL), KAURI_OK);
    // Groups of column 0 end at 60, 120, ..., those of column 1 at 51, 102, ...
    scene->info = forge_info(3, 500, 20, 12);
    scene->info.columns[1].page_entries = 17;
    scene->options =
        (struct kauri_writer_options){.level = 3, .threads = 1, .unfinished = unfinished_name};
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct unfinished_scene *scene = *state;
    kauri_folder_close(scene->open);
    temporary_remove(scene->folder);
    free(scene);
    return 0;
}

static struct kauri_writer *open_writer(const struct unfinished_scene *scene)
{
    struct kauri_writer *writer = NULL;
    struct kauri_error error;
    if (kauri_writer_open_in(scene->open, table_name, &scene->info, &scene->options, &writer,
                             &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return writer;
}

// Appends entries of `of`, whose numbers may differ from those of the scene.
static void append(struct kauri_writer *writer, const struct kauri_table_info *of, uint64_t first,
                   uint64_t entries)
{
    uint8_t *columns[] = {forge_column(of, 0, first, entries), forge_column(of, 1, first, entries)};
    const void *const given[] = {columns[0], columns[1]};
    assert_int_equal(kauri_writer_append(writer, given, entries, NULL), KAURI_OK);
    free(columns[0]);
    free(columns[1]);
}

// Begins the table and is interrupted after `entries` entries.
static void interrupt(const struct unfinished_scene *scene, uint64_t entries)
{
    struct kauri_writer *writer = open_writer(scene);
    append(writer, &scene->info, 0, entries);
    kauri_writer_abandon(writer);
}

// Writes the whole table, with what it finds; returns the number of pages that it took.
static uint64_t finish(const struct unfinished_scene *scene)
{
    struct kauri_writer *writer = open_writer(scene);
    for (uint64_t first = 0; first < scene->info.entries; first += 125) {
        append(writer, &scene->info, first, 125);
    }
    const uint64_t taken = kauri_writer_taken(writer);
    assert_int_equal(kauri_writer_commit(writer, NULL, NULL, NULL), KAURI_OK);
    assert_int_equal(access(scene->unfinished, F_OK), -1);
    return taken;
}

static uint8_t *finished(const struct unfinished_scene *scene, size_t *size)
{
    (void)unlink(scene->unfinished);
    assert_int_equal(finish(scene), 0);
    assert_int_equal(forge_check(scene->table, NULL), KAURI_OK);
    return forge_load(scene->table, size);
}

static void assert_bytes(const char *path, const uint8_t *bytes, size_t size)
{
    size_t found_size = 0;
    uint8_t *found = forge_load(path, &found_size);
    assert_int_equal(found_size, size);
    assert_memory_equal(found, bytes, size);
    free(found);
}

// Pages in the groups that are complete after so many entries.
static uint64_t pages_written(const struct kauri_table_info *info, uint64_t entries)
{
    uint64_t pages = 0;
    for (unsigned c = 0; c < info->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        const uint64_t all = (info->entries - 1) / column->page_entries + 1;
        const uint64_t groups = entries / column->page_entries / column->group_pages;
        pages += entries == info->entries ? all : groups * column->group_pages;
    }
    return pages;
}

static void interrupted_tables_are_continued(void **state)
{
    struct unfinished_scene *scene = *state;
    size_t size = 0;
    uint8_t *whole = finished(scene, &size);
    for (uint64_t entries = 0; entries <= scene->info.entries; entries += entries < 130 ? 1 : 37) {
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            scene->options.threads = threads;
            interrupt(scene, entries);
            assert_int_equal(access(scene->unfinished, F_OK), entries < 51 ? -1 : 0);
            assert_bytes(scene->table, whole, size); // that of an earlier run stays
            assert_int_equal(finish(scene), pages_written(&scene->info, entries));
            assert_bytes(scene->table, whole, size);
        }
    }
    free(whole);
}

// Each run takes what the one before it left, and goes on from there.
static void runs_add_up(void **state)
{
    struct unfinished_scene *scene = *state;
    size_t size = 0;
    uint8_t *whole = finished(scene, &size);
    uint64_t before = 0;
    for (uint64_t entries = 60; entries < scene->info.entries; entries += 60) {
        struct kauri_writer *writer = open_writer(scene);
        append(writer, &scene->info, 0, entries);
        const uint64_t taken = kauri_writer_taken(writer);
        kauri_writer_abandon(writer);
        assert_int_equal(taken, before);
        before = pages_written(&scene->info, entries);
    }
    // A run that is stopped earlier than the one before it costs nothing.
    interrupt(scene, 10);
    assert_int_equal(finish(scene), before);
    assert_bytes(scene->table, whole, size);
    free(whole);
}

static void damage_costs_time_only(void **state)
{
    struct unfinished_scene *scene = *state;
    size_t size = 0;
    size_t part_size = 0;
    uint8_t *whole = finished(scene, &size);
    interrupt(scene, 300);
    uint8_t *part = forge_load(scene->unfinished, &part_size);
    const uint64_t most = pages_written(&scene->info, 300);
    uint64_t least = most;
    for (size_t at = 0; at < part_size; at += fewer(3, 1)) {
        part[at] ^= (uint8_t)(1U << at % 8);
        forge_save(scene->unfinished, part, part_size);
        part[at] ^= (uint8_t)(1U << at % 8);
        const uint64_t taken = finish(scene);
        assert_bytes(scene->table, whole, size);
        assert_true(taken < most || at >= 512);
        least = taken < least ? taken : least;
    }
    assert_int_equal(least, 0);
    for (size_t length = 0; length < part_size; length += fewer(3, 1)) {
        forge_save(scene->unfinished, part, length);
        (void)finish(scene);
        assert_bytes(scene->table, whole, size);
    }
    // Longer than any table, with anything.
    uint8_t *longer = calloc(2, size + part_size);
    assert_non_null(longer);
    memcpy(longer, part, part_size);
    forge_save(scene->unfinished, longer, 2 * (size + part_size));
    assert_int_equal(finish(scene), most);
    assert_bytes(scene->table, whole, size);
    free(longer);
    free(part);
    free(whole);
}

// Intact pages of other entries, which no checksum gives away.
static void other_entries_are_not_taken(void **state)
{
    struct unfinished_scene *scene = *state;
    struct kauri_table_info other = scene->info;
    size_t size = 0;
    uint8_t *whole = finished(scene, &size);
    other.seeds = 4; // other numbers
    struct kauri_writer *writer = open_writer(scene);
    append(writer, &other, 0, 120);
    append(writer, &scene->info, 120, 120);
    kauri_writer_abandon(writer);
    const uint64_t taken = finish(scene);
    // The entries from 120 on begin a page of column 0, not of column 1. Groups may have other
    // sizes now, and be written over what was not read yet.
    assert_true(taken < pages_written(&scene->info, 240));
    assert_bytes(scene->table, whole, size);
    free(whole);
}

static void other_descriptions_are_not_taken(void **state)
{
    struct unfinished_scene *scene = *state;
    const struct kauri_table_info info = scene->info;
    for (unsigned change = 0; change < 5; change++) {
        scene->info = info;
        scene->options.level = 3;
        interrupt(scene, 300);
        scene->options.level += change == 0;
        scene->info.columns[0].page_entries += change == 1;
        scene->info.columns[1].group_pages += change == 2;
        scene->info.cowries = change == 3 ? 11 : scene->info.cowries;
        scene->info.program[0] = change == 4 ? 'T' : scene->info.program[0];
        assert_int_equal(finish(scene), 0);
        assert_int_equal(forge_check(scene->table, NULL), KAURI_OK);
    }
}

static void dictionaries_belong_to_the_description(void **state)
{
    struct unfinished_scene *scene = *state;
    size_t sizes[40];
    size_t dictionary_size = 0;
    size_t size = 0;
    uint8_t *samples = forge_column(&scene->info, 1, 0, 40 * 17);
    for (unsigned i = 0; i < 40; i++) {
        sizes[i] = 2 * 17;
    }
    assert_int_equal(kauri_dictionary_train(samples, sizes, 40, scene->dictionary,
                                            sizeof scene->dictionary, &dictionary_size, NULL),
                     KAURI_OK);
    free(samples);
    assert_true(dictionary_size > 0);
    scene->info.columns[1].codec = KAURI_CODEC_DICTIONARY;
    scene->options.dictionary[1] =
        (struct kauri_dictionary){.bytes = scene->dictionary, .size = dictionary_size};
    uint8_t *whole = finished(scene, &size);
    interrupt(scene, 300);
    assert_int_equal(finish(scene), pages_written(&scene->info, 300));
    assert_bytes(scene->table, whole, size);
    interrupt(scene, 300);
    scene->dictionary[dictionary_size - 1] ^= 1;
    assert_int_equal(finish(scene), 0);
    assert_int_equal(forge_check(scene->table, NULL), KAURI_OK);
    free(whole);
}

static void too_few_samples_make_no_dictionary(void **state)
{
    (void)state;
    static const uint8_t samples[64] = {0};
    const size_t sizes[] = {32, 32};
    uint8_t dictionary[1024];
    size_t size = 1;
    assert_int_equal(
        kauri_dictionary_train(samples, sizes, 2, dictionary, sizeof dictionary, &size, NULL),
        KAURI_OK);
    assert_int_equal(size, 0);
}

static void other_files_are_refused(void **state)
{
    struct unfinished_scene *scene = *state;
    struct kauri_writer *writer = NULL;
    struct kauri_error error;
    assert_int_equal(symlink(scene->table, scene->unfinished), 0);
    assert_int_equal(kauri_writer_open_in(scene->open, table_name, &scene->info, &scene->options,
                                          &writer, &error),
                     KAURI_RESOURCE);
    assert_int_equal(access(scene->table, F_OK), -1);
    assert_int_equal(unlink(scene->unfinished), 0);
    assert_int_equal(kauri_folder_make(scene->unfinished, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_open_in(scene->open, table_name, &scene->info, &scene->options,
                                          &writer, &error),
                     KAURI_RESOURCE);
    assert_int_equal(rmdir(scene->unfinished), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(interrupted_tables_are_continued, set_up, tear_down),
        cmocka_unit_test_setup_teardown(runs_add_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_costs_time_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_entries_are_not_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_descriptions_are_not_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dictionaries_belong_to_the_description, set_up, tear_down),
        cmocka_unit_test(too_few_samples_make_no_dictionary),
        cmocka_unit_test_setup_teardown(other_files_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
