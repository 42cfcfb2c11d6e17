#include "db/writer.h"

#include "common/digest.h"
#include "common/output.h"
#include "common/parallel.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/compress.h"
#include "db/page_index.h"
#include "db/survey.h"

#include <stdlib.h>
#include <string.h>

// Pages per thread in a batch: enough to even out pages that compress slowly.
enum { PAGES_PER_THREAD = 4 };

// A page that is being filled, or waits to be compressed and written.
struct page_slot {
    uint8_t *payload;
    uint8_t *compressed;
    uint32_t entries; // of the page when it is full
    struct kauri_page_descriptor descriptor;
    enum kauri_status status;
    struct kauri_error error;
};

struct page_writer {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

struct kauri_writer {
    struct kauri_header header;
    struct kauri_output *output;
    struct kauri_folder *own_folder; // of the table, when the writer opened it
    char *path;
    size_t entry_bytes;
    unsigned threads;
    struct kauri_pool *pool;
    struct page_writer *workers; // one per thread
    struct page_slot *slots;     // the batch
    unsigned slot_count;
    unsigned filled;           // slots whose page is complete
    uint32_t entries_in_slot;  // of the slot being filled
    uint64_t entries_appended; // so far
    uint64_t pages_written;    // to the file
    uint8_t *descriptors;      // the index
    bool failed;               // an append failed: the file cannot be finished
};

static enum kauri_status out_of_memory(const char *path, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for writing the table", path);
}

static enum kauri_status make_slots(struct kauri_writer *writer, struct kauri_error *error)
{
    const uint64_t pages = writer->header.page_count;
    const uint64_t wanted = (uint64_t)writer->threads * PAGES_PER_THREAD;
    const size_t payload = kauri_table_page_entries(&writer->header.info, 0) * writer->entry_bytes;
    writer->slot_count = (unsigned)(wanted < pages ? wanted : pages);
    writer->slots = calloc(writer->slot_count, sizeof *writer->slots);
    if (writer->slots == NULL) {
        return out_of_memory(writer->path, error);
    }
    for (unsigned i = 0; i < writer->slot_count; i++) {
        writer->slots[i].payload = malloc(payload);
        writer->slots[i].compressed = malloc(kauri_compress_bound(payload));
        if (writer->slots[i].payload == NULL || writer->slots[i].compressed == NULL) {
            return out_of_memory(writer->path, error);
        }
    }
    writer->slots[0].entries = kauri_table_page_entries(&writer->header.info, 0);
    return KAURI_OK;
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

// Makes the writer, except for its file. `path` is for messages.
static enum kauri_status make_writer(const char *path, const struct kauri_table_info *info,
                                     int level, unsigned threads, struct kauri_writer **writer,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    uint64_t index_bytes = 0;
    *writer = NULL;
    const char *fault = kauri_table_info_fault(info);
    if (fault == NULL &&
        (level < KAURI_COMPRESS_LEVEL_MIN || level > KAURI_COMPRESS_LEVEL_MAX || threads < 1)) {
        fault = "the level or the number of threads is out of range";
    }
    if (fault != NULL) {
        return kauri_fail(error, KAURI_INTERNAL, "%s cannot be written: %s", path, fault);
    }
    opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return out_of_memory(path, error);
    }
    opened->header.info = *info;
    opened->header.page_count = kauri_table_page_count(info);
    opened->entry_bytes = kauri_table_entry_bytes(info);
    opened->threads =
        threads < opened->header.page_count ? threads : (unsigned)opened->header.page_count;
    const size_t path_bytes = strlen(path) + 1;
    opened->path = malloc(path_bytes);
    if (opened->path == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    memcpy(opened->path, path, path_bytes);
    if (!kauri_page_index_bytes(opened->header.page_count, &index_bytes) ||
        index_bytes > SIZE_MAX || (opened->descriptors = malloc((size_t)index_bytes)) == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    KAURI_TRY(make_slots(opened, error));
    KAURI_TRY(make_workers(opened, level, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    return status;
}

// Creates the file, marked as unfinished.
static enum kauri_status begin_file(struct kauri_writer *writer, const struct kauri_folder *folder,
                                    const char *name, struct kauri_error *error)
{
    static const uint8_t unfinished[KAURI_HEADER_BYTES] = {0};
    const enum kauri_status status = kauri_output_open_in(folder, name, &writer->output, error);
    return status == KAURI_OK
               ? kauri_output_write(writer->output, unfinished, sizeof unfinished, error)
               : status;
}

enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    int level, unsigned threads, struct kauri_writer **writer,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    const char *name = NULL;
    *writer = NULL;
    KAURI_TRY(make_writer(path, info, level, threads, &opened, error));
    KAURI_TRY(kauri_folder_open_for(path, &opened->own_folder, &name, error));
    KAURI_TRY(begin_file(opened, opened->own_folder, name, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    return status;
}

enum kauri_status kauri_writer_open_in(const struct kauri_folder *folder, const char *name,
                                       const struct kauri_table_info *info, int level,
                                       unsigned threads, struct kauri_writer **writer,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *opened = NULL;
    *writer = NULL;
    char *path = kauri_folder_join(folder, name);
    if (path == NULL) {
        return out_of_memory(name, error);
    }
    KAURI_TRY(make_writer(path, info, level, threads, &opened, error));
    KAURI_TRY(begin_file(opened, folder, name, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    free(path);
    return status;
}

static void finish_page(void *context, unsigned number, uint64_t index)
{
    struct kauri_writer *writer = context;
    struct page_writer *worker = &writer->workers[number];
    struct page_slot *slot = &writer->slots[index];
    const size_t payload = slot->entries * writer->entry_bytes;
    size_t size = 0;
    kauri_survey_add(&worker->survey, slot->payload, slot->entries);
    slot->descriptor.payload_digest = kauri_digest(slot->payload, payload);
    slot->status = kauri_compress(worker->compressor, slot->payload, payload, slot->compressed,
                                  &size, &slot->error);
    if (slot->status == KAURI_OK) {
        slot->descriptor.size = (uint32_t)size;
        slot->descriptor.compressed_digest = kauri_digest(slot->compressed, size);
    }
}

// Compresses the full slots and appends them to the file in order.
static enum kauri_status write_batch(struct kauri_writer *writer, struct kauri_error *error)
{
    kauri_pool_for(writer->pool, writer->filled, 1, finish_page, writer);
    for (unsigned i = 0; i < writer->filled; i++) {
        struct page_slot *slot = &writer->slots[i];
        if (slot->status != KAURI_OK) {
            return kauri_fail(error, slot->status, "%s: %s", writer->path, slot->error.message);
        }
        slot->descriptor.offset = kauri_output_size(writer->output);
        const enum kauri_status status =
            kauri_output_write(writer->output, slot->compressed, slot->descriptor.size, error);
        if (status != KAURI_OK) {
            return status;
        }
        kauri_page_descriptor_store(writer->descriptors, writer->pages_written, &slot->descriptor);
        writer->pages_written++;
    }
    writer->filled = 0;
    return KAURI_OK;
}

enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error)
{
    const struct kauri_table_info *info = &writer->header.info;
    if (writer->failed || entries > info->positions - writer->entries_appended) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: more entries than the table has",
                          writer->path);
    }
    for (uint64_t done = 0; done < entries;) {
        struct page_slot *slot = &writer->slots[writer->filled];
        const uint32_t space = slot->entries - writer->entries_in_slot;
        const uint32_t now = entries - done < space ? (uint32_t)(entries - done) : space;
        uint8_t *to = slot->payload;
        for (unsigned c = 0; c < info->column_count; c++) {
            const size_t width = info->columns[c].width;
            memcpy(to + writer->entries_in_slot * width, (const uint8_t *)columns[c] + done * width,
                   now * width);
            to += slot->entries * width;
        }
        done += now;
        writer->entries_appended += now;
        writer->entries_in_slot += now;
        if (writer->entries_in_slot < slot->entries) {
            continue;
        }
        writer->filled++;
        writer->entries_in_slot = 0;
        const bool all = writer->entries_appended == info->positions;
        if (all || writer->filled == writer->slot_count) {
            const enum kauri_status status = write_batch(writer, error);
            if (status != KAURI_OK) {
                writer->failed = true;
                return status;
            }
        }
        if (!all) {
            const uint64_t page = writer->pages_written + writer->filled;
            writer->slots[writer->filled].entries = kauri_table_page_entries(info, page);
        }
    }
    return KAURI_OK;
}

static enum kauri_status measure(struct kauri_writer *writer, struct kauri_certificate *certificate,
                                 struct kauri_error *error)
{
    for (unsigned i = 1; i < writer->threads; i++) {
        kauri_survey_merge(&writer->workers[0].survey, &writer->workers[i].survey);
    }
    const enum kauri_status status =
        kauri_survey_certify(&writer->workers[0].survey, certificate, error);
    if (status != KAURI_OK) {
        return status;
    }
    return kauri_page_index_digest(writer->descriptors, writer->header.page_count,
                                   &certificate->digest, error);
}

enum kauri_status kauri_writer_commit(struct kauri_writer *writer,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_header *header = &writer->header;
    struct kauri_certificate measured = {0};
    struct kauri_output *output = NULL;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint8_t *certificate_bytes = NULL;
    size_t certificate_size = 0;
    uint64_t index_bytes = 0;
    if (certificate != NULL) {
        memset(certificate, 0, sizeof *certificate);
    }
    if (writer->failed || writer->entries_appended != header->info.positions) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the table is not complete", writer->path);
        goto cleanup;
    }
    KAURI_TRY(measure(writer, &measured, error));
    KAURI_TRY(kauri_certificate_encode(&measured, &certificate_bytes, &certificate_size, error));
    kauri_page_index_seal(writer->descriptors, header->page_count);
    // Cannot overflow: it was checked when the writer was opened.
    (void)kauri_page_index_bytes(header->page_count, &index_bytes);
    header->index_offset = kauri_output_size(writer->output);
    KAURI_TRY(kauri_output_write(writer->output, writer->descriptors, (size_t)index_bytes, error));
    header->certificate_offset = kauri_output_size(writer->output);
    KAURI_TRY(kauri_output_write(writer->output, certificate_bytes, certificate_size, error));
    header->file_bytes = kauri_output_size(writer->output);
    kauri_header_encode(header, bytes);
    KAURI_TRY(kauri_output_write_at(writer->output, 0, bytes, sizeof bytes, error));
    output = writer->output;
    writer->output = NULL; // commit frees it whatever happens
    KAURI_TRY(kauri_output_commit(output, error));
    if (certificate != NULL) {
        *certificate = measured;
        measured.counts = NULL;
    }
cleanup:
    free(measured.counts);
    free(certificate_bytes);
    kauri_writer_abandon(writer);
    return status;
}

void kauri_writer_abandon(struct kauri_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    kauri_output_abandon(writer->output);
    kauri_pool_free(writer->pool);
    for (unsigned i = 0; writer->slots != NULL && i < writer->slot_count; i++) {
        free(writer->slots[i].payload);
        free(writer->slots[i].compressed);
    }
    free(writer->slots);
    for (unsigned i = 0; writer->workers != NULL && i < writer->threads; i++) {
        kauri_compressor_free(writer->workers[i].compressor);
        kauri_survey_clear(&writer->workers[i].survey);
    }
    free(writer->workers);
    free(writer->descriptors);
    kauri_folder_close(writer->own_folder);
    free(writer->path);
    free(writer);
}
