// db/tables/pack.h: packed tables hold the same values, whatever the source and however often the
// run was interrupted.
#include "tests/db/forge.h"
#include "tests/db/tables/small_tables.h"
#include "tests/indexer/layers.h"
#include "tests/temporary.h"
#include "tests/test.h"

#include "db/bytes.h"
#include "db/header.h"
#include "db/reader.h"
#include "db/table_names.h"
#include "db/tables/layer_table.h"
#include "db/tables/pack.h"
#include "db/writer.h"
#include "indexer/convention.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct pack_scene {
    char from[TEMPORARY_BYTES];
    char into[TEMPORARY_BYTES];
    struct kauri_layer layer; // a small one, for tests that need no other
    struct kauri_pack_options options;
};

static int set_up(void **state)
{
    const struct kauri_shape shape = {2, 3};
    struct pack_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->from);
    temporary_make(scene->into);
    assert_int_equal(kauri_layer_init(&scene->layer, shape, 2, NULL), KAURI_OK);
    scene->options = (struct kauri_pack_options){
        .form = {.level = 5, .page_entries = {30, 20}},
        .threads = 2,
    };
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct pack_scene *scene = *state;
    temporary_remove(scene->from);
    temporary_remove(scene->into);
    free(scene);
    return 0;
}

static char *table_path(const char *folder, const struct kauri_layer *layer)
{
    return kauri_table_path(folder, layer->shape.holes, layer->shape.cowries, layer->seeds);
}

static struct kauri_reader *open_table(const char *folder, const struct kauri_layer *layer)
{
    struct kauri_reader *reader = NULL;
    struct kauri_error error;
    assert_ok(kauri_layer_table_open(folder, layer->shape, layer->seeds, &reader, &error), &error);
    return reader;
}

static uint8_t *column_of(const struct kauri_reader *reader, unsigned column)
{
    struct kauri_reader_scratch *scratch = NULL;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    uint8_t *out[KAURI_COLUMNS_MAX] = {NULL};
    out[column] = malloc(info->entries * info->columns[column].width);
    assert_non_null(out[column]);
    assert_int_equal(kauri_reader_scratch_new(&scratch, NULL), KAURI_OK);
    assert_int_equal(kauri_entries_read(scratch, reader, 0, info->entries, out, NULL), KAURI_OK);
    kauri_reader_scratch_free(scratch);
    return out[column];
}

// The packed table has the entries of its source, and its counts.
static void assert_packed(const char *source_folder, const char *packed_folder,
                          const struct kauri_layer *layer, const struct kauri_pack_form *form)
{
    struct kauri_reader *source = open_table(source_folder, layer);
    struct kauri_reader *packed = open_table(packed_folder, layer);
    const struct kauri_table_info *info = kauri_reader_info(packed);
    const struct kauri_certificate *counts = kauri_reader_certificate(packed);
    const struct kauri_certificate *expected = kauri_reader_certificate(source);
    assert_int_equal(info->derivation, KAURI_DERIVATION_STORED);
    assert_int_equal(info->entries, kauri_reader_info(source)->entries);
    for (unsigned c = 0; c < info->column_count; c++) {
        const size_t width = info->columns[c].width;
        uint8_t *before = column_of(source, c);
        uint8_t *after = column_of(packed, c);
        assert_int_equal(width, kauri_reader_info(source)->columns[c].width);
        assert_int_equal(info->columns[c].page_entries, form->page_entries[c]);
        assert_memory_equal(after, before, info->entries * width);
        free(before);
        free(after);
        assert_int_equal(counts->maximum[c], expected->maximum[c]);
    }
    assert_int_equal(counts->count_count, expected->count_count);
    for (uint32_t i = 0; i < counts->count_count; i++) {
        assert_int_equal(counts->counts[i].value, expected->counts[i].value);
        assert_int_equal(counts->counts[i].count, expected->counts[i].count);
    }
    kauri_reader_close(source);
    kauri_reader_close(packed);
}

// Packs the small layer; the status is the result.
static enum kauri_status try_pack(const struct pack_scene *scene, struct kauri_error *error)
{
    struct kauri_pack_result result;
    return kauri_pack_layer(scene->from, scene->into, scene->layer.shape, scene->layer.seeds,
                            &scene->options, &result, error);
}

// Writes the source of the small layer, and reads the file; the caller frees the path and bytes.
static uint8_t *write_source(const struct pack_scene *scene, char **path, size_t *size)
{
    stored_table(scene->from, &scene->layer, 200, 64);
    *path = table_path(scene->from, &scene->layer);
    return temporary_read(*path, size);
}

static struct kauri_pack_result pack(const char *from, const char *into,
                                     const struct kauri_layer *layer,
                                     const struct kauri_pack_options *options)
{
    struct kauri_pack_result result;
    struct kauri_error error;
    assert_ok(kauri_pack_layer(from, into, layer->shape, layer->seeds, options, &result, &error),
              &error);
    return result;
}

