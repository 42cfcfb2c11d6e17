#include "cli/bench/bench_forms.h"

#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "common/clock.h"
#include "common/progress.h"
#include "db/header.h"
#include "db/table_layout.h"
#include "db/writer.h"
#include "tablebase/layer_table.h"
#include "tablebase/pack_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRETCH_ENTRIES = 1 << 16, // of a sample, unless it is small or a page has more
    STRETCHES = 16,            // at least, unless the sample is small
    // A sample with large pages has at most this many times the wanted entries, or one page.
    EXCESS = 4,
    APPENDED_ENTRIES = 1 << 18, // between two looks whether the run was cancelled
    DIGEST_ENTRIES = 1 << 16,
    SOLVE_PAGE_ENTRIES = 1 << 16,
    PAGES_TIMED = 2000, // of each column, if there are as many
    PASSES = 3,         // the shortest time of a page counts: other processes disturb some
};

// A dictionary makes small pages of r smaller, but not those of dtc.
static const struct kauri_bench_form CANDIDATES[] = {
    {"candidate", {19, {1 << 12, 1 << 12}, {0}}},
    {"candidate", {19, {1 << 11, 1 << 12}, {1 << 14, 0}}},
    {"candidate", {19, {1 << 11, 1 << 11}, {1 << 14, 0}}},
    {"candidate", {19, {1 << 10, 1 << 11}, {1 << 14, 0}}},
};

static const int SERIES_LEVELS[] = {1, 19};
static const unsigned SERIES_PAGES[] = {10, 11, 12, 13, 14, 16, 18, 20}; // powers of 2

struct form_measurement {
    const struct kauri_bench_options *options;
    struct kauri_bench_forms *result;
    struct kauri_reader *source_reader;
    struct kauri_pack_source *source;
    struct kauri_scratch scratch;
    uint64_t wanted;  // entries of a sample
    uint64_t stretch; // entries of the stretches in memory; 0: none
    unsigned stretches;
    uint64_t entries; // of the sample in memory
    uint8_t *numbers[KAURI_BENCH_COLUMNS];
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for a sample of the layer");
}

// Adds a form unless the same table would be made by one that is there.
static void add_form(struct kauri_bench_forms *result, const char *name,
                     const struct kauri_pack_form *packed)
{
    for (unsigned i = 0; i < result->count; i++) {
        const struct kauri_pack_form *there = &result->results[i].form.packed;
        bool same = there->level == packed->level;
        for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
            same = same && there->page_entries[c] == packed->page_entries[c] &&
                   there->dictionary_bytes[c] == packed->dictionary_bytes[c];
        }
        if (same) {
            return;
        }
    }
    if (result->count < KAURI_BENCH_FORMS_MAX) {
        result->results[result->count++].form =
            (struct kauri_bench_form){.name = name, .packed = *packed};
    }
}

static void list_forms(struct kauri_bench_forms *result)
{
    const struct kauri_pack_form solve = {
        .level = KAURI_LEVEL_DEFAULT,
        .page_entries = {SOLVE_PAGE_ENTRIES, SOLVE_PAGE_ENTRIES},
    };
    const struct kauri_pack_form archive = kauri_pack_archive();
    const struct kauri_pack_form probing = kauri_pack_probing();
    add_form(result, "solve", &solve);
    add_form(result, "archive", &archive);
    add_form(result, "probing", &probing);
    for (size_t i = 0; i < sizeof CANDIDATES / sizeof CANDIDATES[0]; i++) {
        add_form(result, CANDIDATES[i].name, &CANDIDATES[i].packed);
    }
    for (size_t l = 0; l < sizeof SERIES_LEVELS / sizeof SERIES_LEVELS[0]; l++) {
        for (size_t p = 0; p < sizeof SERIES_PAGES / sizeof SERIES_PAGES[0]; p++) {
            const uint32_t page = 1U << SERIES_PAGES[p];
            const struct kauri_pack_form form = {
                .level = SERIES_LEVELS[l],
                .page_entries = {page, page},
            };
            add_form(result, "", &form);
        }
    }
}

