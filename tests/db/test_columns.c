// Columns with pages, groups and codecs of their own, digests that depend on none of these, and
// tables in which not every position has an entry.
#include "tests/db/forge.h"
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/checksums.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdlib.h>

enum { ENTRIES = 5000 };

struct scene {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    uint8_t *dictionary;
    size_t dictionary_bytes;
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    forge_path(scene->path, scene->folder, "table");
    scene->dictionary =
        temporary_read(KAURI_TEST_DATA "/forge.dictionary", &scene->dictionary_bytes);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    temporary_remove(scene->folder);
    free(scene->dictionary);
    free(scene);
    return 0;
}

// Writes the table of *info, whose columns may use the dictionary.
static enum kauri_status write_table(const struct scene *scene, const struct kauri_table_info *info,
                                     unsigned threads, uint64_t portion, int level,
                                     const struct kauri_totals *all,
                                     struct kauri_certificate *certificate,
                                     struct kauri_error *error)
{
    struct kauri_writer *writer = NULL;
    struct kauri_writer_options options = {.level = level, .threads = threads};
    for (unsigned c = 0; c < info->column_count; c++) {
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            options.dictionary[c] =
                (struct kauri_dictionary){scene->dictionary, scene->dictionary_bytes};
        }
    }
    enum kauri_status status = kauri_writer_open(scene->path, info, &options, &writer, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (uint64_t first = 0; first < info->entries; first += portion) {
        const uint64_t left = info->entries - first;
        const uint64_t count = left < portion ? left : portion;
        uint8_t *columns[KAURI_COLUMNS_MAX] = {NULL};
        for (unsigned c = 0; c < info->column_count; c++) {
            columns[c] = forge_column(info, c, first, count);
        }
        assert_int_equal(kauri_writer_append(writer, (const void *const *)columns, count, error),
                         KAURI_OK);
        for (unsigned c = 0; c < info->column_count; c++) {
            free(columns[c]);
        }
    }
    return kauri_writer_commit(writer, all, certificate, error);
}

static void assert_values(const struct scene *scene, const struct kauri_table_info *info)
{
    struct kauri_reader *reader = NULL;
    struct kauri_reader_scratch *entries = NULL;
    assert_int_equal(kauri_reader_open(scene->path, &reader, NULL), KAURI_OK);
    assert_memory_equal(kauri_reader_info(reader), info, sizeof *info);
    assert_int_equal(kauri_reader_scratch_new(&entries, NULL), KAURI_OK);
    for (unsigned c = 0; c < info->column_count; c++) {
        const size_t bytes = info->entries * info->columns[c].width;
        uint8_t *expected = forge_column(info, c, 0, info->entries);
        uint8_t *read = malloc(bytes);
        uint8_t *out[KAURI_COLUMNS_MAX] = {NULL};
        assert_non_null(read);
        out[c] = read;
        assert_int_equal(kauri_entries_read(entries, reader, 0, info->entries, out, NULL),
                         KAURI_OK);
        assert_memory_equal(read, expected, bytes);
        free(read);
        free(expected);
    }
    kauri_reader_scratch_free(entries);
    assert_int_equal(kauri_checksums_check(reader, NULL, NULL), KAURI_OK);
    assert_int_equal(kauri_table_digest_check(reader, 2, NULL, NULL), KAURI_OK);
    kauri_reader_close(reader);
}

// Section 5 of docs/reference/FORMAT.md, step by step.
static uint64_t digest_by_hand(const struct kauri_table_info *info, uint64_t columns[])
{
    uint8_t all[8 * KAURI_COLUMNS_MAX];
    for (unsigned c = 0; c < info->column_count; c++) {
        const uint64_t runs = (info->entries - 1) / info->digest_entries + 1;
        uint8_t *digests = malloc(8 * runs);
        assert_non_null(digests);
        for (uint64_t run = 0; run < runs; run++) {
            const uint64_t first = run * info->digest_entries;
            const uint64_t left = info->entries - first;
            const uint64_t count = left < info->digest_entries ? left : info->digest_entries;
            uint8_t *numbers = forge_column(info, c, first, count);
            kauri_store_u64(digests + 8 * run,
                            kauri_digest(numbers, count * info->columns[c].width));
            free(numbers);
        }
        columns[c] = kauri_digest(digests, 8 * runs);
        kauri_store_u64(all + 8 * (size_t)c, columns[c]);
        free(digests);
    }
    return kauri_digest(all, 8 * (size_t)info->column_count);
}

