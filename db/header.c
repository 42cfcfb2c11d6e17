#include "db/header.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/table.h"

#include <string.h>

enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_HOLES = 16,
    AT_COWRIES = 18,
    AT_SEEDS = 20,
    AT_COLUMN_COUNT = 22,
    AT_DERIVATION = 24,
    AT_DIGEST_ENTRIES = 28,
    AT_POSITIONS = 32,
    AT_ENTRIES = 40,
    AT_CERTIFICATE_OFFSET = 48,
    AT_FILE_BYTES = 56,
    AT_RESERVED = 64,
    AT_RULES = 72,
    AT_PROGRAM = 136,
    AT_COLUMNS = 200,
    AT_RESERVED_END = 392,
    AT_CHECKSUM = 504,
    COLUMN_BYTES = 48,
    COLUMN_AT_WIDTH = 8,
    COLUMN_AT_CODEC = 9,
    COLUMN_AT_RESERVED = 10,
    COLUMN_AT_BIAS = 12,
    COLUMN_AT_PAGE_ENTRIES = 16,
    COLUMN_AT_GROUP_PAGES = 20,
    COLUMN_AT_DICTIONARY_BYTES = 24,
    COLUMN_AT_RESERVED_LATER = 28,
    COLUMN_AT_DICTIONARY_OFFSET = 32,
    COLUMN_AT_DIRECTORY_OFFSET = 40,
    DICTIONARY_BYTES_MIN = 8,
};

uint64_t kauri_header_groups_offset(const struct kauri_header *header)
{
    uint64_t end = KAURI_HEADER_BYTES;
    for (unsigned c = 0; c < header->info.column_count; c++) {
        if (header->dictionary_bytes[c] != 0) {
            end += (uint64_t)header->dictionary_bytes[c] + KAURI_PART_CHECKSUM_BYTES;
        }
    }
    return end;
}

bool kauri_directory_bytes(uint64_t groups, uint64_t *bytes)
{
    return kauri_checked_multiply(groups, KAURI_DIRECTORY_GROUP_BYTES, bytes) &&
           kauri_checked_add(*bytes, KAURI_PART_CHECKSUM_BYTES, bytes);
}

void kauri_header_encode(const struct kauri_header *header, uint8_t bytes[KAURI_HEADER_BYTES])
{
    const struct kauri_table_info *info = &header->info;
    memset(bytes, 0, KAURI_HEADER_BYTES);
    kauri_field_store_magic(bytes);
    kauri_store_u32(bytes + AT_VERSION, KAURI_FORMAT_VERSION);
    kauri_store_u32(bytes + AT_HEADER_BYTES, KAURI_HEADER_BYTES);
    kauri_store_u16(bytes + AT_HOLES, info->holes);
    kauri_store_u16(bytes + AT_COWRIES, info->cowries);
    kauri_store_u16(bytes + AT_SEEDS, info->seeds);
    kauri_store_u16(bytes + AT_COLUMN_COUNT, info->column_count);
    kauri_store_u32(bytes + AT_DERIVATION, info->derivation);
    kauri_store_u32(bytes + AT_DIGEST_ENTRIES, info->digest_entries);
    kauri_store_u64(bytes + AT_POSITIONS, info->positions);
    kauri_store_u64(bytes + AT_ENTRIES, info->entries);
    kauri_store_u64(bytes + AT_CERTIFICATE_OFFSET, header->certificate_offset);
    kauri_store_u64(bytes + AT_FILE_BYTES, header->file_bytes);
    memcpy(bytes + AT_RULES, info->rules, strlen(info->rules));
    memcpy(bytes + AT_PROGRAM, info->program, strlen(info->program));
    for (unsigned c = 0; c < info->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        uint8_t *to = bytes + AT_COLUMNS + (size_t)c * COLUMN_BYTES;
        memcpy(to, column->name, strlen(column->name));
        to[COLUMN_AT_WIDTH] = column->width;
        to[COLUMN_AT_CODEC] = column->codec;
        kauri_store_i32(to + COLUMN_AT_BIAS, column->bias);
        kauri_store_u32(to + COLUMN_AT_PAGE_ENTRIES, column->page_entries);
        kauri_store_u32(to + COLUMN_AT_GROUP_PAGES, column->group_pages);
        kauri_store_u32(to + COLUMN_AT_DICTIONARY_BYTES, header->dictionary_bytes[c]);
        kauri_store_u64(to + COLUMN_AT_DICTIONARY_OFFSET, header->dictionary_offset[c]);
        kauri_store_u64(to + COLUMN_AT_DIRECTORY_OFFSET, header->directory_offset[c]);
    }
    kauri_store_u64(bytes + AT_CHECKSUM, kauri_digest(bytes, AT_CHECKSUM));
}

