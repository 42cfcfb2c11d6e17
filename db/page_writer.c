#include "db/page_writer.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/directory.h"
#include "db/table.h"

#include <stdlib.h>
#include <string.h>

// A whole page is compressed from the memory of the caller. Only a page that the caller gives in
// parts is put together here, in the column's `open` page.

// Pages per thread in a batch: enough to even out pages that compress slowly.
enum { PAGES_PER_THREAD = 4, DIRECTORY_ROOM_FIRST = 64, PAGES_ROOM_FIRST = 1 << 16 };

// A page that waits to be compressed, or to be written.
struct page_task {
    unsigned column;
    const uint8_t *numbers;
    uint32_t entries;
    uint8_t *room; // for the compressed page; owned
    struct kauri_compressed_page page;
};

// The compressed pages of one column: collected until a group is complete, which is then written
// with its trailer and noted in the directory.
struct group_writer {
    uint8_t *pages;     // compressed pages of the group that is being collected
    size_t pages_bytes; // so far
    size_t pages_room;
    uint8_t *trailer;
    uint32_t group_pages; // so far
    uint64_t groups;      // written
    uint8_t *directory;   // as in the file, with room for `directory_room` groups
    uint64_t directory_room;
};

struct column_writer {
    struct group_writer groups;
    struct kauri_compress_dictionary *dictionary; // NULL without
    uint8_t *open;                                // the page that is given in parts
    uint32_t open_entries;                        // so far
    uint64_t pages;                               // complete so far
};

struct kauri_page_writer {
    const struct kauri_table_info *info;
    const char *path;
    struct kauri_output *output;
    unsigned threads;
    struct kauri_page_compressor *workers; // one per thread
    struct column_writer columns[KAURI_COLUMNS_MAX];
    struct page_task *tasks; // the batch
    unsigned task_count;     // most tasks of a batch
    unsigned ready;          // tasks of the batch so far
    uint64_t entries;        // appended so far
};

// --------------------------------------------------------------------------------- compressing

enum kauri_status kauri_page_compressor_init(struct kauri_page_compressor *compressor,
                                             const struct kauri_table_info *info, int level,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *compressor = (struct kauri_page_compressor){.compressor = NULL};
    KAURI_TRY(kauri_compressor_new(level, &compressor->compressor, error));
    KAURI_TRY(kauri_survey_init(&compressor->survey, info, error));
cleanup:
    return status;
}

void kauri_page_compressor_clear(struct kauri_page_compressor *compressor)
{
    kauri_compressor_free(compressor->compressor);
    kauri_survey_clear(&compressor->survey);
    compressor->compressor = NULL;
}

enum kauri_status kauri_page_compress(struct kauri_page_compressor *compressor,
                                      const struct kauri_compress_dictionary *dictionary,
                                      unsigned column, const uint8_t *numbers, uint32_t entries,
                                      uint8_t *to, struct kauri_compressed_page *page,
                                      struct kauri_error *error)
{
    const size_t bytes = (size_t)entries * compressor->survey.info->columns[column].width;
    size_t size = 0;
    kauri_survey_add(&compressor->survey, column, numbers, entries);
    const enum kauri_status status =
        kauri_compress(compressor->compressor, dictionary, numbers, bytes, to, &size, error);
    *page = (struct kauri_compressed_page){
        .bytes = to, .size = (uint32_t)size, .check = (uint32_t)kauri_digest(numbers, bytes)};
    return status;
}

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

