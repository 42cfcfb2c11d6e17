// Damage of every kind to a small table: every prefix, every flipped bit, and seeded mutations.
#include "tests/db/forge.h"
#include "tests/sanitized.h"
#include "tests/test.h"

#include "common/digest.h"
#include "common/progress.h"
#include "db/bytes.h"
#include "db/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct table {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    uint8_t *bytes;
    size_t size;
};

static int set_up(void **state)
{
    struct kauri_error error;
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    temporary_make(table->folder);
    forge_path(table->path, table->folder, "table");
    const struct kauri_table_info info = forge_info(2, 20, 8, 12);
    assert_int_equal(forge_write(table->path, &info, 1, 20, NULL, &error), KAURI_OK);
    table->bytes = forge_load(table->path, &table->size);
    *state = table;
    return 0;
}

static int tear_down(void **state)
{
    struct table *table = *state;
    temporary_remove(table->folder);
    free(table->bytes);
    free(table);
    return 0;
}

TEST_WITH(every_prefix_is_refused, set_up, tear_down)
{
    const struct table *table = *state;
    struct kauri_error error;
    assert_int_equal(forge_check(table->path, &error), KAURI_OK);
    for (size_t size = table->size; size-- > 0;) {
        assert_int_equal(truncate(table->path, (off_t)size), 0);
        if (forge_check(table->path, &error) != KAURI_CORRUPT) {
            fail_msg("the first %zu of %zu bytes: %s", size, table->size, error.message);
        }
        assert_non_null(strstr(error.message, "truncated"));
    }
}

// Whether the table still holds the values that were written.
static bool same_values(const struct table *table)
{
    const struct kauri_table_info info = forge_info(2, 20, 8, 12);
    struct kauri_reader *reader = NULL;
    struct kauri_reader_scratch *entries = NULL;
    uint8_t read[40];
    bool same = true;
    assert_int_equal(kauri_reader_open(table->path, &reader, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_scratch_new(&entries, NULL), KAURI_OK);
    for (unsigned c = 0; c < 2; c++) {
        uint8_t *out[2] = {NULL};
        out[c] = read;
        uint8_t *expected = forge_column(&info, c, 0, 20);
        assert_int_equal(kauri_entries_read(entries, reader, 0, 20, out, NULL), KAURI_OK);
        same = same && memcmp(read, expected, 20 * (size_t)info.columns[c].width) == 0;
        free(expected);
    }
    kauri_reader_scratch_free(entries);
    kauri_reader_close(reader);
    return same;
}

// A flipped bit is found by whoever reads the values, or it is one of the few bits of a zstd frame
// that mean nothing; and it is always found by comparing checksums.
TEST_WITH(every_flipped_bit_is_found, set_up, tear_down)
{
    const struct table *table = *state;
    struct kauri_error error;
    const int file = open(table->path, O_WRONLY);
    assert_true(file >= 0);
    for (size_t i = 0; i < table->size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint8_t flipped = table->bytes[i] ^ (uint8_t)(1U << bit);
            assert_int_equal(pwrite(file, &flipped, 1, (off_t)i), 1);
            const enum kauri_status status = forge_check(table->path, &error);
            if (status != KAURI_CORRUPT && !(status == KAURI_OK && same_values(table))) {
                fail_msg("byte %zu, bit %u is not found", i, bit);
            }
            assert_int_equal(forge_check_bytes(table->path, &error), KAURI_CORRUPT);
        }
        assert_int_equal(pwrite(file, &table->bytes[i], 1, (off_t)i), 1);
    }
    (void)close(file);
    assert_int_equal(forge_check(table->path, &error), KAURI_OK);
    assert_int_equal(forge_check_bytes(table->path, &error), KAURI_OK);
}

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

// One to four changes of the kinds that break parsers, in a file of at most `room` bytes.
static size_t mutate(uint8_t *bytes, size_t size, size_t room, uint64_t *seed)
{
    static const uint64_t numbers[] = {0,          1,          0x7F,       0xFF, 0xFFFF, 0x7FFFFFFF,
                                       0xFFFFFFFF, 1ULL << 63, UINT64_MAX, 512,  1 << 20};
    for (uint64_t changes = next(seed) % 4 + 1; changes > 0; changes--) {
        const size_t at = (size_t)(next(seed) % (size - 8));
        switch (next(seed) % 6) {
        case 0:
            bytes[at] = (uint8_t)next(seed);
            break;
        case 1:
            kauri_store_u64(bytes + at, numbers[next(seed) % 11]);
            break;
        case 2:
            kauri_store_u32(bytes + at, (uint32_t)numbers[next(seed) % 11]);
            break;
        case 3:
            kauri_store_u64(bytes + at / 8 * 8,
                            kauri_load_u64(bytes + at / 8 * 8) + next(seed) % 3 - 1);
            break;
        case 4:
            memmove(bytes + at, bytes + next(seed) % (size - 8), 8);
            break;
        default:
            size = size - 9 > 600 && next(seed) % 2 ? size - next(seed) % 9
                                                    : size + next(seed) % (room - size + 1);
            break;
        }
    }
    return size;
}

static void seal_part(uint8_t *bytes, uint64_t begin, uint64_t end, size_t size)
{
    if (begin < end && end <= size && end - begin >= 8) {
        kauri_store_u64(bytes + end - 8, kauri_digest(bytes + begin, (size_t)(end - begin - 8)));
    }
}

// Corrects the checksums of the parts where the header says that they are.
static void seal(uint8_t *bytes, size_t size, uint64_t *seed)
{
    if (next(seed) % 2) {
        kauri_store_u64(bytes + 56, size);
    }
    const uint64_t certificate = kauri_load_u64(bytes + 48);
    if (next(seed) % 4) {
        seal_part(bytes, kauri_load_u64(bytes + 240), kauri_load_u64(bytes + 288), size);
        seal_part(bytes, kauri_load_u64(bytes + 288), certificate, size);
        seal_part(bytes, certificate, kauri_load_u64(bytes + 56), size);
    }
    forge_seal_header(bytes);
}

TEST_WITH(mutations_do_no_harm, set_up, tear_down)
{
    const struct table *table = *state;
    struct kauri_error error;
    const char *given = getenv("KAURI_TEST_SEED");
    const uint64_t first = given != NULL ? strtoull(given, NULL, 0) : 0x4B41555249ULL;
    uint64_t seed = first | 1;
    const size_t room = table->size + 64;
    uint8_t *bytes = malloc(room);
    assert_non_null(bytes);
    print_message("seed %llu (KAURI_TEST_SEED)\n", (unsigned long long)first);
    unsigned tried = 0;
    unsigned accepted = 0;
    for (const unsigned files = fewer(5000, 20000); tried < files; tried++) {
        memset(bytes, 0, room);
        memcpy(bytes, table->bytes, table->size);
        const size_t size = mutate(bytes, table->size, room, &seed);
        seal(bytes, size, &seed);
        forge_save(table->path, bytes, size);
        const enum kauri_status status = forge_check(table->path, &error);
        accepted += status == KAURI_OK;
        if (status != KAURI_OK && status != KAURI_CORRUPT) {
            fail_msg("file %u: %s", tried, error.message);
        }
    }
    print_message("%u files, %u accepted\n", tried, accepted);
    assert_true(accepted < tried);
    free(bytes);
}
