#include "tablebase/tablebase.h"

#include "common/parallel.h"
#include "db/entries.h"
#include "indexer/convention.h"
#include "tablebase/layer_table.h"

#include <stdatomic.h>
#include <stdlib.h>

// Reads whole ranges of a layer with several threads, bypassing the page cache.

// The working memory of one thread.
struct range_reader {
    struct kauri_entries *entries;
    uint8_t *stored[2]; // r and dtc of one page, as stored
    enum kauri_status status;
    struct kauri_error error;
};

struct range {
    const struct kauri_tablebase_layer *layer;
    uint64_t first, count; // entries
    uint64_t first_page;
    int16_t *r; // the caller's arrays; either may be NULL
    uint16_t *dtc;
    struct range_reader *workers;
    atomic_bool failed;
};

static unsigned number_at(const uint8_t *stored, unsigned width, uint64_t i)
{
    return width == 1 ? stored[i] : stored[2 * i] | (unsigned)stored[2 * i + 1] << 8;
}

// Converts the stored numbers of a page to values in the caller's arrays, from place `at` on.
// Returns false for a value of r that no position of the layer can have.
static bool put_values(const struct range *range, const struct range_reader *worker, uint64_t at,
                       uint64_t count)
{
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    const struct kauri_column *r = &info->columns[KAURI_COLUMN_R];
    const unsigned most = 6U * range->layer->index.seeds + 2;
    for (uint64_t i = 0; range->r != NULL && i < count; i++) {
        const unsigned number = number_at(worker->stored[0], r->width, i);
        if (number > most) {
            return false;
        }
        range->r[at + i] = (int16_t)((int)number + r->bias);
    }
    const unsigned width = info->columns[KAURI_COLUMN_DTC].width;
    for (uint64_t i = 0; range->dtc != NULL && i < count; i++) {
        range->dtc[at + i] = (uint16_t)number_at(worker->stored[1], width, i);
    }
    return true;
}

// Entries that a thread reads at a time: a page of r.
static uint64_t part_entries(const struct kauri_reader *reader)
{
    return kauri_reader_info(reader)->columns[KAURI_COLUMN_R].page_entries;
}

static enum kauri_status prepare_worker(struct range_reader *worker, const struct range *range)
{
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    if (worker->entries != NULL) {
        return KAURI_OK;
    }
    for (unsigned c = 0; c < 2; c++) {
        worker->stored[c] = malloc(part_entries(range->layer->reader) * info->columns[c].width);
        if (worker->stored[c] == NULL) {
            return kauri_fail(&worker->error, KAURI_RESOURCE, "out of memory for reading %s",
                              kauri_reader_path(range->layer->reader));
        }
    }
    return kauri_entries_new(&worker->entries, &worker->error);
}

static void read_page(void *context, unsigned worker_number, uint64_t number)
{
    enum kauri_status status = KAURI_OK;
    struct range *range = context;
    struct range_reader *worker = &range->workers[worker_number];
    const struct kauri_reader *reader = range->layer->reader;
    const uint64_t page_entries = part_entries(reader);
    const uint64_t page_first = (range->first_page + number) * page_entries;
    const uint64_t from = page_first > range->first ? page_first : range->first;
    const uint64_t range_end = range->first + range->count;
    const uint64_t page_end = page_first + page_entries;
    const uint64_t count = (page_end < range_end ? page_end : range_end) - from;
    if (atomic_load_explicit(&range->failed, memory_order_relaxed)) {
        return;
    }
    KAURI_TRY(prepare_worker(worker, range));
    KAURI_TRY(
        kauri_entries_read(worker->entries, reader, from, count,
                           (uint8_t *[KAURI_COLUMNS_MAX]){
                               [KAURI_COLUMN_R] = range->r != NULL ? worker->stored[0] : NULL,
                               [KAURI_COLUMN_DTC] = range->dtc != NULL ? worker->stored[1] : NULL,
                           },
                           &worker->error));
    if (!put_values(range, worker, from - range->first, count)) {
        status =
            kauri_fail(&worker->error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                       kauri_reader_path(reader));
    }
cleanup:
    if (status != KAURI_OK) {
        worker->status = status;
        atomic_store_explicit(&range->failed, true, memory_order_relaxed);
    }
}

enum kauri_status kauri_layer_read(struct kauri_tablebase *tablebase, unsigned seeds,
                                   uint64_t first, uint64_t count, int16_t *r, uint16_t *dtc,
                                   unsigned threads, struct kauri_error *error)
{
    struct range range = {.first = first, .count = count, .r = r, .dtc = dtc};
    enum kauri_status status = kauri_tablebase_layer(tablebase, seeds, &range.layer, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_layer_table_require_all(range.layer->reader, error);
    if (status != KAURI_OK) {
        return status;
    }
    const uint64_t positions = range.layer->index.positions;
    if (first > positions || count > positions - first) {
        return kauri_fail(error, KAURI_USAGE, "layer %u has only %llu positions", seeds,
                          (unsigned long long)positions);
    }
    if (count == 0) {
        return KAURI_OK;
    }
    const uint64_t page_entries = part_entries(range.layer->reader);
    range.first_page = first / page_entries;
    const uint64_t pages = (first + count - 1) / page_entries - range.first_page + 1;
    threads = kauri_tablebase_threads(tablebase, threads);
    threads = threads < pages ? threads : (unsigned)pages;
    range.workers = calloc(threads, sizeof *range.workers);
    if (range.workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
    }
    kauri_parallel_for(threads, pages, 1, read_page, &range);
    for (unsigned i = 0; i < threads; i++) {
        struct range_reader *worker = &range.workers[i];
        if (status == KAURI_OK && worker->status != KAURI_OK) {
            status = kauri_fail(error, worker->status, "%s", worker->error.message);
        }
        kauri_entries_free(worker->entries);
        free(worker->stored[0]);
        free(worker->stored[1]);
    }
    free(range.workers);
    return status;
}
