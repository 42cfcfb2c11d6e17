#include "verify/verify_blocks.h"

#include "db/page_cache.h"
#include "db/reader.h"
#include "indexer/convention.h"
#include "verify/equations.h"
#include "verify/equations_block.h"
#include "verify/verify_memory.h"
#include "verify/verify_worths.h"

#include <stdlib.h>
#include <string.h>

struct worker {
    struct kauri_reader_scratch *entries;
    uint8_t *columns[2];               // of a unit, as stored
    int16_t *straight;                 // wide worths of a unit in the order of the index
    struct kauri_equations *check;     // for checking a block of the layer
    struct kauri_equations **deriving; // by layer; NULL where nothing is derived
    struct kauri_verify_work work;
};

// The two kinds of units of a layer are two layers of the cache.
enum { STORED = 0, DERIVED = 1, KINDS = 2 };

// For how long units stay in the cache without use (kauri_page_cache_keep): stored and derived ones
// of lower layers, and of the layer itself. Those of lower layers take half the memory, and making
// a derived one takes other units.
static const unsigned keep[2][KINDS] = {{8, 16}, {1, 2}};

struct kauri_verify_blocks {
    struct kauri_layer layer;
    unsigned threads;
    uint64_t unit_positions; // of the largest unit
    struct kauri_verify_rows *rows;
    struct kauri_verify_units units[KAURI_SEEDS_MAX + 1];
    struct worker *workers;
    struct kauri_verify_summary *summary;
    struct kauri_worth_source source;
    struct kauri_page_cache *cache;
};

bool kauri_verify_blocks_narrow(const struct kauri_tablebase *tables, unsigned seeds)
{
    for (unsigned n = 0; n <= seeds; n++) {
        const struct kauri_reader *reader = kauri_tablebase_reader(tables, n);
        if (kauri_reader_info(reader)->columns[KAURI_COLUMN_R].width != 1) {
            return false;
        }
    }
    const struct kauri_reader *reader = kauri_tablebase_reader(tables, seeds);
    // Distances, even plus one, must be below the scale, so that every value and distance has a
    // worth of its own.
    return 3 * seeds + 1 < INT16_MAX / KAURI_KEY_SCALE_NARROW &&
           kauri_reader_info(reader)->columns[KAURI_COLUMN_DTC].width == 1 &&
           kauri_reader_certificate(reader)->maximum[KAURI_COLUMN_DTC] + 1 < KAURI_KEY_SCALE_NARROW;
}

struct cache_place {
    unsigned layer;
    uint64_t page;
};

static struct cache_place cache_place(const struct kauri_verify_blocks *blocks, unsigned seeds,
                                      uint64_t unit)
{
    const uint64_t stored = blocks->units[seeds].stored_units;
    return unit < stored ? (struct cache_place){KINDS * seeds + STORED, unit}
                         : (struct cache_place){KINDS * seeds + DERIVED, unit - stored};
}

static bool is_top(const struct kauri_verify_blocks *blocks, unsigned seeds)
{
    return seeds == blocks->layer.seeds;
}

static int bias_of(const struct kauri_verify_blocks *blocks, unsigned seeds)
{
    return kauri_reader_info(blocks->units[seeds].reader)->columns[KAURI_COLUMN_R].bias;
}

// Reads the columns of a unit of stored blocks; dtc only of the layer itself.
static enum kauri_status read_unit(const struct kauri_verify_blocks *blocks, struct worker *worker,
                                   unsigned seeds, uint64_t unit, uint64_t *count,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const uint64_t cowrie_count = blocks->layer.cowrie_count;
    uint8_t most = 0;
    *count = kauri_verify_units_blocks(units, unit) * cowrie_count;
    KAURI_TRY(kauri_entries_read(
        worker->entries, units->reader, unit * units->unit_blocks * cowrie_count, *count,
        (uint8_t *[KAURI_COLUMNS_MAX]){
            [KAURI_COLUMN_R] = worker->columns[0],
            [KAURI_COLUMN_DTC] = is_top(blocks, seeds) ? worker->columns[1] : NULL,
        },
        error));
    for (uint64_t i = 0; i < *count; i++) {
        most = worker->columns[0][i] > most ? worker->columns[0][i] : most;
    }
    if (most > 6 * seeds + 2) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(units->reader));
    }
    worker->work.decoded += *count;
    worker->work.layer_decoded += is_top(blocks, seeds) ? *count : 0;
