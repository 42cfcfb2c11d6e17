#include "db/reader.h"

#include "common/digest.h"
#include "common/memory.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/decompress.h"
#include "db/directory.h"
#include "db/header.h"
#include "db/table.h"
#include "db/table_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct kauri_reader {
    struct kauri_table_file *file;
    struct kauri_header header;
    struct kauri_certificate certificate;
    struct kauri_decompress_dictionary *dictionaries[KAURI_COLUMNS_MAX]; // NULL: none
    uint8_t *directories[KAURI_COLUMNS_MAX];
};

// The last trailer of a column that was read. It is found again by its digest, so that it serves
// whatever the table: a trailer with this digest is the one that the directory asks for.
struct kept_trailer {
    uint8_t *bytes;
    size_t size; // 0: there is none
    size_t capacity;
    struct kauri_group group;
};

struct kauri_reader_scratch {
    struct kauri_decompressor *decompressor;
    uint8_t *compressed;
    size_t compressed_capacity;
    uint8_t *numbers; // numbers of a page of which only a part is wanted
    size_t numbers_capacity;
    struct kept_trailer trailers[KAURI_COLUMNS_MAX];
};

// ------------------------------------------------------------------------------------- opening

// Reads the dictionary of a column and prepares it.
static enum kauri_status read_dictionary(struct kauri_reader *reader, unsigned column,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(reader->file);
    const size_t size = reader->header.dictionary_bytes[column];
    uint8_t *bytes = NULL;
    KAURI_PASS(
        KAURI_NEW(bytes, size + KAURI_PART_CHECKSUM_BYTES, error, "a dictionary of %s", path));
    KAURI_TRY(kauri_table_file_read(reader->file, reader->header.dictionary_offset[column], bytes,
                                    size + KAURI_PART_CHECKSUM_BYTES, KAURI_READ_INDEX, error));
    if (kauri_load_u64(bytes + size) != kauri_digest(bytes, size)) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT,
                             "%s is damaged: the checksum of a dictionary is wrong", path));
    }
    status = kauri_decompress_dictionary_new(bytes, size, &reader->dictionaries[column], error);
    if (status != KAURI_OK) {
        status = kauri_fail(error, status, "%s: the dictionary of %s cannot be used", path,
                            reader->header.info.columns[column].name);
    }
cleanup:
    free(bytes);
    return status;
}

enum kauri_status kauri_reader_open_from(const struct kauri_source *source, const char *folder,
                                         const char *name, bool names_only,
                                         struct kauri_reader **reader, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t bytes[KAURI_HEADER_BYTES] = {0};
    *reader = NULL;
    struct kauri_reader *opened = NULL;
    KAURI_PASS(KAURI_NEW(opened, 1, error, "%s", name));
    const struct kauri_table_info *info = &opened->header.info;
    KAURI_TRY(kauri_table_file_open(source, folder, name, names_only, &opened->file, error));
    const uint64_t size = kauri_table_file_size(opened->file);
    const char *path = kauri_table_file_path(opened->file);
    if (size < KAURI_HEADER_BYTES) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT,
                             "%s is truncated or not a Kauri table: it has %llu bytes", path,
                             (unsigned long long)size));
    }
    KAURI_TRY(
        kauri_table_file_read(opened->file, 0, bytes, sizeof bytes, KAURI_READ_HEADER, error));
    KAURI_TRY(kauri_header_decode(bytes, size, path, &opened->header, error));
    for (unsigned c = 0; c < info->column_count; c++) {
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            KAURI_TRY(read_dictionary(opened, c, error));
        }
    }
    KAURI_TRY(kauri_directories_read(opened->file, &opened->header, opened->directories, error));
    KAURI_TRY(kauri_certificate_read(opened->file, &opened->header, &opened->certificate, error));
    *reader = opened;
    opened = NULL;
cleanup:
    kauri_reader_close(opened);
    if (status == KAURI_CORRUPT && !kauri_header_is_newer(bytes)) {
        kauri_error_append(error, KAURI_TABLE_REMEDY);
    }
    return status;
}

enum kauri_status kauri_reader_open(const char *path, struct kauri_reader **reader,
                                    struct kauri_error *error)
{
    return kauri_reader_open_from(kauri_folder_source(), "", path, false, reader, error);
}

