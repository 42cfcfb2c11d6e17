#include "db/tables/pack.h"

#include "common/checked.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/memory.h"
#include "db/checksums.h"
#include "db/column_digest.h"
#include "db/compress.h"
#include "db/survey.h"
#include "db/table_names.h"
#include "db/tables/layer_table.h"
#include "indexer/convention.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The sizes and levels were measured (docs/results/LABBOOK.md). A dictionary pays for r in small
// pages.
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

// Least number of entries that are appended at a time, after which progress is reported and the run
// may be stopped.
enum { SLICE_MIN = 1 << 18 };

// Entries of a piece, which one thread reads at a time, unless a page has more; and least number of
// pieces in memory for each thread.
enum { PIECE_ENTRIES = 1 << 18, PIECES_PER_THREAD = 2 };

// zstd recommends samples of about a hundred times the size of the dictionary.
enum { SAMPLES_PER_DICTIONARY = 100, SAMPLES_MIN = 16, SAMPLES_MAX = 20000 };

struct reading_thread {
    struct kauri_reader_scratch *scratch;
    struct kauri_survey survey;
};

struct packing {
    const struct kauri_pack_options *options;
    struct kauri_layer layer;
    struct kauri_reader *reader;
    const struct kauri_table_info *source; // the source table, as the reader describes it
    struct kauri_table_info info;          // the packed table
    struct kauri_writer_options writer_options;
    uint8_t *dictionaries[KAURI_COLUMNS_MAX]; // owned
    double began;
    // Members for reading the source, some pieces at a time.
    struct reading_thread *workers;
    struct kauri_column_digest digests[KAURI_COLUMNS_MAX];
    uint64_t piece_entries;              // entries of every piece but the last
    uint64_t piece_count;                // pieces that fit into memory
    uint8_t *numbers[KAURI_COLUMNS_MAX]; // stored numbers of the pieces
    uint64_t done;                       // entries before the pieces
    uint64_t read;                       // entries of the pieces
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
    uint64_t page = 0;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        page = pages[c] > page ? pages[c] : page;
    }
    return page * packing->options->threads > SLICE_MIN ? page * packing->options->threads
                                                        : SLICE_MIN;
}

// --------------------------------------------------------------------------------- dictionaries

enum kauri_status kauri_pack_dictionary(const struct kauri_reader *reader, unsigned column,
                                        uint32_t page_entries, size_t capacity, uint8_t **bytes,
                                        struct kauri_dictionary *dictionary,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader_scratch *scratch = NULL;
    const uint64_t entries = kauri_reader_info(reader)->entries;
    const unsigned width = kauri_reader_info(reader)->columns[column].width;
    const uint64_t sample_entries = page_entries < entries ? page_entries : entries;
    const size_t sample_bytes = (size_t)sample_entries * width;
    const uint64_t pages = entries / sample_entries; // number of whole pages
    uint64_t wanted = (uint64_t)capacity * SAMPLES_PER_DICTIONARY / sample_bytes;
    wanted = wanted < SAMPLES_MIN ? SAMPLES_MIN : wanted > SAMPLES_MAX ? SAMPLES_MAX : wanted;
    const unsigned count = (unsigned)(wanted < pages ? wanted : pages);
    size_t size = 0;
    uint8_t *samples = NULL;
    size_t *sizes = NULL;
    *dictionary = (struct kauri_dictionary){.bytes = NULL};
    *bytes = NULL;
    KAURI_TRY(KAURI_NEW(samples, count * sample_bytes, error, "training a dictionary"));
    KAURI_TRY(KAURI_NEW(sizes, count, error, "training a dictionary"));
    KAURI_TRY(KAURI_NEW(*bytes, capacity, error, "training a dictionary"));
    KAURI_TRY(kauri_reader_scratch_new(&scratch, error));
    for (unsigned i = 0; i < count; i++) {
        const uint64_t page = pages * i / count;
        uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
        to[column] = samples + i * sample_bytes;
        sizes[i] = sample_bytes;
        KAURI_TRY(
            kauri_entries_read(scratch, reader, page * sample_entries, sample_entries, to, error));
    }
    KAURI_TRY(kauri_dictionary_train(samples, sizes, count, *bytes, capacity, &size, error));
    if (size > 0) {
        *dictionary = (struct kauri_dictionary){.bytes = *bytes, .size = size};
    }
cleanup:
    kauri_reader_scratch_free(scratch);
    free(samples);
    free(sizes);
    return status;
}

