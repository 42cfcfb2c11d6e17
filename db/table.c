#include "db/table.h"

#include <string.h>

// Returns whether the field is a text: at least one character, all printable ASCII, with a zero
// inside the field.
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
    if (column->codec != KAURI_CODEC_ZSTD && column->codec != KAURI_CODEC_DICTIONARY) {
        return "a column's codec is unknown";
    }
    if (column->bias < -KAURI_COLUMN_BIAS_MAX || column->bias > KAURI_COLUMN_BIAS_MAX) {
        return "a column's bias is out of range";
    }
    if (column->page_entries < 1 || column->page_entries > KAURI_PAGE_ENTRIES_MAX) {
        return "the page size is out of range";
    }
    if (column->group_pages < 1 || column->group_pages > KAURI_GROUP_PAGES_MAX) {
        return "the number of pages in a group is out of range";
    }
    return NULL;
}

const char *kauri_table_info_fault(const struct kauri_table_info *info)
{
    if (info->column_count < 1 || info->column_count > KAURI_COLUMNS_MAX) {
        return "the number of columns is out of range";
    }
    if (info->derivation != KAURI_DERIVATION_NONE && info->derivation != KAURI_DERIVATION_STORED) {
        return "the derivation is unknown";
    }
    if (info->digest_entries < 1 || info->digest_entries > KAURI_DIGEST_ENTRIES_MAX) {
        return "the number of entries in a run of the digest is out of range";
    }
    if (info->positions < 1) {
        return "there are no positions";
    }
    if (info->entries < 1 || info->entries > info->positions ||
        (info->derivation == KAURI_DERIVATION_NONE && info->entries != info->positions)) {
        return "the number of entries does not match the positions";
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

uint64_t kauri_table_page_count(const struct kauri_table_info *info, unsigned column)
{
    return (info->entries - 1) / info->columns[column].page_entries + 1;
}

uint64_t kauri_table_group_count(const struct kauri_table_info *info, unsigned column)
{
    return (kauri_table_page_count(info, column) - 1) / info->columns[column].group_pages + 1;
}

uint32_t kauri_table_page_entries(const struct kauri_table_info *info, unsigned column,
                                  uint64_t page)
{
    const uint32_t entries = info->columns[column].page_entries;
    const uint64_t rest = info->entries - page * entries;
    return rest < entries ? (uint32_t)rest : entries;
}

uint32_t kauri_table_group_pages(const struct kauri_table_info *info, unsigned column,
                                 uint64_t group)
{
    const uint32_t pages = info->columns[column].group_pages;
    const uint64_t rest = kauri_table_page_count(info, column) - group * pages;
    return rest < pages ? (uint32_t)rest : pages;
}

size_t kauri_table_page_bytes(const struct kauri_table_info *info, unsigned column, uint64_t page)
{
    return (size_t)kauri_table_page_entries(info, column, page) * info->columns[column].width;
}

int32_t kauri_table_value_min(const struct kauri_table_info *info, unsigned column)
{
    return info->columns[column].bias;
}

int32_t kauri_table_value_max(const struct kauri_table_info *info, unsigned column)
{
    return info->columns[column].bias + (info->columns[column].width == 1 ? 0xFF : 0xFFFF);
}

// -------------------------------------------------------------------------------- header fields

static const uint8_t magic[KAURI_TABLE_MAGIC_BYTES] = {0x89, 'K', 'A', 'U', 'R', 'I', 0x1A, '\n'};

void kauri_field_store_magic(uint8_t bytes[KAURI_TABLE_MAGIC_BYTES])
{
    memcpy(bytes, magic, sizeof magic);
}

bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES])
{
    return memcmp(bytes, magic, sizeof magic) == 0;
}

bool kauri_field_load_text(const uint8_t *from, char *to, size_t field)
{
    memcpy(to, from, field);
    const size_t length = strnlen(to, field);
    return kauri_field_is_zero(from + length, field - length);
}

bool kauri_field_is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}
