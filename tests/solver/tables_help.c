#include "tests/solver/tables_help.h"

#include "tests/cmocka_all.h"

#include "db/reader.h"
#include "db/table_names.h"
#include "db/writer.h"
#include "indexer/convention.h"

#include <stdlib.h>

void solve_layers(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                  unsigned threads)
{
    const struct kauri_solve_options options = {.threads = threads, .level = 1};
    solve_layers_with(folder, shape, first, last, &options);
}

void solve_layers_with(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                       const struct kauri_solve_options *options)
{
    for (unsigned n = first; n <= last; n++) {
        struct kauri_error error;
        struct kauri_solve_result result;
        if (kauri_solve_layer(folder, shape, n, options, &result, &error) != KAURI_OK) {
            fail_msg("layer %u: %s", n, error.message);
        }
        kauri_solve_result_clear(&result);
    }
}

static void read_column(const struct kauri_reader *reader, unsigned column, int32_t *values)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    void *numbers = malloc(kauri_reader_page_bytes(reader, column));
    assert_non_null(numbers);
    uint64_t at = 0;
    for (uint64_t page = 0; page < kauri_reader_page_count(reader, column); page++) {
        const uint32_t entries = kauri_reader_page_entries(reader, column, page);
        assert_int_equal(kauri_reader_page(reader, column, page, numbers, NULL, NULL), KAURI_OK);
        for (uint32_t entry = 0; entry < entries; entry++, at++) {
            values[at] = kauri_page_value(&info->columns[column], numbers, entry);
        }
    }
    assert_int_equal(at, info->positions);
    free(numbers);
}

struct layer_values read_layer(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct layer_values values;
    struct kauri_reader *reader = NULL;
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(kauri_reader_open(path, &reader, NULL), KAURI_OK);
    values.info = *kauri_reader_info(reader);
    values.digest = kauri_reader_certificate(reader)->digest;
    values.r = malloc(values.info.positions * sizeof *values.r);
    values.dtc = malloc(values.info.positions * sizeof *values.dtc);
    assert_true(values.r != NULL && values.dtc != NULL);
    read_column(reader, KAURI_COLUMN_R, values.r);
    read_column(reader, KAURI_COLUMN_DTC, values.dtc);
    kauri_reader_close(reader);
    free(path);
    return values;
}

uint64_t digest_of(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct kauri_reader *reader = NULL;
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(kauri_reader_open(path, &reader, NULL), KAURI_OK);
    const uint64_t digest = kauri_reader_certificate(reader)->digest;
    kauri_reader_close(reader);
    free(path);
    return digest;
}

void free_layer(struct layer_values *values)
{
    free(values->r);
    free(values->dtc);
}

static void append_value(struct kauri_writer *writer, const struct layer_values *values,
                         uint64_t at)
{
    const int32_t numbers[] = {values->r[at], values->dtc[at]};
    uint8_t stored[2][2];
    for (unsigned c = 0; c < 2; c++) {
        const unsigned number = (unsigned)(numbers[c] - values->info.columns[c].bias);
        stored[c][0] = (uint8_t)number;
        stored[c][1] = (uint8_t)(number >> 8);
    }
    const void *const columns[] = {stored[0], stored[1]};
    assert_int_equal(kauri_writer_append(writer, columns, 1, NULL), KAURI_OK);
}

void write_layer(const char *folder, const struct layer_values *values)
{
    struct kauri_writer *writer = NULL;
    const struct kauri_table_info *info = &values->info;
    char *path = kauri_table_path(folder, info->holes, info->cowries, info->seeds);
    assert_non_null(path);
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    assert_int_equal(kauri_writer_open(path, info, &options, &writer, NULL), KAURI_OK);
    for (uint64_t at = 0; at < info->positions; at++) {
        append_value(writer, values, at);
    }
    assert_int_equal(kauri_writer_commit(writer, NULL, NULL, NULL), KAURI_OK);
    free(path);
}

uint64_t count_r(const struct layer_values *values, int32_t value)
{
    uint64_t count = 0;
    for (uint64_t at = 0; at < values->info.positions; at++) {
        count += values->r[at] == value;
    }
    return count;
}

int32_t greatest_dtc(const struct layer_values *values)
{
    int32_t greatest = 0;
    for (uint64_t at = 0; at < values->info.positions; at++) {
        greatest = values->dtc[at] > greatest ? values->dtc[at] : greatest;
    }
    return greatest;
}