// -------------------------------------------------------------------------------------- reading

// Makes the memory for reading: pieces of whole pages, at least as many entries as are appended at
// a time.
static enum kauri_status begin_reading(struct packing *packing, struct kauri_error *error)
{
    const struct kauri_table_info *source = packing->source;
    const unsigned threads = packing->options->threads;
    uint64_t page = 1;
    for (unsigned c = 0; c < source->column_count; c++) {
        page = source->columns[c].page_entries > page ? source->columns[c].page_entries : page;
    }
    const uint64_t wanted = page < PIECE_ENTRIES ? PIECE_ENTRIES / page * page : page;
    packing->piece_entries = wanted < source->entries ? wanted : source->entries;
    const uint64_t slice = slice_entries(packing);
    const uint64_t count =
        (slice < source->entries ? slice : source->entries) / packing->piece_entries + 1;
    const uint64_t least = (uint64_t)threads * PIECES_PER_THREAD;
    packing->piece_count = count < least ? least : count;
    KAURI_PASS(KAURI_NEW(packing->workers, threads, error, "reading %s",
                         kauri_reader_path(packing->reader)));
    for (unsigned i = 0; i < threads; i++) {
        KAURI_PASS(kauri_reader_scratch_new(&packing->workers[i].scratch, error));
        KAURI_PASS(kauri_survey_init(&packing->workers[i].survey, source, error));
    }
    for (unsigned c = 0; c < source->column_count; c++) {
        const unsigned width = source->columns[c].width;
        uint64_t bytes = 0;
        size_t size = 0;
        if (!kauri_checked_multiply(packing->piece_entries, packing->piece_count * width, &bytes) ||
            !kauri_checked_size(bytes, &size) || (packing->numbers[c] = malloc(size)) == NULL) {
            return KAURI_OUT_OF_MEMORY(error, "reading %s", kauri_reader_path(packing->reader));
        }
        KAURI_PASS(
            kauri_column_digest_init(&packing->digests[c], width, source->digest_entries, error));
    }
    return KAURI_OK;
}

static enum kauri_status read_piece(void *context, unsigned number, uint64_t piece,
                                    struct kauri_error *error)
{
    const struct packing *packing = context;
    const struct kauri_table_info *source = packing->source;
    struct reading_thread *worker = &packing->workers[number];
    const uint64_t skip = piece * packing->piece_entries;
    const uint64_t left = packing->read - skip;
    const uint64_t count = left < packing->piece_entries ? left : packing->piece_entries;
    uint8_t *numbers[KAURI_COLUMNS_MAX] = {NULL};
    for (unsigned c = 0; c < source->column_count; c++) {
        numbers[c] = packing->numbers[c] + skip * source->columns[c].width;
    }
    const enum kauri_status status = kauri_entries_read(
        worker->scratch, packing->reader, packing->done + skip, count, numbers, error);
    for (unsigned c = 0; status == KAURI_OK && c < source->column_count; c++) {
        // A piece has at most as many entries as the largest page, or PIECE_ENTRIES.
        kauri_survey_add(&worker->survey, c, numbers[c], (uint32_t)count);
    }
    return status;
}

// Reads as many pieces as there is room for.
static enum kauri_status read_pieces(struct packing *packing, struct kauri_error *error)
{
    const struct kauri_table_info *source = packing->source;
    const unsigned threads = packing->options->threads;
    const uint64_t left = source->entries - packing->done;
    const uint64_t maximum = packing->piece_count * packing->piece_entries;
    struct kauri_pace pace = {.threads = threads};
    packing->read = left < maximum ? left : maximum;
    const struct kauri_loop loop = {.pace = &pace,
                                    .count = (packing->read + packing->piece_entries - 1) /
                                             packing->piece_entries};
    KAURI_PASS(kauri_loop(&loop, read_piece, packing, error));
    for (unsigned c = 0; c < source->column_count; c++) {
        KAURI_PASS(kauri_column_digest_add(&packing->digests[c], threads, packing->numbers[c],
                                           packing->read, error));
    }
    return KAURI_OK;
}