static enum kauri_status make_tasks(struct kauri_page_writer *writer, uint64_t pages,
                                    size_t page_bytes, struct kauri_error *error)
{
    const uint64_t wanted = (uint64_t)writer->threads * PAGES_PER_THREAD;
    writer->task_count = (unsigned)(wanted < pages ? wanted : pages);
    writer->tasks = calloc(writer->task_count, sizeof *writer->tasks);
    if (writer->tasks == NULL) {
        return out_of_memory(writer->path, error);
    }
    for (unsigned i = 0; i < writer->task_count; i++) {
        writer->tasks[i].room = malloc(kauri_compress_bound(page_bytes));
        if (writer->tasks[i].room == NULL) {
            return out_of_memory(writer->path, error);
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_columns(struct kauri_page_writer *writer,
                                      const struct kauri_dictionary *dictionaries, int level,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = writer->info;
    for (unsigned c = 0; c < info->column_count; c++) {
        struct column_writer *column = &writer->columns[c];
        column->groups.trailer = malloc(kauri_trailer_bytes(kauri_table_group_pages(info, c, 0)));
        column->open = malloc(kauri_table_page_bytes(info, c, 0));
        if (column->groups.trailer == NULL || column->open == NULL) {
            return out_of_memory(writer->path, error);
        }
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            KAURI_TRY(kauri_compress_dictionary_new(dictionaries[c].bytes, dictionaries[c].size,
                                                    level, &column->dictionary, error));
        }
    }
cleanup:
    return status;
}

static enum kauri_status make_workers(struct kauri_page_writer *writer, int level,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    writer->workers = calloc(writer->threads, sizeof *writer->workers);
    if (writer->workers == NULL) {
        return out_of_memory(writer->path, error);
    }
    for (unsigned i = 0; i < writer->threads; i++) {
        KAURI_TRY(kauri_page_compressor_init(&writer->workers[i], writer->info, level, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_page_writer_new(const struct kauri_table_info *info, const char *path,
                                        int level, unsigned threads,
                                        const struct kauri_dictionary *dictionaries,
                                        struct kauri_page_writer **writer,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t page_count = 0;
    size_t page_bytes = 0;
    *writer = NULL;
    struct kauri_page_writer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return out_of_memory(path, error);
    }
    measure_pages(info, &page_count, &page_bytes);
    made->info = info;
    made->path = path;
    made->threads = threads;
    KAURI_TRY(make_tasks(made, page_count, page_bytes, error));
    KAURI_TRY(make_columns(made, dictionaries, level, error));
    KAURI_TRY(make_workers(made, level, error));
    *writer = made;
    made = NULL;
cleanup:
    kauri_page_writer_free(made);
    return status;
}

void kauri_page_writer_free(struct kauri_page_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    for (unsigned i = 0; writer->tasks != NULL && i < writer->task_count; i++) {
        free(writer->tasks[i].room);
    }
    free(writer->tasks);
    for (unsigned i = 0; writer->workers != NULL && i < writer->threads; i++) {
        kauri_page_compressor_clear(&writer->workers[i]);
    }
    free(writer->workers);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        struct column_writer *column = &writer->columns[c];
        free(column->groups.pages);
        free(column->groups.trailer);
        free(column->groups.directory);
        kauri_compress_dictionary_free(column->dictionary);
        free(column->open);
    }
    free(writer);
}

unsigned kauri_page_writer_threads(const struct kauri_page_writer *writer)
{
    return writer->threads;
}

void kauri_page_writer_begin(struct kauri_page_writer *writer, struct kauri_output *output)
{
    writer->output = output;
}

// -------------------------------------------------------------------------------------- groups

// Makes room for `size` more compressed bytes.
static bool make_pages_room(struct group_writer *groups, size_t size)
{
    size_t room = groups->pages_room == 0 ? PAGES_ROOM_FIRST : groups->pages_room;
    while (room - groups->pages_bytes < size) {
        room *= 2;
    }
    if (room > groups->pages_room) {
        uint8_t *moved = realloc(groups->pages, room);
        if (moved == NULL) {
            return false;
        }
        groups->pages = moved;
        groups->pages_room = room;
    }
    return true;
}

// Makes room for one more group in the directory, and for its checksum.
static bool make_directory_room(struct group_writer *groups)
{
    uint64_t bytes = 0;
    size_t size = 0;
    if (groups->groups < groups->directory_room) {
        return true;
    }
    const uint64_t room =
        groups->directory_room == 0 ? DIRECTORY_ROOM_FIRST : 2 * groups->directory_room;
    if (!kauri_directory_bytes(room, &bytes) || !kauri_checked_size(bytes, &size)) {
        return false;
    }
    uint8_t *moved = realloc(groups->directory, size);
    if (moved == NULL) {
        return false;
    }
    groups->directory = moved;
    groups->directory_room = room;
    return true;
}

static enum kauri_status write_group(struct kauri_page_writer *writer, struct group_writer *groups,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_output *output = writer->output;
    const size_t trailer_bytes = kauri_trailer_bytes(groups->group_pages);
    if (!make_directory_room(groups)) {
        return out_of_memory(writer->path, error);
    }
    kauri_store_u64(groups->trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES,
                    kauri_digest(groups->pages, groups->pages_bytes));
    const struct kauri_group group = {
        .offset = kauri_output_size(output),
        .bytes = groups->pages_bytes,
        .trailer_digest = kauri_digest(groups->trailer, trailer_bytes),
    };
    KAURI_TRY(kauri_output_write(output, groups->pages, groups->pages_bytes, error));
    KAURI_TRY(kauri_output_write(output, groups->trailer, trailer_bytes, error));
    kauri_group_store(groups->directory, groups->groups, &group);
    groups->groups++;
    groups->group_pages = 0;
    groups->pages_bytes = 0;
cleanup:
    return status;
}

// Adds the next page of a column to its group, and writes the group if it is complete.
static enum kauri_status add_to_group(struct kauri_page_writer *writer, unsigned column,
                                      const struct kauri_compressed_page *page,
                                      struct kauri_error *error)
{
    struct group_writer *groups = &writer->columns[column].groups;
    if (!make_pages_room(groups, page->size)) {
        return out_of_memory(writer->path, error);
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
    struct kauri_page_writer *writer = context;
    struct page_task *task = &writer->tasks[index];
    return kauri_page_compress(&writer->workers[number], writer->columns[task->column].dictionary,
                               task->column, task->numbers, task->entries, task->room, &task->page,
                               error);
}

// Compresses the pages of the batch and hands them to the groups of their columns, in order.
static enum kauri_status write_batch(struct kauri_page_writer *writer, struct kauri_error *error)
{
    struct kauri_error failed;
    struct kauri_pace pace = {.threads = writer->threads};
    const struct kauri_loop loop = {.pace = &pace, .count = writer->ready};
    enum kauri_status status = kauri_loop(&loop, finish_page, writer, &failed);
    if (status != KAURI_OK) {
        return kauri_fail(error, status, "%s: %s", writer->path, failed.message);
    }
    for (unsigned i = 0; i < writer->ready; i++) {
        const struct page_task *task = &writer->tasks[i];
        status = add_to_group(writer, task->column, &task->page, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    writer->ready = 0;
    return KAURI_OK;
}

// Adds a page to the batch; `numbers` must stay as they are until the batch is written.
static enum kauri_status add_page(struct kauri_page_writer *writer, unsigned c,
                                  const uint8_t *numbers, uint32_t entries,
                                  struct kauri_error *error)
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
static uint64_t fill_open(struct kauri_page_writer *writer, unsigned c, const uint8_t *from,
                          uint64_t entries)
{
    struct column_writer *column = &writer->columns[c];
    const size_t width = writer->info->columns[c].width;
    const uint32_t room =
        kauri_table_page_entries(writer->info, c, column->pages) - column->open_entries;
    const uint32_t taken = entries < room ? (uint32_t)entries : room;
    memcpy(column->open + column->open_entries * width, from, taken * width);
    column->open_entries += taken;
    return taken;
}

// Adds the pages of a column that `count` more entries complete; *done receives the number of
// entries in them.
static enum kauri_status add_pages(struct kauri_page_writer *writer, unsigned c,
                                   const uint8_t *from, uint64_t count, uint64_t *done,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
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
static enum kauri_status add_stretch(struct kauri_page_writer *writer,
                                     const uint8_t *const *columns, uint64_t count,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = writer->info;
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

enum kauri_status kauri_page_writer_append(struct kauri_page_writer *writer,
                                           const void *const *columns, uint64_t entries,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = writer->info;
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
    return status;
}

uint64_t kauri_page_writer_entries(const struct kauri_page_writer *writer)
{
    return writer->entries;
}

enum kauri_status kauri_page_writer_append_pages(struct kauri_page_writer *writer,
                                                 const struct kauri_compressed_page *pages,
                                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = writer->info;
    const uint32_t entries = kauri_table_page_entries(info, 0, writer->columns[0].pages);
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(add_to_group(writer, c, &pages[c], error));
        writer->columns[c].pages++;
    }
    writer->entries += entries;
cleanup:
    return status;
}

struct kauri_survey *kauri_page_writer_survey(struct kauri_page_writer *writer)
{
    return &writer->workers[0].survey;
}

// ------------------------------------------------------------------------------------- the end

enum kauri_status kauri_page_writer_certify(struct kauri_page_writer *writer,
                                            struct kauri_certificate *certificate,
                                            struct kauri_error *error)
{
    struct kauri_page_compressor *workers = writer->workers;
    for (unsigned i = 1; i < writer->threads; i++) {
        kauri_survey_merge(&workers[0].survey, &workers[i].survey);
    }
    return kauri_survey_certify(&workers[0].survey, certificate, error);
}

enum kauri_status kauri_page_writer_end(struct kauri_page_writer *writer,
                                        struct kauri_header *header, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned c = 0; c < writer->info->column_count; c++) {
        const struct group_writer *groups = &writer->columns[c].groups;
        uint64_t bytes = 0;
        header->directory_offset[c] = kauri_output_size(writer->output);
        kauri_directory_seal(groups->directory, groups->groups);
        // Cannot overflow: there is room for more groups.
        (void)kauri_directory_bytes(groups->groups, &bytes);
        KAURI_TRY(kauri_output_write(writer->output, groups->directory, (size_t)bytes, error));
    }
cleanup:
    return status;
}
