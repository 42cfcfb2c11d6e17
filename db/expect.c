#include "db/expect.h"

#include <inttypes.h>
#include <string.h>

static enum kauri_status expect_columns(const char *path, const struct kauri_table_info *info,
                                        const struct kauri_table_info *expected,
                                        struct kauri_error *error)
{
    if (info->column_count != expected->column_count) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has %u columns, not %u", path,
                          info->column_count, expected->column_count);
    }
    for (unsigned c = 0; c < expected->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        const struct kauri_column *wanted = &expected->columns[c];
        if (strcmp(column->name, wanted->name) != 0) {
            return kauri_fail(error, KAURI_CORRUPT, "%s has a column %s where %s is expected", path,
                              column->name, wanted->name);
        }
        if (column->bias != wanted->bias) {
            return kauri_fail(error, KAURI_CORRUPT, "%s stores %s with bias %d, not %d", path,
                              column->name, column->bias, wanted->bias);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_table_expect(const struct kauri_reader *reader,
                                     const struct kauri_table_info *expected,
                                     struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const char *path = kauri_reader_path(reader);
    if (info->holes != expected->holes || info->cowries != expected->cowries) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s is a table of another shape: %u holes and %u cowries, not %u and %u",
                          path, info->holes, info->cowries, expected->holes, expected->cowries);
    }
    if (info->seeds != expected->seeds) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is layer %u, not %u", path, info->seeds,
                          expected->seeds);
    }
    if (info->positions != expected->positions) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s has %" PRIu64 " positions; its layer has %" PRIu64, path,
                          info->positions, expected->positions);
    }
    if (strcmp(info->rules, expected->rules) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is for the rules '%s', not '%s'", path,
                          info->rules, expected->rules);
    }
    return expect_columns(path, info, expected, error);
}
