// kauri_layer_read of the public interface: reads whole ranges of a layer with several threads,
// bypassing the cache of look-ups.
//
// A range is divided into parts of whole blocks. In a table of stored blocks, those of a part are
// neighbours in the file, so they are read at once; the others are derived.
#include "kauri/kauri.h"

#include "common/parallel.h"
#include "db/entries.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"
#include "tablebase/tablebase.h"
#include "tablebase/turned_blocks.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PART_POSITIONS = 1 << 16 };

// Blocks that others are derived from, besides those in use.
#define CACHE_BYTES (UINT64_C(256) << 20)

// The working memory of one thread.
struct range_reader {
    struct kauri_entries *entries;
    uint8_t *stored[2]; // r and dtc of the stored blocks of a part
    struct kauri_deriver *deriver;
    void *segment; // numbers of one row of the mover
    enum kauri_status status;
    struct kauri_error error;
};

struct range {
    const struct kauri_tablebase_layer *layer;
    uint64_t first, count; // positions
    uint64_t first_block;  // of the first part
    uint64_t part_blocks;
    int16_t *r; // the caller's arrays; either may be NULL
    uint16_t *dtc;
    bool derives;
    struct kauri_stored_blocks stored; // if so
    enum kauri_derive_form form;
    struct kauri_turned_blocks *turned;
    struct range_reader *workers;
    atomic_bool failed;
};

// Positions [first, first + count) of a layer that the caller wants, of a block.
struct wanted_positions {
    uint64_t first;
    uint64_t count;
    uint64_t at; // in the caller's arrays
};

static struct wanted_positions wanted_of(const struct range *range, uint64_t block)
{
    const uint64_t cowrie_count = range->layer->index.cowrie_count;
    const uint64_t begin = block * cowrie_count;
    const uint64_t range_end = range->first + range->count;
    const uint64_t first = begin > range->first ? begin : range->first;
    const uint64_t end = begin + cowrie_count < range_end ? begin + cowrie_count : range_end;
    return (struct wanted_positions){first, end > first ? end - first : 0, first - range->first};
}

// Converts `count` stored numbers, from number `from` on, to values in the caller's arrays, from
// place `at` on. Returns false for a value of r that no position of the layer can have.
static bool put_stored(const struct range *range, const struct range_reader *worker, uint64_t from,
                       uint64_t at, uint32_t count)
{
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    const struct kauri_column r = info->columns[KAURI_COLUMN_R];
    const struct kauri_column dtc = info->columns[KAURI_COLUMN_DTC];
    const uint8_t *stored_r = worker->stored[KAURI_COLUMN_R] + from * r.width;
    const uint8_t *stored_dtc = worker->stored[KAURI_COLUMN_DTC] + from * dtc.width;
    int32_t greatest = r.bias; // and none is less
    for (uint32_t i = 0; range->r != NULL && i < count; i++) {
        const int32_t value = kauri_page_value(&r, stored_r, i);
        greatest = value > greatest ? value : greatest;
        range->r[at + i] = (int16_t)value;
    }
    for (uint32_t i = 0; range->dtc != NULL && i < count; i++) {
        range->dtc[at + i] = (uint16_t)kauri_page_value(&dtc, stored_dtc, i);
    }
    return greatest <= 3 * range->layer->index.seeds + 1;
}

// Converts `count` derived numbers to values in the caller's arrays.
static void put_derived(const struct range *range, const void *numbers, uint64_t count, uint64_t at)
{
    for (uint64_t i = 0; i < count && range->dtc == NULL; i++) {
        range->r[at + i] = range->form == KAURI_DERIVE_R ? ((const int8_t *)numbers)[i]
                                                         : ((const int16_t *)numbers)[i];
    }
    if (range->dtc == NULL) {
        return;
    }
    const bool narrow = range->form == KAURI_DERIVE_KEYS;
    const unsigned shift = narrow ? KAURI_DERIVE_SHIFT : KAURI_DERIVE_SHIFT_WIDE;
    for (uint64_t i = 0; range->r != NULL && i < count; i++) {
        const int32_t key = narrow ? ((const int16_t *)numbers)[i] : ((const int32_t *)numbers)[i];
        range->r[at + i] = (int16_t)kauri_derive_key_r(key, shift);
    }
    for (uint64_t i = 0; i < count; i++) {
        const int32_t key = narrow ? ((const int16_t *)numbers)[i] : ((const int32_t *)numbers)[i];
        range->dtc[at + i] = (uint16_t)kauri_derive_key_dtc(key, shift);
    }
}

