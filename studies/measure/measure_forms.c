// measure forms: tries the forms in which a table can be packed, on a sample of a layer.
#include "studies/measure/measure.h"

#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "common/progress.h"
#include "db/header.h"
#include "db/table.h"
#include "db/tables/layer_table.h"
#include "db/tables/pack.h"
#include "db/writer.h"
#include "indexer/convention.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    STRETCH_LEAST = 1 << 16,    // least number of entries of a stretch
    STRETCHES_LEAST = 16,       // blocks differ much, so few stretches would be a biased sample
    SAMPLE_ENTRIES = 1 << 22,   // entries of the sample; more if the pages are large
    APPENDED_ENTRIES = 1 << 18, // entries between two checks whether the run was cancelled
    DIGEST_ENTRIES = 1 << 16,
    SOLVE_PAGE_ENTRIES = 1 << 16,
    PAGES_TIMED = 2000, // pages timed of each column, if there are as many
    PASSES = 3,         // the shortest of several times counts, since other processes disturb some
};

// A dictionary makes small pages of r smaller, but not those of dtc.
static const struct kauri_pack_form candidates[] = {
    {19, {1 << 11, 1 << 11}, {1 << 14, 0}},
    {19, {1 << 10, 1 << 11}, {1 << 14, 0}},
};

static const int series_levels[] = {1, 19};
// Logarithms of page sizes in base 2.
static const unsigned series_pages[] = {10, 11, 12, 13, 14, 16, 18, 20};

struct form_measurement {
    const struct kauri_progress *progress;
    struct kauri_json json;
    struct kauri_layer layer;
    struct kauri_reader *reader;         // reader of the layer's table
    struct kauri_reader_scratch *memory; // working memory for reading it
    struct kauri_scratch scratch;
    uint64_t stored; // entries of stored blocks in the layer
    // The sample, whose stretches are spread evenly over the layer. One is a whole page or more.
    uint64_t stretch; // entries of a stretch; 0: nothing has been read yet
    uint64_t entries;
    uint8_t *numbers[KAURI_COLUMNS];
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for a sample of the layer");
}

static void free_sample(struct form_measurement *m)
{
    m->stretch = 0;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(m->numbers[c]);
        m->numbers[c] = NULL;
    }
}

// Reads the sample for a form, unless the form before had the same one. A small table is read
// whole.
static enum kauri_status read_sample(struct form_measurement *m, const struct kauri_pack_form *form,
                                     struct kauri_error *error)
{
    uint64_t stretch = STRETCH_LEAST;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        stretch = form->page_entries[c] > stretch ? form->page_entries[c] : stretch;
    }
    if (stretch == m->stretch) {
        return KAURI_OK;
    }
    free_sample(m);
    const uint64_t there = (m->stored + stretch - 1) / stretch;
    const uint64_t wanted = SAMPLE_ENTRIES / stretch;
    const uint64_t maximum = wanted > STRETCHES_LEAST ? wanted : STRETCHES_LEAST;
    const uint64_t stretches = there < maximum ? there : maximum;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const unsigned width = kauri_reader_info(m->reader)->columns[c].width;
        m->entries = 0;
        m->numbers[c] = malloc((size_t)(stretches * stretch * width));
        if (m->numbers[c] == NULL) {
            return out_of_memory(error);
        }
        for (uint64_t i = 0; i < stretches; i++) {
            const uint64_t first = (2 * i + 1) * there / (2 * stretches) * stretch;
            const uint64_t rest = m->stored - first;
            const uint64_t count = rest < stretch ? rest : stretch;
            uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
            to[c] = m->numbers[c] + m->entries * width;
            KAURI_PASS(kauri_entries_read(m->memory, m->reader, first, count, to, error));
            m->entries += count;
        }
    }
    m->stretch = stretch;
    return KAURI_OK;
}

// Describes a table of `entries` entries in this form, without dictionaries.
static void describe(const struct form_measurement *m, const struct kauri_pack_form *form,
                     uint64_t entries, struct kauri_table_info *info)
{
    kauri_layer_table_info_full(&m->layer, 0, info);
    info->positions = entries;
    info->entries = entries;
    info->digest_entries = DIGEST_ENTRIES;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        info->columns[c].width = kauri_reader_info(m->reader)->columns[c].width;
        info->columns[c].page_entries = form->page_entries[c];
        info->columns[c].group_pages = kauri_pack_group_pages(form->page_entries[c]);
    }
}