cleanup:
    return status;
}

static enum kauri_status load_stored(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                     unsigned seeds, uint64_t unit, void *values,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct worker *worker = &blocks->workers[worker_number];
    const struct kauri_layer *layer = &blocks->layer;
    const int bias = bias_of(blocks, seeds);
    bool undefined = false;
    uint64_t count = 0;
    KAURI_TRY(read_unit(blocks, worker, seeds, unit, &count, error));
    if (is_top(blocks, seeds)) {
        kauri_worths_stored(worker->columns[0], worker->columns[1], bias, count, worker->straight,
                            &undefined);
        kauri_verify_summary_add(blocks->summary, worker_number, unit, worker->columns[0],
                                 worker->columns[1], count, undefined);
    } else {
        kauri_worths_stored_bytes(worker->columns[0], bias, count);
    }
    for (uint64_t at = 0; at < count; at += layer->cowrie_count) {
        if (is_top(blocks, seeds)) {
            kauri_worths_turn(layer, worker->straight + at, (int16_t *)values + at);
        } else {
            kauri_worths_turn_bytes(layer, worker->columns[0] + at, (uint8_t *)values + at);
        }
    }
cleanup:
    return status;
}

static enum kauri_status load_derived(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                      unsigned seeds, uint64_t unit, void *values,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct worker *worker = &blocks->workers[worker_number];
    const uint32_t count = blocks->layer.cowrie_count;
    void *keys = NULL;
    KAURI_TRY(kauri_equations_block(worker->deriving[seeds], &blocks->source, worker_number,
                                    kauri_verify_units_block(&blocks->units[seeds], unit, 0), &keys,
                                    error));
    if (is_top(blocks, seeds)) {
        kauri_worths_columns(keys, bias_of(blocks, seeds), count, worker->columns[0],
                             worker->columns[1]);
        kauri_verify_summary_add(blocks->summary, worker_number, unit, worker->columns[0],
                                 worker->columns[1], count, false);
        kauri_worths_keys(keys, count);
        kauri_worths_turn(&blocks->layer, keys, values);
    } else {
        kauri_worths_keys_bytes(keys, count);
        kauri_worths_turn_bytes(&blocks->layer, keys, values);
    }
    worker->work.derived += count;
    worker->work.layer_derived += is_top(blocks, seeds) ? count : 0;
cleanup:
    return status;
}

// Loads a unit, for the page cache.
static enum kauri_status load(void *context, unsigned worker, unsigned layer, uint64_t page,
                              void *values, struct kauri_error *error)
{
    struct kauri_verify_blocks *blocks = context;
    const unsigned seeds = layer / KINDS;
    return layer % KINDS == STORED
               ? load_stored(blocks, worker, seeds, page, values, error)
               : load_derived(blocks, worker, seeds, blocks->units[seeds].stored_units + page,
                              values, error);
}

static enum kauri_status source_acquire(void *context, unsigned worker, unsigned seeds,
                                        uint64_t block, const void **worths,
                                        struct kauri_error *error)
{
    return kauri_verify_blocks_acquire(context, worker, seeds, block, worths, error);
}

static void source_release(void *context, unsigned seeds, uint64_t block)
{
    kauri_verify_blocks_release(context, seeds, block);
}

