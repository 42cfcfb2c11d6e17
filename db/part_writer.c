#include "db/part_writer.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/output.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/column_digest.h"
#include "db/compress.h"
#include "db/header.h"
#include "db/table_end.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

struct part_column {
    struct kauri_column_digest digest;
    uint8_t *directory;
    uint64_t groups; // noted
    uint64_t room;
};

struct part_worker {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

struct kauri_part_writer {
    struct kauri_header header;
    struct kauri_output *output;
    unsigned threads;
    struct part_worker *workers;
    struct part_column columns[KAURI_COLUMNS_MAX];
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for writing a table");
}

static const char *info_fault(const struct kauri_table_info *info)
{
    const char *fault = kauri_table_info_fault(info);
    for (unsigned c = 0; fault == NULL && c < info->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        if (column->codec != KAURI_CODEC_ZSTD ||
            column->page_entries != info->columns[0].page_entries ||
            column->group_pages != info->columns[0].group_pages) {
            fault = "its columns differ";
        }
    }
    return fault;
}

// Makes the writer without its file.
static enum kauri_status make_writer(const char *name, const struct kauri_table_info *info,
                                     int level, unsigned threads, struct kauri_part_writer **writer,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_part_writer *made = NULL;
    const char *fault = info_fault(info);
    *writer = NULL;
    if (fault != NULL) {
        return kauri_fail(error, KAURI_INTERNAL, "%s cannot be written: %s", name, fault);
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        return out_of_memory(error);
    }
    made->header.info = *info;
    made->threads = threads;
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = out_of_memory(error);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(kauri_compressor_new(level, &made->workers[i].compressor, error));
        KAURI_TRY(kauri_survey_init(&made->workers[i].survey, &made->header.info, error));
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(kauri_column_digest_init(&made->columns[c].digest, info->columns[c].width,
                                           info->digest_entries, error));
    }
    *writer = made;
    made = NULL;
cleanup:
    kauri_part_free(made);
    return status;
}

enum kauri_status kauri_part_create(const struct kauri_folder *folder, const char *name,
                                    const struct kauri_table_info *info, int level,
                                    unsigned threads, struct kauri_part_writer **writer,
                                    struct kauri_error *error)
{
    static const uint8_t unfinished[KAURI_HEADER_BYTES] = {0};
    enum kauri_status status = KAURI_OK;
    struct kauri_part_writer *made = NULL;
    *writer = NULL;
    KAURI_TRY(make_writer(name, info, level, threads, &made, error));
    KAURI_TRY(kauri_output_open_in(folder, name, &made->output, error));
    KAURI_TRY(kauri_output_write(made->output, unfinished, sizeof unfinished, error));
    *writer = made;
    made = NULL;
cleanup:
    kauri_part_free(made);
    return status;
}

enum kauri_status kauri_part_join(const struct kauri_folder *folder, const char *name,
                                  const char *file, const struct kauri_table_info *info, int level,
                                  unsigned threads, struct kauri_part_writer **writer,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_part_writer *made = NULL;
    *writer = NULL;
    KAURI_TRY(make_writer(name, info, level, threads, &made, error));
    if (file != NULL) {
        KAURI_TRY(kauri_output_join_in(folder, name, file, &made->output, error));
    }
    *writer = made;
    made = NULL;
cleanup:
    kauri_part_free(made);
    return status;
}

const char *kauri_part_file(const struct kauri_part_writer *writer)
{
    return kauri_output_temporary(writer->output);
}

uint64_t kauri_part_begin(const struct kauri_part_writer *writer)
{
    (void)writer;
    return KAURI_HEADER_BYTES;
}

enum kauri_status kauri_part_compress(struct kauri_part_writer *writer, unsigned worker_number,
                                      unsigned column, uint64_t page, const uint8_t *numbers,
                                      uint8_t *to, uint32_t *size, uint32_t *check,
                                      struct kauri_error *error)
{
    struct part_worker *worker = &writer->workers[worker_number];
    const struct kauri_table_info *info = &writer->header.info;
    const uint32_t entries = kauri_table_page_entries(info, column, page);
    const size_t bytes = (size_t)entries * info->columns[column].width;
    size_t compressed = 0;
    kauri_survey_add(&worker->survey, column, numbers, entries);
    *check = (uint32_t)kauri_digest(numbers, bytes);
    const enum kauri_status status =
        kauri_compress(worker->compressor, NULL, numbers, bytes, to, &compressed, error);
    *size = (uint32_t)compressed;
    return status;
}

uint64_t kauri_part_group_bytes(const struct kauri_part_page *pages, uint32_t count)
{
    uint64_t bytes = kauri_trailer_bytes(count);
    for (uint32_t i = 0; i < count; i++) {
        bytes += pages[i].size;
    }
    return bytes;
}

