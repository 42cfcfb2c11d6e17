// Tables of version 1, written by kauri 1.0.0 and kept in tests/data/version1, are read as they
// were, and hold the same entries when they are written again in version 2.
#include "tests/cmocka_all.h"
#include "tests/db/forge.h"

#include "db/entries.h"
#include "db/writer.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 100 };

struct golden {
    const char *path;
    unsigned seeds, positions, page_entries, widths; // as of forge_info
    uint64_t digest;
};

static const struct golden goldens[] = {
    {KAURI_TEST_DATA "/version1/two-columns.kauri", 2, 20, 8, 12, UINT64_C(0x5912b52511db9278)},
    {KAURI_TEST_DATA "/version1/four-columns.kauri", 3, 100, 32, 1221,
     UINT64_C(0x32395477231f9be9)},
};

static struct kauri_table_info info_of(const struct golden *golden)
{
    return forge_info(golden->seeds, golden->positions, golden->page_entries, golden->widths);
}

static void assert_all_entries(const struct kauri_reader *reader,
                               const struct kauri_table_info *info)
{
    uint8_t read[KAURI_COLUMNS_MAX][2 * ENTRIES_MAX];
    uint8_t *out[KAURI_COLUMNS_MAX] = {read[0], read[1], read[2], read[3]};
    struct kauri_entries *entries = NULL;
    assert_int_equal(kauri_entries_new(&entries, NULL), KAURI_OK);
    assert_int_equal(kauri_entries_read(entries, reader, 0, info->entries, out, NULL), KAURI_OK);
    for (unsigned c = 0; c < info->column_count; c++) {
        uint8_t *expected = forge_column(info, c, 0, info->entries);
        assert_memory_equal(read[c], expected, info->entries * info->columns[c].width);
        free(expected);
    }
    kauri_entries_free(entries);
}

static void golden_tables_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const struct kauri_table_info info = info_of(&goldens[i]);
        struct kauri_reader *reader = NULL;
        uint8_t numbers[2 * ENTRIES_MAX];
        assert_int_equal(kauri_reader_open(goldens[i].path, &reader, NULL), KAURI_OK);
        struct kauri_table_info expected = info;
        expected.version = 1;
        expected.digest_entries = 0;
        for (unsigned c = 0; c < info.column_count; c++) {
            expected.columns[c].group_pages = 1;
        }
        assert_memory_equal(kauri_reader_info(reader), &expected, sizeof expected);
        const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
        assert_int_equal(certificate->digest, goldens[i].digest);
        assert_int_equal(certificate->column_digest[0], 0);
        assert_memory_equal(certificate->maximum, certificate->stored_maximum,
                            sizeof certificate->maximum);
        uint64_t total = 0;
        for (uint32_t n = 0; n < certificate->count_count; n++) {
            assert_int_equal(certificate->counts[n].count, certificate->counts[n].stored);
            total += certificate->counts[n].count;
        }
        assert_int_equal(total, info.positions);
        assert_all_entries(reader, &info);
        // Each page is a group with an empty trailer.
        for (unsigned c = 0; c < info.column_count; c++) {
            const uint64_t pages = kauri_reader_page_count(reader, c);
            assert_int_equal(kauri_reader_group_count(reader, c), pages);
            for (uint64_t page = 0; page < pages; page++) {
                assert_int_equal(kauri_reader_group_bytes(reader, c, page), 0);
                assert_int_equal(kauri_reader_group(reader, c, page, NULL, NULL), KAURI_OK);
                assert_int_equal(kauri_reader_page_from(reader, c, page, NULL, numbers, NULL, NULL),
                                 KAURI_OK);
                assert_int_equal(
                    kauri_page_value(&info.columns[c], numbers, 3),
                    info.columns[c].bias +
                        forge_number(&info, c, page * info.columns[c].page_entries + 3));
            }
            assert_int_equal(kauri_reader_group(reader, c, pages, NULL, NULL), KAURI_INTERNAL);
        }
        kauri_reader_close(reader);
        assert_int_equal(forge_check_bytes(goldens[i].path, NULL), KAURI_OK);
    }
}

static void both_versions_hold_the_same(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    temporary_make(folder);
    forge_path(path, folder, "table");
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const struct kauri_table_info info = info_of(&goldens[i]);
        struct kauri_reader *first = NULL;
        struct kauri_reader *second = NULL;
        assert_int_equal(kauri_reader_open(goldens[i].path, &first, NULL), KAURI_OK);
        assert_int_equal(forge_write(path, &info, 2, 7, NULL, NULL), KAURI_OK);
        assert_int_equal(kauri_reader_open(path, &second, NULL), KAURI_OK);
        assert_all_entries(first, &info);
        assert_all_entries(second, &info);
        const struct kauri_certificate *a = kauri_reader_certificate(first);
        const struct kauri_certificate *b = kauri_reader_certificate(second);
        assert_memory_equal(a->maximum, b->maximum, sizeof a->maximum);
        assert_int_equal(a->count_count, b->count_count);
        assert_memory_equal(a->counts, b->counts, a->count_count * sizeof *a->counts);
        kauri_reader_close(first);
        kauri_reader_close(second);
    }
    temporary_remove(folder);
}

// One scratch for tables of both versions: what it keeps of one must not be taken for the other.
static void a_scratch_serves_several_tables(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    const char *const paths[] = {goldens[0].path, goldens[1].path, path};
    const struct kauri_table_info infos[] = {info_of(&goldens[0]), info_of(&goldens[1]),
                                             forge_info(5, 90, 9, 21)};
    struct kauri_reader_scratch *scratch = NULL;
    uint8_t numbers[2 * ENTRIES_MAX];
    temporary_make(folder);
    forge_path(path, folder, "table");
    assert_int_equal(forge_write(path, &infos[2], 1, 90, NULL, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_scratch_new(&scratch, NULL), KAURI_OK);
    for (unsigned round = 0; round < 30; round++) {
        const struct kauri_table_info *info = &infos[round % 3];
        struct kauri_reader *reader = NULL;
        // Opened again each time, so that readers tend to lie where others lay before.
        assert_int_equal(kauri_reader_open(paths[round % 3], &reader, NULL), KAURI_OK);
        for (unsigned c = 0; c < info->column_count; c++) {
            const uint64_t page = round % kauri_reader_page_count(reader, c);
            assert_int_equal(kauri_reader_page(reader, c, page, numbers, scratch, NULL), KAURI_OK);
            assert_int_equal(kauri_page_value(&info->columns[c], numbers, 1),
                             info->columns[c].bias +
                                 forge_number(info, c, page * info->columns[c].page_entries + 1));
        }
        kauri_reader_close(reader);
    }
    kauri_reader_scratch_free(scratch);
    temporary_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_tables_are_read),
        cmocka_unit_test(both_versions_hold_the_same),
        cmocka_unit_test(a_scratch_serves_several_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
