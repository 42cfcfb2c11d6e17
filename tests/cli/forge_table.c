// Rewrites a table with one value changed and every checksum right, for tests of `kauri verify`:
//
//   forge_table FILE ROW COLUMN
#include "common/size.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdio.h>
#include <stdlib.h>

// Adds 3 to a stored r (another net, the same t) or 1 to a stored dtc, or takes it away where there
// is no room for more.
static void change(uint8_t *stored, unsigned column)
{
    const uint8_t by = column == 0 ? 3 : 1;
    *stored = (uint8_t)(*stored >= by ? *stored - by : *stored + by);
}

static enum kauri_status forge(const char *path, uint64_t row, unsigned column,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    struct kauri_writer *writer = NULL;
    uint8_t *payload = NULL;
    KAURI_TRY(kauri_reader_open(path, &reader, error));
    const struct kauri_table_info info = *kauri_reader_info(reader);
    if (info.columns[0].width != 1 || info.columns[1].width != 1) {
        status = kauri_fail(error, KAURI_USAGE, "%s: columns of one byte only", path);
        goto cleanup;
    }
    payload = malloc(kauri_reader_page_bytes(reader));
    if (payload == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_writer_open(path, &info, 1, 1, &writer, error));
    for (uint64_t page = 0; page < kauri_reader_page_count(reader); page++) {
        const uint32_t rows = kauri_reader_page_entries(reader, page);
        const uint64_t first = page * info.page_entries;
        KAURI_TRY(kauri_reader_page(reader, page, payload, NULL, error));
        if (row >= first && row < first + rows) {
            change(payload + (size_t)column * rows + (size_t)(row - first), column);
        }
        const void *const columns[] = {payload, payload + rows};
        KAURI_TRY(kauri_writer_append(writer, columns, rows, error));
    }
    status = kauri_writer_commit(writer, NULL, error);
    writer = NULL;
cleanup:
    kauri_writer_abandon(writer);
    kauri_reader_close(reader);
    free(payload);
    return status;
}

int main(int argc, char **argv)
{
    struct kauri_error error;
    uint64_t row = 0;
    uint64_t column = 0;
    if (argc != 4 || !kauri_parse_number(argv[2], 0, UINT64_MAX, &row) ||
        !kauri_parse_number(argv[3], 0, 1, &column)) {
        (void)fprintf(stderr, "usage: forge_table FILE ROW COLUMN\n");
        return KAURI_USAGE;
    }
    const enum kauri_status status = forge(argv[1], row, (unsigned)column, &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "forge_table: %s\n", error.message);
    }
    return (int)status;
}
