// Writes a table of given columns, for tests that choose its values themselves.
#ifndef KAURI_TESTS_DB_TABLES_WRITTEN_TABLE_H
#define KAURI_TESTS_DB_TABLES_WRITTEN_TABLE_H

#include "tests/test.h"

#include "db/table_names.h"
#include "db/writer.h"

#include <stdlib.h>

// Writes the table that *info describes into the folder, under its name there, with stored numbers
// from malloc, which are freed. `totals` may be NULL, as in kauri_writer_commit.
static inline void write_table(const char *folder, const struct kauri_table_info *info, uint8_t *r,
                               uint8_t *dtc, const struct kauri_totals *totals)
{
    const void *const columns[] = {r, dtc};
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    struct kauri_writer *writer = NULL;
    char *path = kauri_table_path(folder, info->holes, info->cowries, info->seeds);
    assert_non_null(path);
    assert_int_equal(kauri_writer_open(path, info, &options, &writer, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, info->entries, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, totals, NULL, NULL), KAURI_OK);
    free(path);
    free(r);
    free(dtc);
}

#endif