static enum kauri_status prepare_worker(struct range_reader *worker, const struct range *range)
{
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    const size_t positions = (size_t)(range->part_blocks * range->layer->index.cowrie_count);
    if (worker->entries != NULL) {
        return KAURI_OK;
    }
    worker->segment = malloc(range->layer->index.cowrie_count * sizeof(int32_t));
    bool enough = worker->segment != NULL;
    for (unsigned c = 0; c < 2; c++) {
        worker->stored[c] = malloc(positions * info->columns[c].width);
        enough = enough && worker->stored[c] != NULL;
    }
    if (!enough) {
        return kauri_fail(&worker->error, KAURI_RESOURCE, "out of memory for reading %s",
                          kauri_reader_path(range->layer->reader));
    }
    return kauri_entries_new(&worker->entries, &worker->error);
}

static uint64_t stored_rank(const struct range *range, uint64_t block)
{
    return !range->derives                            ? block
           : block == range->layer->index.block_count ? range->stored.count
                                                      : kauri_stored_rank(&range->stored, block);
}

static bool is_stored(const struct range *range, uint64_t block)
{
    return !range->derives || kauri_block_stored(&range->stored, block);
}

// Reads what is wanted of the stored blocks among blocks [block, end).
static enum kauri_status read_stored(const struct range *range, struct range_reader *worker,
                                     uint64_t block, uint64_t end)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_reader *reader = range->layer->reader;
    const uint64_t cowrie_count = range->layer->index.cowrie_count;
    uint64_t first = stored_rank(range, block) * cowrie_count;
    uint64_t last = stored_rank(range, end) * cowrie_count;
    if (first == last) {
        return KAURI_OK;
    }
    // Only the first and the last block can be wanted in part.
    if (is_stored(range, block)) {
        first += wanted_of(range, block).first - block * cowrie_count;
    }
    if (is_stored(range, end - 1)) {
        const struct wanted_positions wanted = wanted_of(range, end - 1);
        last -= end * cowrie_count - (wanted.first + wanted.count);
    }
    uint8_t *const out[KAURI_COLUMNS_MAX] = {
        [KAURI_COLUMN_R] = range->r != NULL ? worker->stored[KAURI_COLUMN_R] : NULL,
        [KAURI_COLUMN_DTC] = range->dtc != NULL ? worker->stored[KAURI_COLUMN_DTC] : NULL,
    };
    KAURI_TRY(
        kauri_entries_read(worker->entries, reader, first, last - first, out, &worker->error));
    uint64_t from = 0;
    for (; block < end; block++) {
        const struct wanted_positions wanted = wanted_of(range, block);
        if (!is_stored(range, block)) {
            continue;
        }
        if (!put_stored(range, worker, from, wanted.at, (uint32_t)wanted.count)) {
            status = kauri_fail(&worker->error, KAURI_CORRUPT,
                                "%s holds a value that its layer cannot have",
                                kauri_reader_path(reader));
            goto cleanup;
        }
        from += wanted.count;
    }
cleanup:
    return status;
}

// Derives what is wanted of a block.
static enum kauri_status derive(const struct range *range, unsigned worker_number, uint64_t block)
{
    enum kauri_status status = KAURI_OK;
    struct range_reader *worker = &range->workers[worker_number];
    const struct kauri_derive_rows *rows = kauri_turned_rows(range->turned);
    const struct wanted_positions wanted = wanted_of(range, block);
    const uint64_t begin = wanted.first - block * range->layer->index.cowrie_count;
    const uint64_t end = begin + wanted.count;
    const size_t bytes = kauri_derive_result_bytes(range->form);
    struct kauri_derive_source *sources = NULL;
    unsigned count = 0;
    unsigned acquired = 0;
    if (worker->deriver == NULL) {
        KAURI_TRY(kauri_deriver_new(rows, &worker->deriver, &worker->error));
    }
    KAURI_TRY(kauri_deriver_begin(worker->deriver, &range->layer->index, block, range->form,
                                  &sources, &count, &worker->error));
    for (; acquired < count; acquired++) {
        KAURI_TRY(kauri_turned_acquire(range->turned, worker_number, sources[acquired].seeds,
                                       sources[acquired].block, &sources[acquired].values,
                                       &worker->error));
    }
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const uint64_t first = rows->segment[mover];
        const uint64_t after =
            first +
            range->layer->index.row_count[range->layer->index.shape.cowries - rows->cowries[mover]];
        const uint64_t from = first > begin ? first : begin;
        const uint64_t to = after < end ? after : end;
        if (from >= to) {
            continue;
        }
        kauri_deriver_segment(worker->deriver, mover, worker->segment);
        put_derived(range, (const uint8_t *)worker->segment + (from - first) * bytes, to - from,
                    wanted.at + (from - begin));
    }
