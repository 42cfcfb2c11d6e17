#include "db/header.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"

#include <string.h>

static const uint8_t magic[KAURI_TABLE_MAGIC_BYTES] = {0x89, 'K', 'A', 'U', 'R', 'I', 0x1A, '\n'};

enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_HOLES = 16,
    AT_COWRIES = 18,
    AT_SEEDS = 20,
    AT_COLUMN_COUNT = 22,
    AT_PAGE_ENTRIES = 24,
    AT_RESERVED = 28,
    AT_POSITIONS = 32,
    AT_PAGE_COUNT = 40,
    AT_INDEX_OFFSET = 48,
    AT_CERTIFICATE_OFFSET = 56,
    AT_FILE_BYTES = 64,
    AT_RULES = 72,
    AT_PROGRAM = 136,
    AT_COLUMNS = 200,
    AT_RESERVED_END = 264,
    AT_CHECKSUM = 504,
    COLUMN_BYTES = 16,
    COLUMN_AT_WIDTH = 8,
    COLUMN_AT_RESERVED = 9,
    COLUMN_AT_BIAS = 12,
};

// Whether the field is a text: at least one character, all printable ASCII, with a zero inside the
// field.
static bool is_text(const char *text, size_t field)
{
    size_t length = 0;
    while (length < field && text[length] != '\0') {
        if (text[length] < 0x20 || text[length] > 0x7E) {
            return false;
        }
        length++;
    }
    return length >= 1 && length < field;
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static const char *column_fault(const struct kauri_table_info *info, unsigned c)
{
    const struct kauri_column *column = &info->columns[c];
    if (!is_text(column->name, sizeof column->name)) {
        return "a column's name is not a text";
    }
    for (unsigned other = 0; other < c; other++) {
        if (strcmp(info->columns[other].name, column->name) == 0) {
            return "two columns have the same name";
        }
    }
    if (column->width != 1 && column->width != 2) {
        return "a column's width is neither 1 nor 2";
    }
    if (column->bias < -KAURI_COLUMN_BIAS_MAX || column->bias > KAURI_COLUMN_BIAS_MAX) {
        return "a column's bias is out of range";
    }
    return NULL;
}

const char *kauri_table_info_fault(const struct kauri_table_info *info)
{
    if (info->column_count < 1 || info->column_count > KAURI_COLUMNS_MAX) {
        return "the number of columns is out of range";
    }
    if (info->page_entries < 1 || info->page_entries > KAURI_PAGE_ENTRIES_MAX) {
        return "the page size is out of range";
    }
    if (info->positions < 1) {
        return "there are no positions";
    }
    if (!is_text(info->rules, sizeof info->rules)) {
        return "the name of the rules is not a text";
    }
    if (!is_text(info->program, sizeof info->program)) {
        return "the name of the program is not a text";
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        const char *fault = column_fault(info, c);
        if (fault != NULL) {
            return fault;
        }
    }
    return NULL;
}

size_t kauri_table_entry_bytes(const struct kauri_table_info *info)
{
    size_t bytes = 0;
    for (unsigned c = 0; c < info->column_count; c++) {
        bytes += info->columns[c].width;
    }
    return bytes;
}

uint64_t kauri_table_page_count(const struct kauri_table_info *info)
{
    return (info->positions - 1) / info->page_entries + 1;
}

uint32_t kauri_table_page_entries(const struct kauri_table_info *info, uint64_t page)
{
    const uint64_t rest = info->positions - page * info->page_entries;
    return rest < info->page_entries ? (uint32_t)rest : info->page_entries;
}

int32_t kauri_table_value_min(const struct kauri_table_info *info, unsigned column)
{
    return info->columns[column].bias;
}

int32_t kauri_table_value_max(const struct kauri_table_info *info, unsigned column)
{
    return info->columns[column].bias + (info->columns[column].width == 1 ? 0xFF : 0xFFFF);
}

bool kauri_page_index_bytes(uint64_t pages, uint64_t *bytes)
{
    return kauri_checked_multiply(pages, KAURI_PAGE_DESCRIPTOR_BYTES, bytes) &&
           kauri_checked_add(*bytes, KAURI_PAGE_INDEX_CHECKSUM_BYTES, bytes);
}

void kauri_header_encode(const struct kauri_header *header, uint8_t bytes[KAURI_HEADER_BYTES])
{
    const struct kauri_table_info *info = &header->info;
    memset(bytes, 0, KAURI_HEADER_BYTES);
    memcpy(bytes, magic, sizeof magic);
    kauri_store_u32(bytes + AT_VERSION, KAURI_FORMAT_VERSION);
    kauri_store_u32(bytes + AT_HEADER_BYTES, KAURI_HEADER_BYTES);
    kauri_store_u16(bytes + AT_HOLES, info->holes);
    kauri_store_u16(bytes + AT_COWRIES, info->cowries);
    kauri_store_u16(bytes + AT_SEEDS, info->seeds);
    kauri_store_u16(bytes + AT_COLUMN_COUNT, info->column_count);
    kauri_store_u32(bytes + AT_PAGE_ENTRIES, info->page_entries);
    kauri_store_u64(bytes + AT_POSITIONS, info->positions);
    kauri_store_u64(bytes + AT_PAGE_COUNT, header->page_count);
    kauri_store_u64(bytes + AT_INDEX_OFFSET, header->index_offset);
    kauri_store_u64(bytes + AT_CERTIFICATE_OFFSET, header->certificate_offset);
    kauri_store_u64(bytes + AT_FILE_BYTES, header->file_bytes);
    memcpy(bytes + AT_RULES, info->rules, strlen(info->rules));
    memcpy(bytes + AT_PROGRAM, info->program, strlen(info->program));
    for (unsigned c = 0; c < info->column_count; c++) {
        uint8_t *to = bytes + AT_COLUMNS + (size_t)c * COLUMN_BYTES;
        memcpy(to, info->columns[c].name, strlen(info->columns[c].name));
        to[COLUMN_AT_WIDTH] = info->columns[c].width;
        kauri_store_i32(to + COLUMN_AT_BIAS, info->columns[c].bias);
    }
    kauri_store_u64(bytes + AT_CHECKSUM, kauri_digest(bytes, AT_CHECKSUM));
}

bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES])
{
    return memcmp(bytes, magic, sizeof magic) == 0;
}