// Compares, at the end of the source, the counts, maxima and digests of everything that was read
// with its certificate.
static enum kauri_status check_source(struct packing *packing, struct kauri_error *error)
{
    const struct kauri_certificate *stated = kauri_reader_certificate(packing->reader);
    struct kauri_certificate counted;
    struct kauri_survey *survey = &packing->workers[0].survey;
    for (unsigned i = 1; i < packing->options->threads; i++) {
        kauri_survey_merge(survey, &packing->workers[i].survey);
    }
    KAURI_PASS(kauri_survey_certify(survey, &counted, error));
    // Values that only derived positions have are in the certificate, but not in the table.
    uint32_t at = 0;
    bool same = true;
    for (uint32_t i = 0; i < stated->count_count; i++) {
        if (stated->counts[i].stored > 0) {
            same = same && at < counted.count_count &&
                   counted.counts[at].value == stated->counts[i].value &&
                   counted.counts[at].stored == stated->counts[i].stored;
            at++;
        }
    }
    same = same && at == counted.count_count;
    for (unsigned c = 0; c < packing->source->column_count; c++) {
        same = same && counted.stored_maximum[c] == stated->stored_maximum[c];
    }
    free(counted.counts);
    if (!same) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s: the number of entries with some value differs from its certificate",
                          kauri_reader_path(packing->reader));
    }
    for (unsigned c = 0; c < packing->source->column_count; c++) {
        if (kauri_column_digest_end(&packing->digests[c]) != stated->column_digest[c]) {
            return kauri_fail(error, KAURI_CORRUPT,
                              "%s: the entries do not have the digest of its certificate",
                              kauri_reader_path(packing->reader));
        }
    }
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- packing

// Opens the source and describes the packed table, with its dictionaries.
static enum kauri_status prepare(struct packing *packing, const char *from,
                                 struct kauri_error *error)
{
    const struct kauri_pack_form *form = &packing->options->form;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        if (form->page_entries[c] < 1 || form->page_entries[c] > KAURI_PAGE_ENTRIES_MAX ||
            form->dictionary_bytes[c] > KAURI_DICTIONARY_BYTES_MAX) {
            return kauri_fail(error, KAURI_INTERNAL, "pages or dictionaries are out of range");
        }
    }
    KAURI_PASS(kauri_layer_table_open(from, packing->layer.shape, packing->layer.seeds,
                                      &packing->reader, error));
    packing->source = kauri_reader_info(packing->reader);
    const bool distances = kauri_layer_table_has_distances(packing->reader);
    if (!distances && packing->options->columns == KAURI_PACK_R_DTC) {
        return kauri_fail(error, KAURI_MISSING,
                          "%s holds r alone: there are no distances (dtc) to pack",
                          kauri_reader_path(packing->reader));
    }
    if (packing->source->derivation != KAURI_DERIVATION_STORED) {
        return kauri_fail(error, KAURI_USAGE, "%s has an entry for every position",
                          kauri_reader_path(packing->reader));
    }
    KAURI_PASS(begin_reading(packing, error));
    kauri_layer_table_info(&packing->layer, 0, &packing->info);
    if (!distances || packing->options->columns == KAURI_PACK_R) {
        kauri_layer_table_info_drop_distances(&packing->info);
    }
    for (unsigned c = 0; c < packing->info.column_count; c++) {
        // The digests depend on the widths.
        packing->info.columns[c].width = packing->source->columns[c].width;
        packing->info.columns[c].page_entries = form->page_entries[c];
        packing->info.columns[c].group_pages = kauri_pack_group_pages(form->page_entries[c]);
        if (form->dictionary_bytes[c] > 0) {
            struct kauri_dictionary *dictionary = &packing->writer_options.dictionary[c];
            KAURI_PASS(kauri_pack_dictionary(packing->reader, c, form->page_entries[c],
                                             form->dictionary_bytes[c], &packing->dictionaries[c],
                                             dictionary, error));
            packing->info.columns[c].codec =
                dictionary->size > 0 ? KAURI_CODEC_DICTIONARY : KAURI_CODEC_ZSTD;
        }
    }
    packing->writer_options.level = form->level;
    packing->writer_options.threads = packing->options->threads;
    return KAURI_OK;
}

