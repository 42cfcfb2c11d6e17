#include "db/reader.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/compress.h"
#include "db/page_index.h"
#include "db/table_files.h"

#include <stdlib.h>
#include <string.h>

struct kauri_reader {
    struct kauri_table_files *own_files; // from kauri_reader_open; NULL otherwise
    struct kauri_table_file *file;
    struct kauri_header header;
    uint8_t *descriptors; // of the index
    struct kauri_certificate certificate;
};

struct kauri_reader_scratch {
    struct kauri_decompressor *decompressor;
    uint8_t *compressed;
    size_t room; // bytes at `compressed`
};

enum kauri_status kauri_reader_open_from(struct kauri_table_files *files, const char *folder,
                                         const char *name, struct kauri_reader **reader,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint64_t digest = 0;
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
    KAURI_TRY(kauri_header_decode(bytes, size, path, &opened->header, error));
    KAURI_TRY(kauri_page_index_read(opened->file, &opened->header, &opened->descriptors, error));
    KAURI_TRY(
        kauri_page_index_digest(opened->descriptors, opened->header.page_count, &digest, error));
    KAURI_TRY(
        kauri_certificate_read(opened->file, &opened->header, digest, &opened->certificate, error));
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
    free(reader->certificate.counts);
    free(reader->descriptors);
    kauri_table_file_close(reader->file);
    kauri_table_files_free(reader->own_files);
    free(reader);
}

const struct kauri_table_info *kauri_reader_info(const struct kauri_reader *reader)
{
    return &reader->header.info;
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
    return reader->header.file_bytes;
}

uint64_t kauri_reader_page_count(const struct kauri_reader *reader)
{
    return reader->header.page_count;
}

size_t kauri_reader_page_bytes(const struct kauri_reader *reader)
{
    // Page 0 is the largest, even in a table that consists of one short page.
    return kauri_reader_page_entries(reader, 0) * kauri_table_entry_bytes(&reader->header.info);
}

uint32_t kauri_reader_page_entries(const struct kauri_reader *reader, uint64_t page)
{
    return kauri_table_page_entries(&reader->header.info, page);
}

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
    free(scratch->compressed);
    free(scratch);
}

static enum kauri_status make_room(struct kauri_reader_scratch *scratch, size_t size,
                                   const char *path, struct kauri_error *error)
{
    if (scratch->room < size) {
        free(scratch->compressed);
        scratch->room = 0;
        scratch->compressed = malloc(size);
        if (scratch->compressed == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for a page", path);
        }
        scratch->room = size;
    }
    return KAURI_OK;
}

enum kauri_status kauri_reader_page(const struct kauri_reader *reader, uint64_t page, void *payload,
                                    struct kauri_reader_scratch *scratch, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_reader_path(reader);
    const char *fault = NULL;
    struct kauri_reader_scratch *own = NULL;
    if (page >= reader->header.page_count) {
        return kauri_fail(error, KAURI_INTERNAL, "%s has no page %llu", path,
                          (unsigned long long)page);
    }
    const struct kauri_page_descriptor descriptor =
        kauri_page_descriptor_load(reader->descriptors, page);
    const size_t expected =
        kauri_reader_page_entries(reader, page) * kauri_table_entry_bytes(&reader->header.info);
    if (scratch == NULL) {
        status = kauri_reader_scratch_new(&own, error);
        if (own == NULL) {
            return status;
        }
        scratch = own;
    }
    KAURI_TRY(make_room(scratch, descriptor.size, path, error));
    KAURI_TRY(kauri_table_file_read(reader->file, descriptor.offset, scratch->compressed,
                                    descriptor.size, KAURI_READ_PAGE, error));
    if (kauri_digest(scratch->compressed, descriptor.size) != descriptor.compressed_digest) {
        status = KAURI_CORRUPT;
        fault = "its checksum is wrong";
    }
    if (status == KAURI_OK) {
        status = kauri_decompress(scratch->decompressor, scratch->compressed, descriptor.size,
                                  payload, expected, &fault);
    }
    if (status == KAURI_OK && kauri_digest(payload, expected) != descriptor.payload_digest) {
        status = KAURI_CORRUPT;
        fault = "the checksum of its decoded bytes is wrong";
    }
    if (status != KAURI_OK) {
        (void)kauri_fail(error, status, "%s: page %llu %s: %s%s", path, (unsigned long long)page,
                         status == KAURI_CORRUPT ? "is damaged" : "cannot be decoded", fault,
                         status == KAURI_CORRUPT ? "; move the file away and solve the layer again"
                                                 : "");
    }
cleanup:
    kauri_reader_scratch_free(own);
    return status;
}

int32_t kauri_payload_value(const struct kauri_table_info *info, const void *payload,
                            uint32_t entries, unsigned column, uint32_t entry)
{
    const uint8_t *from = payload;
    for (unsigned c = 0; c < column; c++) {
        from += (size_t)entries * info->columns[c].width;
    }
    const struct kauri_column *wanted = &info->columns[column];
    from += (size_t)entry * wanted->width;
    return wanted->bias + (wanted->width == 1 ? from[0] : kauri_load_u16(from));
}
