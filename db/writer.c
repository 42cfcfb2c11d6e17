#include "db/writer.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/parallel.h"
#include "db/block_index.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/compress.h"
#include "db/survey.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS_A_THREAD = 4 }; // in a batch: enough to even out blocks that compress slowly

// A block between its arrival and the file.
struct slot {
    uint8_t *payload;
    uint8_t *compressed;
    uint32_t rows; // of the block when it is full
    struct kauri_block_entry entry;
    enum kauri_status status;
    struct kauri_error error;
};

struct worker {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

struct kauri_writer {
    struct kauri_header header;
    struct kauri_output *output;
    char *path;
    size_t row_bytes;
    unsigned threads;
    struct worker *workers; // one a thread
    struct slot *slots;     // the batch
    unsigned slot_count;
    unsigned filled;         // slots whose block is full
    uint32_t rows_in_slot;   // of the slot being filled
    uint64_t rows_come;      // altogether
    uint64_t blocks_written; // to the file
    uint8_t *entries;        // the index
    bool failed;             // an append failed: the file cannot be finished
};

static enum kauri_status out_of_memory(const char *path, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for writing the table", path);
}

static enum kauri_status make_slots(struct kauri_writer *writer, struct kauri_error *error)
{
    const uint64_t blocks = writer->header.block_count;
    const uint64_t wanted = (uint64_t)writer->threads * BLOCKS_A_THREAD;
    const size_t payload = kauri_table_block_rows(&writer->header.info, 0) * writer->row_bytes;
    writer->slot_count = (unsigned)(wanted < blocks ? wanted : blocks);
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
    writer->slots[0].rows = kauri_table_block_rows(&writer->header.info, 0);
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
    for (unsigned i = 0; i < writer->threads; i++) {
        KAURI_TRY(kauri_compressor_new(level, &writer->workers[i].compressor, error));
        KAURI_TRY(kauri_survey_init(&writer->workers[i].survey, &writer->header.info, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    int level, unsigned threads, struct kauri_writer **writer,
                                    struct kauri_error *error)
{
    static const uint8_t unfinished[KAURI_HEADER_BYTES] = {0};
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
    opened->header.block_count = kauri_table_block_count(info);
    opened->row_bytes = kauri_table_row_bytes(info);
    opened->threads =
        threads < opened->header.block_count ? threads : (unsigned)opened->header.block_count;
    const size_t path_bytes = strlen(path) + 1;
    opened->path = malloc(path_bytes);
    if (opened->path == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    memcpy(opened->path, path, path_bytes);
    if (!kauri_block_index_bytes(opened->header.block_count, &index_bytes) ||
        index_bytes > SIZE_MAX || (opened->entries = malloc((size_t)index_bytes)) == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    KAURI_TRY(make_slots(opened, error));
    KAURI_TRY(make_workers(opened, level, error));
    KAURI_TRY(kauri_output_open(path, &opened->output, error));
    KAURI_TRY(kauri_output_write(opened->output, unfinished, sizeof unfinished, error));
    *writer = opened;
    opened = NULL;
cleanup:
    kauri_writer_abandon(opened);
    return status;
}

static void finish_block(void *context, unsigned number, uint64_t index)
{
    struct kauri_writer *writer = context;
    struct worker *worker = &writer->workers[number];
    struct slot *slot = &writer->slots[index];
    const size_t payload = slot->rows * writer->row_bytes;
    size_t size = 0;
    kauri_survey_add(&worker->survey, slot->payload, slot->rows);
    slot->entry.payload_digest = kauri_digest(slot->payload, payload);
    slot->status = kauri_compress(worker->compressor, slot->payload, payload, slot->compressed,
                                  &size, &slot->error);
    if (slot->status == KAURI_OK) {
        slot->entry.size = (uint32_t)size;
        slot->entry.compressed_digest = kauri_digest(slot->compressed, size);
    }
}

// Compresses the full slots and appends them to the file in order.
static enum kauri_status write_batch(struct kauri_writer *writer, struct kauri_error *error)
{
    kauri_parallel_for(writer->threads, writer->filled, 1, finish_block, writer);
    for (unsigned i = 0; i < writer->filled; i++) {
        struct slot *slot = &writer->slots[i];
        if (slot->status != KAURI_OK) {
            return kauri_fail(error, slot->status, "%s: %s", writer->path, slot->error.message);
        }
        slot->entry.offset = kauri_output_size(writer->output);
        const enum kauri_status status =
            kauri_output_write(writer->output, slot->compressed, slot->entry.size, error);
        if (status != KAURI_OK) {
            return status;
        }
        kauri_block_entry_store(writer->entries, writer->blocks_written, &slot->entry);
        writer->blocks_written++;
    }
    writer->filled = 0;
    return KAURI_OK;
}

enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t rows, struct kauri_error *error)
{
    const struct kauri_table_info *info = &writer->header.info;
    if (writer->failed || rows > info->positions - writer->rows_come) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: more rows than the table has", writer->path);
    }
    for (uint64_t done = 0; done < rows;) {
        struct slot *slot = &writer->slots[writer->filled];
        const uint32_t space = slot->rows - writer->rows_in_slot;
        const uint32_t now = rows - done < space ? (uint32_t)(rows - done) : space;
        uint8_t *to = slot->payload;
        for (unsigned c = 0; c < info->column_count; c++) {
            const size_t width = info->columns[c].width;
            memcpy(to + writer->rows_in_slot * width, (const uint8_t *)columns[c] + done * width,
                   now * width);
            to += slot->rows * width;
        }
        done += now;
        writer->rows_come += now;
        writer->rows_in_slot += now;
        if (writer->rows_in_slot < slot->rows) {
            continue;
        }
        writer->filled++;
        writer->rows_in_slot = 0;
        const bool all = writer->rows_come == info->positions;
        if (all || writer->filled == writer->slot_count) {
            const enum kauri_status status = write_batch(writer, error);
            if (status != KAURI_OK) {
                writer->failed = true;
                return status;
            }
        }
        if (!all) {
            const uint64_t block = writer->blocks_written + writer->filled;
            writer->slots[writer->filled].rows = kauri_table_block_rows(info, block);
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
    return kauri_block_index_digest(writer->entries, writer->header.block_count,
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
    if (writer->failed || writer->rows_come != header->info.positions) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the table is not complete", writer->path);
        goto cleanup;
    }
    KAURI_TRY(measure(writer, &measured, error));
    KAURI_TRY(kauri_certificate_encode(&measured, &certificate_bytes, &certificate_size, error));
    kauri_block_index_seal(writer->entries, header->block_count);
    (void)kauri_block_index_bytes(header->block_count, &index_bytes); // it fitted when opening
    header->index_offset = kauri_output_size(writer->output);
    KAURI_TRY(kauri_output_write(writer->output, writer->entries, (size_t)index_bytes, error));
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
    free(writer->entries);
    free(writer->path);
    free(writer);
}