bool kauri_header_is_newer(const uint8_t bytes[KAURI_HEADER_BYTES])
{
    const uint32_t version = kauri_load_u32(bytes + AT_VERSION);
    return kauri_header_is_table(bytes) && version > KAURI_FORMAT_VERSION &&
           __builtin_bswap32(version) != KAURI_FORMAT_VERSION;
}

// Checks what must be right before the rest may be interpreted: magic number, version, checksum.
static enum kauri_status check_kind(const uint8_t *bytes, const char *path,
                                    struct kauri_error *error)
{
    if (kauri_field_is_zero(bytes, KAURI_TABLE_MAGIC_BYTES)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s was never finished", path);
    }
    if (!kauri_header_is_table(bytes)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is not a Kauri table", path);
    }
    const uint32_t version = kauri_load_u32(bytes + AT_VERSION);
    if (__builtin_bswap32(version) == KAURI_FORMAT_VERSION) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is written in the other byte order", path);
    }
    if (kauri_header_is_newer(bytes)) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s was made by a newer kauri: it has format version %u, and this one "
                          "reads version %d; read it with the newer one",
                          path, version, KAURI_FORMAT_VERSION);
    }
    if (version != KAURI_FORMAT_VERSION) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s has format version %u; this program reads version %d only", path,
                          version, KAURI_FORMAT_VERSION);
    }
    if (kauri_load_u64(bytes + AT_CHECKSUM) != kauri_digest(bytes, AT_CHECKSUM)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the header's checksum is wrong",
                          path);
    }
    return KAURI_OK;
}

// Decodes a column; false if reserved bytes are in use.
static bool load_column(const uint8_t *from, unsigned c, struct kauri_header *header)
{
    struct kauri_column *column = &header->info.columns[c];
    const bool clean = kauri_field_load_text(from, column->name, sizeof column->name);
    column->width = from[COLUMN_AT_WIDTH];
    column->codec = from[COLUMN_AT_CODEC];
    column->bias = kauri_load_i32(from + COLUMN_AT_BIAS);
    column->page_entries = kauri_load_u32(from + COLUMN_AT_PAGE_ENTRIES);
    column->group_pages = kauri_load_u32(from + COLUMN_AT_GROUP_PAGES);
    header->dictionary_bytes[c] = kauri_load_u32(from + COLUMN_AT_DICTIONARY_BYTES);
    header->dictionary_offset[c] = kauri_load_u64(from + COLUMN_AT_DICTIONARY_OFFSET);
    header->directory_offset[c] = kauri_load_u64(from + COLUMN_AT_DIRECTORY_OFFSET);
    return clean &&
           kauri_field_is_zero(from + COLUMN_AT_RESERVED, COLUMN_AT_BIAS - COLUMN_AT_RESERVED) &&
           kauri_field_is_zero(from + COLUMN_AT_RESERVED_LATER,
                               COLUMN_AT_DICTIONARY_OFFSET - COLUMN_AT_RESERVED_LATER);
}