static enum kauri_status make_worker(struct kauri_verify_blocks *blocks, struct worker *worker,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = blocks->layer.seeds;
    worker->columns[0] = malloc(blocks->unit_positions);
    worker->columns[1] = malloc(blocks->unit_positions);
    worker->straight = malloc(blocks->unit_positions * sizeof *worker->straight);
    worker->deriving = calloc(seeds + 1U, sizeof(void *));
    if (worker->columns[0] == NULL || worker->columns[1] == NULL || worker->straight == NULL ||
        worker->deriving == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    KAURI_TRY(kauri_reader_scratch_new(&worker->entries, error));
    KAURI_TRY(kauri_equations_new(&blocks->layer, blocks->rows, true, &worker->check, error));
    for (unsigned n = 0; n <= seeds; n++) {
        if (blocks->units[n].derived) {
            KAURI_TRY(kauri_equations_new(&blocks->units[n].layer, blocks->rows, n == seeds,
                                          &worker->deriving[n], error));
        }
    }
cleanup:
    return status;
}

static void free_worker(const struct kauri_verify_blocks *blocks, struct worker *worker)
{
    kauri_reader_scratch_free(worker->entries);
    free(worker->columns[0]);
    free(worker->columns[1]);
    free(worker->straight);
    kauri_equations_free(worker->check);
    for (unsigned n = 0; worker->deriving != NULL && n <= blocks->layer.seeds; n++) {
        kauri_equations_free(worker->deriving[n]);
    }
    free(worker->deriving);
}

// Adds both kinds of units of a layer to the cache.
static enum kauri_status add_units(struct kauri_verify_blocks *blocks,
                                   const struct kauri_reader *reader, unsigned seeds,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_units *units = &blocks->units[seeds];
    struct kauri_layer layer;
    KAURI_TRY(kauri_layer_init(&layer, blocks->layer.shape, seeds, error));
    KAURI_TRY(kauri_verify_units_init(units, reader, &layer, error));
    KAURI_TRY(
        kauri_page_cache_add(blocks->cache, KINDS * seeds + STORED, units->stored_units, error));
    KAURI_TRY(kauri_page_cache_add(blocks->cache, KINDS * seeds + DERIVED,
                                   units->count - units->stored_units, error));
    kauri_page_cache_keep(blocks->cache, KINDS * seeds + STORED,
                          keep[is_top(blocks, seeds)][STORED]);
    kauri_page_cache_keep(blocks->cache, KINDS * seeds + DERIVED,
                          keep[is_top(blocks, seeds)][DERIVED]);
cleanup:
    return status;
}

enum kauri_status kauri_verify_blocks_new(const struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t working = kauri_verify_memory_working(tables, layer, threads);
    *blocks = NULL;
    struct kauri_verify_blocks *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    made->layer = *layer;
    made->threads = threads;
    made->unit_positions = kauri_verify_memory_unit(tables, layer);
    made->source = (struct kauri_worth_source){made, source_acquire, source_release};
    KAURI_TRY(kauri_verify_rows_new(layer->shape, layer->seeds, &made->rows, error));
    KAURI_TRY(kauri_page_cache_new(KINDS * (layer->seeds + 1U),
                                   memory > working ? memory - working : 0, load, made,
                                   &made->cache, error));
    for (unsigned n = 0; n <= layer->seeds; n++) {
        KAURI_TRY(add_units(made, kauri_tablebase_reader(tables, n), n, error));
    }
    KAURI_TRY(kauri_verify_summary_new(&made->units[layer->seeds], threads, &made->summary, error));
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(make_worker(made, &made->workers[i], error));
    }
    *blocks = made;
    made = NULL;
cleanup:
    kauri_verify_blocks_free(made);
    return status;
}

void kauri_verify_blocks_free(struct kauri_verify_blocks *blocks)
{
    if (blocks == NULL) {
        return;
    }
    for (unsigned i = 0; blocks->workers != NULL && i < blocks->threads; i++) {
        free_worker(blocks, &blocks->workers[i]);
    }
    for (unsigned n = 0; n <= blocks->layer.seeds; n++) {
        kauri_verify_units_clear(&blocks->units[n]);
    }
    free(blocks->workers);
    kauri_verify_summary_free(blocks->summary);
    kauri_verify_rows_free(blocks->rows);
    kauri_page_cache_free(blocks->cache);
    free(blocks);
}

enum kauri_status kauri_verify_blocks_acquire(struct kauri_verify_blocks *blocks, unsigned worker,
                                              unsigned seeds, uint64_t block, const void **worths,
                                              struct kauri_error *error)
{
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const size_t size =
        blocks->layer.cowrie_count * (is_top(blocks, seeds) ? sizeof(int16_t) : sizeof(uint8_t));
    uint64_t place = 0;
    const uint64_t unit = kauri_verify_units_of(units, block, &place);
    const struct cache_place at = cache_place(blocks, seeds, unit);
    const void *values = NULL;
    const enum kauri_status status =
        kauri_page_cache_acquire(blocks->cache, worker, at.layer, at.page,
                                 kauri_verify_units_blocks(units, unit) * size, &values, error);
    *worths = status == KAURI_OK ? (const uint8_t *)values + place * size : NULL;
    return status;
}