static enum kauri_status write_sample(const struct form_measurement *m, const char *path,
                                      const struct kauri_table_info *info,
                                      const struct kauri_writer_options *options, double *seconds,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *writer = NULL;
    const double began = kauri_clock_processor();
    KAURI_TRY(kauri_writer_open(path, info, options, &writer, error));
    for (uint64_t first = 0; first < m->entries; first += APPENDED_ENTRIES) {
        const uint64_t rest = m->entries - first;
        const void *columns[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
            columns[c] = m->numbers[c] + first * info->columns[c].width;
        }
        KAURI_TRY(kauri_writer_append(writer, columns,
                                      rest < APPENDED_ENTRIES ? rest : APPENDED_ENTRIES, error));
        if (kauri_progress_cancelled(m->progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
            goto cleanup;
        }
    }
    status = kauri_writer_commit(writer, NULL, NULL, error); // frees the writer
    writer = NULL;
    *seconds = kauri_clock_processor() - began;
cleanup:
    kauri_writer_abandon(writer);
    return status;
}

// Adds the times of the steps of a look-up of one entry, in pages that are evenly spread over the
// sample: reads and checks the trailer of the group; then reads, checks and decodes the page. The
// files are in the system's cache of files.
static enum kauri_status time_pages(struct kauri_json *json, const struct kauri_reader *reader,
                                    unsigned c, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t pages = kauri_reader_page_count(reader, c);
    const uint32_t group_pages = kauri_reader_info(reader)->columns[c].group_pages;
    const unsigned count = pages < PAGES_TIMED ? (unsigned)pages : PAGES_TIMED;
    double page_seconds[PAGES_TIMED];
    double entry_seconds[PAGES_TIMED];
    struct kauri_reader_scratch *scratch = NULL;
    uint8_t *numbers = malloc(kauri_reader_page_bytes(reader, c));
    // The first group has the largest trailer.
    uint8_t *trailer = malloc(kauri_reader_group_bytes(reader, c, 0));
    if (numbers == NULL || trailer == NULL) {
        status = out_of_memory(error);
        goto cleanup;
    }
    KAURI_TRY(kauri_reader_scratch_new(&scratch, error));
    for (unsigned pass = 0; pass < PASSES; pass++) {
        for (unsigned i = 0; i < count; i++) {
            const uint64_t page = pages * i / count;
            const double began = kauri_clock_seconds();
            KAURI_TRY(kauri_reader_group(reader, c, page / group_pages, trailer, error));
            const double found = kauri_clock_seconds();
            KAURI_TRY(kauri_reader_page_from(reader, c, page, trailer, numbers, scratch, error));
            const double ended = kauri_clock_seconds();
            if (pass == 0 || ended - found < page_seconds[i]) {
                page_seconds[i] = ended - found;
            }
            if (pass == 0 || ended - began < entry_seconds[i]) {
                entry_seconds[i] = ended - began;
            }
        }
    }
    measure_sort(page_seconds, count);
    measure_sort(entry_seconds, count);
    kauri_json_add_real(json, "page_median_microseconds",
                        measure_microseconds(page_seconds, count, 50));
    kauri_json_add_real(json, "page_99_microseconds",
                        measure_microseconds(page_seconds, count, 99));
    kauri_json_add_real(json, "entry_median_microseconds",
                        measure_microseconds(entry_seconds, count, 50));
    kauri_json_add_real(json, "entry_99_microseconds",
                        measure_microseconds(entry_seconds, count, 99));
cleanup:
    kauri_reader_scratch_free(scratch);
    free(numbers);
    free(trailer);
    return status;
}

// Bytes of the trailers, directories and dictionaries of the layer's table in this form.
static double index_bytes(const struct form_measurement *m, const struct kauri_pack_form *form,
                          const struct kauri_writer_options *written)
{
    struct kauri_table_info info;
    double bytes = 0;
    describe(m, form, m->stored, &info);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const double pages = (double)kauri_table_page_count(&info, c);
        const double groups = (double)kauri_table_group_count(&info, c);
        bytes += pages * KAURI_TRAILER_PAGE_BYTES + groups * KAURI_TRAILER_DIGEST_BYTES;
        bytes += groups * KAURI_DIRECTORY_GROUP_BYTES + KAURI_PART_CHECKSUM_BYTES;
        if (written->dictionary[c].size > 0) {
            bytes += (double)written->dictionary[c].size + KAURI_PART_CHECKSUM_BYTES;
        }
    }
    return bytes;
}

