#include "tests/db/forge.h"

#include "tests/cmocka_all.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        .page_entries = page_entries,
        .positions = positions,
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
    enum kauri_status status = kauri_writer_open(path, info, 3, threads, &writer, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (uint64_t first = 0; first < info->positions && status == KAURI_OK; first += portion) {
        const uint64_t rest = info->positions - first;
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
    return kauri_writer_commit(writer, certificate, error);
}

uint8_t *forge_load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

void forge_save(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void forge_seal_header(uint8_t *bytes)
{
    kauri_store_u64(bytes + 504, kauri_digest(bytes, 504));
}

void forge_seal_index(uint8_t *bytes)
{
    const uint64_t pages = kauri_load_u64(bytes + 40);
    uint8_t *index = bytes + kauri_load_u64(bytes + 48);
    uint8_t *digests = malloc((size_t)pages * 8);
    assert_non_null(digests);
    for (uint64_t b = 0; b < pages; b++) {
        memcpy(digests + 8 * b, index + 32 * b + 24, 8);
    }
    kauri_store_u64(index + 32 * pages, kauri_digest(index, (size_t)(32 * pages)));
    kauri_store_u64(index + 32 * pages + 8, kauri_digest(digests, (size_t)(8 * pages)));
    forge_seal_certificate(bytes);
    free(digests);
}

void forge_seal_certificate(uint8_t *bytes)
{
    uint8_t *certificate = bytes + kauri_load_u64(bytes + 56);
    const size_t size = (size_t)(kauri_load_u64(bytes + 64) - kauri_load_u64(bytes + 56)) - 8;
    kauri_store_u64(certificate + size, kauri_digest(certificate, size));
}

uint8_t *forge_replace(const uint8_t *bytes, size_t size, uint64_t page, const uint8_t *compressed,
                       size_t compressed_size, size_t *made_size)
{
    const uint64_t index_offset = kauri_load_u64(bytes + 48);
    const uint8_t *descriptor = bytes + index_offset + 32 * page;
    const size_t start = (size_t)kauri_load_u64(descriptor);
    const size_t end = start + kauri_load_u32(descriptor + 8);
    const uint64_t moved = (uint64_t)compressed_size - (end - start); // may wrap: only added
    *made_size = size - (end - start) + compressed_size;
    uint8_t *made = malloc(*made_size);
    assert_non_null(made);
    memcpy(made, bytes, start);
    memcpy(made + start, compressed, compressed_size);
    memcpy(made + start + compressed_size, bytes + end, size - end);
    for (unsigned at = 48; at <= 64; at += 8) {
        kauri_store_u64(made + at, kauri_load_u64(made + at) + moved);
    }
    uint8_t *index = made + index_offset + moved;
    kauri_store_u32(index + 32 * page + 8, (uint32_t)compressed_size);
    kauri_store_u64(index + 32 * page + 16, kauri_digest(compressed, compressed_size));
    for (uint64_t b = page + 1; b < kauri_load_u64(bytes + 40); b++) {
        kauri_store_u64(index + 32 * b, kauri_load_u64(index + 32 * b) + moved);
    }
    forge_seal_index(made);
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
    void *payload = malloc(kauri_reader_page_bytes(reader));
    assert_non_null(payload);
    status = kauri_reader_scratch_new(&scratch, error);
    for (uint64_t b = 0; status == KAURI_OK && b < kauri_reader_page_count(reader); b++) {
        status = kauri_reader_page(reader, b, payload, scratch, error);
    }
    kauri_reader_scratch_free(scratch);
    free(payload);
    kauri_reader_close(reader);
    return status;
}
