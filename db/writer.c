#include "db/writer.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/output.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/column_digest.h"
#include "db/compress.h"
#include "db/directory.h"
#include "db/page_compressor.h"
#include "db/survey.h"

#include <stdlib.h>
#include <string.h>

// The bytes that are written do not depend on how the entries arrive: entries are processed in
// stretches that end where a group of some column ends, the columns one after the other. So groups
// lie in the file in the order of their last entries, and then of their columns.
//
// A whole page is compressed from the memory of the caller. Only a page that the caller gives in
// parts is put together here, in the column's `open` page.

// Pages per thread in a batch: enough to even out pages that compress slowly.
enum { PAGES_PER_THREAD = 4, DIRECTORY_ROOM_FIRST = 64 };

// A page that waits to be compressed, or to be written.
struct page_task {
    unsigned column;
    const uint8_t *numbers;
    uint32_t entries;
    uint8_t *buffer; // the compressed page; owned
    struct kauri_compressed_page page;
};

// The compressed pages of one column: collected until a group is complete, which is then written
// with its trailer and noted in the directory.
struct group_writer {
    uint8_t *pages;     // compressed pages of the group that is being collected
    size_t pages_bytes; // bytes in `pages` so far
    size_t pages_capacity;
    uint8_t *trailer;
    uint32_t group_pages; // pages in `pages` so far
    uint64_t groups;      // groups written so far
    uint8_t *directory;   // the directory as in the file, with room for `directory_room` groups
    uint64_t directory_room;
};

struct column_writer {
    struct group_writer groups;
    struct kauri_compress_dictionary *dictionary; // NULL without a dictionary
    uint8_t *open;                                // the page that is given in parts
    uint32_t open_entries;                        // entries in the open page so far
    uint64_t pages;                               // pages completed so far
};

struct kauri_writer {
    struct kauri_header header;
    const struct kauri_table_info *info; // the table that the header describes
    struct kauri_output *output;
    struct kauri_folder *own_folder; // folder of the table, if the writer opened it
    char *path;
    struct kauri_column_digest digests[KAURI_COLUMNS_MAX];
    bool failed; // an append failed: the file cannot be finished
    unsigned threads;
    struct kauri_page_compressor *workers; // one per thread
    struct column_writer columns[KAURI_COLUMNS_MAX];
    struct page_task *tasks; // tasks of the batch
    unsigned task_count;     // capacity of a batch
    unsigned ready;          // tasks in the batch so far
    uint64_t entries;        // entries appended so far
};

// ------------------------------------------------------------------------------------- opening

static enum kauri_status make_digests(struct kauri_writer *writer, struct kauri_error *error)
{
    const struct kauri_table_info *info = writer->info;
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_PASS(kauri_column_digest_init(&writer->digests[c], info->columns[c].width,
                                            info->digest_entries, error));
    }
    return KAURI_OK;
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

static enum kauri_status make_tasks(struct kauri_writer *writer, struct kauri_error *error)
{
    uint64_t pages = 0;
    size_t page_bytes = 0;
    measure_pages(writer->info, &pages, &page_bytes);
    const uint64_t wanted = (uint64_t)writer->threads * PAGES_PER_THREAD;
    writer->task_count = (unsigned)(wanted < pages ? wanted : pages);
    KAURI_PASS(KAURI_NEW(writer->tasks, writer->task_count, error, "writing %s", writer->path));
    for (unsigned i = 0; i < writer->task_count; i++) {
        KAURI_PASS(KAURI_NEW(writer->tasks[i].buffer, kauri_compress_bound(page_bytes), error,
                             "writing %s", writer->path));
    }
    return KAURI_OK;
}

