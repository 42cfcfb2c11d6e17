// Loading a range of one column: whole blocks, decoded in parallel.
#include "common/checked.h"
#include "common/parallel.h"
#include "db/header.h"
#include "db/reader.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    struct kauri_reader_scratch *scratch;
    uint8_t *payload;
    uint64_t failed_block; // UINT64_MAX while none failed
    struct kauri_error error;
};

struct load {
    const struct kauri_reader *reader;
    const struct kauri_table_info *info;
    unsigned column;
    uint64_t first; // rows wanted: [first, last)
    uint64_t last;
    uint64_t first_block;
    uint8_t *out;
    struct worker *workers;
    atomic_bool failed; // the others may stop
};

static void load_block(void *context, unsigned number, uint64_t index)
{
    struct load *load = context;
    struct worker *worker = &load->workers[number];
    const struct kauri_table_info *info = load->info;
    const uint64_t block = load->first_block + index;
    if (atomic_load_explicit(&load->failed, memory_order_relaxed)) {
        return;
    }
    if (kauri_reader_block(load->reader, block, worker->payload, worker->scratch, &worker->error) !=
        KAURI_OK) {
        worker->failed_block = block;
        atomic_store_explicit(&load->failed, true, memory_order_relaxed);
        return;
    }
    const uint32_t rows = kauri_reader_block_rows(load->reader, block);
    const uint64_t start = block * info->block_positions;
    const uint64_t from = load->first > start ? load->first - start : 0;
    const uint64_t to = load->last - start < rows ? load->last - start : rows;
    const uint8_t *values = worker->payload;
    for (unsigned c = 0; c < load->column; c++) {
        values += (size_t)rows * info->columns[c].width;
    }
    const size_t width = info->columns[load->column].width;
    memcpy(load->out + (start + from - load->first) * width, values + from * width,
           (size_t)(to - from) * width);
}

static enum kauri_status make_workers(struct load *load, unsigned threads,
                                      struct kauri_error *error)
{
    const size_t bytes = kauri_reader_block_bytes(load->reader);
    load->workers = calloc(threads, sizeof *load->workers);
    if (load->workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading blocks");
    }
    for (unsigned i = 0; i < threads; i++) {
        struct worker *worker = &load->workers[i];
        worker->failed_block = UINT64_MAX;
        worker->payload = malloc(bytes);
        if (worker->payload == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading blocks");
        }
        const enum kauri_status status = kauri_reader_scratch_new(&worker->scratch, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_reader_column(const struct kauri_reader *reader, unsigned column,
                                      uint64_t first, uint64_t rows, unsigned threads, void *out,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    struct load load = {.reader = reader, .info = info, .column = column, .first = first};
    const struct worker *failed = NULL;
    if (column >= info->column_count || threads < 1 ||
        !kauri_checked_add(first, rows, &load.last)) {
        return kauri_fail(error, KAURI_INTERNAL, "%s: impossible column, rows or threads",
                          kauri_reader_path(reader));
    }
    if (load.last > info->positions) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu positions, not %llu",
                          kauri_reader_path(reader), (unsigned long long)info->positions,
                          (unsigned long long)load.last);
    }
    if (rows == 0) {
        return KAURI_OK;
    }
    load.out = out;
    load.first_block = first / info->block_positions;
    const uint64_t blocks = (load.last - 1) / info->block_positions - load.first_block + 1;
    if (threads > blocks) {
        threads = (unsigned)blocks;
    }
    atomic_init(&load.failed, false);
    KAURI_TRY(make_workers(&load, threads, error));
    kauri_parallel_for(threads, blocks, 1, load_block, &load);
    for (unsigned i = 0; i < threads; i++) {
        const struct worker *worker = &load.workers[i];
        if (worker->failed_block != UINT64_MAX &&
            (failed == NULL || worker->failed_block < failed->failed_block)) {
            failed = worker;
        }
    }
    if (failed != NULL) {
        status = failed->error.status;
        if (error != NULL) {
            *error = failed->error;
        }
    }
cleanup:
    for (unsigned i = 0; load.workers != NULL && i < threads; i++) {
        kauri_reader_scratch_free(load.workers[i].scratch);
        free(load.workers[i].payload);
    }
    free(load.workers);
    return status;
}
