// measure forms: tries the forms in which a table can be packed, on samples of a layer.
#include "studies/measure/measure.h"

#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "common/progress.h"
#include "db/header.h"
#include "db/table.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "tablebase/layer_table.h"
#include "tablebase/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_DEFAULT = 1 << 22,
    COLUMNS = 2, // r and dtc
    FORMS_MAX = 32,
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

struct tried_form {
    const char *name; // its use, in JSON
    struct kauri_pack_form packed;
};

// A dictionary makes small pages of r smaller, but not those of dtc.
static const struct tried_form CANDIDATES[] = {
    {"\"candidate\"", {19, {1 << 12, 1 << 12}, {0}}},
    {"\"candidate\"", {19, {1 << 11, 1 << 12}, {1 << 14, 0}}},
    {"\"candidate\"", {19, {1 << 11, 1 << 11}, {1 << 14, 0}}},
    {"\"candidate\"", {19, {1 << 10, 1 << 11}, {1 << 14, 0}}},
};

static const int SERIES_LEVELS[] = {1, 19};
static const unsigned SERIES_PAGES[] = {10, 11, 12, 13, 14, 16, 18, 20}; // powers of 2

// What was measured of a column in one form. Times are microseconds; the files are in the system's
// cache of files.
struct form_column {
    size_t dictionary_bytes;       // 0: none, or the pages are too few for one
    double bits;                   // of compressed pages, per position of the layer
    double page_median, page_99;   // reading, checking and decoding a page
    double entry_median, entry_99; // a look-up of one entry from nothing: the trailer as well
};

struct form_measurement {
    const struct kauri_progress *progress;
    struct kauri_layer layer;
    struct tried_form forms[FORMS_MAX];
    unsigned count;
    uint64_t stored; // entries of stored blocks in the layer
    struct kauri_reader *source_reader;
    struct kauri_reader_scratch *scratch_memory;
    struct kauri_scratch scratch;
    uint64_t wanted;  // entries of a sample
    uint64_t stretch; // entries of the stretches in memory; 0: none
    unsigned stretches;
    uint64_t entries; // of the sample in memory
    uint8_t *numbers[COLUMNS];
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for a sample of the layer");
}

// Adds a form unless the same table would be made by one that is there.
static void add_form(struct form_measurement *m, const char *name,
                     const struct kauri_pack_form *packed)
{
    for (unsigned i = 0; i < m->count; i++) {
        const struct kauri_pack_form *there = &m->forms[i].packed;
        bool same = there->level == packed->level;
        for (unsigned c = 0; c < COLUMNS; c++) {
            same = same && there->page_entries[c] == packed->page_entries[c] &&
                   there->dictionary_bytes[c] == packed->dictionary_bytes[c];
        }
        if (same) {
            return;
        }
    }
    if (m->count < FORMS_MAX) {
        m->forms[m->count++] = (struct tried_form){.name = name, .packed = *packed};
    }
}

