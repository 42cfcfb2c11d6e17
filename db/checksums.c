#include "db/checksums.h"

#include <stdlib.h>

// Bytes that are read at a time, and bytes between two reports: less than a second of work.
enum { ROOM_BYTES = 1 << 20, REPORT_BYTES = 1 << 27 };

// The column whose next group comes first in the file; false if no group is left.
static bool next_column(const struct kauri_reader *reader, const uint64_t next[KAURI_COLUMNS_MAX],
                        unsigned *column)
{
    uint64_t least = UINT64_MAX;
    for (unsigned c = 0; c < kauri_reader_info(reader)->column_count; c++) {
        if (next[c] < kauri_reader_group_count(reader, c)) {
            const uint64_t offset = kauri_reader_group_offset(reader, c, next[c]);
            if (offset < least) {
                least = offset;
                *column = c;
            }
        }
    }
    return least != UINT64_MAX;
}

enum kauri_status kauri_checksums_check(const struct kauri_reader *reader,
                                        const struct kauri_progress *progress,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const double began = kauri_clock_seconds();
    struct kauri_progress_report report = {
        .stage = "checksums",
        .layer = info->seeds,
        .total = info->positions,
        .memory = ROOM_BYTES,
    };
    uint64_t next[KAURI_COLUMNS_MAX] = {0};
    const double bytes = (double)kauri_reader_file_bytes(reader);
    uint64_t reported = 0; // bytes
    unsigned c = 0;
    uint8_t *room = malloc(ROOM_BYTES);
    if (room == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                          kauri_reader_path(reader));
    }
    while (next_column(reader, next, &c)) {
        const uint64_t offset = kauri_reader_group_offset(reader, c, next[c]);
        if (offset - reported >= REPORT_BYTES) {
            reported = offset;
            report.done = (uint64_t)((double)offset / bytes * (double)report.total);
            report.seconds = kauri_clock_seconds() - began;
            kauri_progress_report(progress, &report);
        }
        if (kauri_progress_cancelled(progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while checking %s",
                                kauri_reader_path(reader));
            goto cleanup;
        }
        KAURI_TRY(kauri_reader_group_check(reader, c, next[c], room, ROOM_BYTES, error));
        next[c]++;
    }
    report.done = report.total;
    report.seconds = kauri_clock_seconds() - began;
    kauri_progress_report(progress, &report);
cleanup:
    free(room);
    return status;
}
