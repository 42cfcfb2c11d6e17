#include "tests/db/forge.h"

#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/checksums.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *forge_path(char path[FORGE_PATH_BYTES], const char *folder, const char *name)
{
    assert_true(snprintf(path, FORGE_PATH_BYTES, "%s/%s", folder, name) < FORGE_PATH_BYTES);
    return path;
}

struct kauri_table_info forge_info(unsigned seeds, uint64_t positions, uint32_t page_entries,
                                   unsigned widths)
{
    static const char *const names[KAURI_COLUMNS_MAX] = {"r", "dtc", "third", "fourths"};
    static const int32_t biases[KAURI_COLUMNS_MAX] = {-100, 0, 65536, -65536};
    struct kauri_table_info info = {
        .holes = 6,
        .cowries = 12,
        .seeds = (uint16_t)seeds,
        .digest_entries = 50,
        .positions = positions,
        .entries = positions,
        .rules = "test-rules",
        .program = "tests of kauri",
    };
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%u", widths);
    info.column_count = (uint16_t)strlen(digits);
    for (unsigned c = 0; c < info.column_count; c++) {
        memcpy(info.columns[c].name, names[c], strlen(names[c]) + 1);
        info.columns[c].width = (uint8_t)(digits[c] - '0');
        info.columns[c].bias = biases[c];
        info.columns[c].codec = KAURI_CODEC_ZSTD;
        info.columns[c].page_entries = page_entries;
        info.columns[c].group_pages = FORGE_GROUP_PAGES;
    }
    return info;
}

uint16_t forge_number(const struct kauri_table_info *info, unsigned column, uint64_t entry)
{
    // Runs of equal entries with noise between them, so that pages compress, but not completely.
    uint64_t n = entry / 7 + (uint64_t)31 * column + info->seeds;
    n = (n ^ n >> 5) * 0x9E3779B97F4A7C15U;
    n >>= entry % 7 == 3 ? 40 : 60;
    return (uint16_t)(info->columns[column].width == 1 ? n & 0xFF : n & 0xFFFF);
}

uint8_t *forge_column(const struct kauri_table_info *info, unsigned column, uint64_t first,
                      uint64_t entries)
{
    const size_t width = info->columns[column].width;
    uint8_t *bytes = malloc(entries * width + 1);
    assert_non_null(bytes);
    for (uint64_t i = 0; i < entries; i++) {
        const uint16_t number = forge_number(info, column, first + i);
        bytes[i * width] = (uint8_t)number;
        if (width == 2) {
            bytes[i * width + 1] = (uint8_t)(number >> 8);
        }
    }
    return bytes;
}

