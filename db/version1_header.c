#include "db/version1_header.h"

#include "common/checked.h"
#include "db/bytes.h"
#include "db/header_fields.h"
#include "db/table_layout.h"

#include <string.h>

// Of the fields that version 2 does not have in the same place.
enum {
    AT_PAGE_ENTRIES = 24,
    AT_RESERVED = 28,
    RESERVED_BYTES = 4,
    AT_PAGE_COUNT = 40,
    AT_INDEX_OFFSET = 48,
    AT_CERTIFICATE_OFFSET = 56,
    AT_FILE_BYTES = 64,
    AT_COLUMNS = 200,
    AT_RESERVED_END = 264,
    AT_CHECKSUM = 504,
    COLUMN_BYTES = 16,
    COLUMN_AT_WIDTH = 8,
    COLUMN_AT_RESERVED = 9,
    COLUMN_AT_BIAS = 12,
};

size_t kauri_version1_entry_bytes(const struct kauri_table_info *info)
{
    size_t bytes = 0;
    for (unsigned c = 0; c < info->column_count; c++) {
        bytes += info->columns[c].width;
    }
    return bytes;
}

size_t kauri_version1_payload_bytes(const struct kauri_table_info *info, uint64_t page)
{
    return kauri_table_page_entries(info, 0, page) * kauri_version1_entry_bytes(info);
}

bool kauri_version1_index_bytes(uint64_t pages, uint64_t *bytes)
{
    return kauri_checked_multiply(pages, KAURI_VERSION1_DESCRIPTOR_BYTES, bytes) &&
           kauri_checked_add(*bytes, KAURI_PART_CHECKSUM_BYTES, bytes);
}

// Decodes the description; false if reserved bytes are in use.
static bool load_info(const uint8_t *bytes, struct kauri_table_info *info)
{
    bool clean = kauri_header_load_shared(bytes, info) &&
                 kauri_field_is_zero(bytes + AT_RESERVED, RESERVED_BYTES) &&
                 kauri_field_is_zero(bytes + AT_RESERVED_END, AT_CHECKSUM - AT_RESERVED_END);
    info->derivation = KAURI_DERIVATION_NONE;
    info->entries = info->positions;
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        const uint8_t *from = bytes + AT_COLUMNS + (size_t)c * COLUMN_BYTES;
        struct kauri_column *column = &info->columns[c];
        if (c >= info->column_count) {
            clean = kauri_field_is_zero(from, COLUMN_BYTES) && clean;
            continue;
        }
        clean = kauri_field_load_text(from, column->name, sizeof column->name) && clean;
        clean =
            kauri_field_is_zero(from + COLUMN_AT_RESERVED, COLUMN_AT_BIAS - COLUMN_AT_RESERVED) &&
            clean;
        column->width = from[COLUMN_AT_WIDTH];
        column->codec = KAURI_CODEC_ZSTD;
        column->bias = kauri_load_i32(from + COLUMN_AT_BIAS);
        column->page_entries = kauri_load_u32(bytes + AT_PAGE_ENTRIES);
        column->group_pages = 1;
    }
    return clean;
}

// Checks that the offsets of the parts follow from one another; NULL if they do.
static const char *layout_fault(const struct kauri_version1_header *header)
{
    uint64_t index_bytes = 0;
    uint64_t end = 0;
    if (header->page_count != kauri_table_page_count(&header->info, 0)) {
        return "the number of pages does not match the positions";
    }
    if (header->index_offset < KAURI_HEADER_BYTES) {
        return "the index begins inside the header";
    }
    if (!kauri_version1_index_bytes(header->page_count, &index_bytes) ||
        !kauri_checked_add(header->index_offset, index_bytes, &end) || end > header->file_bytes) {
        return "the index does not fit into the file";
    }
    if (header->certificate_offset != end) {
        return "the certificate does not follow the index";
    }
    if (header->file_bytes - end < KAURI_VERSION1_CERTIFICATE_BYTES_MIN) {
        return "the certificate does not fit into the file";
    }
    return NULL;
}

enum kauri_status kauri_version1_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES],
                                               uint64_t file_bytes, const char *path,
                                               struct kauri_version1_header *header,
                                               struct kauri_error *error)
{
    memset(header, 0, sizeof *header);
    header->page_count = kauri_load_u64(bytes + AT_PAGE_COUNT);
    header->index_offset = kauri_load_u64(bytes + AT_INDEX_OFFSET);
    header->certificate_offset = kauri_load_u64(bytes + AT_CERTIFICATE_OFFSET);
    header->file_bytes = kauri_load_u64(bytes + AT_FILE_BYTES);
    const enum kauri_status status =
        kauri_header_check_size(header->file_bytes, file_bytes, path, error);
    if (status != KAURI_OK) {
        return status;
    }
    const bool clean = load_info(bytes, &header->info);
    const char *fault = kauri_header_info_fault(&header->info, clean);
    fault = fault == NULL ? layout_fault(header) : fault;
    return fault == NULL ? KAURI_OK
                         : kauri_fail(error, KAURI_CORRUPT, "%s is damaged: %s", path, fault);
}
