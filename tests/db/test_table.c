// Tables written and read back: any size, width and number of columns, any number of threads.
#include "tests/db/forge.h"
#include "tests/test.h"

#include "db/header.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_certificate(const struct kauri_table_info *info,
                               const struct kauri_certificate *certificate)
{
    uint64_t counts[65536] = {0};
    uint32_t distinct = 0;
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        int32_t maximum = INT32_MIN;
        for (uint64_t entry = 0; c < info->column_count && entry < info->positions; entry++) {
            const uint16_t number = forge_number(info, c, entry);
            const int32_t value = info->columns[c].bias + number;
            maximum = value > maximum ? value : maximum;
            if (c == 0) {
                distinct += counts[number]++ == 0;
            }
        }
        assert_int_equal(certificate->maximum[c], c < info->column_count ? maximum : 0);
    }
    assert_int_equal(certificate->count_count, distinct);
    for (uint32_t i = 0; i < distinct; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        assert_true(i == 0 || count->value > certificate->counts[i - 1].value);
        assert_int_equal(count->count, counts[count->value - info->columns[0].bias]);
    }
}

static void assert_entries(const struct kauri_reader *reader, const struct kauri_table_info *info)
{
    struct kauri_error error;
    struct kauri_reader_scratch *scratch = NULL;
    assert_int_equal(kauri_reader_scratch_new(&scratch, &error), KAURI_OK);
    for (unsigned c = 0; c < info->column_count; c++) {
        uint64_t entry = 0;
        void *numbers = malloc(kauri_reader_page_bytes(reader, c));
        assert_non_null(numbers);
        for (uint64_t page = 0; page < kauri_reader_page_count(reader, c); page++) {
            assert_int_equal(
                kauri_reader_page(reader, c, page, numbers, page % 2 ? scratch : NULL, &error),
                KAURI_OK);
            const uint32_t entries = kauri_reader_page_entries(reader, c, page);
            for (uint32_t i = 0; i < entries; i++, entry++) {
                assert_int_equal(kauri_page_value(&info->columns[c], numbers, i),
                                 info->columns[c].bias + forge_number(info, c, entry));
            }
        }
        assert_int_equal(entry, info->entries);
        assert_int_equal(
            kauri_reader_page(reader, c, kauri_reader_page_count(reader, c), numbers, NULL, &error),
            KAURI_INTERNAL);
        free(numbers);
    }
    assert_int_equal(kauri_reader_page(reader, info->column_count, 0, NULL, scratch, &error),
                     KAURI_INTERNAL);
    kauri_reader_scratch_free(scratch);
}

// All bytes of the file have a purpose.
static void assert_bytes(const struct kauri_reader *reader, const struct kauri_table_info *info)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    uint64_t bytes = KAURI_HEADER_BYTES + KAURI_CERTIFICATE_FIXED_BYTES +
                     (uint64_t)certificate->count_count * KAURI_CERTIFICATE_COUNT_BYTES;
    for (unsigned c = 0; c < info->column_count; c++) {
        const uint64_t groups = kauri_reader_group_count(reader, c);
        bytes += kauri_reader_column_bytes(reader, c);
        bytes += groups * KAURI_DIRECTORY_GROUP_BYTES + KAURI_PART_CHECKSUM_BYTES;
        for (uint64_t group = 0; group < groups; group++) {
            bytes += kauri_reader_group_bytes(reader, c, group);
        }
    }
    assert_int_equal(bytes, kauri_reader_file_bytes(reader));
}

static void assert_round_trip(const char *path, const struct kauri_table_info *info,
                              unsigned threads, uint64_t portion)
{
    struct kauri_error error;
    struct kauri_certificate certificate;
    struct kauri_reader *reader = NULL;
    assert_int_equal(forge_write(path, info, threads, portion, &certificate, &error), KAURI_OK);
    assert_certificate(info, &certificate);
    assert_int_equal(kauri_reader_open(path, &reader, &error), KAURI_OK);
    assert_memory_equal(kauri_reader_info(reader), info, sizeof *info);
    const struct kauri_certificate *read = kauri_reader_certificate(reader);
    assert_certificate(info, read);
    assert_int_equal(read->digest, certificate.digest);
    assert_string_equal(kauri_reader_path(reader), path);
    assert_entries(reader, info);
    assert_bytes(reader, info);
    kauri_reader_close(reader);
    free(certificate.counts);
}

TEST_IN_FOLDER(tables_come_back_as_they_were, folder)
{
    static const struct {
        uint64_t positions;
        uint32_t page;
        unsigned widths;
        uint64_t portion;
    } cases[] = {
        {1, 1, 1, 1},
        {1, 1000, 2, 1},
        {7, 1, 11, 3},
        {1000, 1000, 12, 1000},
        {1000, 999, 21, 1000},
        {1001, 1000, 22, 1},
        {5000, 64, 111, 65},
        {5000, 64, 1212, 4999},
        {300000, 65536, 12, 70000},
        {65536, 65536, 2, 100},
        {1 << 20, 1 << 20, 1, 1 << 20},
    };
    char path[FORGE_PATH_BYTES];
    forge_path(path, folder, "table");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kauri_table_info info =
            forge_info(3, cases[i].positions, cases[i].page, cases[i].widths);
        assert_round_trip(path, &info, (unsigned)i % 3 + 1, cases[i].portion);
    }
}