// Appends the pieces that were read, slice by slice.
static enum kauri_status append(struct packing *packing, struct kauri_writer *writer,
                                struct kauri_error *error)
{
    const struct kauri_progress *progress = packing->options->progress;
    const uint64_t slice = slice_entries(packing);
    for (uint64_t at = 0; at < packing->read;) {
        const uint64_t count = packing->read - at < slice ? packing->read - at : slice;
        const void *columns[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < packing->info.column_count; c++) {
            columns[c] = packing->numbers[c] + at * packing->info.columns[c].width;
        }
        KAURI_PASS(kauri_writer_append(writer, columns, count, error));
        at += count;
        const struct kauri_progress_report now = {
            .stage = "pack",
            .layer = packing->layer.seeds,
            .done = packing->done + at,
            .total = packing->source->entries,
            .seconds = kauri_clock_seconds() - packing->began,
        };
        kauri_progress_report(progress, &now);
        if (kauri_progress_cancelled(progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u",
                              packing->layer.seeds);
        }
    }
    return KAURI_OK;
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
        KAURI_TRY(kauri_fail_errno(error, KAURI_RESOURCE, "cannot use %s", into));
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

// Returns whether the entries of the first `columns` columns are equal, and so are the counts and
// maxima over all positions.
static bool same_values(const struct kauri_certificate *a, const struct kauri_certificate *b,
                        unsigned columns)
{
    bool same = a->count_count == b->count_count;
    for (uint32_t i = 0; same && i < a->count_count; i++) {
        same = a->counts[i].value == b->counts[i].value && a->counts[i].count == b->counts[i].count;
    }
    for (unsigned c = 0; c < columns; c++) {
        same = same && a->maximum[c] == b->maximum[c] && a->column_digest[c] == b->column_digest[c];
    }
    return same;
}

// Finds out whether the folder has the packed table already, with every byte intact.
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
    const unsigned columns = packing->info.column_count;
    if (info->column_count > columns) {
        status = kauri_fail(error, KAURI_USAGE,
                            "%s has distances (dtc), which a table of r alone would replace; "
                            "pack into another folder",
                            kauri_reader_path(reader));
        kauri_reader_close(reader);
        return status;
    }
    bool same = info->derivation == packing->info.derivation && info->column_count == columns &&
                same_values(certificate, source, columns);
    for (unsigned c = 0; same && c < columns; c++) {
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
    KAURI_PASS(kauri_folder_open(into, &target->folder, error));
    return kauri_folder_each(target->folder, remove_leftover, target, error);
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
    memcpy(all.maximum, source->maximum, packing->info.column_count * sizeof *all.maximum);
    KAURI_TRY(open_target(packing, into, &target, error));
    KAURI_TRY(kauri_writer_open_in(target.folder, target.name, &packing->info,
                                   &packing->writer_options, &writer, error));
    for (; packing->done < packing->source->entries; packing->done += packing->read) {
        KAURI_TRY(read_pieces(packing, error));
        KAURI_TRY(append(packing, writer, error));
    }
    KAURI_TRY(check_source(packing, error));
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
    for (unsigned i = 0; packing.workers != NULL && i < options->threads; i++) {
        kauri_reader_scratch_free(packing.workers[i].scratch);
        kauri_survey_clear(&packing.workers[i].survey);
    }
    free(packing.workers);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(packing.numbers[c]);
        free(packing.dictionaries[c]);
        kauri_column_digest_clear(&packing.digests[c]);
    }
    kauri_reader_close(packing.reader);
    return status;
}