struct kauri_group kauri_part_group(const struct kauri_part_page *pages, uint32_t count,
                                    uint8_t *to)
{
    const size_t trailer_bytes = kauri_trailer_bytes(count);
    const size_t bytes = (size_t)kauri_part_group_bytes(pages, count) - trailer_bytes;
    uint8_t *trailer = to + bytes;
    uint32_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(to + end, pages[i].bytes, pages[i].size);
        end += pages[i].size;
        kauri_trailer_page_store(trailer, i, end, pages[i].check);
    }
    kauri_store_u64(trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES, kauri_digest(to, bytes));
    return (struct kauri_group){.bytes = bytes,
                                .trailer_digest = kauri_digest(trailer, trailer_bytes)};
}

enum kauri_status kauri_part_write(struct kauri_part_writer *writer, uint64_t offset,
                                   const uint8_t *bytes, size_t size, struct kauri_error *error)
{
    return writer->output != NULL
               ? kauri_output_write_at(writer->output, offset, bytes, size, error)
               : kauri_fail(error, KAURI_INTERNAL, "a table is written without its file");
}

enum kauri_status kauri_part_sync(struct kauri_part_writer *writer, struct kauri_error *error)
{
    return writer->output != NULL ? kauri_output_sync(writer->output, error) : KAURI_OK;
}

struct kauri_survey *kauri_part_survey(struct kauri_part_writer *writer)
{
    for (unsigned i = 1; i < writer->threads && writer->workers[i].survey.counts != NULL; i++) {
        kauri_survey_merge(&writer->workers[0].survey, &writer->workers[i].survey);
        kauri_survey_clear(&writer->workers[i].survey);
    }
    return &writer->workers[0].survey;
}

enum kauri_status kauri_part_note_group(struct kauri_part_writer *writer, unsigned column,
                                        const struct kauri_group *group, struct kauri_error *error)
{
    struct part_column *to = &writer->columns[column];
    if (to->groups == to->room) {
        const uint64_t room = to->room == 0 ? 64 : 2 * to->room;
        uint64_t bytes = 0;
        size_t size = 0;
        uint8_t *grown = kauri_directory_bytes(room, &bytes) && kauri_checked_size(bytes, &size)
                             ? realloc(to->directory, size)
                             : NULL;
        if (grown == NULL) {
            return out_of_memory(error);
        }
        to->directory = grown;
        to->room = room;
    }
    kauri_group_store(to->directory, to->groups++, group);
    return KAURI_OK;
}

void kauri_part_note_run(struct kauri_part_writer *writer, unsigned column, uint64_t digest)
{
    kauri_column_digest_run(&writer->columns[column].digest, digest);
}

static enum kauri_status write_directories(struct kauri_part_writer *writer,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_header *header = &writer->header;
    for (unsigned c = 0; c < header->info.column_count; c++) {
        uint64_t size = 0;
        header->directory_offset[c] = kauri_output_size(writer->output);
        kauri_directory_seal(writer->columns[c].directory, writer->columns[c].groups);
        (void)kauri_directory_bytes(writer->columns[c].groups, &size); // there is room for more
        KAURI_TRY(
            kauri_output_write(writer->output, writer->columns[c].directory, (size_t)size, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_part_commit(struct kauri_part_writer *writer, uint64_t end,
                                    const struct kauri_totals *all,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    struct kauri_certificate measured = {0};
    struct kauri_output *output = NULL;
    for (unsigned c = 0; c < info->column_count; c++) {
        if (writer->columns[c].groups != kauri_table_group_count(info, c)) {
            status = kauri_fail(error, KAURI_INTERNAL, "a table is not complete");
            goto cleanup;
        }
    }
    KAURI_TRY(kauri_survey_certify(kauri_part_survey(writer), &measured, error));
    KAURI_TRY(kauri_certificate_complete(&measured, info, all, error));
    for (unsigned c = 0; c < info->column_count; c++) {
        measured.column_digest[c] = kauri_column_digest_end(&writer->columns[c].digest);
    }
    measured.digest = kauri_certificate_digest(info, measured.column_digest);
    kauri_output_skip(writer->output, end - kauri_output_size(writer->output));
    KAURI_TRY(write_directories(writer, error));
    KAURI_TRY(kauri_table_end(writer->output, &writer->header, &measured, error));
    output = writer->output;
    writer->output = NULL; // commit frees it whatever happens
    KAURI_TRY(kauri_output_commit(output, error));
    *certificate = measured;
    measured.counts = NULL;
cleanup:
    free(measured.counts);
    kauri_part_free(writer);
    return status;
}

void kauri_part_free(struct kauri_part_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    kauri_output_abandon(writer->output);
    for (unsigned i = 0; writer->workers != NULL && i < writer->threads; i++) {
        kauri_compressor_free(writer->workers[i].compressor);
        kauri_survey_clear(&writer->workers[i].survey);
    }
    free(writer->workers);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_column_digest_clear(&writer->columns[c].digest);
        free(writer->columns[c].directory);
    }
    free(writer);
}
