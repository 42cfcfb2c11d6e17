#include "db/checksums.h"

#include "common/digest.h"
#include "common/loop.h"
#include "common/memory.h"
#include "db/column_digest.h"
#include "db/reader.h"

#include <stdlib.h>

// Bytes that are read at a time, and bytes between two reports: less than a second of work.
enum { BUFFER_BYTES = 1 << 20, REPORT_BYTES = 1 << 27 };

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
        .memory = BUFFER_BYTES,
    };
    uint64_t next[KAURI_COLUMNS_MAX] = {0};
    const double bytes = (double)kauri_reader_file_bytes(reader);
    uint64_t reported = 0; // bytes
    unsigned c = 0;
    uint8_t *buffer = NULL;
    KAURI_PASS(KAURI_NEW(buffer, BUFFER_BYTES, error, "reading %s", kauri_reader_path(reader)));
    while (next_column(reader, next, &c)) {
        const uint64_t offset = kauri_reader_group_offset(reader, c, next[c]);
        if (offset - reported >= REPORT_BYTES) {
            reported = offset;
            report.done = (uint64_t)((double)offset / bytes * (double)report.total);
            report.seconds = kauri_clock_seconds() - began;
            kauri_progress_report(progress, &report);
        }
        if (kauri_progress_cancelled(progress)) {
            KAURI_TRY(kauri_fail(error, KAURI_INTERRUPTED, "stopped while checking %s",
                                 kauri_reader_path(reader)));
        }
        KAURI_TRY(kauri_reader_group_check(reader, c, next[c], buffer, BUFFER_BYTES, error));
        next[c]++;
    }
    report.done = report.total;
    report.seconds = kauri_clock_seconds() - began;
    kauri_progress_report(progress, &report);
cleanup:
    free(buffer);
    return status;
}

// -------------------------------------------------------------------------------------- digests

enum { RUNS = 256 }; // digests of runs that are held at a time

struct digest_worker {
    struct kauri_reader_scratch *entries;
    uint8_t *numbers; // stored numbers of a run
};

struct digest_task {
    const struct kauri_reader *reader;
    unsigned column;
    uint64_t first; // first run of the part
    struct digest_worker *workers;
    struct kauri_pace pace;
    uint64_t digests[RUNS];
};

static enum kauri_status digest_run(void *context, unsigned number, uint64_t index,
                                    struct kauri_error *error)
{
    struct digest_task *task = context;
    struct digest_worker *worker = &task->workers[number];
    const struct kauri_table_info *info = kauri_reader_info(task->reader);
    const uint64_t first = (task->first + index) * info->digest_entries;
    const uint64_t left = info->entries - first;
    const uint64_t count = left < info->digest_entries ? left : info->digest_entries;
    uint8_t *out[KAURI_COLUMNS_MAX] = {NULL};
    out[task->column] = worker->numbers;
    const enum kauri_status status =
        kauri_entries_read(worker->entries, task->reader, first, count, out, error);
    if (status == KAURI_OK) {
        task->digests[index] =
            kauri_digest(worker->numbers, (size_t)count * info->columns[task->column].width);
    }
    return status;
}

static enum kauri_status start_worker(struct digest_worker *worker,
                                      const struct kauri_table_info *info,
                                      struct kauri_error *error)
{
    const uint64_t run =
        info->digest_entries < info->entries ? info->digest_entries : info->entries;
    // 2 bytes is the greatest width.
    KAURI_PASS(KAURI_NEW(worker->numbers, (size_t)run * 2, error, "digesting a table"));
    return kauri_reader_scratch_new(&worker->entries, error);
}

static uint64_t run_count(const struct kauri_table_info *info)
{
    return (info->entries - 1) / info->digest_entries + 1;
}

static enum kauri_status check_column(struct digest_task *task, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(task->reader);
    const uint64_t runs = run_count(info);
    struct kauri_column_digest digest = {.runs = NULL};
    KAURI_TRY(kauri_column_digest_init(&digest, info->columns[task->column].width,
                                       info->digest_entries, error));
    task->pace.began = kauri_clock_seconds();
    task->pace.report = (struct kauri_progress_report){
        .stage = "digest",
        .layer = info->seeds,
        .total = info->entries,
        .before = task->column,
        .after = info->column_count - task->column - 1.0,
    };
    for (task->first = 0; task->first < runs; task->first += RUNS) {
        const uint64_t left = runs - task->first;
        const uint64_t entries = info->entries - task->first * info->digest_entries;
        const uint64_t maximum = (uint64_t)RUNS * info->digest_entries;
        const struct kauri_loop loop = {.pace = &task->pace,
                                        .count = left < RUNS ? left : RUNS,
                                        .done = entries < maximum ? entries : maximum};
        KAURI_TRY(kauri_loop(&loop, digest_run, task, error));
        for (uint64_t i = 0; i < loop.count; i++) {
            kauri_column_digest_run(&digest, task->digests[i]);
        }
    }
    KAURI_TRY(kauri_pace_look(&task->pace, error));
    if (kauri_column_digest_end(&digest) !=
        kauri_reader_certificate(task->reader)->column_digest[task->column]) {
        status = kauri_fail(error, KAURI_WRONG,
                            "%s: the digest of %s in its certificate is not that of its entries",
                            kauri_reader_path(task->reader), info->columns[task->column].name);
    }
cleanup:
    kauri_column_digest_clear(&digest);
    return status;
}

enum kauri_status kauri_table_digest_check(const struct kauri_reader *reader, unsigned threads,
                                           const struct kauri_progress *progress,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    struct digest_task task = {
        .reader = reader,
        .pace = {.threads = threads, .progress = progress, .subject = kauri_reader_path(reader)}};
    KAURI_PASS(KAURI_NEW(task.workers, threads, error, "%u threads", threads));
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(start_worker(&task.workers[i], info, error));
    }
    for (; task.column < info->column_count; task.column++) {
        KAURI_TRY(check_column(&task, error));
    }
cleanup:
    for (unsigned i = 0; i < threads; i++) {
        kauri_reader_scratch_free(task.workers[i].entries);
        free(task.workers[i].numbers);
    }
    free(task.workers);
    return status;
}