static enum kauri_status make_columns(struct kauri_writer *writer,
                                      const struct kauri_writer_options *options,
                                      struct kauri_error *error)
{
    const struct kauri_table_info *info = writer->info;
    for (unsigned c = 0; c < info->column_count; c++) {
        struct column_writer *column = &writer->columns[c];
        KAURI_PASS(KAURI_NEW(column->groups.trailer,
                             kauri_trailer_bytes(kauri_table_group_pages(info, c, 0)), error,
                             "writing %s", writer->path));
        KAURI_PASS(KAURI_NEW(column->open, kauri_table_page_bytes(info, c, 0), error, "writing %s",
                             writer->path));
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            const struct kauri_dictionary *given = &options->dictionary[c];
            KAURI_PASS(kauri_compress_dictionary_new(given->bytes, given->size, options->level,
                                                     &column->dictionary, error));
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_workers(struct kauri_writer *writer, int level,
                                      struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(writer->workers, writer->threads, error, "writing %s", writer->path));
    for (unsigned i = 0; i < writer->threads; i++) {
        KAURI_PASS(kauri_page_compressor_init(&writer->workers[i], writer->info, level, error));
    }
    return KAURI_OK;
}

// Notes in the header where the dictionaries will be.
static void place_dictionaries(struct kauri_header *header,
                               const struct kauri_dictionary *dictionaries)
{
    uint64_t offset = KAURI_HEADER_BYTES;
    for (unsigned c = 0; c < header->info.column_count; c++) {
        if (header->info.columns[c].codec == KAURI_CODEC_DICTIONARY) {
            header->dictionary_bytes[c] = (uint32_t)dictionaries[c].size;
            header->dictionary_offset[c] = offset;
            offset += dictionaries[c].size + KAURI_PART_CHECKSUM_BYTES;
        }
    }
}

static const char *options_fault(const struct kauri_table_info *info,
                                 const struct kauri_writer_options *options)
{
    const char *fault = kauri_table_info_fault(info);
    if (fault != NULL) {
        return fault;
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
    *writer = NULL;
    const char *fault = options_fault(info, options);
    if (fault != NULL) {
        return kauri_fail(error, KAURI_INTERNAL, "%s cannot be written: %s", path, fault);
    }
    KAURI_PASS(KAURI_NEW(opened, 1, error, "writing %s", path));
    opened->header.info = *info;
    opened->info = &opened->header.info;
    opened->threads = options->threads;
    const size_t path_bytes = strlen(path) + 1;
    KAURI_TRY(KAURI_NEW(opened->path, path_bytes, error, "writing %s", path));
    memcpy(opened->path, path, path_bytes);
    place_dictionaries(&opened->header, options->dictionary);
    KAURI_TRY(make_digests(opened, error));
    KAURI_TRY(make_tasks(opened, error));
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
    KAURI_PASS(kauri_output_open_in(folder, name, &writer->output, error));
    KAURI_PASS(kauri_output_write(writer->output, unfinished, sizeof unfinished, error));
    for (unsigned c = 0; c < writer->header.info.column_count; c++) {
        const struct kauri_dictionary *given = &options->dictionary[c];
        uint8_t checksum[KAURI_PART_CHECKSUM_BYTES];
        if (writer->header.dictionary_bytes[c] > 0) {
            kauri_store_u64(checksum, kauri_digest(given->bytes, given->size));
            KAURI_PASS(kauri_output_write(writer->output, given->bytes, given->size, error));
            KAURI_PASS(kauri_output_write(writer->output, checksum, sizeof checksum, error));
        }
    }
    return KAURI_OK;
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
        return KAURI_OUT_OF_MEMORY(error, "writing %s", name);
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

// -------------------------------------------------------------------------------------- groups

// Makes room for one more group in the directory, and for its checksum.
static bool make_directory_room(struct group_writer *groups)
{
    uint64_t bytes = 0;
    size_t size = 0;
    if (groups->groups < groups->directory_room) {
        return true;
    }
    const uint64_t capacity =
        groups->directory_room == 0 ? DIRECTORY_ROOM_FIRST : 2 * groups->directory_room;
    if (!kauri_directory_bytes(capacity, &bytes) || !kauri_checked_size(bytes, &size)) {
        return false;
    }
    uint8_t *moved = realloc(groups->directory, size);
    if (moved == NULL) {
        return false;
    }
    groups->directory = moved;
    groups->directory_room = capacity;
    return true;
}

static enum kauri_status write_group(struct kauri_writer *writer, struct group_writer *groups,
                                     struct kauri_error *error)
{
    struct kauri_output *output = writer->output;
    const size_t trailer_bytes = kauri_trailer_bytes(groups->group_pages);
    if (!make_directory_room(groups)) {
        return KAURI_OUT_OF_MEMORY(error, "writing %s", writer->path);
    }
    kauri_store_u64(groups->trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES,
                    kauri_digest(groups->pages, groups->pages_bytes));
    const struct kauri_group group = {
        .offset = kauri_output_size(output),
        .bytes = groups->pages_bytes,
        .trailer_digest = kauri_digest(groups->trailer, trailer_bytes),
    };
    KAURI_PASS(kauri_output_write(output, groups->pages, groups->pages_bytes, error));
    KAURI_PASS(kauri_output_write(output, groups->trailer, trailer_bytes, error));
    kauri_group_store(groups->directory, groups->groups, &group);
    groups->groups++;
    groups->group_pages = 0;
    groups->pages_bytes = 0;
    return KAURI_OK;
}

// Adds the next page of a column to its group, and writes the group if it is complete.
static enum kauri_status add_to_group(struct kauri_writer *writer, unsigned column,
                                      const struct kauri_compressed_page *page,
                                      struct kauri_error *error)
{
    struct group_writer *groups = &writer->columns[column].groups;
    if (!KAURI_FITS(groups->pages, groups->pages_bytes + page->size, groups->pages_capacity)) {
        return KAURI_OUT_OF_MEMORY(error, "writing %s", writer->path);
    }
    memcpy(groups->pages + groups->pages_bytes, page->bytes, page->size);
    groups->pages_bytes += page->size;
    // A group has at most KAURI_GROUP_PAGES_MAX pages of 2 * KAURI_PAGE_ENTRIES_MAX decoded bytes,
    // so the end fits into 32 bits.
    kauri_trailer_page_store(groups->trailer, groups->group_pages, (uint32_t)groups->pages_bytes,
                             page->check);
    groups->group_pages++;
    return groups->group_pages == kauri_table_group_pages(writer->info, column, groups->groups)
               ? write_group(writer, groups, error)
               : KAURI_OK;
}

// --------------------------------------------------------------------------------------- pages

static enum kauri_status finish_page(void *context, unsigned number, uint64_t index,
                                     struct kauri_error *error)
{
    struct kauri_writer *writer = context;
    struct page_task *task = &writer->tasks[index];
    return kauri_page_compress(&writer->workers[number], writer->columns[task->column].dictionary,
                               task->column, task->numbers, task->entries, task->buffer,
                               &task->page, error);
}

// Compresses the pages of the batch and hands them to the groups of their columns, in order.
static enum kauri_status write_batch(struct kauri_writer *writer, struct kauri_error *error)
{
    struct kauri_error failed;
    struct kauri_pace pace = {.threads = writer->threads};
    const struct kauri_loop loop = {.pace = &pace, .count = writer->ready};
    const enum kauri_status status = kauri_loop(&loop, finish_page, writer, &failed);
    if (status != KAURI_OK) {
        return kauri_fail(error, status, "%s: %s", writer->path, failed.message);
    }
    for (unsigned i = 0; i < writer->ready; i++) {
        const struct page_task *task = &writer->tasks[i];
        KAURI_PASS(add_to_group(writer, task->column, &task->page, error));
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
    writer->columns[c].pages++;
    writer->ready++;
    return writer->ready == writer->task_count ? write_batch(writer, error) : KAURI_OK;
}

// Puts entries into the open page of a column, as many as fit; returns their number.
static uint64_t fill_open(struct kauri_writer *writer, unsigned c, const uint8_t *from,
                          uint64_t entries)
{
    struct column_writer *column = &writer->columns[c];
    const size_t width = writer->info->columns[c].width;
    const uint32_t capacity =
        kauri_table_page_entries(writer->info, c, column->pages) - column->open_entries;
    const uint32_t taken = entries < capacity ? (uint32_t)entries : capacity;
    memcpy(column->open + column->open_entries * width, from, taken * width);
    column->open_entries += taken;
    return taken;
}

// Adds the pages of a column that `count` more entries complete; *done receives the number of
// entries in them.
static enum kauri_status add_pages(struct kauri_writer *writer, unsigned c, const uint8_t *from,
                                   uint64_t count, uint64_t *done, struct kauri_error *error)
{
    struct column_writer *column = &writer->columns[c];
    const struct kauri_table_info *info = writer->info;
    *done = 0;
    if (column->open_entries > 0) {
        *done = fill_open(writer, c, from, count);
        const uint32_t entries = kauri_table_page_entries(info, c, column->pages);
        if (column->open_entries < entries) {
            return KAURI_OK;
        }
        column->open_entries = 0;
        KAURI_PASS(add_page(writer, c, column->open, entries, error));
    }
    while (*done < count) {
        const uint32_t entries = kauri_table_page_entries(info, c, column->pages);
        if (entries > count - *done) {
            break;
        }
        KAURI_PASS(add_page(writer, c, from + *done * info->columns[c].width, entries, error));
        *done += entries;
    }
    return KAURI_OK;
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
    const struct kauri_table_info *info = writer->info;
    uint64_t done[KAURI_COLUMNS_MAX];
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_PASS(add_pages(writer, c, columns[c], count, &done[c], error));
    }
    // The caller's memory and the open pages are free again after this.
    KAURI_PASS(write_batch(writer, error));
    for (unsigned c = 0; c < info->column_count; c++) {
        if (done[c] < count) {
            (void)fill_open(writer, c, columns[c] + done[c] * info->columns[c].width,
                            count - done[c]);
        }
    }
    writer->entries += count;
    return KAURI_OK;
}

static enum kauri_status append_entries(struct kauri_writer *writer, const void *const *columns,
                                        uint64_t entries, struct kauri_error *error)
{
    const struct kauri_table_info *info = writer->info;
    for (uint64_t done = 0; done < entries;) {
        const uint64_t whole = stretch(info, writer->entries);
        const uint64_t count = whole < entries - done ? whole : entries - done;
        const uint8_t *from[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < info->column_count; c++) {
            from[c] = (const uint8_t *)columns[c] + done * info->columns[c].width;
        }
        KAURI_PASS(add_stretch(writer, from, count, error));
        done += count;
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------- entries

enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = writer->info;
    if (writer->failed) {
        return kauri_fail(error, KAURI_INTERNAL, "%s: appending to a table that failed before",
                          writer->path);
    }
    if (entries > info->entries - writer->entries) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: more entries than the table has",
                          writer->path);
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(kauri_column_digest_add(&writer->digests[c], writer->threads, columns[c], entries,
                                          error));
    }
    KAURI_TRY(append_entries(writer, columns, entries, error));
cleanup:
    writer->failed = status != KAURI_OK;
    return status;
}

// Returns whether pages of all columns can be appended side by side.
static bool columns_have_equal_pages(const struct kauri_table_info *info)
{
    bool equal = true;
    for (unsigned c = 1; c < info->column_count; c++) {
        equal = equal && info->columns[c].page_entries == info->columns[0].page_entries &&
                info->columns[c].group_pages == info->columns[0].group_pages;
    }
    return equal;
}

enum kauri_status kauri_writer_append_pages(struct kauri_writer *writer,
                                            const struct kauri_compressed_page *pages,
                                            struct kauri_error *error)
{
    const struct kauri_table_info *info = writer->info;
    if (writer->failed || !columns_have_equal_pages(info) || writer->entries >= info->entries) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: the table does not take another page",
                          writer->path);
    }
    const uint32_t entries = kauri_table_page_entries(info, 0, writer->columns[0].pages);
    for (unsigned c = 0; c < info->column_count; c++) {
        const enum kauri_status status = add_to_group(writer, c, &pages[c], error);
        if (status != KAURI_OK) {
            writer->failed = true;
            return status;
        }
        writer->columns[c].pages++;
    }
    writer->entries += entries;
    return KAURI_OK;
}