void kauri_reader_close(struct kauri_reader *reader)
{
    if (reader == NULL) {
        return;
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_decompress_dictionary_free(reader->dictionaries[c]);
        free(reader->directories[c]);
    }
    free(reader->certificate.counts);
    kauri_table_file_close(reader->file);
    free(reader);
}

// --------------------------------------------------------------------------------------- facts

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
    return kauri_table_file_size(reader->file);
}

uint64_t kauri_reader_page_count(const struct kauri_reader *reader, unsigned column)
{
    return kauri_table_page_count(&reader->header.info, column);
}

size_t kauri_reader_page_bytes(const struct kauri_reader *reader, unsigned column)
{
    // Page 0 is the largest, even in a table that consists of one short page.
    return kauri_table_page_bytes(&reader->header.info, column, 0);
}

uint32_t kauri_reader_page_entries(const struct kauri_reader *reader, unsigned column,
                                   uint64_t page)
{
    return kauri_table_page_entries(&reader->header.info, column, page);
}

uint64_t kauri_reader_group_count(const struct kauri_reader *reader, unsigned column)
{
    return kauri_table_group_count(&reader->header.info, column);
}

uint64_t kauri_reader_column_bytes(const struct kauri_reader *reader, unsigned column)
{
    uint64_t bytes = 0;
    for (uint64_t i = 0; i < kauri_reader_group_count(reader, column); i++) {
        bytes += kauri_group_load(reader->directories[column], i).bytes;
    }
    return bytes;
}

size_t kauri_reader_dictionary_bytes(const struct kauri_reader *reader, unsigned column)
{
    return reader->header.dictionary_bytes[column];
}

size_t kauri_reader_group_bytes(const struct kauri_reader *reader, unsigned column, uint64_t group)
{
    return kauri_trailer_bytes(kauri_table_group_pages(&reader->header.info, column, group));
}

uint64_t kauri_reader_group_offset(const struct kauri_reader *reader, unsigned column,
                                   uint64_t group)
{
    return kauri_group_load(reader->directories[column], group).offset;
}

static enum kauri_status expect_columns(const char *path, const struct kauri_table_info *info,
                                        const struct kauri_table_info *expected,
                                        struct kauri_error *error)
{
    if (info->column_count != expected->column_count) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has %u columns, not %u", path,
                          info->column_count, expected->column_count);
    }
    for (unsigned c = 0; c < expected->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        const struct kauri_column *wanted = &expected->columns[c];
        if (strcmp(column->name, wanted->name) != 0) {
            return kauri_fail(error, KAURI_CORRUPT, "%s has a column %s where %s is expected", path,
                              column->name, wanted->name);
        }
        if (column->bias != wanted->bias) {
            return kauri_fail(error, KAURI_CORRUPT, "%s stores %s with bias %d, not %d", path,
                              column->name, column->bias, wanted->bias);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_table_expect(const struct kauri_reader *reader,
                                     const struct kauri_table_info *expected,
                                     struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const char *path = kauri_reader_path(reader);
    if (info->holes != expected->holes || info->cowries != expected->cowries) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s is a table of another shape: %u holes and %u cowries, not %u and %u",
                          path, info->holes, info->cowries, expected->holes, expected->cowries);
    }
    if (info->seeds != expected->seeds) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is layer %u, not %u", path, info->seeds,
                          expected->seeds);
    }
    if (info->positions != expected->positions) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s has %" PRIu64 " positions; its layer has %" PRIu64, path,
                          info->positions, expected->positions);
    }
    if (strcmp(info->rules, expected->rules) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is for the rules '%s', not '%s'", path,
                          info->rules, expected->rules);
    }
    return expect_columns(path, info, expected, error);
}

// ------------------------------------------------------------------------------------- scratch

enum kauri_status kauri_reader_scratch_new(struct kauri_reader_scratch **scratch,
                                           struct kauri_error *error)
{
    *scratch = NULL;
    struct kauri_reader_scratch *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "reading a page"));
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
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(scratch->trailers[c].bytes);
    }
    free(scratch->compressed);
    free(scratch->numbers);
    free(scratch);
}