// Decodes everything; false if the size of the header is wrong or reserved bytes are in use.
static bool load(const uint8_t *bytes, struct kauri_header *header)
{
    struct kauri_table_info *info = &header->info;
    info->holes = kauri_load_u16(bytes + AT_HOLES);
    info->cowries = kauri_load_u16(bytes + AT_COWRIES);
    info->seeds = kauri_load_u16(bytes + AT_SEEDS);
    info->column_count = kauri_load_u16(bytes + AT_COLUMN_COUNT);
    info->derivation = kauri_load_u32(bytes + AT_DERIVATION);
    info->digest_entries = kauri_load_u32(bytes + AT_DIGEST_ENTRIES);
    info->positions = kauri_load_u64(bytes + AT_POSITIONS);
    info->entries = kauri_load_u64(bytes + AT_ENTRIES);
    header->certificate_offset = kauri_load_u64(bytes + AT_CERTIFICATE_OFFSET);
    header->file_bytes = kauri_load_u64(bytes + AT_FILE_BYTES);
    bool clean = kauri_load_u32(bytes + AT_HEADER_BYTES) == KAURI_HEADER_BYTES &&
                 kauri_field_is_zero(bytes + AT_RESERVED, AT_RULES - AT_RESERVED) &&
                 kauri_field_is_zero(bytes + AT_RESERVED_END, AT_CHECKSUM - AT_RESERVED_END);
    clean = kauri_field_load_text(bytes + AT_RULES, info->rules, sizeof info->rules) && clean;
    clean = kauri_field_load_text(bytes + AT_PROGRAM, info->program, sizeof info->program) && clean;
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        const uint8_t *from = bytes + AT_COLUMNS + (size_t)c * COLUMN_BYTES;
        clean = (c < info->column_count ? load_column(from, c, header)
                                        : kauri_field_is_zero(from, COLUMN_BYTES)) &&
                clean;
    }
    return clean;
}

// Returns NULL if each dictionary begins where the part before it ends, or a description of the
// fault.
static const char *dictionary_fault(const struct kauri_header *header)
{
    uint64_t end = KAURI_HEADER_BYTES;
    for (unsigned c = 0; c < header->info.column_count; c++) {
        const uint32_t bytes = header->dictionary_bytes[c];
        if (header->info.columns[c].codec != KAURI_CODEC_DICTIONARY) {
            if (bytes != 0 || header->dictionary_offset[c] != 0) {
                return "a column without a dictionary has one";
            }
            continue;
        }
        if (bytes < DICTIONARY_BYTES_MIN || bytes > KAURI_DICTIONARY_BYTES_MAX) {
            return "the size of a dictionary is out of range";
        }
        if (header->dictionary_offset[c] != end) {
            return "a dictionary does not follow the part before it";
        }
        end += (uint64_t)bytes + KAURI_PART_CHECKSUM_BYTES;
    }
    return NULL;
}

// Returns NULL if the offsets of the parts follow from one another, or a description of the fault.
static const char *layout_fault(const struct kauri_header *header)
{
    const char *fault = dictionary_fault(header);
    uint64_t end = header->directory_offset[0];
    if (fault != NULL) {
        return fault;
    }
    if (end < kauri_header_groups_offset(header)) {
        return "the directories begin inside the header";
    }
    for (unsigned c = 0; c < header->info.column_count; c++) {
        uint64_t bytes = 0;
        if (header->directory_offset[c] != end) {
            return "a directory does not follow the part before it";
        }
        if (!kauri_directory_bytes(kauri_table_group_count(&header->info, c), &bytes) ||
            !kauri_checked_add(end, bytes, &end) || end > header->file_bytes) {
            return "the directories do not fit into the file";
        }
    }
    if (header->certificate_offset != end) {
        return "the certificate does not follow the directories";
    }
    if (header->file_bytes - end < KAURI_CERTIFICATE_BYTES_MIN) {
        return "the certificate does not fit into the file";
    }
    return NULL;
}

enum kauri_status kauri_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES], uint64_t file_bytes,
                                      const char *path, struct kauri_header *header,
                                      struct kauri_error *error)
{
    memset(header, 0, sizeof *header);
    KAURI_PASS(check_kind(bytes, path, error));
    const bool clean = load(bytes, header);
    if (header->file_bytes != file_bytes) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is %s: it has %llu bytes and should have %llu",
                          path, file_bytes < header->file_bytes ? "truncated" : "too long",
                          (unsigned long long)file_bytes, (unsigned long long)header->file_bytes);
    }
    const char *fault = kauri_table_info_fault(&header->info);
    fault = fault == NULL && !clean ? "reserved bytes of the header are in use" : fault;
    fault = fault == NULL ? layout_fault(header) : fault;
    return fault == NULL ? KAURI_OK
                         : kauri_fail(error, KAURI_CORRUPT, "%s is damaged: %s", path, fault);
}
