#include "db/reader.h"

#include "db/bytes.h"
#include "db/compress.h"
#include "db/directory.h"
#include "db/table_files.h"
#include "db/table_layout.h"
#include "db/version1.h"
#include "db/version1_index.h"
#include "db/version2.h"

#include <stdlib.h>
#include <string.h>

struct kauri_reader {
    struct kauri_table_files *own_files; // from kauri_reader_open; NULL otherwise
    struct kauri_table_file *file;
    struct kauri_table_info info;
    struct kauri_certificate certificate;
    struct kauri_version1 *version1; // NULL in a table of version 2
    struct kauri_version2 *version2; // NULL in a table of version 1
};

struct kauri_reader_scratch {
    struct kauri_decompressor *decompressor;
    struct kauri_version1_scratch version1;
    struct kauri_version2_scratch version2;
};

// ------------------------------------------------------------------------------------- opening

enum kauri_status kauri_reader_open_from(struct kauri_table_files *files, const char *folder,
                                         const char *name, struct kauri_reader **reader,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint32_t version = 0;
    *reader = NULL;
    struct kauri_reader *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", name);
    }
    KAURI_TRY(kauri_table_file_open(files, folder, name, &opened->file, error));
    const uint64_t size = kauri_table_file_size(opened->file);
    const char *path = kauri_table_file_path(opened->file);
    if (size < KAURI_HEADER_BYTES) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s is truncated or not a Kauri table: it has %llu bytes", path,
                            (unsigned long long)size);
        goto cleanup;
    }
    KAURI_TRY(
        kauri_table_file_read(opened->file, 0, bytes, sizeof bytes, KAURI_READ_HEADER, error));
    KAURI_TRY(kauri_header_version(bytes, path, &version, error));
    if (version == 1) {
        KAURI_TRY(kauri_version1_open(opened->file, bytes, &opened->version1, &opened->certificate,
                                      error));
        opened->info = opened->version1->header.info;
    } else {
        KAURI_TRY(kauri_version2_open(opened->file, bytes, &opened->version2, &opened->certificate,
                                      error));
        opened->info = opened->version2->header.info;
    }
    *reader = opened;
    opened = NULL;
cleanup:
    kauri_reader_close(opened);
    return status;
}

enum kauri_status kauri_reader_open(const char *path, struct kauri_reader **reader,
                                    struct kauri_error *error)
{
    struct kauri_table_files *files = NULL;
    *reader = NULL;
    enum kauri_status status = kauri_table_files_new(NULL, 1, &files, error);
    if (status == KAURI_OK) {
        status = kauri_reader_open_from(files, "", path, reader, error);
    }
    if (status == KAURI_OK) {
        (*reader)->own_files = files;
    } else {
        kauri_table_files_free(files);
    }
    return status;
}

void kauri_reader_close(struct kauri_reader *reader)
{
    if (reader == NULL) {
        return;
    }
    kauri_version1_free(reader->version1);
    kauri_version2_free(reader->version2);
    free(reader->certificate.counts);
    kauri_table_file_close(reader->file);
    kauri_table_files_free(reader->own_files);
    free(reader);
}

// --------------------------------------------------------------------------------------- facts

const struct kauri_table_info *kauri_reader_info(const struct kauri_reader *reader)
{
    return &reader->info;
}

const struct kauri_certificate *kauri_reader_certificate(const struct kauri_reader *reader)
{
    return &reader->certificate;
}

const char *kauri_reader_path(const struct kauri_reader *reader)
{
    return kauri_table_file_path(reader->file);
}

uint64_t kauri_reader_file_bytes(const struct kauri_reader *reader)
{
    return kauri_table_file_size(reader->file);
}

uint64_t kauri_reader_page_count(const struct kauri_reader *reader, unsigned column)
{
    return kauri_table_page_count(&reader->info, column);
}

size_t kauri_reader_page_bytes(const struct kauri_reader *reader, unsigned column)
{
    // Page 0 is the largest, even in a table that consists of one short page.
    return kauri_table_page_bytes(&reader->info, column, 0);
}

uint32_t kauri_reader_page_entries(const struct kauri_reader *reader, unsigned column,
                                   uint64_t page)
{
    return kauri_table_page_entries(&reader->info, column, page);
}

uint64_t kauri_reader_group_count(const struct kauri_reader *reader, unsigned column)
{
    return kauri_table_group_count(&reader->info, column);
}