// ---------------------------------------------------------------------------- groups and pages

// Fails because a page cannot be used; `fault` says why.
static enum kauri_status refuse_page(const struct kauri_reader *reader, unsigned column,
                                     uint64_t page, enum kauri_status status, const char *fault,
                                     struct kauri_error *error)
{
    return kauri_fail(error, status, "%s: page %llu of %s %s: %s%s", kauri_reader_path(reader),
                      (unsigned long long)page, reader->header.info.columns[column].name,
                      status == KAURI_CORRUPT ? "is damaged" : "cannot be decoded", fault,
                      status == KAURI_CORRUPT ? KAURI_TABLE_REMEDY : "");
}

static enum kauri_status refuse_group(const struct kauri_reader *reader, unsigned column,
                                      uint64_t group, const char *fault, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "%s: group %llu of %s is damaged: %s" KAURI_TABLE_REMEDY,
                      kauri_reader_path(reader), (unsigned long long)group,
                      reader->header.info.columns[column].name, fault);
}

static enum kauri_status check_group(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, struct kauri_error *error)
{
    if (column < reader->header.info.column_count &&
        group < kauri_reader_group_count(reader, column)) {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_INTERNAL, "%s has no group %llu in column %u",
                      kauri_reader_path(reader), (unsigned long long)group, column);
}

// Reads and checks the trailer of a group that exists.
static enum kauri_status read_trailer(const struct kauri_reader *reader, unsigned column,
                                      uint64_t group, uint8_t *trailer, struct kauri_error *error)
{
    const struct kauri_group described = kauri_group_load(reader->directories[column], group);
    KAURI_PASS(kauri_table_file_read(reader->file, described.offset + described.bytes, trailer,
                                     kauri_reader_group_bytes(reader, column, group),
                                     KAURI_READ_INDEX, error));
    const char *fault =
        kauri_trailer_fault(&reader->header.info, column, group, &described, trailer);
    return fault == NULL ? KAURI_OK : refuse_group(reader, column, group, fault, error);
}

enum kauri_status kauri_reader_group(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, uint8_t *trailer, struct kauri_error *error)
{
    const enum kauri_status status = check_group(reader, column, group, error);
    return status == KAURI_OK ? read_trailer(reader, column, group, trailer, error) : status;
}

// Brings the trailer of a group that exists into the scratch, unless it is there already.
static enum kauri_status keep_trailer(const struct kauri_reader *reader, unsigned column,
                                      uint64_t group, struct kauri_reader_scratch *scratch,
                                      const uint8_t **trailer, struct kauri_error *error)
{
    struct kept_trailer *kept = &scratch->trailers[column];
    const size_t size = kauri_reader_group_bytes(reader, column, group);
    const struct kauri_group wanted = kauri_group_load(reader->directories[column], group);
    if (kept->size != size || kept->group.trailer_digest != wanted.trailer_digest ||
        kept->group.bytes != wanted.bytes) {
        kept->size = 0;
        KAURI_PASS(KAURI_FIT(kept->bytes, size, kept->capacity, error, "a page of %s",
                             kauri_reader_path(reader)));
        KAURI_PASS(read_trailer(reader, column, group, kept->bytes, error));
        kept->size = size;
        kept->group = wanted;
    }
    *trailer = kept->bytes;
    return KAURI_OK;
}

enum kauri_status kauri_reader_group_check(const struct kauri_reader *reader, unsigned column,
                                           uint64_t group, uint8_t *buffer, size_t size,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t *trailer = NULL;
    uint64_t digest = 0;
    KAURI_TRY(check_group(reader, column, group, error));
    const size_t trailer_bytes = kauri_reader_group_bytes(reader, column, group);
    const struct kauri_group described = kauri_group_load(reader->directories[column], group);
    KAURI_PASS(KAURI_NEW(trailer, trailer_bytes, error, "a page of %s", kauri_reader_path(reader)));
    KAURI_TRY(read_trailer(reader, column, group, trailer, error));
    KAURI_TRY(kauri_table_file_digest(reader->file, described.offset, described.bytes, buffer, size,
                                      &digest, error));
    if (digest != kauri_load_u64(trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES)) {
        status = refuse_group(reader, column, group, "the checksum of its pages is wrong", error);
    }
cleanup:
    free(trailer);
    return status;
}