static uint64_t clamp(uint64_t value, uint64_t least, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

// Number of stretches of a sample for a form, and the entries of each: whole pages, except at the
// end of the layer, and all of them if the layer is not larger than the sample.
static uint64_t stretches_for(const struct form_measurement *m, const struct kauri_pack_form *form,
                              uint64_t *stretch)
{
    *stretch = clamp(m->wanted / STRETCHES, 1, STRETCH_ENTRIES);
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        *stretch = form->page_entries[c] > *stretch ? form->page_entries[c] : *stretch;
    }
    const uint64_t there = (m->result->entries + *stretch - 1) / *stretch;
    const uint64_t least = clamp(EXCESS * m->wanted / *stretch, 1, STRETCHES);
    return clamp(m->wanted / *stretch, least < there ? least : there, there);
}

// Reads the sample for a form, unless it is the one in memory.
static enum kauri_status read_sample(struct form_measurement *m, const struct kauri_pack_form *form,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(m->source_reader);
    const uint64_t all = m->result->entries;
    uint64_t stretch = 0;
    const uint64_t stretches = stretches_for(m, form, &stretch);
    const uint64_t there = (all + stretch - 1) / stretch; // the last one may be shorter
    if (stretch == m->stretch) {
        return KAURI_OK;
    }
    m->stretch = 0;
    m->entries = 0;
    m->stretches = (unsigned)stretches;
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        const size_t width = info->columns[c].width;
        uint64_t at = 0;
        free(m->numbers[c]);
        m->numbers[c] = malloc((size_t)(stretches * stretch) * width);
        if (m->numbers[c] == NULL) {
            return out_of_memory(error);
        }
        for (uint64_t i = 0; i < stretches; i++) {
            const uint64_t first = (2 * i + 1) * there / (2 * stretches) * stretch;
            const uint64_t count = all - first < stretch ? all - first : stretch;
            KAURI_TRY(kauri_pack_source_sample(m->source, c, first, count,
                                               m->numbers[c] + at * width, error));
            at += count;
        }
        m->entries = at;
    }
    m->stretch = stretch;
cleanup:
    return status;
}

