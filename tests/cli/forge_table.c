// Rewrites a table with every checksum right, and one value or its board changed, for tests of
// commands that must notice it:
//
//   forge_table FILE ENTRY COLUMN
//   forge_table FILE board HOLES COWRIES
#include "common/size.h"
#include "db/reader.h"
#include "db/writer.h"
#include "tests/db/recount.h"

#include <stdbool.h>
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
    struct kauri_reader_scratch *entries = NULL;
    uint8_t *columns[KAURI_COLUMNS_MAX] = {NULL};
    struct kauri_count counts[RECOUNT_MAX];
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
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
    KAURI_TRY(kauri_reader_scratch_new(&entries, error));
    columns[0] = malloc(info.entries);
    columns[1] = malloc(info.entries);
    if (columns[0] == NULL || columns[1] == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_entries_read(entries, reader, 0, info.entries, columns, error));
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    struct kauri_totals totals = {.counts = counts};
    int32_t values[2] = {0, 0}; // values of column 0 before and after
    memcpy(totals.maximum, certificate->maximum, sizeof totals.maximum);
    if (entry < info.entries) {
        uint8_t *stored = columns[column] + entry;
        values[0] = column == 0 ? info.columns[0].bias + *stored : 0;
        change(stored, column);
        values[1] = column == 0 ? info.columns[0].bias + *stored : 0;
        if (column == 1 && *stored > totals.maximum[1]) {
            totals.maximum[1] = *stored;
        }
    }
    totals.count_count = recount(certificate, values[0], values[1], counts);
    totals.maximum[0] = counts[totals.count_count - 1].value;
    KAURI_TRY(kauri_writer_open(path, &info, &options, &writer, error));
    KAURI_TRY(kauri_writer_append(writer, (const void *const *)columns, info.entries, error));
    status = kauri_writer_commit(writer, &totals, NULL, error);
    writer = NULL;
cleanup:
    kauri_writer_abandon(writer);
    kauri_reader_close(reader);
    kauri_reader_scratch_free(entries);
    free(columns[0]);
    free(columns[1]);
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
