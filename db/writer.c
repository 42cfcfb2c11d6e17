#include "db/writer.h"

#include "common/digest.h"
#include "common/output.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/compress.h"
#include "db/page_writer.h"
#include "db/survey.h"
#include "db/table.h"

#include <stdlib.h>
#include <string.h>

struct kauri_writer {
    struct kauri_header header;
    struct kauri_output *output;
    struct kauri_folder *own_folder; // of the table, when the writer opened it
    char *path;
    struct kauri_page_writer *pages;
    struct kauri_column_digest digests[KAURI_COLUMNS_MAX];
    bool failed; // an append failed: the file cannot be finished
};

// ------------------------------------------------------------------------------------- opening

static enum kauri_status out_of_memory(const char *path, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for writing the table", path);
}

static enum kauri_status make_digests(struct kauri_writer *writer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(kauri_column_digest_init(&writer->digests[c], info->columns[c].width,
                                           info->digest_entries, error));
    }
cleanup:
    return status;
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
    opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return out_of_memory(path, error);
    }
    opened->header.info = *info;
    const size_t path_bytes = strlen(path) + 1;
    opened->path = malloc(path_bytes);
    if (opened->path == NULL) {
        status = out_of_memory(path, error);
        goto cleanup;
    }
    memcpy(opened->path, path, path_bytes);
    place_dictionaries(&opened->header, options->dictionary);
    KAURI_TRY(make_digests(opened, error));
    KAURI_TRY(kauri_page_writer_new(&opened->header.info, opened->path, options->level,
                                    options->threads, options->dictionary, &opened->pages, error));
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
    KAURI_TRY(kauri_output_open_in(folder, name, &writer->output, error));
    KAURI_TRY(kauri_output_write(writer->output, unfinished, sizeof unfinished, error));
    for (unsigned c = 0; c < writer->header.info.column_count; c++) {
        const struct kauri_dictionary *given = &options->dictionary[c];
        uint8_t checksum[KAURI_PART_CHECKSUM_BYTES];
        if (writer->header.dictionary_bytes[c] > 0) {
            kauri_store_u64(checksum, kauri_digest(given->bytes, given->size));
            KAURI_TRY(kauri_output_write(writer->output, given->bytes, given->size, error));
            KAURI_TRY(kauri_output_write(writer->output, checksum, sizeof checksum, error));
        }
    }
    kauri_page_writer_begin(writer->pages, writer->output);
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

// ------------------------------------------------------------------------------------- entries

enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    if (writer->failed) {
        return kauri_fail(error, KAURI_INTERNAL, "%s: appending to a table that failed before",
                          writer->path);
    }
    if (entries > info->entries - kauri_page_writer_entries(writer->pages)) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: more entries than the table has",
                          writer->path);
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        KAURI_TRY(kauri_column_digest_add(&writer->digests[c],
                                          kauri_page_writer_threads(writer->pages), columns[c],
                                          entries, error));
    }
    KAURI_TRY(kauri_page_writer_append(writer->pages, columns, entries, error));
cleanup:
    writer->failed = status != KAURI_OK;
    return status;
}

// Whether pages of all columns can be appended side by side.
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
    const struct kauri_table_info *info = &writer->header.info;
    if (writer->failed || !columns_have_equal_pages(info) ||
        kauri_page_writer_entries(writer->pages) >= info->entries) {
        writer->failed = true;
        return kauri_fail(error, KAURI_INTERNAL, "%s: the table does not take another page",
                          writer->path);
    }
    const enum kauri_status status = kauri_page_writer_append_pages(writer->pages, pages, error);
    writer->failed = status != KAURI_OK;
    return status;
}

void kauri_writer_append_runs(struct kauri_writer *writer, const uint64_t *runs)
{
    for (unsigned c = 0; c < writer->header.info.column_count; c++) {
        kauri_column_digest_run(&writer->digests[c], runs[c]);
    }
}

struct kauri_survey *kauri_writer_survey(struct kauri_writer *writer)
{
    return kauri_page_writer_survey(writer->pages);
}

// ------------------------------------------------------------------------------------- the end

static enum kauri_status measure(struct kauri_writer *writer, const struct kauri_totals *all,
                                 struct kauri_certificate *certificate, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &writer->header.info;
    KAURI_TRY(kauri_page_writer_certify(writer->pages, certificate, error));
    if (all != NULL) {
        KAURI_TRY(kauri_certificate_complete(certificate, info, all, error));
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        certificate->column_digest[c] = kauri_column_digest_end(&writer->digests[c]);
    }
    certificate->digest = kauri_certificate_digest(info, certificate->column_digest);
cleanup:
    return status;
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
    const struct kauri_table_info *info = &writer->header.info;
    struct kauri_certificate measured = {0};
    struct kauri_output *output = NULL;
    if (certificate != NULL) {
        memset(certificate, 0, sizeof *certificate);
    }
    if (writer->failed || kauri_page_writer_entries(writer->pages) != info->entries) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the table is not complete", writer->path);
        goto cleanup;
    }
    if (all == NULL && info->entries != info->positions) {
        status = kauri_fail(error, KAURI_INTERNAL, "%s: the counts over all positions are missing",
                            writer->path);
        goto cleanup;
    }
    KAURI_TRY(measure(writer, all, &measured, error));
    KAURI_TRY(kauri_page_writer_end(writer->pages, &writer->header, error));
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
    kauri_page_writer_free(writer->pages);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_column_digest_clear(&writer->digests[c]);
    }
    kauri_folder_close(writer->own_folder);
    free(writer->path);
    free(writer);
}