static void list_forms(struct form_measurement *m)
{
    const struct kauri_pack_form solve = {
        .level = KAURI_LEVEL_DEFAULT,
        .page_entries = {SOLVE_PAGE_ENTRIES, SOLVE_PAGE_ENTRIES},
    };
    const struct kauri_pack_form archive = kauri_pack_archive();
    const struct kauri_pack_form probing = kauri_pack_probing();
    add_form(m, "\"solve\"", &solve);
    add_form(m, "\"archive\"", &archive);
    add_form(m, "\"probing\"", &probing);
    for (size_t i = 0; i < sizeof CANDIDATES / sizeof CANDIDATES[0]; i++) {
        add_form(m, CANDIDATES[i].name, &CANDIDATES[i].packed);
    }
    for (size_t l = 0; l < sizeof SERIES_LEVELS / sizeof SERIES_LEVELS[0]; l++) {
        for (size_t p = 0; p < sizeof SERIES_PAGES / sizeof SERIES_PAGES[0]; p++) {
            const uint32_t page = 1U << SERIES_PAGES[p];
            const struct kauri_pack_form form = {
                .level = SERIES_LEVELS[l],
                .page_entries = {page, page},
            };
            add_form(m, "null", &form);
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
    for (unsigned c = 0; c < COLUMNS; c++) {
        *stretch = form->page_entries[c] > *stretch ? form->page_entries[c] : *stretch;
    }
    const uint64_t there = (m->stored + *stretch - 1) / *stretch;
    const uint64_t least = clamp(EXCESS * m->wanted / *stretch, 1, STRETCHES);
    return clamp(m->wanted / *stretch, least < there ? least : there, there);
}

// Reads the sample for a form, unless it is the one in memory.
static enum kauri_status read_sample(struct form_measurement *m, const struct kauri_pack_form *form,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(m->source_reader);
    const uint64_t all = m->stored;
    uint64_t stretch = 0;
    const uint64_t stretches = stretches_for(m, form, &stretch);
    const uint64_t there = (all + stretch - 1) / stretch; // the last one may be shorter
    if (stretch == m->stretch) {
        return KAURI_OK;
    }
    m->stretch = 0;
    m->entries = 0;
    m->stretches = (unsigned)stretches;
    for (unsigned c = 0; c < COLUMNS; c++) {
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
            uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
            to[c] = m->numbers[c] + at * width;
            KAURI_TRY(
                kauri_entries_read(m->scratch_memory, m->source_reader, first, count, to, error));
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
    kauri_layer_table_info_full(&m->layer, 0, info);
    info->positions = entries;
    info->entries = entries;
    info->digest_entries = DIGEST_ENTRIES;
    for (unsigned c = 0; c < COLUMNS; c++) {
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
        for (unsigned c = 0; c < COLUMNS; c++) {
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
                                    struct form_column *times, struct kauri_error *error)
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
    describe(m, form, m->stored, &info);
    for (unsigned c = 0; c < COLUMNS; c++) {
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

static void add_column(struct kauri_string *out, const char *name, uint32_t page_entries,
                       const struct form_column *column)
{
    kauri_string_add(out,
                     ",\"%s\":{\"page_entries\":%u,\"dictionary_bytes\":%zu,"
                     "\"bits_per_position\":%.6g,\"page_median_microseconds\":%.6g,"
                     "\"page_99_microseconds\":%.6g,\"entry_median_microseconds\":%.6g,"
                     "\"entry_99_microseconds\":%.6g}",
                     name, page_entries, column->dictionary_bytes, column->bits,
                     column->page_median, column->page_99, column->entry_median, column->entry_99);
}

// Adds the object of one form.
static enum kauri_status measure_form(struct form_measurement *m, const struct tried_form *form,
                                      struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_pack_form *packed = &form->packed;
    struct kauri_table_info info;
    struct kauri_writer_options options = {.level = packed->level, .threads = 1};
    struct kauri_reader *reader = NULL;
    uint8_t *dictionaries[COLUMNS] = {NULL};
    struct form_column columns[COLUMNS];
    char path[KAURI_SCRATCH_PATH_BYTES + 16];
    double seconds = 0;
    (void)snprintf(path, sizeof path, "%s/sample", m->scratch.path);
    KAURI_TRY(read_sample(m, packed, error));
    describe(m, packed, m->entries, &info);
    for (unsigned c = 0; c < COLUMNS; c++) {
        if (packed->dictionary_bytes[c] > 0) {
            KAURI_TRY(kauri_pack_dictionary(m->source_reader, c, packed->page_entries[c],
                                            packed->dictionary_bytes[c], &dictionaries[c],
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
    const double index_bits = 8 * index_bytes(m, packed, &options) / positions;
    double bits = index_bits;
    for (unsigned c = 0; c < COLUMNS; c++) {
        columns[c].bits = 8 * (double)kauri_reader_column_bytes(reader, c) * share;
        columns[c].dictionary_bytes = options.dictionary[c].size;
        bits += columns[c].bits;
        KAURI_TRY(time_pages(reader, c, &columns[c], error));
    }
    kauri_string_add(out,
                     "{\"name\":%s,\"level\":%d,\"sample_entries\":%llu,"
                     "\"sample_stretches\":%u",
                     form->name, packed->level, (unsigned long long)m->entries, m->stretches);
    add_column(out, KAURI_COLUMN_R_NAME, packed->page_entries[KAURI_COLUMN_R],
               &columns[KAURI_COLUMN_R]);
    add_column(out, KAURI_COLUMN_DTC_NAME, packed->page_entries[KAURI_COLUMN_DTC],
               &columns[KAURI_COLUMN_DTC]);
    kauri_string_add(out,
                     ",\"index_bits_per_position\":%.6g,\"bits_per_position\":%.6g,"
                     "\"encode_nanoseconds_per_position\":%.6g}",
                     index_bits, bits, 1e9 * seconds * share);
cleanup:
    kauri_reader_close(reader);
    for (unsigned c = 0; c < COLUMNS; c++) {
        free(dictionaries[c]);
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct measure_settings *settings = run->settings;
    const unsigned seeds = (unsigned)settings->seeds;
    const struct kauri_shape shape = kauri_shape_chosen(settings->holes, settings->cowries);
    struct form_measurement m = {
        .progress = &run->view.progress,
        .scratch = KAURI_SCRATCH_NONE,
        .wanted = settings->sample,
    };
    const double began = kauri_clock_seconds();
    const double load = measure_load();
    list_forms(&m);
    KAURI_TRY(kauri_layer_init(&m.layer, shape, seeds, error));
    KAURI_TRY(kauri_layer_table_open(run->folder, shape, seeds, &m.source_reader, error));
    KAURI_TRY(kauri_reader_scratch_new(&m.scratch_memory, error));
    m.stored = kauri_reader_info(m.source_reader)->entries;
    KAURI_TRY(kauri_scratch_make(&m.scratch, error));
    struct kauri_progress_report now = {.stage = "forms", .layer = seeds};
    for (unsigned i = 0; i < m.count; i++) {
        uint64_t stretch = 0;
        now.total += stretches_for(&m, &m.forms[i].packed, &stretch) * stretch;
    }
    measure_add_layer(&run->out, &m.layer, m.stored, load);
    for (unsigned i = 0; i < m.count; i++) {
        now.seconds = kauri_clock_seconds() - began;
        kauri_progress_report(m.progress, &now);
        kauri_string_add(&run->out, i == 0 ? ",\"forms\":[" : ",");
        KAURI_TRY(measure_form(&m, &m.forms[i], &run->out, error));
        now.done += m.stretches * m.stretch;
    }
    kauri_string_add(&run->out, "]}\n");
cleanup:
    for (unsigned c = 0; c < COLUMNS; c++) {
        free(m.numbers[c]);
    }
    kauri_reader_scratch_free(m.scratch_memory);
    kauri_reader_close(m.source_reader);
    kauri_scratch_remove(&m.scratch);
    return status;
}

const struct kauri_command measure_command_forms = {
    .name = "forms",
    .summary = "measure forms in which a table can be packed",
    .text =
        "Tries a series of page sizes, levels and dictionaries on samples of stored entries, each "
        "spread evenly over the layer. Prints bits per position of the layer; the index is "
        "trailers, "
        "directories and dictionaries. Encoding is processor time. At most 2000 pages of each "
        "column are timed, three times each, and the shortest time of each counts: for reading, "
        "checking and decoding the page, and for a look-up, which reads the trailer as well. Files "
        "are in the system's cache.",
    .options =
        (const struct kauri_option[]){
            MEASURE_OPTIONS,
            {.name = "sample",
             .argument = "SIZE",
             .help = "entries in a sample, such as 16M (default 4M)",
             .is_size = true,
             KAURI_STORED(struct measure_settings, sample)},
            KAURI_QUIET_OPTION,
            {.name = NULL},
        },
    .flags = KAURI_RUN_PROGRESS,
    MEASURE_SETTINGS(.sample = SAMPLE_DEFAULT),
    .run = run,
};