TEST_WITH(digests_depend_on_the_entries_alone, set_up, tear_down)
{
    const struct scene *scene = *state;
    static const uint32_t runs[] = {1, 7, 50, 4999, 5000, 5001, 1 << 22};
    static const uint64_t portions[] = {1, 49, 700, 5000};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        for (size_t j = 0; j < sizeof portions / sizeof portions[0]; j++) {
            struct kauri_table_info info = forge_info(3, ENTRIES, 64, 112);
            uint64_t columns[KAURI_COLUMNS_MAX] = {0};
            struct kauri_certificate certificate;
            info.digest_entries = runs[i];
            info.columns[0].page_entries = (uint32_t)(1 + 300 * j);
            info.columns[1].page_entries = (uint32_t)(1000 - 100 * i);
            info.columns[2].group_pages = (uint32_t)(1 + 5 * j);
            info.columns[1].codec = i % 2 ? KAURI_CODEC_DICTIONARY : KAURI_CODEC_ZSTD;
            const uint64_t digest = digest_by_hand(&info, columns);
            assert_int_equal(write_table(scene, &info, (unsigned)i % 3 + 1, portions[j],
                                         (int)(1 + 3 * j), NULL, &certificate, NULL),
                             KAURI_OK);
            assert_int_equal(certificate.digest, digest);
            assert_memory_equal(certificate.column_digest, columns, sizeof columns);
            free(certificate.counts);
            assert_values(scene, &info);
        }
    }
}

TEST_WITH(bytes_depend_on_neither_threads_nor_portions, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, ENTRIES, 64, 1122);
    info.columns[0].page_entries = 100;
    info.columns[1].page_entries = 33;
    info.columns[1].group_pages = 20;
    info.columns[2].page_entries = 6000;
    info.columns[3].page_entries = 1;
    info.columns[3].group_pages = 1024;
    info.columns[1].codec = KAURI_CODEC_DICTIONARY;
    info.columns[3].codec = KAURI_CODEC_DICTIONARY;
    uint8_t *first = NULL;
    size_t first_size = 0;
    for (unsigned round = 0; round < 8; round++) {
        const uint64_t portion = round % 2 ? 1 + 37 * round : 5000 - 600 * round;
        size_t size = 0;
        assert_int_equal(write_table(scene, &info, 1 + round % 4, portion, 3, NULL, NULL, NULL),
                         KAURI_OK);
        uint8_t *bytes = temporary_read(scene->path, &size);
        if (first == NULL) {
            first = bytes;
            first_size = size;
            assert_values(scene, &info);
        } else {
            assert_int_equal(size, first_size);
            assert_memory_equal(bytes, first, size);
            free(bytes);
        }
    }
    free(first);
}