// Adds the object of one form. `name` is its use, or NULL.
static enum kauri_status measure_form(struct form_measurement *m, const char *name,
                                      const struct kauri_pack_form *form, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_json *json = &m->json;
    struct kauri_table_info info;
    struct kauri_writer_options options = {.level = form->level, .threads = 1};
    struct kauri_reader *reader = NULL;
    uint8_t *dictionaries[KAURI_COLUMNS] = {NULL};
    char path[KAURI_SCRATCH_PATH_BYTES + 16];
    double seconds = 0;
    (void)snprintf(path, sizeof path, "%s/sample", m->scratch.path);
    KAURI_TRY(read_sample(m, form, error));
    describe(m, form, m->entries, &info);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        if (form->dictionary_bytes[c] > 0) {
            KAURI_TRY(kauri_pack_dictionary(m->reader, c, form->page_entries[c],
                                            form->dictionary_bytes[c], &dictionaries[c],
                                            &options.dictionary[c], error));
        }
        if (options.dictionary[c].size > 0) {
            info.columns[c].codec = KAURI_CODEC_DICTIONARY;
        }
    }
    KAURI_TRY(write_sample(m, path, &info, &options, &seconds, error));
    KAURI_TRY(kauri_reader_open(path, &reader, error));
    const double positions = (double)m->layer.positions;
    const double share = (double)m->stored / positions / (double)m->entries;
    const double index_bits = 8 * index_bytes(m, form, &options) / positions;
    double bits = index_bits;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_text(json, "name", name);
    kauri_json_add_int(json, "level", form->level);
    kauri_json_add_uint(json, "sample_entries", m->entries);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const double column_bits = 8 * (double)kauri_reader_column_bytes(reader, c) * share;
        kauri_json_begin_object(json, info.columns[c].name);
        kauri_json_add_uint(json, "page_entries", form->page_entries[c]);
        kauri_json_add_uint(json, "dictionary_bytes", options.dictionary[c].size);
        kauri_json_add_real(json, "bits_per_position", column_bits);
        KAURI_TRY(time_pages(json, reader, c, error));
        kauri_json_end(json);
        bits += column_bits;
    }
    kauri_json_add_real(json, "index_bits_per_position", index_bits);
    kauri_json_add_real(json, "bits_per_position", bits);
    kauri_json_add_real(json, "encode_nanoseconds_per_position", 1e9 * seconds * share);
    kauri_json_end(json);
cleanup:
    kauri_reader_close(reader);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(dictionaries[c]);
    }
    return status;
}

static enum kauri_status measure_forms(struct form_measurement *m, struct kauri_error *error)
{
    const struct kauri_pack_form solve = {
        .level = KAURI_LEVEL_DEFAULT,
        .page_entries = {SOLVE_PAGE_ENTRIES, SOLVE_PAGE_ENTRIES},
    };
    const struct kauri_pack_form archive = kauri_pack_archive();
    const struct kauri_pack_form probing = kauri_pack_probing();
    KAURI_PASS(measure_form(m, "solve", &solve, error));
    KAURI_PASS(measure_form(m, "archive", &archive, error));
    KAURI_PASS(measure_form(m, "probing", &probing, error));
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        KAURI_PASS(measure_form(m, "candidate", &candidates[i], error));
    }
    for (size_t l = 0; l < sizeof series_levels / sizeof *series_levels; l++) {
        for (size_t p = 0; p < sizeof series_pages / sizeof *series_pages; p++) {
            const uint32_t page = 1U << series_pages[p];
            const struct kauri_pack_form form = {.level = series_levels[l],
                                                 .page_entries = {page, page}};
            KAURI_PASS(measure_form(m, NULL, &form, error));
        }
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct measure_settings *settings = run->settings;
    const unsigned seeds = (unsigned)settings->seeds;
    const struct kauri_shape shape = kauri_shape_chosen(settings->holes, settings->cowries);
    struct form_measurement m = {
        .progress = &run->view.progress,
        .json = {.out = &run->out},
        .scratch = KAURI_SCRATCH_NONE,
    };
    KAURI_TRY(kauri_layer_init(&m.layer, shape, seeds, error));
    KAURI_TRY(kauri_layer_table_open(run->folder, shape, seeds, &m.reader, error));
    if (!kauri_layer_table_has_distances(m.reader)) {
        status = kauri_fail(error, KAURI_MISSING, "%s holds r alone; the forms are for r and dtc",
                            kauri_reader_path(m.reader));
        goto cleanup;
    }
    KAURI_TRY(kauri_reader_scratch_new(&m.memory, error));
    m.stored = kauri_reader_info(m.reader)->entries;
    KAURI_TRY(kauri_scratch_make(&m.scratch, error));
    measure_begin(&m.json, &m.layer, m.stored);
    kauri_json_begin_array(&m.json, "forms");
    KAURI_TRY(measure_forms(&m, error));
    kauri_json_end(&m.json);
    kauri_json_end(&m.json);
cleanup:
    free_sample(&m);
    kauri_reader_scratch_free(m.memory);
    kauri_reader_close(m.reader);
    kauri_scratch_remove(&m.scratch);
    return status;
}

const struct kauri_command measure_command_forms = {
    .name = "forms",
    .summary = "measure forms in which a table can be packed",
    .text =
        "Tries a series of page sizes, levels and dictionaries on a sample of stored entries: 64 "
        "stretches of 64 Ki, or 16 of a page if pages are larger, spread evenly over the layer. "
        "Prints bits per position of the layer; "
        "the index is trailers, directories and dictionaries. Encoding is processor time. At most "
        "2000 pages of each column are timed, three times each, and the shortest time of each "
        "counts: for reading, checking and decoding the page, and for a look-up, which reads the "
        "trailer as well. Files are in the system's cache.",
    .options =
        (const struct kauri_option[]){
            MEASURE_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .flags = KAURI_RUN_SIGNALS,
    MEASURE_SETTINGS,
    .run = run,
};