TEST_IN_FOLDER(columns_load_in_ranges, folder)
{
    static const uint64_t ranges[][2] = {{0, 10007}, {0, 0},    {10007, 0}, {0, 1},    {99, 1},
                                         {100, 100}, {99, 102}, {10006, 1}, {4321, 3}, {1, 10006}};
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_reader *reader = NULL;
    struct kauri_reader_scratch *buffer = NULL;
    assert_int_equal(kauri_reader_scratch_new(&buffer, &error), KAURI_OK);
    forge_path(path, folder, "table");
    const struct kauri_table_info info = forge_info(5, 10007, 100, 121);
    assert_int_equal(forge_write(path, &info, 2, 10007, NULL, &error), KAURI_OK);
    assert_int_equal(kauri_reader_open(path, &reader, &error), KAURI_OK);
    uint8_t *out = malloc(20014);
    assert_non_null(out);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        for (unsigned c = 0; c < 3; c++) {
            const uint64_t first = ranges[i][0];
            const uint64_t entries = ranges[i][1];
            uint8_t *expected = forge_column(&info, c, first, entries);
            const size_t size = entries * info.columns[c].width;
            uint8_t *wanted[3] = {NULL};
            wanted[c] = out;
            assert_int_equal(kauri_entries_read(buffer, reader, first, entries, wanted, &error),
                             KAURI_OK);
            assert_true(size == 0 || memcmp(out, expected, size) == 0);
            free(expected);
        }
    }
    uint8_t *all[3] = {out, NULL, NULL};
    assert_int_equal(kauri_entries_read(buffer, reader, 0, 10008, all, &error), KAURI_CORRUPT);
    assert_int_equal(kauri_entries_read(buffer, reader, 10008, 0, all, &error), KAURI_CORRUPT);
    assert_int_equal(kauri_entries_read(buffer, reader, 2, UINT64_MAX, all, &error), KAURI_CORRUPT);
    kauri_reader_scratch_free(buffer);
    free(out);
    kauri_reader_close(reader);
}

TEST_IN_FOLDER(the_writer_refuses_what_breaks_its_bounds, folder)
{
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_writer *writer = NULL;
    forge_path(path, folder, "table");
    struct kauri_writer_options options = {.level = 3, .threads = 1};
    const struct kauri_table_info good = forge_info(1, 10, 4, 12);
    struct kauri_table_info bad[21];
    for (size_t i = 0; i < 21; i++) {
        bad[i] = good;
    }
    bad[0].positions = 0;
    bad[1].columns[1].page_entries = 0;
    bad[2].columns[0].page_entries = KAURI_PAGE_ENTRIES_MAX + 1;
    bad[3].column_count = 0;
    bad[4].column_count = KAURI_COLUMNS_MAX + 1;
    bad[5].columns[1].width = 0;
    bad[6].columns[1].width = 3;
    bad[7].columns[0].bias = 65537;
    bad[8].columns[0].bias = -65537;
    bad[9].columns[0].name[0] = '\0';
    memcpy(bad[10].columns[1].name, "r", 2);
    memset(bad[11].rules, 'x', sizeof bad[11].rules);
    bad[12].program[0] = '\n';
    memset(bad[13].columns[0].name, 'x', KAURI_COLUMN_NAME_BYTES);
    bad[14].columns[1].group_pages = 0;
    bad[15].columns[1].group_pages = KAURI_GROUP_PAGES_MAX + 1;
    bad[16].columns[0].codec = 0;
    // The codec needs a dictionary, and there is none.
    bad[17].columns[0].codec = KAURI_CODEC_DICTIONARY;
    bad[18].derivation = 2;
    bad[19].entries = 9;
    bad[20].digest_entries = 0;
    for (size_t i = 0; i < 21; i++) {
        assert_int_equal(kauri_writer_open(path, &bad[i], &options, &writer, &error),
                         KAURI_INTERNAL);
        assert_null(writer);
    }
    options.level = 0;
    assert_int_equal(kauri_writer_open(path, &good, &options, &writer, &error), KAURI_INTERNAL);
    options.level = 20;
    assert_int_equal(kauri_writer_open(path, &good, &options, &writer, &error), KAURI_INTERNAL);
    options = (struct kauri_writer_options){.level = 3};
    assert_int_equal(kauri_writer_open(path, &good, &options, &writer, &error), KAURI_INTERNAL);
}

TEST_IN_FOLDER(an_incomplete_table_is_not_committed, folder)
{
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_writer *writer = NULL;
    const uint8_t zeros[32] = {0};
    const void *columns[] = {zeros, zeros};
    struct kauri_certificate certificate;
    forge_path(path, folder, "table");
    const struct kauri_writer_options options = {.level = 3, .threads = 2};
    const struct kauri_table_info info = forge_info(1, 10, 4, 12);
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, &error), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, 9, &error), KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, NULL, &certificate, &error), KAURI_INTERNAL);
    assert_null(certificate.counts);
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, &error), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, 9, &error), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, 2, &error), KAURI_INTERNAL);
    assert_int_equal(kauri_writer_append(writer, columns, 1, &error), KAURI_INTERNAL);
    kauri_writer_abandon(writer);
    kauri_writer_abandon(NULL);
    assert_int_equal(temporary_files(folder), 0);
    assert_int_equal(kauri_writer_open("/nowhere/table", &info, &options, &writer, &error),
                     KAURI_RESOURCE);
    assert_null(writer);
}

TEST(a_missing_table_is_missing)
{
    struct kauri_error error;
    struct kauri_reader *reader = NULL;
    assert_int_equal(kauri_reader_open("/nonexistent/table", &reader, &error), KAURI_MISSING);
    assert_null(reader);
    kauri_reader_close(NULL);
    kauri_reader_scratch_free(NULL);
}
