#include "tablebase/pack.h"

#include "common/folder.h"
#include "db/checksums.h"
#include "db/table_names.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"
#include "tablebase/layer_table.h"
#include "tablebase/pack_source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The sizes and levels were measured (docs/PERFORMANCE.md). A dictionary pays for r in small pages.
struct kauri_pack_form kauri_pack_archive(void)
{
    return (struct kauri_pack_form){
        .level = 19,
        .page_entries = {[KAURI_COLUMN_R] = 1 << 20, [KAURI_COLUMN_DTC] = 1 << 20},
    };
}

struct kauri_pack_form kauri_pack_probing(void)
{
    return (struct kauri_pack_form){
        .level = 19,
        .page_entries = {[KAURI_COLUMN_R] = 1 << 11, [KAURI_COLUMN_DTC] = 1 << 12},
        .dictionary_bytes = {[KAURI_COLUMN_R] = 1 << 14},
    };
}

// A group has at most 64 pages, so that half a KiB is read before its first page, and at most 16 Mi
// entries, because it is collected in memory.
enum { GROUP_PAGES = 64, GROUP_ENTRIES = 1 << 24 };

// Least number of entries that are appended at a time.
enum { SLICE_MIN = 1 << 18 };

struct packing {
    const struct kauri_pack_options *options;
    struct kauri_layer layer;
    struct kauri_reader *reader;
    struct kauri_pack_source *source;
    struct kauri_table_info info; // of the packed table
    struct kauri_writer_options writer_options;
    uint8_t *dictionaries[KAURI_COLUMNS_MAX]; // owned
    double began;
};

uint32_t kauri_pack_group_pages(uint32_t page_entries)
{
    const uint32_t pages = GROUP_ENTRIES / page_entries;
    return pages < GROUP_PAGES ? pages : GROUP_PAGES;
}

// Entries after which progress is reported and the run may be stopped: a page of each column for
// each thread. With large pages at a high level, compressing these takes a second.
static uint64_t slice_entries(const struct packing *packing)
{
    const uint32_t *pages = packing->options->form.page_entries;
    const uint64_t page = pages[0] > pages[1] ? pages[0] : pages[1];
    return page * packing->options->threads > SLICE_MIN ? page * packing->options->threads
                                                        : SLICE_MIN;
}

// Opens the source and describes the packed table, with its dictionaries.
static enum kauri_status prepare(struct packing *packing, const char *from,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_pack_form *form = &packing->options->form;
    for (unsigned c = 0; c < 2; c++) {
        if (form->page_entries[c] < 1 || form->page_entries[c] > KAURI_PAGE_ENTRIES_MAX ||
            form->dictionary_bytes[c] > KAURI_DICTIONARY_BYTES_MAX) {
            return kauri_fail(error, KAURI_INTERNAL, "pages or dictionaries are out of range");
        }
    }
    KAURI_TRY(kauri_layer_table_open(from, packing->layer.shape, packing->layer.seeds,
                                     &packing->reader, error));
    KAURI_TRY(kauri_pack_source_new(packing->reader, &packing->layer, packing->options->threads,
                                    slice_entries(packing), &packing->source, error));
    const struct kauri_table_info *source = kauri_reader_info(packing->reader);
    kauri_layer_table_info(&packing->layer, 0, &packing->info);
    for (unsigned c = 0; c < packing->info.column_count; c++) {
        // The digests depend on the widths.
        packing->info.columns[c].width = source->columns[c].width;
        packing->info.columns[c].page_entries = form->page_entries[c];
        packing->info.columns[c].group_pages = kauri_pack_group_pages(form->page_entries[c]);
        if (form->dictionary_bytes[c] > 0) {
            struct kauri_dictionary *dictionary = &packing->writer_options.dictionary[c];
            KAURI_TRY(kauri_pack_dictionary(packing->source, c, source->columns[c].width,
                                            form->page_entries[c], form->dictionary_bytes[c],
                                            &packing->dictionaries[c], dictionary, error));
            packing->info.columns[c].codec =
                dictionary->size > 0 ? KAURI_CODEC_DICTIONARY : KAURI_CODEC_ZSTD;
        }
    }
    packing->writer_options.level = form->level;
    packing->writer_options.threads = packing->options->threads;
cleanup:
    return status;
}