void kauri_writer_append_runs(struct kauri_writer *writer, const uint64_t *runs)
{
    for (unsigned c = 0; c < writer->info->column_count; c++) {
        kauri_column_digest_run(&writer->digests[c], runs[c]);
    }
}

struct kauri_survey *kauri_writer_survey(struct kauri_writer *writer)
{
    return &writer->workers[0].survey;
}

// ------------------------------------------------------------------------------------- the end

static enum kauri_status measure(struct kauri_writer *writer, const struct kauri_totals *all,
                                 struct kauri_certificate *certificate, struct kauri_error *error)
{
    const struct kauri_table_info *info = writer->info;
    struct kauri_survey *survey = &writer->workers[0].survey;
    for (unsigned i = 1; i < writer->threads; i++) {
        kauri_survey_merge(survey, &writer->workers[i].survey);
    }
    KAURI_PASS(kauri_survey_certify(survey, certificate, error));
    if (all != NULL) {
        KAURI_PASS(kauri_certificate_complete(certificate, info, all, error));
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        certificate->column_digest[c] = kauri_column_digest_end(&writer->digests[c]);
    }
    certificate->digest = kauri_certificate_digest(info, certificate->column_digest);
    return KAURI_OK;
}

// Writes the directories, and notes in the header where they begin.
static enum kauri_status write_directories(struct kauri_writer *writer, struct kauri_error *error)
{
    for (unsigned c = 0; c < writer->info->column_count; c++) {
        const struct group_writer *groups = &writer->columns[c].groups;
        uint64_t bytes = 0;
        writer->header.directory_offset[c] = kauri_output_size(writer->output);
        kauri_directory_seal(groups->directory, groups->groups);
        // Cannot overflow: there is room for more groups.
        (void)kauri_directory_bytes(groups->groups, &bytes);
        KAURI_PASS(kauri_output_write(writer->output, groups->directory, (size_t)bytes, error));
    }
    return KAURI_OK;
}