TEST_WITH(kept_trailers_serve_their_groups, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, ENTRIES, 50, 12);
    struct kauri_reader *reader = NULL;
    struct kauri_reader_scratch *scratch = NULL;
    uint8_t numbers[100];
    info.columns[1].codec = KAURI_CODEC_DICTIONARY;
    info.columns[1].group_pages = 7;
    assert_int_equal(write_table(scene, &info, 1, ENTRIES, 3, NULL, NULL, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_open(scene->path, &reader, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_scratch_new(&scratch, NULL), KAURI_OK);
    for (unsigned c = 0; c < 2; c++) {
        const uint64_t groups = kauri_reader_group_count(reader, c);
        assert_int_equal(groups, c == 0 ? 34 : 15);
        for (uint64_t group = groups; group-- > 0;) {
            const uint64_t first = group * info.columns[c].group_pages;
            const uint64_t left = kauri_reader_page_count(reader, c) - first;
            const uint64_t pages =
                left < info.columns[c].group_pages ? left : info.columns[c].group_pages;
            const size_t bytes = kauri_reader_group_bytes(reader, c, group);
            assert_int_equal(bytes, 8 * pages + 8);
            uint8_t *trailer = malloc(bytes);
            assert_non_null(trailer);
            assert_int_equal(kauri_reader_group(reader, c, group, trailer, NULL), KAURI_OK);
            for (uint64_t page = first + pages; page-- > first;) {
                assert_int_equal(kauri_reader_page_from(reader, c, page, trailer, numbers,
                                                        page % 2 ? scratch : NULL, NULL),
                                 KAURI_OK);
                for (uint32_t i = 0; i < 50; i++) {
                    assert_int_equal(kauri_page_value(&info.columns[c], numbers, i),
                                     info.columns[c].bias + forge_number(&info, c, 50 * page + i));
                }
            }
            free(trailer);
        }
        assert_int_equal(kauri_reader_group(reader, c, groups, numbers, NULL), KAURI_INTERNAL);
        assert_int_equal(kauri_reader_group_check(reader, c, groups, numbers, 100, NULL),
                         KAURI_INTERNAL);
        // However little room there is.
        assert_int_equal(kauri_reader_group_check(reader, c, 3, numbers, 1, NULL), KAURI_OK);
    }
    kauri_reader_scratch_free(scratch);
    kauri_reader_close(reader);
}

// The counts of the first `entries` entries of column 0, as totals over all positions with `more`
// added to each, and the greatest values of the columns.
static struct kauri_totals totals_of(const struct kauri_table_info *info, uint64_t more,
                                     struct kauri_count counts[256])
{
    struct kauri_totals all = {.counts = counts};
    uint64_t found[256] = {0};
    for (unsigned c = 0; c < info->column_count; c++) {
        all.maximum[c] = info->columns[c].bias;
        for (uint64_t i = 0; i < info->entries; i++) {
            const uint16_t number = forge_number(info, c, i);
            const int32_t value = info->columns[c].bias + number;
            all.maximum[c] = value > all.maximum[c] ? value : all.maximum[c];
            if (c == 0) {
                found[number]++;
            }
        }
    }
    for (int32_t number = 0; number < 256; number++) {
        if (found[number] > 0) {
            counts[all.count_count++] = (struct kauri_count){
                .value = info->columns[0].bias + number, .count = found[number] + more};
        }
    }
    return all;
}

TEST_WITH(fewer_entries_than_positions, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, 1000, 64, 12);
    struct kauri_count counts[256];
    struct kauri_certificate certificate;
    struct kauri_reader *reader = NULL;
    info.entries = 520;
    struct kauri_totals all = totals_of(&info, 0, counts);
    counts[0].count += 300;
    counts[all.count_count - 1].count += 180;
    // Without derivation, every position is an entry.
    assert_int_equal(write_table(scene, &info, 1, 100, 1, &all, NULL, NULL), KAURI_INTERNAL);
    info.derivation = KAURI_DERIVATION_STORED;
    assert_int_equal(write_table(scene, &info, 1, 100, 1, NULL, NULL, NULL), KAURI_INTERNAL);
    all.maximum[1] += 5;
    assert_int_equal(write_table(scene, &info, 2, 100, 1, &all, &certificate, NULL), KAURI_OK);
    assert_values(scene, &info);
    assert_int_equal(kauri_reader_open(scene->path, &reader, NULL), KAURI_OK);
    const struct kauri_certificate *read = kauri_reader_certificate(reader);
    assert_memory_equal(read->maximum, all.maximum, sizeof all.maximum);
    assert_int_equal(read->stored_maximum[0], all.maximum[0]);
    assert_int_equal(read->stored_maximum[1], all.maximum[1] - 5);
    assert_int_equal(read->count_count, all.count_count);
    uint64_t positions = 0;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < read->count_count; i++) {
        assert_int_equal(read->counts[i].value, counts[i].value);
        assert_int_equal(read->counts[i].count, counts[i].count);
        assert_int_equal(read->counts[i].stored, certificate.counts[i].stored);
        positions += read->counts[i].count;
        entries += read->counts[i].stored;
    }
    assert_int_equal(positions, 1000);
    assert_int_equal(entries, 520);
    kauri_reader_close(reader);
    free(certificate.counts);
}

// Derived positions may have values that no entry has, also above the range of the column.
TEST_WITH(values_of_derived_positions_alone, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, 1000, 64, 11);
    struct kauri_count counts[256 + 1];
    struct kauri_reader *reader = NULL;
    info.entries = 900;
    info.derivation = KAURI_DERIVATION_STORED;
    struct kauri_totals all = totals_of(&info, 0, counts);
    counts[all.count_count++] = (struct kauri_count){.value = 65535 - 100, .count = 100};
    all.maximum[0] = 65535 - 100;
    assert_int_equal(write_table(scene, &info, 1, 900, 1, &all, NULL, NULL), KAURI_OK);
    assert_int_equal(kauri_reader_open(scene->path, &reader, NULL), KAURI_OK);
    const struct kauri_certificate *read = kauri_reader_certificate(reader);
    assert_int_equal(read->counts[read->count_count - 1].stored, 0);
    assert_int_equal(read->maximum[0], 65435);
    assert_true(read->stored_maximum[0] < 200);
    kauri_reader_close(reader);
}

