#include "db/table_digest.h"

#include "common/digest.h"
#include "common/loop.h"
#include "db/column_digest.h"
#include "db/entries.h"

#include <stdlib.h>

enum { RUNS = 256 }; // digested between two looks at the progress

struct digest_worker {
    struct kauri_entries *entries;
    uint8_t *numbers; // of a run
    enum kauri_status status;
    struct kauri_error error;
};

struct digest_task {
    const struct kauri_reader *reader;
    unsigned column;
    uint64_t first; // run of the part
    struct digest_worker *workers;
    uint64_t digests[RUNS];
};

static void digest_run(void *context, unsigned number, uint64_t index)
{
    struct digest_task *task = context;
    struct digest_worker *worker = &task->workers[number];
    const struct kauri_table_info *info = kauri_reader_info(task->reader);
    const uint64_t first = (task->first + index) * info->digest_entries;
    const uint64_t left = info->entries - first;
    const uint64_t count = left < info->digest_entries ? left : info->digest_entries;
    uint8_t *out[KAURI_COLUMNS_MAX] = {NULL};
    if (worker->status != KAURI_OK) {
        return;
    }
    out[task->column] = worker->numbers;
    worker->status =
        kauri_entries_read(worker->entries, task->reader, first, count, out, &worker->error);
    if (worker->status == KAURI_OK) {
        task->digests[index] =
            kauri_digest(worker->numbers, (size_t)count * info->columns[task->column].width);
    }
}

static enum kauri_status start_worker(struct digest_worker *worker,
                                      const struct kauri_table_info *info,
                                      struct kauri_error *error)
{
    const uint64_t run =
        info->digest_entries < info->entries ? info->digest_entries : info->entries;
    worker->numbers = malloc((size_t)run * 2); // the greatest width
    if (worker->numbers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for digesting a table");
    }
    return kauri_entries_new(&worker->entries, error);
}

static uint64_t run_count(const struct kauri_table_info *info)
{
    return (info->entries - 1) / info->digest_entries + 1;
}

// Adds the runs of a column from task->first on to *digest.
static enum kauri_status digest_part(struct digest_task *task, unsigned threads, uint64_t count,
                                     struct kauri_column_digest *digest, struct kauri_error *error)
{
    kauri_loop_for(threads, count, 1, digest_run, task);
    for (unsigned i = 0; i < threads; i++) {
        if (task->workers[i].status != KAURI_OK) {
            return kauri_fail(error, task->workers[i].status, "%s", task->workers[i].error.message);
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        kauri_column_digest_run(digest, task->digests[i]);
    }
    return KAURI_OK;
}

static enum kauri_status check_column(struct digest_task *task, unsigned threads,
                                      const struct kauri_progress *progress, double began,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(task->reader);
    const uint64_t runs = run_count(info);
    struct kauri_column_digest digest = {.runs = NULL};
    KAURI_TRY(kauri_column_digest_init(&digest, info->columns[task->column].width,
                                       info->digest_entries, error));
    for (task->first = 0; task->first < runs; task->first += RUNS) {
        const uint64_t left = runs - task->first;
        const uint64_t count = left < RUNS ? left : RUNS;
        KAURI_TRY(digest_part(task, threads, count, &digest, error));
        const struct kauri_progress_report report = {
            .stage = "digest",
            .layer = info->seeds,
            .done =
                (uint64_t)((double)(task->first + count) / (double)runs * (double)info->positions),
            .total = info->positions,
            .seconds = kauri_clock_seconds() - began,
            .before = task->column,
            .after = info->column_count - task->column - 1.0,
        };
        kauri_progress_report(progress, &report);
        if (kauri_progress_cancelled(progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while digesting %s",
                                kauri_reader_path(task->reader));
            goto cleanup;
        }
    }
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
    struct digest_task task = {.reader = reader};
    if (info->version == 1) {
        return KAURI_OK;
    }
    task.workers = calloc(threads, sizeof *task.workers);
    if (task.workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(start_worker(&task.workers[i], info, error));
    }
    for (; task.column < info->column_count; task.column++) {
        KAURI_TRY(check_column(&task, threads, progress, kauri_clock_seconds(), error));
    }
cleanup:
    for (unsigned i = 0; i < threads; i++) {
        kauri_entries_free(task.workers[i].entries);
        free(task.workers[i].numbers);
    }
    free(task.workers);
    return status;
}