TEST_WITH(the_values_stay, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
        uint32_t max_dtc;
        uint32_t page_entries; // page size of the source
    } cases[] = {
        {{1, 0}, 0, 1, 1},   {{1, 3}, 7, 1000, 3},       {{2, 2}, 0, 200, 100},
        {{2, 2}, 5, 200, 7}, {{3, 3}, 4, 1000, 1 << 16}, {{6, 6}, 2, 200, 1000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kauri_layer layer = layer_of(cases[i].shape, cases[i].seeds);
        struct kauri_pack_options options = {
            .form = {.level = 3, .page_entries = {500, 33}},
            .threads = 3,
        };
        char again[TEMPORARY_BYTES];
        temporary_make(again);
        stored_table(scene->from, &layer, cases[i].max_dtc, cases[i].page_entries);
        const struct kauri_pack_result first = pack(scene->from, scene->into, &layer, &options);
        assert_false(first.there);
        assert_int_equal(first.positions, layer.positions);
        assert_int_equal(first.entries, kauri_stored_block_count(&layer) * layer.cowrie_count);
        assert_packed(scene->from, scene->into, &layer, &options.form);
        // From there, into another form.
        options.form =
            (struct kauri_pack_form){.level = 1, .page_entries = {40, 1 << 16}, {2000, 300}};
        const struct kauri_pack_result second = pack(scene->into, again, &layer, &options);
        assert_packed(scene->from, again, &layer, &options.form);
        assert_int_equal(second.digest, first.digest);
        assert_int_equal(second.source_bytes, first.file_bytes);
        temporary_remove(again);
    }
}

TEST_WITH(the_bytes_depend_on_the_form_only, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    const struct kauri_layer layer = layer_of((struct kauri_shape){3, 4}, 3);
    char *path = table_path(scene->into, &layer);
    uint8_t *bytes[4];
    size_t sizes[4];
    for (unsigned i = 0; i < 4; i++) {
        const struct kauri_pack_options options = {
            .form = {.level = 5, .page_entries = {300, 200}, .dictionary_bytes = {0, 1000}},
            .threads = 1 + i,
        };
        (void)unlink(path);
        stored_table(scene->from, &layer, 200, 64 + 100 * i);
        assert_false(pack(scene->from, scene->into, &layer, &options).there);
        bytes[i] = temporary_read(path, &sizes[i]);
        assert_int_equal(sizes[i], sizes[0]);
        assert_memory_equal(bytes[i], bytes[0], sizes[0]);
    }
    for (unsigned i = 0; i < 4; i++) {
        free(bytes[i]);
    }
    free(path);
}

TEST_WITH(packed_layers_are_skipped, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    const struct kauri_layer layer = layer_of((struct kauri_shape){2, 3}, 3);
    struct kauri_pack_options options = {
        .form = {.level = 5, .page_entries = {300, 200}},
        .threads = 1,
    };
    struct stat before;
    struct stat after;
    char *path = table_path(scene->into, &layer);
    stored_table(scene->from, &layer, 200, 64);
    const struct kauri_pack_result first = pack(scene->from, scene->into, &layer, &options);
    assert_int_equal(stat(path, &before), 0);
    const struct kauri_pack_result second = pack(scene->from, scene->into, &layer, &options);
    assert_int_equal(stat(path, &after), 0);
    assert_true(second.there);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(second.digest, first.digest);
    assert_int_equal(second.file_bytes, first.file_bytes);
    // Another form, another source, a damaged target: packed again.
    options.form.page_entries[1] = 100;
    assert_false(pack(scene->from, scene->into, &layer, &options).there);
    stored_table(scene->from, &layer, 1000, 64);
    assert_false(pack(scene->from, scene->into, &layer, &options).there);
    assert_true(pack(scene->from, scene->into, &layer, &options).there);
    assert_int_equal(truncate(path, 600), 0);
    assert_false(pack(scene->from, scene->into, &layer, &options).there);
    assert_packed(scene->from, scene->into, &layer, &options.form);
    size_t size = 0;
    uint8_t *bytes = temporary_read(path, &size);
    bytes[KAURI_HEADER_BYTES + 10] ^= 1; // a byte of the first page
    temporary_write(path, bytes, size);
    assert_false(pack(scene->from, scene->into, &layer, &options).there);
    assert_packed(scene->from, scene->into, &layer, &options.form);
    assert_true(pack(scene->from, scene->into, &layer, &options).there);
    free(bytes);
    free(path);
}

static size_t dictionary_bytes(const char *folder, const struct kauri_layer *layer, unsigned column)
{
    struct kauri_reader *reader = open_table(folder, layer);
    const size_t bytes = kauri_reader_dictionary_bytes(reader, column);
    kauri_reader_close(reader);
    return bytes;
}