// Writes the certificate after everything else, and then the header over the beginning of the file.
static enum kauri_status write_end(struct kauri_writer *writer,
                                   const struct kauri_certificate *certificate,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint8_t *encoded = NULL;
    size_t encoded_size = 0;
    KAURI_TRY(kauri_certificate_encode(certificate, &encoded, &encoded_size, error));
    writer->header.certificate_offset = kauri_output_size(writer->output);
    KAURI_TRY(kauri_output_write(writer->output, encoded, encoded_size, error));
    writer->header.file_bytes = kauri_output_size(writer->output);
    kauri_header_encode(&writer->header, bytes);
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
    const struct kauri_table_info *info = writer->info;
    struct kauri_certificate measured = {0};
    struct kauri_output *output = NULL;
    if (certificate != NULL) {
        memset(certificate, 0, sizeof *certificate);
    }
    if (writer->failed || writer->entries != info->entries) {
        KAURI_TRY(kauri_fail(error, KAURI_INTERNAL, "%s: the table is not complete", writer->path));
    }
    if (all == NULL && info->entries != info->positions) {
        KAURI_TRY(kauri_fail(error, KAURI_INTERNAL, "%s: the counts over all positions are missing",
                             writer->path));
    }
    KAURI_TRY(measure(writer, all, &measured, error));
    KAURI_TRY(write_directories(writer, error));
    KAURI_TRY(write_end(writer, &measured, error));
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

void kauri_writer_abandon(struct kauri_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    kauri_output_abandon(writer->output);
    for (unsigned i = 0; writer->tasks != NULL && i < writer->task_count; i++) {
        free(writer->tasks[i].buffer);
    }
    free(writer->tasks);
    for (unsigned i = 0; writer->workers != NULL && i < writer->threads; i++) {
        kauri_page_compressor_clear(&writer->workers[i]);
    }
    free(writer->workers);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_column_digest_clear(&writer->digests[c]);
        struct column_writer *column = &writer->columns[c];
        free(column->groups.pages);
        free(column->groups.trailer);
        free(column->groups.directory);
        kauri_compress_dictionary_free(column->dictionary);
        free(column->open);
    }
    kauri_folder_close(writer->own_folder);
    free(writer->path);
    free(writer);
}