uint64_t kauri_reader_column_bytes(const struct kauri_reader *reader, unsigned column)
{
    uint64_t bytes = 0;
    if (reader->version1 == NULL) {
        for (uint64_t i = 0; i < kauri_reader_group_count(reader, column); i++) {
            bytes += kauri_version2_group(reader->version2, column, i).bytes;
        }
    }
    return bytes;
}

size_t kauri_reader_dictionary_bytes(const struct kauri_reader *reader, unsigned column)
{
    return reader->version2 != NULL ? reader->version2->header.dictionary_bytes[column] : 0;
}

size_t kauri_reader_group_bytes(const struct kauri_reader *reader, unsigned column, uint64_t group)
{
    return reader->version1 != NULL
               ? 0
               : kauri_trailer_bytes(kauri_table_group_pages(&reader->info, column, group));
}

// ------------------------------------------------------------------------------------- scratch

enum kauri_status kauri_reader_scratch_new(struct kauri_reader_scratch **scratch,
                                           struct kauri_error *error)
{
    *scratch = NULL;
    struct kauri_reader_scratch *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading a page");
    }
    const enum kauri_status status = kauri_decompressor_new(&made->decompressor, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *scratch = made;
    return KAURI_OK;
}

void kauri_reader_scratch_free(struct kauri_reader_scratch *scratch)
{
    if (scratch == NULL) {
        return;
    }
    kauri_decompressor_free(scratch->decompressor);
    kauri_version1_scratch_clear(&scratch->version1);
    kauri_version2_scratch_clear(&scratch->version2);
    free(scratch);
}

// --------------------------------------------------------------------------------------- pages

// A page that cannot be used; `fault` says why.
static enum kauri_status refuse_page(const struct kauri_reader *reader, unsigned column,
                                     uint64_t page, enum kauri_status status, const char *fault,
                                     struct kauri_error *error)
{
    return kauri_fail(error, status, "%s: page %llu of %s %s: %s%s", kauri_reader_path(reader),
                      (unsigned long long)page, reader->info.columns[column].name,
                      status == KAURI_CORRUPT ? "is damaged" : "cannot be decoded", fault,
                      status == KAURI_CORRUPT ? "; move the file away and solve the layer again"
                                              : "");
}

static enum kauri_status refuse_group(const struct kauri_reader *reader, unsigned column,
                                      uint64_t group, const char *fault, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "%s: group %llu of %s is damaged: %s; move the file away and solve the "
                      "layer again",
                      kauri_reader_path(reader), (unsigned long long)group,
                      reader->info.columns[column].name, fault);
}

static enum kauri_status check_group(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, struct kauri_error *error)
{
    if (column < reader->info.column_count && group < kauri_reader_group_count(reader, column)) {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_INTERNAL, "%s has no group %llu in column %u",
                      kauri_reader_path(reader), (unsigned long long)group, column);
}

enum kauri_status kauri_reader_group(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, uint8_t *trailer, struct kauri_error *error)
{
    const char *fault = NULL;
    enum kauri_status status = check_group(reader, column, group, error);
    if (status != KAURI_OK || reader->version1 != NULL) {
        return status;
    }
    status = kauri_version2_trailer(reader->version2, reader->file, column, group, trailer, &fault,
                                    error);
    return fault == NULL ? status : refuse_group(reader, column, group, fault, error);
}

// The pages of a group as bytes of the file, with their XXH64.
struct stored_group {
    uint64_t offset;
    uint64_t bytes;
    uint64_t digest;
};

static enum kauri_status find_stored(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, struct stored_group *stored,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t trailer_bytes = kauri_reader_group_bytes(reader, column, group);
    if (reader->version1 != NULL) {
        const struct kauri_version1_descriptor page =
            kauri_version1_descriptor_load(reader->version1->descriptors, group);
        *stored = (struct stored_group){page.offset, page.size, page.compressed_digest};
        return KAURI_OK;
    }
    uint8_t *trailer = malloc(trailer_bytes);
    if (trailer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for a page",
                          kauri_reader_path(reader));
    }
    KAURI_TRY(kauri_reader_group(reader, column, group, trailer, error));
    const struct kauri_group described = kauri_version2_group(reader->version2, column, group);
    *stored = (struct stored_group){
        .offset = described.offset,
        .bytes = described.bytes,
        .digest = kauri_load_u64(trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES),
    };
cleanup:
    free(trailer);
    return status;
}