cleanup:
    for (unsigned i = 0; i < acquired; i++) {
        kauri_turned_release(range->turned, sources[i].seeds, sources[i].block);
    }
    return status;
}

static void read_part(void *context, unsigned worker_number, uint64_t number)
{
    enum kauri_status status = KAURI_OK;
    struct range *range = context;
    struct range_reader *worker = &range->workers[worker_number];
    const struct kauri_layer *index = &range->layer->index;
    const uint64_t first = range->first_block + number * range->part_blocks;
    const uint64_t last = (range->first + range->count - 1) / index->cowrie_count;
    const uint64_t end = last - first < range->part_blocks ? last + 1 : first + range->part_blocks;
    if (atomic_load_explicit(&range->failed, memory_order_relaxed)) {
        return;
    }
    KAURI_TRY(prepare_worker(worker, range));
    KAURI_TRY(read_stored(range, worker, first, end));
    for (uint64_t block = first; block < end; block++) {
        if (!is_stored(range, block)) {
            KAURI_TRY(derive(range, worker_number, block));
        }
    }
cleanup:
    if (status != KAURI_OK) {
        worker->status = status;
        atomic_store_explicit(&range->failed, true, memory_order_relaxed);
    }
}

// Makes what is needed for deriving blocks of the range.
static enum kauri_status prepare_derivation(struct kauri_tablebase *tablebase, struct range *range,
                                            unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_reader *readers[KAURI_SEEDS_MAX + 1];
    const struct kauri_layer *index = &range->layer->index;
    const struct kauri_table_info *info = kauri_reader_info(range->layer->reader);
    KAURI_TRY(kauri_stored_blocks_init(&range->stored, index, error));
    range->derives = true;
    if (range->stored.count == range->stored.block_count) {
        goto cleanup;
    }
    for (unsigned n = 0; n <= index->seeds; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        KAURI_TRY(kauri_tablebase_layer(tablebase, n, &layer, error));
        readers[n] = layer->reader;
    }
    range->form = range->dtc != NULL
                      ? kauri_derive_form_keys(index->seeds, info->columns[KAURI_COLUMN_DTC].width)
                      : kauri_derive_form_r(index->seeds);
    const struct kauri_turned_options options = {
        .shape = index->shape,
        .layer_count = index->seeds + 1U,
        .form = range->form,
        .threads = threads,
        .memory = CACHE_BYTES,
    };
    KAURI_TRY(kauri_turned_new(readers, &options, &range->turned, error));
cleanup:
    return status;
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
    const struct kauri_layer *index = &range.layer->index;
    if (first > index->positions || count > index->positions - first) {
        return kauri_fail(error, KAURI_USAGE, "layer %u has only %llu positions", seeds,
                          (unsigned long long)index->positions);
    }
    if (count == 0 || (r == NULL && dtc == NULL)) {
        return KAURI_OK;
    }
    const uint64_t fit = PART_POSITIONS / index->cowrie_count;
    range.part_blocks = fit == 0 ? 1 : fit;
    range.first_block = first / index->cowrie_count;
    const uint64_t blocks = (first + count - 1) / index->cowrie_count - range.first_block + 1;
    const uint64_t parts = (blocks + range.part_blocks - 1) / range.part_blocks;
    threads = kauri_tablebase_threads(tablebase, threads);
    threads = threads < parts ? threads : (unsigned)parts;
    if (kauri_reader_info(range.layer->reader)->derivation != KAURI_DERIVATION_NONE) {
        KAURI_TRY(prepare_derivation(tablebase, &range, threads, error));
    }
    range.workers = calloc(threads, sizeof *range.workers);
    if (range.workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
        goto cleanup;
    }
    kauri_parallel_for(threads, parts, 1, read_part, &range);
    for (unsigned i = 0; i < threads; i++) {
        const struct range_reader *worker = &range.workers[i];
        if (status == KAURI_OK && worker->status != KAURI_OK) {
            status = kauri_fail(error, worker->status, "%s", worker->error.message);
        }
    }
cleanup:
    for (unsigned i = 0; range.workers != NULL && i < threads; i++) {
        kauri_entries_free(range.workers[i].entries);
        free(range.workers[i].stored[0]);
        free(range.workers[i].stored[1]);
        kauri_deriver_free(range.workers[i].deriver);
        free(range.workers[i].segment);
    }
    free(range.workers);
    kauri_turned_free(range.turned);
    kauri_stored_blocks_clear(&range.stored);
    return status;
}