void kauri_verify_blocks_release(struct kauri_verify_blocks *blocks, unsigned seeds, uint64_t block)
{
    uint64_t place = 0;
    const uint64_t unit = kauri_verify_units_of(&blocks->units[seeds], block, &place);
    const struct cache_place at = cache_place(blocks, seeds, unit);
    kauri_page_cache_release(blocks->cache, at.layer, at.page);
}

const struct kauri_verify_units *kauri_verify_blocks_units(const struct kauri_verify_blocks *blocks)
{
    return &blocks->units[blocks->layer.seeds];
}

struct kauri_verify_summary *kauri_verify_blocks_summary(const struct kauri_verify_blocks *blocks)
{
    return blocks->summary;
}

static void note_wrong(struct kauri_block_check *check, uint32_t rank)
{
    check->first_wrong = check->wrong == 0 || rank < check->first_wrong ? rank : check->first_wrong;
    check->wrong++;
}

// An entry with r = 0 and a distance has the worth of one without, but is wrong. Counts those whose
// worth is right.
static enum kauri_status check_undefined(struct kauri_verify_blocks *blocks, struct worker *worker,
                                         uint64_t unit, uint64_t place, const int16_t *worths,
                                         struct kauri_block_check *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint32_t cowrie_count = blocks->layer.cowrie_count;
    const int bias = bias_of(blocks, blocks->layer.seeds);
    uint64_t count = 0;
    KAURI_TRY(read_unit(blocks, worker, blocks->layer.seeds, unit, &count, error));
    for (uint32_t i = 0; i < cowrie_count; i++) {
        const uint64_t at = place * cowrie_count + i;
        if (bias + worker->columns[0][at] == 0 && worker->columns[1][at] != 0 && worths[i] == 0) {
            note_wrong(check, i);
        }
    }
cleanup:
    return status;
}

static enum kauri_status check_stored(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                      uint64_t block, struct kauri_block_check *check,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct worker *worker = &blocks->workers[worker_number];
    const unsigned seeds = blocks->layer.seeds;
    const uint32_t count = blocks->layer.cowrie_count;
    const void *stored = NULL;
    void *keys = NULL;
    uint64_t place = 0;
    const uint64_t unit = kauri_verify_units_of(&blocks->units[seeds], block, &place);
    KAURI_TRY(
        kauri_equations_block(worker->check, &blocks->source, worker_number, block, &keys, error));
    int16_t *right = keys;
    kauri_worths_keys(right, count);
    KAURI_TRY(kauri_verify_blocks_acquire(blocks, worker_number, seeds, block, &stored, error));
    kauri_worths_straighten(&blocks->layer, stored, worker->straight);
    kauri_verify_blocks_release(blocks, seeds, block);
    if (memcmp(worker->straight, right, count * sizeof *right) != 0) {
        for (uint32_t i = 0; i < count; i++) {
            if (worker->straight[i] != right[i]) {
                note_wrong(check, i);
            }
        }
    }
    if (kauri_verify_summary_undefined(blocks->summary, unit)) {
        KAURI_TRY(check_undefined(blocks, worker, unit, place, right, check, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_verify_blocks_check(struct kauri_verify_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_block_check *check,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = blocks->layer.seeds;
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const void *worths = NULL;
    uint64_t place = 0;
    *check = (struct kauri_block_check){0, 0};
    if (kauri_verify_units_stored(units, block)) {
        return check_stored(blocks, worker, block, check, error);
    }
    if (!kauri_verify_summary_has(blocks->summary, kauri_verify_units_of(units, block, &place))) {
        KAURI_TRY(kauri_verify_blocks_acquire(blocks, worker, seeds, block, &worths, error));
        kauri_verify_blocks_release(blocks, seeds, block);
    }
cleanup:
    return status;
}

struct kauri_verify_work kauri_verify_blocks_work(const struct kauri_verify_blocks *blocks)
{
    struct kauri_verify_work work = {0, 0, 0, 0};
    for (unsigned i = 0; i < blocks->threads; i++) {
        const struct kauri_verify_work *done = &blocks->workers[i].work;
        work.decoded += done->decoded;
        work.derived += done->derived;
        work.layer_decoded += done->layer_decoded;
        work.layer_derived += done->layer_derived;
    }
    return work;
}
