// Damage of every kind to a small table: every prefix, every flipped bit, and seeded mutations.
#include "tests/db/forge.h"
#include "tests/sanitized.h"
#include "tests/test.h"

#include "db/bytes.h"
#include "db/reader.h"

#include <fcntl.h>
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
    table->bytes = temporary_read(table->path, &table->size);
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