// Describes a table of `entries` entries in this form. The dictionaries are not trained.
static void describe(const struct form_measurement *m, const struct kauri_pack_form *form,
                     uint64_t entries, struct kauri_table_info *info)
{
    kauri_layer_table_info_full(&m->result->layer, 0, info);
    info->positions = entries;
    info->entries = entries;
    info->digest_entries = DIGEST_ENTRIES;
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        info->columns[c].width = kauri_reader_info(m->source_reader)->columns[c].width;
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
        for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
            columns[c] = m->numbers[c] + first * info->columns[c].width;
        }
        KAURI_TRY(kauri_writer_append(writer, columns,
                                      rest < APPENDED_ENTRIES ? rest : APPENDED_ENTRIES, error));
        if (kauri_progress_cancelled(m->options->progress)) {
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

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Median and 99th percentile of `count` times, in microseconds.
static void percentiles(double *seconds, unsigned count, double *median, double *most)
{
    qsort(seconds, count, sizeof *seconds, ascending);
    *median = 1e6 * seconds[count / 2];
    *most = 1e6 * seconds[count - 1 - count / 100];
}

// Times the steps of a look-up of one entry, in pages that are evenly spread over the sample: reads
// and checks the trailer of the group; then reads, checks and decodes the page.
static enum kauri_status time_pages(const struct kauri_reader *reader, unsigned c,
                                    struct kauri_bench_form_column *times,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t pages = kauri_reader_page_count(reader, c);
    const uint32_t group_pages = kauri_reader_info(reader)->columns[c].group_pages;
    const unsigned count = pages < PAGES_TIMED ? (unsigned)pages : PAGES_TIMED;
    double page_seconds[PAGES_TIMED];
    double entry_seconds[PAGES_TIMED];
    struct kauri_reader_scratch *scratch = NULL;
    uint8_t *numbers = malloc(kauri_reader_page_bytes(reader, c));
    uint8_t *trailer = malloc(kauri_reader_group_bytes(reader, c, 0)); // the largest
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
    percentiles(page_seconds, count, &times->page_median, &times->page_99);
    percentiles(entry_seconds, count, &times->entry_median, &times->entry_99);
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
    describe(m, form, m->result->entries, &info);
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
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

static enum kauri_status measure_form(struct form_measurement *m,
                                      struct kauri_bench_form_result *out,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_pack_form *form = &out->form.packed;
    struct kauri_table_info info;
    struct kauri_writer_options options = {.level = form->level, .threads = 1};
    struct kauri_reader *reader = NULL;
    uint8_t *dictionaries[KAURI_BENCH_COLUMNS] = {NULL};
    char path[KAURI_SCRATCH_PATH_BYTES + 16];
    double seconds = 0;
    (void)snprintf(path, sizeof path, "%s/sample", m->scratch.path);
    KAURI_TRY(read_sample(m, form, error));
    describe(m, form, m->entries, &info);
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        if (form->dictionary_bytes[c] > 0) {
            KAURI_TRY(kauri_pack_dictionary(m->source, c, info.columns[c].width,
                                            form->page_entries[c], form->dictionary_bytes[c],
                                            &dictionaries[c], &options.dictionary[c], error));
        }
        if (options.dictionary[c].size > 0) {
            info.columns[c].codec = KAURI_CODEC_DICTIONARY;
        }
    }
    KAURI_TRY(write_sample(m, path, &info, &options, &seconds, error));
    KAURI_TRY(kauri_reader_open(path, &reader, error));
    const double positions = (double)m->result->layer.positions;
    const double stored_share = (double)m->result->entries / positions;
    const double sampled = (double)m->entries;
    out->stretches = m->stretches;
    out->entries = m->entries;
    out->encode_ns = 1e9 * seconds / sampled * stored_share;
    out->index_bits = 8 * index_bytes(m, form, &options) / positions;
    out->bits = out->index_bits;
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        out->columns[c].bits =
            8 * (double)kauri_reader_column_bytes(reader, c) / sampled * stored_share;
        out->columns[c].dictionary_bytes = (uint32_t)options.dictionary[c].size;
        out->bits += out->columns[c].bits;
        KAURI_TRY(time_pages(reader, c, &out->columns[c], error));
    }
cleanup:
    kauri_reader_close(reader);
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        free(dictionaries[c]);
    }
    return status;
}

enum kauri_status kauri_bench_forms_run(const struct kauri_bench_options *options, uint64_t sample,
                                        struct kauri_bench_forms *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct form_measurement m = {
        .options = options,
        .result = result,
        .scratch = KAURI_SCRATCH_NONE,
        .wanted = sample,
    };
    const double began = kauri_clock_seconds();
    memset(result, 0, sizeof *result);
    if (getloadavg(&result->load, 1) != 1) {
        result->load = -1;
    }
    list_forms(result);
    KAURI_TRY(kauri_layer_init(&result->layer, options->shape, options->seeds, error));
    KAURI_TRY(kauri_layer_table_open(options->tables, options->shape, options->seeds,
                                     &m.source_reader, error));
    KAURI_TRY(kauri_pack_source_new(m.source_reader, &result->layer, 1, 1, &m.source, error));
    result->entries = kauri_pack_source_entries(m.source);
    KAURI_TRY(kauri_scratch_make(&m.scratch, error));
    struct kauri_progress_report now = {.stage = "forms", .layer = options->seeds};
    for (unsigned i = 0; i < result->count; i++) {
        uint64_t stretch = 0;
        now.total += stretches_for(&m, &result->results[i].form.packed, &stretch) * stretch;
    }
    for (unsigned i = 0; i < result->count; i++) {
        now.seconds = kauri_clock_seconds() - began;
        kauri_progress_report(options->progress, &now);
        KAURI_TRY(measure_form(&m, &result->results[i], error));
        now.done += m.stretches * m.stretch;
    }
cleanup:
    for (unsigned c = 0; c < KAURI_BENCH_COLUMNS; c++) {
        free(m.numbers[c]);
    }
    kauri_pack_source_free(m.source);
    kauri_reader_close(m.source_reader);
    kauri_scratch_remove(&m.scratch);
    return status;
}