// Only the size of the dictionary differs.
TEST_WITH(another_dictionary_is_another_form, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    const struct kauri_layer layer = layer_of((struct kauri_shape){6, 6}, 2);
    static const uint32_t sizes[] = {2000, 1000, 0, 500};
    struct kauri_pack_options options = {
        .form = {.level = 1, .page_entries = {200, 1000}},
        .threads = 1,
    };
    stored_table(scene->from, &layer, 200, 1000);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        options.form.dictionary_bytes[KAURI_COLUMN_R] = sizes[i];
        assert_false(pack(scene->from, scene->into, &layer, &options).there);
        assert_int_equal(dictionary_bytes(scene->into, &layer, KAURI_COLUMN_R), sizes[i]);
        assert_int_equal(dictionary_bytes(scene->into, &layer, KAURI_COLUMN_DTC), 0);
        assert_packed(scene->from, scene->into, &layer, &options.form);
        assert_true(pack(scene->from, scene->into, &layer, &options).there);
    }
}

TEST_WITH(damaged_sources_are_refused, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    struct kauri_error error;
    char *path = NULL;
    size_t size = 0;
    unsigned pages = 0;
    uint8_t *bytes = write_source(scene, &path, &size);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 1;
        temporary_write(path, bytes, size);
        bytes[at] ^= 1;
        const enum kauri_status status = try_pack(scene, &error);
        if (status == KAURI_OK) {
            // A bit of a compressed page that does not matter, or that only `pages_digest` covers.
            temporary_write(path, bytes, size);
            assert_packed(scene->from, scene->into, &scene->layer, &scene->options.form);
            char *packed = table_path(scene->into, &scene->layer);
            assert_int_equal(unlink(packed), 0);
            free(packed);
        } else {
            assert_int_equal(status, KAURI_CORRUPT);
            assert_non_null(strstr(error.message, path));
            pages += strstr(error.message, "page ") != NULL;
        }
        assert_int_equal(temporary_files(scene->into), 0);
    }
    assert_true(pages > 50);
    free(bytes);
    free(path);
}

static bool stop_now(void *context)
{
    unsigned *left = context;
    return *left == 0 || --*left == 0;
}

TEST_WITH(interrupted_runs_leave_nothing, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    const struct kauri_layer layer = layer_of((struct kauri_shape){6, 6}, 3);
    unsigned left = 2; // questions whether to stop
    const struct kauri_progress progress = {.cancelled = stop_now, .context = &left};
    struct kauri_pack_options options = {
        .form = {.level = 1, .page_entries = {1000, 2000}},
        .threads = 1,
        .progress = &progress,
    };
    struct kauri_pack_result result;
    char *path = table_path(scene->into, &layer);
    char killed[TEMPORARY_BYTES + 100];
    (void)snprintf(killed, sizeof killed, "%s.tmp-0123456789abcdef", path);
    stored_table(scene->from, &layer, 200, 1 << 16);
    assert_int_equal(kauri_pack_layer(scene->from, scene->into, layer.shape, layer.seeds, &options,
                                      &result, NULL),
                     KAURI_INTERRUPTED);
    assert_int_equal(temporary_files(scene->into), 0);
    // What a killed run left is removed by the next one.
    temporary_write(killed, (const uint8_t *)"left", 4);
    options.progress = NULL;
    assert_false(pack(scene->from, scene->into, &layer, &options).there);
    assert_int_equal(access(killed, F_OK), -1);
    assert_int_equal(access(path, F_OK), 0);
    free(path);
}

TEST_WITH(bad_arguments_are_refused, set_up, tear_down)
{
    struct pack_scene *scene = *state;
    struct kauri_pack_form *form = &scene->options.form;
    char link[TEMPORARY_BYTES + 8];
    (void)snprintf(link, sizeof link, "%s/link", scene->into);
    assert_int_equal(kauri_pack_check_folders(scene->from, scene->into, NULL), KAURI_OK);
    assert_int_equal(kauri_pack_check_folders(scene->from, scene->from, NULL), KAURI_USAGE);
#if !defined _WIN32
    assert_int_equal(symlink(scene->from, link), 0);
    assert_int_equal(kauri_pack_check_folders(scene->from, link, NULL), KAURI_USAGE);
    assert_int_equal(unlink(link), 0);
#endif
    assert_int_equal(kauri_pack_check_folders(scene->from, link, NULL), KAURI_RESOURCE);
    assert_int_equal(try_pack(scene, NULL), KAURI_MISSING);
    stored_table(scene->from, &scene->layer, 200, 64);
    form->level = 20;
    assert_int_equal(try_pack(scene, NULL), KAURI_INTERNAL);
    form->level = 1;
    form->page_entries[1] = 0;
    form->dictionary_bytes[1] = 1000;
    assert_int_equal(try_pack(scene, NULL), KAURI_INTERNAL);
    form->page_entries[1] = KAURI_PAGE_ENTRIES_MAX + 1;
    assert_int_equal(try_pack(scene, NULL), KAURI_INTERNAL);
    assert_int_equal(temporary_files(scene->into), 0);
}