// Checks magic number, version and checksum, without which the rest must not be interpreted.
static enum kauri_status check_frame(const uint8_t *bytes, const char *path,
                                     struct kauri_error *error)
{
    if (is_zero(bytes, sizeof magic)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s was never finished", path);
    }
    if (!kauri_header_is_table(bytes)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is not a Kauri table", path);
    }
    const uint32_t version = kauri_load_u32(bytes + AT_VERSION);
    if (version == __builtin_bswap32(KAURI_FORMAT_VERSION)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is written in the other byte order", path);
    }
    if (version != KAURI_FORMAT_VERSION) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s has format version %u; this program reads version %d", path, version,
                          KAURI_FORMAT_VERSION);
    }
    if (kauri_load_u64(bytes + AT_CHECKSUM) != kauri_digest(bytes, AT_CHECKSUM)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the header's checksum is wrong",
                          path);
    }
    return KAURI_OK;
}

// Copies a text field; false when bytes follow its final zero.
static bool load_text(const uint8_t *from, char *to, size_t field)
{
    memcpy(to, from, field);
    const size_t length = strnlen(to, field);
    return is_zero(from + length, field - length);
}

static bool load_info(const uint8_t *bytes, struct kauri_table_info *info)
{
    bool clean = kauri_load_u32(bytes + AT_HEADER_BYTES) == KAURI_HEADER_BYTES &&
                 is_zero(bytes + AT_RESERVED, AT_POSITIONS - AT_RESERVED) &&
                 is_zero(bytes + AT_RESERVED_END, AT_CHECKSUM - AT_RESERVED_END);
    info->holes = kauri_load_u16(bytes + AT_HOLES);
    info->cowries = kauri_load_u16(bytes + AT_COWRIES);
    info->seeds = kauri_load_u16(bytes + AT_SEEDS);
    info->column_count = kauri_load_u16(bytes + AT_COLUMN_COUNT);
    info->page_entries = kauri_load_u32(bytes + AT_PAGE_ENTRIES);
    info->positions = kauri_load_u64(bytes + AT_POSITIONS);
    clean = load_text(bytes + AT_RULES, info->rules, sizeof info->rules) && clean;
    clean = load_text(bytes + AT_PROGRAM, info->program, sizeof info->program) && clean;
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        const uint8_t *from = bytes + AT_COLUMNS + (size_t)c * COLUMN_BYTES;
        if (c >= info->column_count) {
            clean = is_zero(from, COLUMN_BYTES) && clean;
            continue;
        }
        clean = load_text(from, info->columns[c].name, sizeof info->columns[c].name) && clean;
        info->columns[c].width = from[COLUMN_AT_WIDTH];
        clean = is_zero(from + COLUMN_AT_RESERVED, COLUMN_AT_BIAS - COLUMN_AT_RESERVED) && clean;
        info->columns[c].bias = kauri_load_i32(from + COLUMN_AT_BIAS);
    }
    return clean;
}

// Checks that the offsets of the parts follow from one another; NULL if they do.
static const char *layout_fault(const struct kauri_header *header)
{
    uint64_t index_bytes = 0;
    uint64_t end = 0;
    if (header->page_count != kauri_table_page_count(&header->info)) {
        return "the number of pages does not match the positions";
    }
    if (header->index_offset < KAURI_HEADER_BYTES) {
        return "the index begins inside the header";
    }
    if (!kauri_page_index_bytes(header->page_count, &index_bytes) ||
        !kauri_checked_add(header->index_offset, index_bytes, &end) || end > header->file_bytes) {
        return "the index does not fit into the file";
    }
    if (header->certificate_offset != end) {
        return "the certificate does not follow the index";
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
    const enum kauri_status status = check_frame(bytes, path, error);
    if (status != KAURI_OK) {
        return status;
    }
    memset(header, 0, sizeof *header);
    header->page_count = kauri_load_u64(bytes + AT_PAGE_COUNT);
    header->index_offset = kauri_load_u64(bytes + AT_INDEX_OFFSET);
    header->certificate_offset = kauri_load_u64(bytes + AT_CERTIFICATE_OFFSET);
    header->file_bytes = kauri_load_u64(bytes + AT_FILE_BYTES);
    if (header->file_bytes != file_bytes) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is %s: it has %llu bytes and should have %llu",
                          path, file_bytes < header->file_bytes ? "truncated" : "too long",
                          (unsigned long long)file_bytes, (unsigned long long)header->file_bytes);
    }
    const bool clean = load_info(bytes, &header->info);
    const char *fault = kauri_table_info_fault(&header->info);
    if (fault == NULL && !clean) {
        fault = "reserved bytes of the header are in use";
    }
    if (fault == NULL) {
        fault = layout_fault(header);
    }
    if (fault != NULL) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: %s", path, fault);
    }
    return KAURI_OK;
}