enum kauri_status kauri_reader_group_check(const struct kauri_reader *reader, unsigned column,
                                           uint64_t group, uint8_t *room, size_t size,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stored_group stored = {.offset = 0};
    uint64_t digest = 0;
    KAURI_TRY(check_group(reader, column, group, error));
    KAURI_TRY(find_stored(reader, column, group, &stored, error));
    KAURI_TRY(kauri_table_file_digest(reader->file, stored.offset, stored.bytes, room, size,
                                      &digest, error));
    if (digest != stored.digest) {
        status = refuse_group(reader, column, group, "the checksum of its pages is wrong", error);
    }
cleanup:
    return status;
}

uint64_t kauri_reader_group_offset(const struct kauri_reader *reader, unsigned column,
                                   uint64_t group)
{
    return reader->version1 != NULL
               ? kauri_version1_descriptor_load(reader->version1->descriptors, group).offset
               : kauri_version2_group(reader->version2, column, group).offset;
}

// Reads and decodes a page of a table of version 1.
static enum kauri_status read_version1(const struct kauri_reader *reader, unsigned column,
                                       uint64_t page, void *numbers,
                                       struct kauri_reader_scratch *scratch,
                                       struct kauri_error *error)
{
    const uint8_t *payload = NULL;
    const char *fault = NULL;
    const enum kauri_status status =
        kauri_version1_page(reader->version1, reader->file, page, scratch->decompressor,
                            &scratch->version1, &payload, &fault, error);
    if (status != KAURI_OK) {
        return fault != NULL ? refuse_page(reader, column, page, status, fault, error) : status;
    }
    memcpy(numbers, payload + kauri_version1_column_offset(reader->version1, column, page),
           kauri_table_page_bytes(&reader->info, column, page));
    return KAURI_OK;
}

// Reads and decodes a page of a table of version 2, whose trailer may be NULL.
static enum kauri_status read_version2(const struct kauri_reader *reader, unsigned column,
                                       uint64_t page, const uint8_t *trailer, void *numbers,
                                       struct kauri_reader_scratch *scratch,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t group = page / reader->info.columns[column].group_pages;
    const char *fault = NULL;
    if (trailer == NULL) {
        status = kauri_version2_keep_trailer(reader->version2, reader->file, column, group,
                                             &scratch->version2, &trailer, &fault, error);
        if (status != KAURI_OK) {
            return fault != NULL ? refuse_group(reader, column, group, fault, error) : status;
        }
    }
    status = kauri_version2_page(reader->version2, reader->file, column, page, trailer,
                                 scratch->decompressor, &scratch->version2, numbers, &fault, error);
    return fault != NULL ? refuse_page(reader, column, page, status, fault, error) : status;
}

static enum kauri_status read_page(const struct kauri_reader *reader, unsigned column,
                                   uint64_t page, const uint8_t *trailer, void *numbers,
                                   struct kauri_reader_scratch *scratch, struct kauri_error *error)
{
    return reader->version1 != NULL
               ? read_version1(reader, column, page, numbers, scratch, error)
               : read_version2(reader, column, page, trailer, numbers, scratch, error);
}

static enum kauri_status check_page(const struct kauri_reader *reader, unsigned column,
                                    uint64_t page, struct kauri_error *error)
{
    if (column < reader->info.column_count && page < kauri_reader_page_count(reader, column)) {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_INTERNAL, "%s has no page %llu in column %u",
                      kauri_reader_path(reader), (unsigned long long)page, column);
}

enum kauri_status kauri_reader_page(const struct kauri_reader *reader, unsigned column,
                                    uint64_t page, void *numbers,
                                    struct kauri_reader_scratch *scratch, struct kauri_error *error)
{
    return kauri_reader_page_from(reader, column, page, NULL, numbers, scratch, error);
}

enum kauri_status kauri_reader_page_from(const struct kauri_reader *reader, unsigned column,
                                         uint64_t page, const uint8_t *trailer, void *numbers,
                                         struct kauri_reader_scratch *scratch,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader_scratch *own = NULL;
    KAURI_TRY(check_page(reader, column, page, error));
    if (scratch == NULL) {
        KAURI_TRY(kauri_reader_scratch_new(&own, error));
        scratch = own;
    }
    KAURI_TRY(read_page(reader, column, page, trailer, numbers, scratch, error));
cleanup:
    kauri_reader_scratch_free(own);
    return status;
}