enum kauri_status forge_write(const char *path, const struct kauri_table_info *info,
                              unsigned threads, uint64_t portion,
                              struct kauri_certificate *certificate, struct kauri_error *error)
{
    struct kauri_writer *writer = NULL;
    const struct kauri_writer_options options = {.level = 3, .threads = threads};
    enum kauri_status status = kauri_writer_open(path, info, &options, &writer, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (uint64_t first = 0; first < info->entries && status == KAURI_OK; first += portion) {
        const uint64_t rest = info->entries - first;
        const uint64_t entries = rest < portion ? rest : portion;
        uint8_t *columns[KAURI_COLUMNS_MAX] = {NULL};
        const void *given[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < info->column_count; c++) {
            columns[c] = forge_column(info, c, first, entries);
            given[c] = columns[c];
        }
        status = kauri_writer_append(writer, given, entries, error);
        for (unsigned c = 0; c < info->column_count; c++) {
            free(columns[c]);
        }
    }
    if (status != KAURI_OK) {
        kauri_writer_abandon(writer);
        return status;
    }
    return kauri_writer_commit(writer, NULL, certificate, error);
}

void forge_seal_header(uint8_t *bytes)
{
    kauri_store_u64(bytes + 504, kauri_digest(bytes, 504));
}

// A table seen through its own numbers (docs/reference/FORMAT.md).
struct group_place {
    uint8_t *group; // entry of the group in the directory
    size_t offset;
    size_t bytes; // size without the trailer
    size_t pages;
};

static uint64_t runs(uint64_t n, uint64_t k)
{
    return (n - 1) / k + 1;
}

static uint64_t page_count(const uint8_t *bytes, unsigned column)
{
    return runs(kauri_load_u64(bytes + 40), kauri_load_u32(bytes + 200 + 48 * column + 16));
}

static uint64_t group_count(const uint8_t *bytes, unsigned column)
{
    return runs(page_count(bytes, column), kauri_load_u32(bytes + 200 + 48 * column + 20));
}

static struct group_place group_at(uint8_t *bytes, unsigned column, uint64_t group)
{
    const uint64_t each = kauri_load_u32(bytes + 200 + 48 * column + 20);
    const uint64_t left = page_count(bytes, column) - group * each;
    uint8_t *directory = bytes + kauri_load_u64(bytes + 200 + 48 * column + 40);
    return (struct group_place){
        .group = directory + 24 * group,
        .offset = (size_t)kauri_load_u64(directory + 24 * group),
        .bytes = (size_t)kauri_load_u64(directory + 24 * group + 8),
        .pages = (size_t)(left < each ? left : each),
    };
}

void forge_seal_directories(uint8_t *bytes, size_t size)
{
    for (unsigned c = 0; c < kauri_load_u16(bytes + 22); c++) {
        uint8_t *directory = bytes + kauri_load_u64(bytes + 200 + 48 * c + 40);
        const size_t end = (size_t)(24 * group_count(bytes, c));
        assert_true((size_t)(directory - bytes) + end + 8 <= size);
        kauri_store_u64(directory + end, kauri_digest(directory, end));
    }
}

void forge_seal_group(uint8_t *bytes, size_t size, unsigned column, uint64_t group)
{
    const struct group_place place = group_at(bytes, column, group);
    const size_t trailer = place.offset + place.bytes;
    const size_t trailer_bytes = 8 * place.pages + 8;
    assert_true(trailer + trailer_bytes <= size);
    kauri_store_u64(bytes + trailer + trailer_bytes - 8,
                    kauri_digest(bytes + place.offset, place.bytes));
    kauri_store_u64(place.group + 16, kauri_digest(bytes + trailer, trailer_bytes));
    forge_seal_directories(bytes, size);
}

void forge_seal_certificate(uint8_t *bytes)
{
    uint8_t *certificate = bytes + kauri_load_u64(bytes + 48);
    const size_t size = (size_t)(kauri_load_u64(bytes + 56) - kauri_load_u64(bytes + 48)) - 8;
    kauri_store_u64(certificate + size, kauri_digest(certificate, size));
}

uint8_t *forge_replace(const uint8_t *bytes, size_t size, unsigned column, uint64_t page,
                       const uint8_t *compressed, size_t compressed_size, size_t *made_size)
{
    const uint32_t each = kauri_load_u32(bytes + 200 + 48 * column + 20);
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const struct group_place place = group_at(copy, column, page / each);
    const size_t number = (size_t)(page % each);
    const uint8_t *trailer = copy + place.offset + place.bytes;
    const size_t start =
        place.offset + (number == 0 ? 0 : kauri_load_u32(trailer + 8 * (number - 1)));
    const size_t end = place.offset + kauri_load_u32(trailer + 8 * number);
    const uint64_t moved = (uint64_t)compressed_size - (end - start); // may wrap: only added
    *made_size = size - (end - start) + compressed_size;
    uint8_t *made = malloc(*made_size);
    assert_non_null(made);
    memcpy(made, copy, start);
    memcpy(made + start, compressed, compressed_size);
    memcpy(made + start + compressed_size, copy + end, size - end);
    free(copy);
    for (unsigned at = 48; at <= 56; at += 8) {
        kauri_store_u64(made + at, kauri_load_u64(made + at) + moved);
    }
    for (unsigned c = 0; c < kauri_load_u16(made + 22); c++) {
        uint8_t *to = made + 200 + 48 * c + 40;
        kauri_store_u64(to, kauri_load_u64(to) + moved);
    }
    for (unsigned c = 0; c < kauri_load_u16(made + 22); c++) {
        for (uint64_t g = 0; g < group_count(made, c); g++) {
            const struct group_place other = group_at(made, c, g);
            if (c == column && g == page / each) {
                kauri_store_u64(other.group + 8, other.bytes + moved);
            } else if (other.offset > place.offset) {
                kauri_store_u64(other.group, other.offset + moved);
            }
        }
    }
    uint8_t *ends = made + place.offset + place.bytes + moved;
    for (size_t i = number; i < place.pages; i++) {
        kauri_store_u32(ends + 8 * i, (uint32_t)(kauri_load_u32(ends + 8 * i) + moved));
    }
    forge_seal_group(made, *made_size, column, page / each);
    forge_seal_header(made);
    return made;
}

enum kauri_status forge_check(const char *path, struct kauri_error *error)
{
    struct kauri_reader *reader = NULL;
    struct kauri_reader_scratch *scratch = NULL;
    enum kauri_status status = kauri_reader_open(path, &reader, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_reader_scratch_new(&scratch, error);
    for (unsigned c = 0; c < kauri_reader_info(reader)->column_count; c++) {
        void *numbers = malloc(kauri_reader_page_bytes(reader, c));
        assert_non_null(numbers);
        for (uint64_t p = 0; status == KAURI_OK && p < kauri_reader_page_count(reader, c); p++) {
            status = kauri_reader_page(reader, c, p, numbers, scratch, error);
        }
        free(numbers);
    }
    kauri_reader_scratch_free(scratch);
    kauri_reader_close(reader);
    return status;
}

enum kauri_status forge_check_bytes(const char *path, struct kauri_error *error)
{
    struct kauri_reader *reader = NULL;
    enum kauri_status status = kauri_reader_open(path, &reader, error);
    if (status == KAURI_OK) {
        status = kauri_checksums_check(reader, NULL, error);
    }
    kauri_reader_close(reader);
    return status;
}