// Reads, checks and decodes a page that exists. `trailer` is that of its group, checked.
static enum kauri_status decode_page(const struct kauri_reader *reader, unsigned column,
                                     uint64_t page, const uint8_t *trailer, void *numbers,
                                     struct kauri_reader_scratch *scratch,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &reader->header.info;
    const uint32_t group_pages = info->columns[column].group_pages;
    const uint64_t begin = kauri_reader_group_offset(reader, column, page / group_pages);
    const struct kauri_trailer_page described =
        kauri_trailer_page_load(trailer, (uint32_t)(page % group_pages));
    const size_t expected = kauri_table_page_bytes(info, column, page);
    const uint32_t size = described.end - described.begin;
    const char *fault = NULL;
    KAURI_PASS(KAURI_FIT(scratch->compressed, size, scratch->compressed_capacity, error,
                         "a page of %s", kauri_reader_path(reader)));
    KAURI_PASS(kauri_table_file_read(reader->file, begin + described.begin, scratch->compressed,
                                     size, KAURI_READ_PAGE, error));
    status = kauri_decompress(scratch->decompressor, reader->dictionaries[column],
                              scratch->compressed, size, numbers, expected, &fault);
    if (status == KAURI_OK && (uint32_t)kauri_digest(numbers, expected) != described.check) {
        status = KAURI_CORRUPT;
        fault = "its checksum is wrong";
    }
    if (status != KAURI_OK) {
        status = refuse_page(reader, column, page, status, fault, error);
    }
    return status;
}

static enum kauri_status check_page(const struct kauri_reader *reader, unsigned column,
                                    uint64_t page, struct kauri_error *error)
{
    if (column < reader->header.info.column_count &&
        page < kauri_reader_page_count(reader, column)) {
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
    if (trailer == NULL) {
        const uint64_t group = page / reader->header.info.columns[column].group_pages;
        KAURI_TRY(keep_trailer(reader, column, group, scratch, &trailer, error));
    }
    KAURI_TRY(decode_page(reader, column, page, trailer, numbers, scratch, error));
cleanup:
    kauri_reader_scratch_free(own);
    return status;
}

// ------------------------------------------------------------------------------------- entries

// Reads entries [first, first + count) of one column. A page that is wanted as a whole is decoded
// in its place.
static enum kauri_status read_column(struct kauri_reader_scratch *scratch,
                                     const struct kauri_reader *reader, unsigned c, uint64_t first,
                                     uint64_t count, uint8_t *out, struct kauri_error *error)
{
    const struct kauri_column *column = &kauri_reader_info(reader)->columns[c];
    const size_t width = column->width;
    for (uint64_t done = 0; done < count;) {
        const uint64_t page = (first + done) / column->page_entries;
        const uint64_t skip = (first + done) % column->page_entries;
        const uint32_t page_entries = kauri_reader_page_entries(reader, c, page);
        const uint64_t here = page_entries - skip;
        const uint64_t taken = here < count - done ? here : count - done;
        uint8_t *to = out + done * width;
        if (taken == page_entries) {
            KAURI_PASS(kauri_reader_page(reader, c, page, to, scratch, error));
        } else {
            KAURI_PASS(KAURI_FIT(scratch->numbers, kauri_reader_page_bytes(reader, c),
                                 scratch->numbers_capacity, error, "a page of %s",
                                 kauri_reader_path(reader)));
            KAURI_PASS(kauri_reader_page(reader, c, page, scratch->numbers, scratch, error));
            memcpy(to, scratch->numbers + skip * width, (size_t)taken * width);
        }
        done += taken;
    }
    return KAURI_OK;
}

enum kauri_status kauri_entries_read(struct kauri_reader_scratch *scratch,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (first > info->entries || count > info->entries - first) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu entries",
                          kauri_reader_path(reader), (unsigned long long)info->entries);
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        if (out[c] != NULL) {
            KAURI_PASS(read_column(scratch, reader, c, first, count, out[c], error));
        }
    }
    return KAURI_OK;
}
