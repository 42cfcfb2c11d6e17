#include "db/writer.h"

#include "common/digest.h"
#include "common/output.h"
#include "common/parallel.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/column_digest.h"
#include "db/compress.h"
#include "db/group_writer.h"
#include "db/survey.h"
#include "db/table_layout.h"
#include "db/unfinished.h"

#include <stdlib.h>
#include <string.h>

// A whole page is compressed from the memory of the caller. Only a page that the caller gives in
// parts is put together here, in the column's `open` page.
//
// To make the bytes of the file independent of how the entries arrive, they are processed in
// stretches that end where a group of some column ends, the columns one after the other. So groups
// lie in the file in the order of their last entries, and then of their columns.

// Pages per thread in a batch: enough to even out pages that compress slowly. And digests of runs
// that are made at a time.
enum { PAGES_PER_THREAD = 4, RUNS = 256 };

// A page that waits to be compressed, or to be written.
struct page_task {
    unsigned column;
    uint64_t page;
    const uint8_t *numbers;
    uint32_t entries;
    uint8_t *compressed; // owned
    size_t size;         // of it
    uint32_t check;
    bool taken; // from an unfinished table
    enum kauri_status status;
    struct kauri_error error;
};

struct page_compressor {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

struct column_writer {
    struct kauri_group_writer groups;
    struct kauri_column_digest digest;
    struct kauri_compress_dictionary *dictionary; // NULL without
    uint8_t *open;                                // the page that is given in parts
    uint32_t open_entries;                        // so far
    uint64_t pages;                               // complete so far
};

struct kauri_writer {
    struct kauri_header header;
    struct kauri_output *output;
    struct kauri_unfinished *unfinished; // NULL without
    uint64_t taken;                      // pages of it that were used
    struct kauri_folder *own_folder;     // of the table, when the writer opened it
    char *path;
    unsigned threads;
    struct kauri_pool *pool;
    struct page_compressor *workers; // one per thread
    struct column_writer columns[KAURI_COLUMNS_MAX];
    struct page_task *tasks; // the batch
    unsigned task_count;     // most tasks of a batch
    unsigned ready;          // tasks of the batch so far
    uint64_t entries;        // appended so far
    bool failed;             // an append failed: the file cannot be finished
};

// ------------------------------------------------------------------------------------- opening

static enum kauri_status out_of_memory(const char *path, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for writing the table", path);
}

// The number of pages and the bytes of the largest page over all columns.
static void measure_pages(const struct kauri_table_info *info, uint64_t *pages, size_t *bytes)
{
    *pages = 0;
    *bytes = 0;
    for (unsigned c = 0; c < info->column_count; c++) {
        const size_t page = kauri_table_page_bytes(info, c, 0);
        const uint64_t count = kauri_table_page_count(info, c);
        *bytes = page > *bytes ? page : *bytes;
        *pages = *pages > UINT64_MAX - count ? UINT64_MAX : *pages + count;
    }
}

static enum kauri_status make_tasks(struct kauri_writer *writer, uint64_t pages, size_t page_bytes,
                                    struct kauri_error *error)
{
    const uint64_t wanted = (uint64_t)writer->threads * PAGES_PER_THREAD;
    writer->task_count = (unsigned)(wanted < pages ? wanted : pages);
    writer->tasks = calloc(writer->task_count, sizeof *writer->tasks);
    if (writer->tasks == NULL) {
        return out_of_memory(writer->path, error);
    }
    for (unsigned i = 0; i < writer->task_count; i++) {
        writer->tasks[i].compressed = malloc(kauri_compress_bound(page_bytes));
        if (writer->tasks[i].compressed == NULL) {
            return out_of_memory(writer->path, error);
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_columns(struct kauri_writer *writer,
                                      const struct kauri_writer_options *options,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    uint64_t offset = KAURI_HEADER_BYTES;
    for (unsigned c = 0; c < info->column_count; c++) {
        struct column_writer *column = &writer->columns[c];
        KAURI_TRY(kauri_group_writer_init(&column->groups, info, c, error));
        KAURI_TRY(kauri_column_digest_init(&column->digest, info->columns[c].width,
                                           info->digest_entries, error));
        column->open = malloc(kauri_table_page_bytes(info, c, 0));
        if (column->open == NULL) {
            return out_of_memory(writer->path, error);
        }
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            const struct kauri_dictionary *given = &options->dictionary[c];
            KAURI_TRY(kauri_compress_dictionary_new(given->bytes, given->size, options->level,
                                                    &column->dictionary, error));
            writer->header.dictionary_bytes[c] = (uint32_t)given->size;
            writer->header.dictionary_offset[c] = offset;
            offset += given->size + KAURI_PART_CHECKSUM_BYTES;
        }
    }
cleanup:
    return status;
}

static enum kauri_status make_workers(struct kauri_writer *writer, int level,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    writer->workers = calloc(writer->threads, sizeof *writer->workers);
    if (writer->workers == NULL) {
        return out_of_memory(writer->path, error);
    }
    // Kept for all batches: compressing one takes milliseconds, and starting threads for each
    // shows.
    KAURI_TRY(kauri_pool_new(writer->threads, &writer->pool, error));
    for (unsigned i = 0; i < writer->threads; i++) {
        KAURI_TRY(kauri_compressor_new(level, &writer->workers[i].compressor, error));
        KAURI_TRY(kauri_survey_init(&writer->workers[i].survey, &writer->header.info, error));
    }
cleanup:
    return status;
}

static const char *options_fault(const struct kauri_table_info *info,
                                 const struct kauri_writer_options *options)
{
    const char *fault = kauri_table_info_fault(info);
    if (fault != NULL) {
        return fault;
    }
    if (info->version != KAURI_FORMAT_VERSION) {
        return "the version is not the one that is written";
    }
    if (options->level < KAURI_COMPRESS_LEVEL_MIN || options->level > KAURI_COMPRESS_LEVEL_MAX ||
        options->threads < 1) {
        return "the level or the number of threads is out of range";
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        const struct kauri_dictionary *given = &options->dictionary[c];
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY &&
            (given->bytes == NULL || given->size > KAURI_DICTIONARY_BYTES_MAX)) {
            return "a dictionary is missing or too large";
        }
    }
    return NULL;
}

// Makes the writer, except for its file. `path` is for messages.
static enum kauri_status make_writer(const char *path, const struct kauri_table_info *info,
                                     const struct kauri_writer_options *options,
                                     struct kauri_writer **writer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    uint64_t pages = 0;
    size_t page_bytes = 0;
    *writer = NULL;
    const char *fault = options_fault(info, options);
    if (fault != NULL) {
        return kauri_fail(error, KAURI_INTERNAL, "%s cannot be written: %s", path, fault);
    }
    opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return out_of_memory(path, error);
    }
    opened->header.info = *info;
    measure_pages(info, &pages, &page_bytes);
    opened->threads = options->threads < pages ? options->threads : (unsigned)pages;
    const size_t path_bytes = strlen(path) + 1;
    opened->path = malloc(path_bytes);
    if (opened->path == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    memcpy(opened->path, path, path_bytes);
    KAURI_TRY(make_tasks(opened, pages, page_bytes, error));
    KAURI_TRY(make_columns(opened, options, error));
    KAURI_TRY(make_workers(opened, options->level, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    return status;
}

// Creates the file, marked as unfinished, and writes the dictionaries.
static enum kauri_status begin_file(struct kauri_writer *writer, const struct kauri_folder *folder,
                                    const char *name, const struct kauri_writer_options *options,
                                    struct kauri_error *error)
{
    static const uint8_t unfinished[KAURI_HEADER_BYTES] = {0};
    enum kauri_status status = KAURI_OK;
    if (options->unfinished != NULL) {
        KAURI_TRY(kauri_unfinished_open(folder, name, options->unfinished, &writer->header,
                                        options->dictionary, options->level, writer->threads,
                                        &writer->output, &writer->unfinished, error));
    } else {
        KAURI_TRY(kauri_output_open_in(folder, name, &writer->output, error));
        KAURI_TRY(kauri_output_write(writer->output, unfinished, sizeof unfinished, error));
    }
    for (unsigned c = 0; c < writer->header.info.column_count; c++) {
        const struct kauri_dictionary *given = &options->dictionary[c];
        uint8_t checksum[KAURI_PART_CHECKSUM_BYTES];
        if (writer->columns[c].dictionary != NULL) {
            kauri_store_u64(checksum, kauri_digest(given->bytes, given->size));
            KAURI_TRY(kauri_output_write(writer->output, given->bytes, given->size, error));
            KAURI_TRY(kauri_output_write(writer->output, checksum, sizeof checksum, error));
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    const struct kauri_writer_options *options,
                                    struct kauri_writer **writer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    const char *name = NULL;
    *writer = NULL;
    KAURI_TRY(make_writer(path, info, options, &opened, error));
    KAURI_TRY(kauri_folder_open_for(path, &opened->own_folder, &name, error));
    KAURI_TRY(begin_file(opened, opened->own_folder, name, options, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    return status;
}

enum kauri_status kauri_writer_open_in(const struct kauri_folder *folder, const char *name,
                                       const struct kauri_table_info *info,
                                       const struct kauri_writer_options *options,
                                       struct kauri_writer **writer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    *writer = NULL;
    char *path = kauri_folder_join(folder, name);
    if (path == NULL) {
        return out_of_memory(name, error);
    }
    KAURI_TRY(make_writer(path, info, options, &opened, error));
    KAURI_TRY(begin_file(opened, folder, name, options, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    free(path);
    return status;
}

// --------------------------------------------------------------------------------------- pages

static void finish_page(void *context, unsigned number, uint64_t index)
{
    struct kauri_writer *writer = context;
    struct page_compressor *worker = &writer->workers[number];
    struct page_task *task = &writer->tasks[index];
    const size_t bytes = (size_t)task->entries * writer->header.info.columns[task->column].width;
    kauri_survey_add(&worker->survey, task->column, task->numbers, task->entries);
    task->check = (uint32_t)kauri_digest(task->numbers, bytes);
    task->taken = writer->unfinished != NULL &&
                  kauri_unfinished_take(writer->unfinished, number, task->column, task->page,
                                        task->numbers, bytes, task->compressed, &task->size);
    task->status =
        task->taken
            ? KAURI_OK
            : kauri_compress(worker->compressor, writer->columns[task->column].dictionary,
                             task->numbers, bytes, task->compressed, &task->size, &task->error);
}

// Compresses the pages of the batch and hands them to the groups of their columns, in order.
static enum kauri_status write_batch(struct kauri_writer *writer, struct kauri_error *error)
{
    kauri_pool_for(writer->pool, writer->ready, 1, finish_page, writer);
    for (unsigned i = 0; i < writer->ready; i++) {
        const struct page_task *task = &writer->tasks[i];
        if (task->status != KAURI_OK) {
            return kauri_fail(error, task->status, "%s: %s", writer->path, task->error.message);
        }
        const enum kauri_status status =
            kauri_group_writer_add(&writer->columns[task->column].groups, writer->output,
                                   task->compressed, task->size, task->check, error);
        if (status != KAURI_OK) {
            return status;
        }
        writer->taken += task->taken;
    }
    writer->ready = 0;
    return KAURI_OK;
}

// Adds a page to the batch; `numbers` must stay as they are until the batch is written.
static enum kauri_status add_page(struct kauri_writer *writer, unsigned c, const uint8_t *numbers,
                                  uint32_t entries, struct kauri_error *error)
{
    struct page_task *task = &writer->tasks[writer->ready];
    task->column = c;
    task->numbers = numbers;
    task->entries = entries;
    task->page = writer->columns[c].pages++;
    writer->ready++;
    return writer->ready == writer->task_count ? write_batch(writer, error) : KAURI_OK;
}

// Puts entries into the open page of a column, as many as fit; returns their number.
static uint64_t fill_open(struct kauri_writer *writer, unsigned c, const uint8_t *from,
                          uint64_t entries)
{
    struct column_writer *column = &writer->columns[c];
    const size_t width = writer->header.info.columns[c].width;
    const uint32_t room =
        kauri_table_page_entries(&writer->header.info, c, column->pages) - column->open_entries;
    const uint32_t taken = entries < room ? (uint32_t)entries : room;
    memcpy(column->open + column->open_entries * width, from, taken * width);
    column->open_entries += taken;
    return taken;
}

// Adds the pages of a column that `count` more entries complete; *done receives the number of
// entries in them.
static enum kauri_status add_pages(struct kauri_writer *writer, unsigned c, const uint8_t *from,
                                   uint64_t count, uint64_t *done, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct column_writer *column = &writer->columns[c];
    const struct kauri_table_info *info = &writer->header.info;
    *done = 0;
    if (column->open_entries > 0) {
        *done = fill_open(writer, c, from, count);
        const uint32_t entries = kauri_table_page_entries(info, c, column->pages);
        if (column->open_entries < entries) {
            return KAURI_OK;
        }
        column->open_entries = 0;
        KAURI_TRY(add_page(writer, c, column->open, entries, error));
    }
    while (*done < count) {
        const uint32_t entries = kauri_table_page_entries(info, c, column->pages);
        if (entries > count - *done) {
            break;
        }
        KAURI_TRY(add_page(writer, c, from + *done * info->columns[c].width, entries, error));
        *done += entries;
    }
cleanup:
    return status;
}

// The entries from `entries` on up to the end of the first group that ends after it.
static uint64_t stretch(const struct kauri_table_info *info, uint64_t entries)
{
    uint64_t least = info->entries - entries;
    for (unsigned c = 0; c < info->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        const uint64_t group = (uint64_t)column->page_entries * column->group_pages;
        const uint64_t left = group - entries % group;
        least = left < least ? left : least;
    }
    return least;
}

// Adds entries that lie in one group of each column.
static enum kauri_status add_stretch(struct kauri_writer *writer, const uint8_t *const *columns,
                                     uint64_t count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    uint64_t done[KAURI_COLUMNS_MAX];
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(add_pages(writer, c, columns[c], count, &done[c], error));
    }
    // The caller's memory and the open pages are free again after this.
    KAURI_TRY(write_batch(writer, error));
    for (unsigned c = 0; c < info->column_count; c++) {
        if (done[c] < count) {
            (void)fill_open(writer, c, columns[c] + done[c] * info->columns[c].width,
                            count - done[c]);
        }
    }
    writer->entries += count;
cleanup:
    return status;
}

// ------------------------------------------------------------------------------------- digests

struct runs {
    const uint8_t *from;
    size_t bytes; // of a run
    uint64_t digests[RUNS];
};

static void digest_run(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    struct runs *runs = context;
    runs->digests[index] = kauri_digest(runs->from + index * runs->bytes, runs->bytes);
}

static enum kauri_status digest_column(struct kauri_writer *writer, unsigned c, const uint8_t *from,
                                       uint64_t entries, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_column_digest *digest = &writer->columns[c].digest;
    const size_t width = writer->header.info.columns[c].width;
    for (uint64_t done = 0; done < entries;) {
        const uint64_t whole = kauri_column_digest_whole(digest, entries - done);
        if (whole == 0) {
            uint64_t taken = 0;
            KAURI_TRY(kauri_column_digest_part(digest, from + done * width, entries - done, &taken,
                                               error));
            done += taken;
            continue;
        }
        const uint64_t count = whole < RUNS ? whole : RUNS;
        struct runs runs = {
            .from = from + done * width,
            .bytes = digest->run_entries * width,
        };
        kauri_pool_for(writer->pool, count, 1, digest_run, &runs);
        for (uint64_t i = 0; i < count; i++) {
            kauri_column_digest_run(digest, runs.digests[i]);
        }
        done += count * digest->run_entries;
    }
cleanup:
    return status;
}

enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    if (writer->failed || entries > info->entries - writer->entries) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: more entries than the table has",
                          writer->path);
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(digest_column(writer, c, columns[c], entries, error));
    }
    for (uint64_t done = 0; done < entries;) {
        const uint64_t whole = stretch(info, writer->entries);
        const uint64_t count = whole < entries - done ? whole : entries - done;
        const uint8_t *from[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < info->column_count; c++) {
            from[c] = (const uint8_t *)columns[c] + done * info->columns[c].width;
        }
        KAURI_TRY(add_stretch(writer, from, count, error));
        done += count;
    }
cleanup:
    writer->failed = status != KAURI_OK;
    return status;
}

// ------------------------------------------------------------------------------------- the end

static enum kauri_status measure(struct kauri_writer *writer, const struct kauri_totals *all,
                                 struct kauri_certificate *certificate, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    for (unsigned i = 1; i < writer->threads; i++) {
        kauri_survey_merge(&writer->workers[0].survey, &writer->workers[i].survey);
    }
    KAURI_TRY(kauri_survey_certify(&writer->workers[0].survey, certificate, error));
    if (all != NULL) {
        KAURI_TRY(kauri_certificate_complete(certificate, info, all, error));
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        certificate->column_digest[c] = kauri_column_digest_end(&writer->columns[c].digest);
    }
    certificate->digest = kauri_certificate_digest(info, certificate->column_digest);
cleanup:
    return status;
}

// Writes everything that follows the groups, and then the header.
static enum kauri_status finish_file(struct kauri_writer *writer,
                                     const struct kauri_certificate *certificate,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_header *header = &writer->header;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint8_t *encoded = NULL;
    size_t encoded_size = 0;
    KAURI_TRY(kauri_certificate_encode(certificate, &encoded, &encoded_size, error));
    for (unsigned c = 0; c < header->info.column_count; c++) {
        header->directory_offset[c] = kauri_output_size(writer->output);
        KAURI_TRY(kauri_group_writer_end(&writer->columns[c].groups, writer->output, error));
    }
    header->certificate_offset = kauri_output_size(writer->output);
    KAURI_TRY(kauri_output_write(writer->output, encoded, encoded_size, error));
    header->file_bytes = kauri_output_size(writer->output);
    kauri_header_encode(header, bytes);
    KAURI_TRY(kauri_output_write_at(writer->output, 0, bytes, sizeof bytes, error));
cleanup:
    free(encoded);
    return status;
}

enum kauri_status kauri_writer_commit(struct kauri_writer *writer, const struct kauri_totals *all,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    struct kauri_certificate measured = {0};
    struct kauri_output *output = NULL;
    if (certificate != NULL) {
        memset(certificate, 0, sizeof *certificate);
    }
    if (writer->failed || writer->entries != info->entries) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the table is not complete", writer->path);
        goto cleanup;
    }
    if (all == NULL && info->entries != info->positions) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the counts over all positions are missing",
                            writer->path);
        goto cleanup;
    }
    KAURI_TRY(measure(writer, all, &measured, error));
    KAURI_TRY(finish_file(writer, &measured, error));
    output = writer->output;
    writer->output = NULL; // commit frees it whatever happens
    KAURI_TRY(kauri_output_commit(output, error));
    if (certificate != NULL) {
        *certificate = measured;
        measured.counts = NULL;
    }
cleanup:
    free(measured.counts);
    kauri_writer_abandon(writer);
    return status;
}

uint64_t kauri_writer_taken(const struct kauri_writer *writer)
{
    return writer->taken;
}

// Whether there is nothing in the file that another run could use.
static bool is_worthless(const struct kauri_writer *writer)
{
    bool worthless = writer->unfinished == NULL || !kauri_unfinished_any(writer->unfinished);
    for (unsigned c = 0; c < writer->header.info.column_count; c++) {
        worthless = worthless && writer->columns[c].groups.groups == 0;
    }
    return worthless;
}

void kauri_writer_abandon(struct kauri_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    if (is_worthless(writer)) {
        kauri_output_discard(writer->output);
    } else {
        kauri_output_abandon(writer->output);
    }
    kauri_unfinished_free(writer->unfinished);
    kauri_pool_free(writer->pool);
    for (unsigned i = 0; writer->tasks != NULL && i < writer->task_count; i++) {
        free(writer->tasks[i].compressed);
    }
    free(writer->tasks);
    for (unsigned i = 0; writer->workers != NULL && i < writer->threads; i++) {
        kauri_compressor_free(writer->workers[i].compressor);
        kauri_survey_clear(&writer->workers[i].survey);
    }
    free(writer->workers);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_group_writer_clear(&writer->columns[c].groups);
        kauri_column_digest_clear(&writer->columns[c].digest);
        kauri_compress_dictionary_free(writer->columns[c].dictionary);
        free(writer->columns[c].open);
    }
    kauri_folder_close(writer->own_folder);
    free(writer->path);
    free(writer);
}
