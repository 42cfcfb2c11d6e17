// Counts of the values of r: by the certificate, by reading every page, and by looking up every
// position.
#include "tests/cmocka_all.h"

#include "db/bytes.h"
#include "tablebase/tablebase.h"
#include "tablebase/value_counts.h"
#include "tests/db/forge.h"
#include "tests/queries/solved_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, VALUES = 2 * (3 * SEEDS + 1) + 1 };

static struct solved board; // 3 x 4

static int make_board(void **state)
{
    (void)state;
    solved_make(&board, 3, 4, SEEDS);
    return 0;
}

static int remove_board(void **state)
{
    (void)state;
    solved_remove(&board);
    return 0;
}

static uint64_t looked_up[SEEDS + 1][VALUES];

static void count_one(struct solved *solved, const struct kauri_position *position)
{
    struct kauri_value stored;
    assert_int_equal(kauri_probe_value(solved->tables, position, &stored, NULL), KAURI_OK);
    looked_up[kauri_seeds(position)][stored.r + VALUES / 2]++;
}

static void expect_counts(const struct kauri_value_counts *counts, unsigned seeds)
{
    uint64_t total = 0;
    size_t values = 0;
    for (unsigned i = 0; i < VALUES; i++) {
        values += looked_up[seeds][i] > 0 ? 1 : 0;
    }
    assert_int_equal(counts->count, values);
    for (size_t i = 0; i < counts->count; i++) {
        assert_true(i == 0 || counts->values[i - 1].r < counts->values[i].r);
        assert_int_equal(counts->values[i].count,
                         looked_up[seeds][counts->values[i].r + VALUES / 2]);
        total += counts->values[i].count;
    }
    assert_int_equal(counts->positions, total);
}

static void counts_agree(void **state)
{
    (void)state;
    solved_for_all(&board, count_one);
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
        struct kauri_value_counts counts;
        assert_int_equal(kauri_value_counts_certified(board.tables, seeds, &counts, NULL),
                         KAURI_OK);
        expect_counts(&counts, seeds);
        kauri_value_counts_clear(&counts);
        for (unsigned threads = 1; threads <= 3; threads++) {
            assert_int_equal(
                kauri_value_counts_read(board.tables, seeds, threads, NULL, &counts, NULL),
                KAURI_OK);
            expect_counts(&counts, seeds);
            kauri_value_counts_clear(&counts);
        }
    }
}

static void missing_layers_are_named(void **state)
{
    (void)state;
    struct kauri_value_counts counts = {.count = 9};
    struct kauri_error error;
    assert_int_equal(kauri_value_counts_read(board.tables, SEEDS + 1, 1, NULL, &counts, &error),
                     KAURI_NOT_COVERED);
    assert_non_null(strstr(error.message, "layer 4"));
    assert_int_equal(counts.count, 0);
    assert_int_equal(kauri_value_counts_certified(board.tables, SEEDS + 1, &counts, &error),
                     KAURI_NOT_COVERED);
    kauri_value_counts_clear(&counts);
    kauri_value_counts_clear(NULL);
}

static bool always(void *context)
{
    (void)context;
    return true;
}

static void reading_can_be_stopped(void **state)
{
    (void)state;
    const struct kauri_progress progress = {.cancelled = always};
    struct kauri_value_counts counts;
    assert_int_equal(kauri_value_counts_read(board.tables, SEEDS, 2, &progress, &counts, NULL),
                     KAURI_INTERRUPTED);
    assert_int_equal(counts.count, 0);
}

// The last byte of the last page is changed.
static void damage_is_found(void **state)
{
    (void)state;
    struct kauri_value_counts counts;
    char path[TEMPORARY_BYTES + 64];
    struct solved damaged;
    solved_make(&damaged, 2, 2, 1);
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-01.kauri", damaged.folder);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -1, SEEK_END), 0);
    const int last = fgetc(file);
    assert_int_equal(fseek(file, -1, SEEK_END), 0);
    assert_int_equal(fputc(last ^ 1, file), last ^ 1);
    assert_int_equal(fclose(file), 0);
    solved_reopen(&damaged);
    assert_int_equal(kauri_value_counts_read(damaged.tables, 1, 1, NULL, &counts, NULL),
                     KAURI_CORRUPT);
    kauri_value_counts_clear(&counts);
    solved_remove(&damaged);
}

// A certificate with correct checksum and sum that counts one position under the wrong value is
// detected.
static void a_wrong_certificate_is_found(void **state)
{
    (void)state;
    enum { CERTIFICATE_OFFSET = 48, FIRST_COUNT = 80 + 8, SECOND_COUNT = FIRST_COUNT + 24 };
    struct kauri_value_counts counts;
    struct kauri_error error;
    char path[FORGE_PATH_BYTES];
    size_t size;
    struct solved forged;
    solved_make(&forged, 2, 2, 1);
    uint8_t *bytes = forge_load(forge_path(path, forged.folder, "kauri-2x2-01.kauri"), &size);
    uint8_t *certificate = bytes + kauri_load_u64(bytes + CERTIFICATE_OFFSET);
    for (unsigned at = 0; at <= 8; at += 8) { // over the positions, and over the entries
        uint8_t *first = certificate + FIRST_COUNT + at;
        uint8_t *second = certificate + SECOND_COUNT + at;
        kauri_store_u64(first, kauri_load_u64(first) - 1);
        kauri_store_u64(second, kauri_load_u64(second) + 1);
    }
    forge_seal_certificate(bytes);
    forge_save(path, bytes, size);
    free(bytes);
    solved_reopen(&forged);
    assert_int_equal(kauri_value_counts_certified(forged.tables, 1, &counts, NULL), KAURI_OK);
    kauri_value_counts_clear(&counts);
    assert_int_equal(kauri_value_counts_read(forged.tables, 1, 2, NULL, &counts, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "certificate"));
    assert_int_equal(counts.count, 0);
    solved_remove(&forged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree),
        cmocka_unit_test(missing_layers_are_named),
        cmocka_unit_test(reading_can_be_stopped),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(a_wrong_certificate_is_found),
    };
    return cmocka_run_group_tests(tests, make_board, remove_board);
}
