// kauri_layer_read of the public interface.
#include "kauri/kauri.h"

#include "common/parallel.h"
#include "common/status.h"
#include "db/entries.h"
#include "indexer/convention.h"
#include "tablebase/batch.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>
#include <stdlib.h>

// Reads whole ranges of a layer with several threads. Stored positions bypass the cache; derived
// ones are looked up in batches, which follow the same few blocks page by page.

enum { DERIVED_PART = 1 << 16 }; // positions of a table of stored blocks that are read at a time

// The working memory of one thread.
struct range_reader {
    struct kauri_entries *entries;
    uint8_t *stored[2];             // r and dtc of one part, as stored
    struct kauri_batch_item *items; // derived positions of one part; NULL until needed
    enum kauri_status status;
    struct kauri_error error;
};

struct range {
    struct kauri_tablebase *tablebase;
    const struct kauri_tablebase_layer *layer;
    uint64_t first, count; // positions
    uint64_t first_part;
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

// Positions that a thread reads at a time: a page of r if each has an entry.
static uint64_t part_positions(const struct kauri_tablebase_layer *layer)
{
    return layer->derives ? DERIVED_PART : layer->columns[KAURI_COLUMN_R].page_entries;
}

static enum kauri_status prepare_worker(struct range_reader *worker, const struct range *range)
{
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    if (worker->entries != NULL) {
        return KAURI_OK;
    }
    for (unsigned c = 0; c < 2; c++) {
        worker->stored[c] = malloc(part_positions(range->layer) * info->columns[c].width);
        if (worker->stored[c] == NULL) {
            return kauri_fail(&worker->error, KAURI_RESOURCE, "out of memory for reading %s",
                              kauri_reader_path(range->layer->reader));
        }
    }
    return kauri_entries_new(&worker->entries, &worker->error);
}

// Reads positions [from, from + count), whose entries begin with `entry`.
static enum kauri_status read_stored(const struct range *range, struct range_reader *worker,
                                     uint64_t from, uint64_t entry, uint64_t count)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_reader *reader = range->layer->reader;
    KAURI_TRY(
        kauri_entries_read(worker->entries, reader, entry, count,
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
    return status;
}

// Reads positions [from, from + count) of a derived block.
static enum kauri_status read_derived(const struct range *range, struct range_reader *worker,
                                      uint64_t from, uint64_t count)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &range->layer->index;
    if (worker->items == NULL) {
        worker->items = malloc(DERIVED_PART * sizeof *worker->items);
        if (worker->items == NULL) {
            return kauri_fail(&worker->error, KAURI_RESOURCE, "out of memory for reading %s",
                              kauri_reader_path(range->layer->reader));
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        struct kauri_view view;
        kauri_unindex(layer, from + i, &view);
        worker->items[i] = (struct kauri_batch_item){
            .position = kauri_view_position(&view, layer->shape.holes),
            .want = range->dtc == NULL ? KAURI_BATCH_R : KAURI_BATCH_VALUE,
        };
    }
    KAURI_TRY(
        kauri_batch_look_up(range->tablebase, worker->items, (size_t)count, 1, &worker->error));
    for (uint64_t i = 0; i < count; i++) {
        struct kauri_batch_item *item = &worker->items[i];
        if (item->status != KAURI_OK) { // say why
            KAURI_TRY(
                kauri_probe_value(range->tablebase, &item->position, &item->value, &worker->error));
        }
        if (range->r != NULL) {
            range->r[from - range->first + i] = (int16_t)item->value.r;
        }
        if (range->dtc != NULL) {
            range->dtc[from - range->first + i] = (uint16_t)item->value.dtc;
        }
    }
cleanup:
    return status;
}

// Reads positions [from, end) of a table of stored blocks, block by block.
static enum kauri_status read_blocks(const struct range *range, struct range_reader *worker,
                                     uint64_t from, uint64_t end)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_stored_blocks *blocks = &range->layer->blocks;
    const uint64_t size = range->layer->index.cowrie_count;
    while (from < end && status == KAURI_OK) {
        const uint64_t block = from / size;
        const uint64_t block_end = (block + 1) * size;
        const uint64_t count = (block_end < end ? block_end : end) - from;
        status = kauri_block_stored(blocks, block)
                     ? read_stored(range, worker, from,
                                   kauri_stored_rank(blocks, block) * size + from % size, count)
                     : read_derived(range, worker, from, count);
        from += count;
    }
    return status;
}

static void read_part(void *context, unsigned worker_number, uint64_t number)
{
    enum kauri_status status = KAURI_OK;
    struct range *range = context;
    struct range_reader *worker = &range->workers[worker_number];
    const uint64_t positions = part_positions(range->layer);
    const uint64_t part_first = (range->first_part + number) * positions;
    const uint64_t part_end = part_first + positions;
    const uint64_t range_end = range->first + range->count;
    const uint64_t from = part_first > range->first ? part_first : range->first;
    const uint64_t end = part_end < range_end ? part_end : range_end;
    if (atomic_load_explicit(&range->failed, memory_order_relaxed)) {
        return;
    }
    KAURI_TRY(prepare_worker(worker, range));
    KAURI_TRY(range->layer->derives ? read_blocks(range, worker, from, end)
                                    : read_stored(range, worker, from, from, end - from));
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
    struct range range = {
        .tablebase = tablebase, .first = first, .count = count, .r = r, .dtc = dtc};
    enum kauri_status status = kauri_tablebase_layer(tablebase, seeds, &range.layer, error);
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
    const uint64_t part = part_positions(range.layer);
    range.first_part = first / part;
    const uint64_t parts = (first + count - 1) / part - range.first_part + 1;
    threads = kauri_tablebase_threads(tablebase, threads);
    threads = threads < parts ? threads : (unsigned)parts;
    range.workers = calloc(threads, sizeof *range.workers);
    if (range.workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
    }
    kauri_parallel_for(threads, parts, 1, read_part, &range);
    for (unsigned i = 0; i < threads; i++) {
        struct range_reader *worker = &range.workers[i];
        if (status == KAURI_OK && worker->status != KAURI_OK) {
            status = kauri_fail(error, worker->status, "%s", worker->error.message);
        }
        kauri_entries_free(worker->entries);
        free(worker->stored[0]);
        free(worker->stored[1]);
        free(worker->items);
    }
    free(range.workers);
    return status;
}