static void report(const struct packing *packing, uint64_t done)
{
    const struct kauri_progress_report now = {
        .stage = "pack",
        .layer = packing->layer.seeds,
        .done = done,
        .total = kauri_reader_info(packing->reader)->entries,
        .seconds = kauri_clock_seconds() - packing->began,
    };
    kauri_progress_report(packing->options->progress, &now);
}

// Appends entries slice by slice. They are the entries from `before` to `done` of the source, as
// far as these are stored.
static enum kauri_status append(struct packing *packing, struct kauri_writer *writer,
                                const uint8_t *const *numbers, uint64_t entries, uint64_t before,
                                uint64_t done, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t slice = slice_entries(packing);
    for (uint64_t at = 0; at < entries;) {
        const uint64_t count = entries - at < slice ? entries - at : slice;
        const void *columns[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < packing->info.column_count; c++) {
            columns[c] = numbers[c] + at * packing->info.columns[c].width;
        }
        KAURI_TRY(kauri_writer_append(writer, columns, count, error));
        at += count;
        report(packing,
               before + (uint64_t)((double)(done - before) * (double)at / (double)entries));
        if (kauri_progress_cancelled(packing->options->progress)) {
            status =
                kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", packing->layer.seeds);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

// Appends all entries to the writer.
static enum kauri_status copy(struct packing *packing, struct kauri_writer *writer,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t entries = 1;
    uint64_t done = 0;
    while (entries > 0) {
        const uint8_t *numbers[KAURI_COLUMNS_MAX];
        const uint64_t before = done;
        KAURI_TRY(kauri_pack_source_next(packing->source, numbers, &entries, &done, error));
        KAURI_TRY(append(packing, writer, numbers, entries, before, done, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_pack_check_folders(const char *from, const char *into,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *source = NULL;
    struct kauri_folder *target = NULL;
    struct stat facts[2];
    KAURI_TRY(kauri_folder_open(from, &source, error));
    KAURI_TRY(kauri_folder_open(into, &target, error));
    if (fstat(kauri_folder_descriptor(source), &facts[0]) != 0 ||
        fstat(kauri_folder_descriptor(target), &facts[1]) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot use %s", into);
        goto cleanup;
    }
    if (facts[0].st_dev == facts[1].st_dev && facts[0].st_ino == facts[1].st_ino) {
        status = kauri_fail(error, KAURI_USAGE,
                            "%s and %s are the same folder; tables are packed into another one",
                            from, into);
    }
cleanup:
    kauri_folder_close(source);
    kauri_folder_close(target);
    return status;
}

// Whether counts and maxima over all positions are the same.
static bool same_counts(const struct kauri_certificate *a, const struct kauri_certificate *b)
{
    bool same = a->count_count == b->count_count;
    for (uint32_t i = 0; same && i < a->count_count; i++) {
        same = a->counts[i].value == b->counts[i].value && a->counts[i].count == b->counts[i].count;
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        same = same && a->maximum[c] == b->maximum[c];
    }
    return same;
}

// Finds out whether the folder has the packed table already, with every byte intact. If the source
// holds the same entries, the digests are compared, otherwise the counts over all positions.
static enum kauri_status look_for_packed(const struct packing *packing, const char *into,
                                         struct kauri_pack_result *result,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    if (kauri_layer_table_open(into, packing->layer.shape, packing->layer.seeds, &reader, NULL) !=
        KAURI_OK) {
        return KAURI_OK;
    }
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const struct kauri_certificate *source = kauri_reader_certificate(packing->reader);
    bool same = info->derivation == packing->info.derivation && same_counts(certificate, source) &&
                (kauri_reader_info(packing->reader)->derivation != info->derivation ||
                 certificate->digest == source->digest);
    for (unsigned c = 0; c < packing->info.column_count; c++) {
        const struct kauri_column *is = &info->columns[c];
        const struct kauri_column *wanted = &packing->info.columns[c];
        same =
            same && is->width == wanted->width && is->codec == wanted->codec &&
            is->page_entries == wanted->page_entries && is->group_pages == wanted->group_pages &&
            kauri_reader_dictionary_bytes(reader, c) == packing->writer_options.dictionary[c].size;
    }
    if (same) {
        status = kauri_checksums_check(reader, packing->options->progress, error);
        result->there = status == KAURI_OK;
        result->file_bytes = kauri_reader_file_bytes(reader);
        result->digest = certificate->digest;
    }
    kauri_reader_close(reader);
    return status == KAURI_CORRUPT ? KAURI_OK : status; // a damaged table is replaced
}

// A target folder and the name of the table in it.
struct target {
    struct kauri_folder *folder;
    char name[KAURI_TABLE_NAME_BYTES];
};

static void remove_leftover(void *context, const char *entry)
{
    const struct target *target = context;
    if (kauri_temporary_file_is(entry, target->name)) {
        kauri_folder_unlink(target->folder, entry);
    }
}

// Opens the target folder and removes what killed runs left of the table.
static enum kauri_status open_target(const struct packing *packing, const char *into,
                                     struct target *target, struct kauri_error *error)
{
    const struct kauri_table_info *info = &packing->info;
    (void)kauri_table_name(info->holes, info->cowries, info->seeds, target->name);
    const enum kauri_status status = kauri_folder_open(into, &target->folder, error);
    if (status == KAURI_OK) {
        kauri_folder_each(target->folder, remove_leftover, target);
    }
    return status;
}

// Writes the table and fills *result.
static enum kauri_status write_table(struct packing *packing, const char *into,
                                     struct kauri_pack_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct target target = {.folder = NULL};
    struct kauri_writer *writer = NULL;
    struct kauri_reader *written = NULL;
    struct kauri_certificate certificate = {.counts = NULL};
    const struct kauri_certificate *source = kauri_reader_certificate(packing->reader);
    struct kauri_totals all = {.count_count = source->count_count, .counts = source->counts};
    memcpy(all.maximum, source->maximum, sizeof all.maximum);
    KAURI_TRY(open_target(packing, into, &target, error));
    KAURI_TRY(kauri_writer_open_in(target.folder, target.name, &packing->info,
                                   &packing->writer_options, &writer, error));
    KAURI_TRY(copy(packing, writer, error));
    KAURI_TRY(kauri_pack_source_check(packing->source, error));
    status = kauri_writer_commit(writer, &all, &certificate, error);
    writer = NULL;
    KAURI_TRY(status);
    KAURI_TRY(
        kauri_layer_table_open(into, packing->layer.shape, packing->layer.seeds, &written, error));
    result->file_bytes = kauri_reader_file_bytes(written);
    result->digest = certificate.digest;
cleanup:
    kauri_writer_abandon(writer);
    kauri_reader_close(written);
    free(certificate.counts);
    kauri_folder_close(target.folder);
    return status;
}

enum kauri_status kauri_pack_layer(const char *from, const char *into, struct kauri_shape shape,
                                   unsigned seeds, const struct kauri_pack_options *options,
                                   struct kauri_pack_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct packing packing = {.options = options, .began = kauri_clock_seconds()};
    memset(result, 0, sizeof *result);
    KAURI_TRY(kauri_layer_init(&packing.layer, shape, seeds, error));
    KAURI_TRY(prepare(&packing, from, error));
    KAURI_TRY(look_for_packed(&packing, into, result, error));
    if (!result->there) {
        KAURI_TRY(write_table(&packing, into, result, error));
    }
    result->positions = packing.layer.positions;
    result->entries = packing.info.entries;
    result->source_bytes = kauri_reader_file_bytes(packing.reader);
    result->seconds = kauri_clock_seconds() - packing.began;
cleanup:
    kauri_pack_source_free(packing.source);
    kauri_reader_close(packing.reader);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(packing.dictionaries[c]);
    }
    return status;
}