TEST_WITH(totals_that_contradict_the_entries_are_refused, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, 1000, 64, 12);
    struct kauri_count counts[256 + 1];
    info.entries = 900;
    info.derivation = KAURI_DERIVATION_STORED;
    for (unsigned fault = 0; fault < 9; fault++) {
        struct kauri_totals all = totals_of(&info, 0, counts);
        const uint32_t last = all.count_count - 1;
        struct kauri_error error = {KAURI_OK, ""};
        counts[last].count += 100;
        if (fault == 0) { // one position too many
            counts[last].count++;
        } else if (fault == 1) { // fewer positions than entries have the value
            counts[1].count--;
            counts[last].count++;
        } else if (fault == 2) { // a value of an entry is missing
            counts[last].count += counts[0].count;
            all.counts = counts + 1;
            all.count_count--;
        } else if (fault == 3) { // out of order
            const struct kauri_count moved = counts[0];
            counts[0] = counts[1];
            counts[1] = moved;
        } else if (fault == 4) {
            all.maximum[0]--;
        } else if (fault == 5) {
            all.maximum[1]--;
        } else if (fault == 6) {
            all.maximum[1] = 65536;
        } else if (fault == 7) {
            all.count_count = 0;
        } else { // a value that no position has
            counts[all.count_count++] = (struct kauri_count){.value = 70000 - 100, .count = 0};
        }
        assert_int_equal(write_table(scene, &info, 1, 900, 1, &all, NULL, &error), KAURI_INTERNAL);
        assert_true(error.message[0] != '\0');
    }
}

TEST_WITH(bad_dictionaries_are_refused, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, 100, 64, 11);
    struct kauri_writer *writer = NULL;
    uint8_t raw[64] = {1, 2, 3};
    info.columns[1].codec = KAURI_CODEC_DICTIONARY;
    const struct kauri_dictionary bad[] = {
        {NULL, 0},
        {raw, sizeof raw},
        {scene->dictionary, 7},
        {scene->dictionary, KAURI_DICTIONARY_BYTES_MAX + 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct kauri_writer_options options = {.level = 1, .threads = 1};
        options.dictionary[1] = bad[i];
        assert_int_equal(kauri_writer_open(scene->path, &info, &options, &writer, NULL),
                         KAURI_INTERNAL);
        assert_null(writer);
    }
}

// One scratch for several tables: what it keeps of one must not be taken for another.
TEST_WITH(a_scratch_serves_several_tables, set_up, tear_down)
{
    const struct scene *scene = *state;
    static const char *const names[] = {"small", "wide", "other"};
    const struct kauri_table_info infos[] = {forge_info(2, 20, 8, 12), forge_info(3, 100, 32, 1221),
                                             forge_info(5, 90, 9, 21)};
    char paths[3][FORGE_PATH_BYTES];
    struct kauri_reader_scratch *scratch = NULL;
    uint8_t numbers[64];
    for (unsigned i = 0; i < 3; i++) {
        forge_path(paths[i], scene->folder, names[i]);
        assert_int_equal(forge_write(paths[i], &infos[i], 1, 90, NULL, NULL), KAURI_OK);
    }
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
}

// Every bit of a file with dictionaries.
TEST_WITH(every_flipped_bit_of_a_dictionary_is_found, set_up, tear_down)
{
    const struct scene *scene = *state;
    struct kauri_table_info info = forge_info(3, 40, 16, 11);
    size_t size = 0;
    info.columns[0].codec = KAURI_CODEC_DICTIONARY;
    info.columns[1].codec = KAURI_CODEC_DICTIONARY;
    assert_int_equal(write_table(scene, &info, 1, 40, 3, NULL, NULL, NULL), KAURI_OK);
    uint8_t *bytes = temporary_read(scene->path, &size);
    const size_t end = 512 + 2 * (scene->dictionary_bytes + 8);
    for (size_t i = 512; i < end; i++) {
        bytes[i] ^= (uint8_t)(1U << i % 8);
        temporary_write(scene->path, bytes, size);
        bytes[i] ^= (uint8_t)(1U << i % 8);
        assert_int_equal(forge_check(scene->path, NULL), KAURI_CORRUPT);
    }
    free(bytes);
}
