// Rewrites a table with every checksum right, and one value or its board changed, for tests of
// commands that must notice it:
//
//   forge_table FILE ENTRY COLUMN
//   forge_table FILE board HOLES COWRIES
#include "common/size.h"
#include "db/reader.h"
#include "db/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Adds 3 to a stored r (another net, the same t) or 1 to a stored dtc, or takes it away where there
// is no room for more.
static void change(uint8_t *stored, unsigned column)
{
    const uint8_t by = column == 0 ? 3 : 1;
    *stored = (uint8_t)(*stored >= by ? *stored - by : *stored + by);
}

// `entry` is UINT64_MAX to change no value; `board` is NULL to keep the board, or holes and
// cowries.
static enum kauri_status forge(const char *path, uint64_t entry, unsigned column,
                               const uint64_t *board, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    struct kauri_writer *writer = NULL;
    uint8_t *payload = NULL;
    KAURI_TRY(kauri_reader_open(path, &reader, error));
    struct kauri_table_info info = *kauri_reader_info(reader);
    if (board != NULL) {
        info.holes = (uint16_t)board[0];
        info.cowries = (uint16_t)board[1];
    }
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
        const uint32_t entries = kauri_reader_page_entries(reader, page);
        const uint64_t first = page * info.page_entries;
        KAURI_TRY(kauri_reader_page(reader, page, payload, NULL, error));
        if (entry >= first && entry < first + entries) {
            change(payload + (size_t)column * entries + (size_t)(entry - first), column);
        }
        const void *const columns[] = {payload, payload + entries};
        KAURI_TRY(kauri_writer_append(writer, columns, entries, error));
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
    uint64_t entry = UINT64_MAX;
    uint64_t column = 0;
    uint64_t board[2];
    const bool reshapes = argc == 5 && strcmp(argv[2], "board") == 0 &&
                          kauri_parse_number(argv[3], 0, UINT16_MAX, &board[0]) &&
                          kauri_parse_number(argv[4], 0, UINT16_MAX, &board[1]);
    if (!reshapes && (argc != 4 || !kauri_parse_number(argv[2], 0, UINT64_MAX - 1, &entry) ||
                      !kauri_parse_number(argv[3], 0, 1, &column))) {
        (void)fprintf(stderr, "usage: forge_table FILE ENTRY COLUMN\n"
                              "       forge_table FILE board HOLES COWRIES\n");
        return KAURI_USAGE;
    }
    const enum kauri_status status =
        forge(argv[1], entry, (unsigned)column, reshapes ? board : NULL, &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "forge_table: %s\n", error.message);
    }
    return (int)status;
}
