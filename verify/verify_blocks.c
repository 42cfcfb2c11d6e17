#include "verify/verify_blocks.h"

#include "common/transpose.h"
#include "db/entries.h"
#include "db/page_cache.h"
#include "indexer/convention.h"
#include "verify/equations.h"

#include <stdlib.h>

// The table of a layer, which is read in units of blocks.
struct layer_units {
    const struct kauri_reader *reader;
    uint64_t block_count;
    uint64_t unit_blocks; // blocks in a unit
};

struct worker {
    struct kauri_entries *entries;
    uint8_t *stored[2]; // columns of a unit, as stored
    int16_t *straight;  // worths of a unit in the order of the index
    int16_t *keys;      // of a unit of the layer
};

struct kauri_verify_blocks {
    struct kauri_layer layer;
    unsigned threads;
    uint64_t unit_positions; // of the largest unit
    struct layer_units units[KAURI_SEEDS_MAX + 1];
    struct worker *workers;
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
    // Distances, even plus one, must be below the scale, so that only r = 0 and values without a
    // distance are multiples of it.
    return 3 * seeds + 1 < INT16_MAX / KAURI_KEY_SCALE_NARROW &&
           kauri_reader_info(reader)->columns[KAURI_COLUMN_DTC].width == 1 &&
           kauri_reader_certificate(reader)->maximum[KAURI_COLUMN_DTC] + 1 < KAURI_KEY_SCALE_NARROW;
}

static uint64_t blocks_in(const struct layer_units *units, uint64_t unit)
{
    const uint64_t left = units->block_count - unit * units->unit_blocks;
    return left < units->unit_blocks ? left : units->unit_blocks;
}

// Blocks of a layer in a unit: as many as a page of the table holds, or one.
static uint64_t unit_blocks(const struct kauri_reader *reader, uint64_t cowrie_count)
{
    const uint64_t blocks =
        kauri_reader_info(reader)->columns[KAURI_COLUMN_R].page_entries / cowrie_count;
    return blocks == 0 ? 1 : blocks;
}

uint64_t kauri_verify_blocks_unit_positions(const struct kauri_tablebase *tables,
                                            const struct kauri_layer *layer)
{
    uint64_t most = 0;
    for (unsigned n = 0; n <= layer->seeds; n++) {
        const struct kauri_reader *reader = kauri_tablebase_reader(tables, n);
        const uint64_t count = unit_blocks(reader, layer->cowrie_count) * layer->cowrie_count;
        const uint64_t positions = kauri_reader_info(reader)->positions;
        const uint64_t unit = count < positions ? count : positions;
        most = unit > most ? unit : most;
    }
    return most;
}

uint64_t kauri_verify_blocks_units(const struct kauri_verify_blocks *blocks)
{
    const struct layer_units *units = &blocks->units[blocks->layer.seeds];
    return (units->block_count + units->unit_blocks - 1) / units->unit_blocks;
}

uint64_t kauri_verify_blocks_first(const struct kauri_verify_blocks *blocks, uint64_t unit,
                                   uint64_t *count)
{
    const struct layer_units *units = &blocks->units[blocks->layer.seeds];
    *count = blocks_in(units, unit);
    return unit * units->unit_blocks;
}

// Reads the columns of a unit as stored; dtc only if it is needed.
static enum kauri_status read_unit(const struct kauri_verify_blocks *blocks, struct worker *worker,
                                   unsigned seeds, uint64_t unit, bool dtc, uint64_t *count,
                                   struct kauri_error *error)
{
    const struct layer_units *units = &blocks->units[seeds];
    *count = blocks_in(units, unit) * blocks->layer.cowrie_count;
    return kauri_entries_read(worker->entries, units->reader,
                              unit * units->unit_blocks * blocks->layer.cowrie_count, *count,
                              (uint8_t *[KAURI_COLUMNS_MAX]){
                                  [KAURI_COLUMN_R] = worker->stored[0],
                                  [KAURI_COLUMN_DTC] = dtc ? worker->stored[1] : NULL,
                              },
                              error);
}

// Without branches. The sign is 0 if r = 0, whose distance must be 0.
static void make_keys(const uint8_t *r, const uint8_t *dtc, int bias, uint64_t count, int16_t *keys)
{
    for (uint64_t i = 0; i < count; i++) {
        const int value = bias + r[i];
        const int sign = (value > 0) - (value < 0);
        const int key = value * KAURI_KEY_SCALE_NARROW - sign * dtc[i];
        keys[i] = (int16_t)(sign == 0 && dtc[i] != 0 ? KAURI_KEY_UNDEFINED : key);
    }
}

static void make_worths(const uint8_t *r, const uint8_t *dtc, int bias, uint64_t count,
                        int16_t *worths)
{
    for (uint64_t i = 0; i < count; i++) {
        const int value = bias + r[i];
        const int sign = (value > 0) - (value < 0);
        worths[i] = (int16_t)(sign * (dtc[i] + 1) - value * KAURI_KEY_SCALE_NARROW);
    }
}

static void make_worths_below(const uint8_t *r, int bias, uint64_t count, int16_t *worths)
{
    for (uint64_t i = 0; i < count; i++) {
        worths[i] = (int16_t)(-(bias + r[i]) * KAURI_KEY_SCALE_NARROW);
    }
}

// Turns the blocks of a unit: transposes [mover][opponent] into [opponent][mover].
static void turn_unit(const struct kauri_layer *layer, const uint16_t *straight, uint64_t count,
                      uint16_t *turned)
{
    for (uint64_t at = 0; at < count; at += layer->cowrie_count) {
        for (unsigned t = 0; t <= layer->shape.cowries; t++) {
            const uint64_t start = at + layer->half_start[t];
            const uint32_t movers = layer->row_count[t];
            const uint32_t opponents = layer->row_count[layer->shape.cowries - t];
            kauri_transpose16(straight + start, opponents, movers, opponents, turned + start,
                              movers);
        }
    }
}

static enum kauri_status load(void *context, unsigned worker_number, unsigned seeds, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_verify_blocks *blocks = context;
    struct worker *worker = &blocks->workers[worker_number];
    const bool same = seeds == blocks->layer.seeds;
    const int bias = kauri_reader_info(blocks->units[seeds].reader)->columns[KAURI_COLUMN_R].bias;
    uint64_t count = 0;
    KAURI_TRY(read_unit(blocks, worker, seeds, unit, same, &count, error));
    if (same) {
        make_worths(worker->stored[0], worker->stored[1], bias, count, worker->straight);
    } else {
        make_worths_below(worker->stored[0], bias, count, worker->straight);
    }
    turn_unit(&blocks->layer, (const uint16_t *)worker->straight, count, values);
cleanup:
    return status;
}

static enum kauri_status make_workers(struct kauri_verify_blocks *blocks, struct kauri_error *error)
{
    blocks->workers = calloc(blocks->threads, sizeof *blocks->workers);
    bool enough = blocks->workers != NULL;
    for (unsigned i = 0; enough && i < blocks->threads; i++) {
        struct worker *worker = &blocks->workers[i];
        worker->stored[0] = malloc(blocks->unit_positions);
        worker->stored[1] = malloc(blocks->unit_positions);
        worker->straight = malloc(blocks->unit_positions * sizeof *worker->straight);
        worker->keys = malloc(blocks->unit_positions * sizeof *worker->keys);
        enough = worker->stored[0] != NULL && worker->stored[1] != NULL &&
                 worker->straight != NULL && worker->keys != NULL;
        const enum kauri_status status =
            enough ? kauri_entries_new(&worker->entries, error) : KAURI_RESOURCE;
        if (enough && status != KAURI_OK) {
            return status;
        }
    }
    return enough ? KAURI_OK : kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
}

enum kauri_status kauri_verify_blocks_new(const struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *blocks = NULL;
    struct kauri_verify_blocks *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    made->layer = *layer;
    made->threads = threads;
    KAURI_TRY(kauri_page_cache_new(layer->seeds + 1U, memory, load, made, &made->cache, error));
    for (unsigned n = 0; n <= layer->seeds; n++) {
        struct layer_units *units = &made->units[n];
        units->reader = kauri_tablebase_reader(tables, n);
        const struct kauri_table_info *info = kauri_reader_info(units->reader);
        units->block_count = info->positions / layer->cowrie_count;
        units->unit_blocks = unit_blocks(units->reader, layer->cowrie_count);
        KAURI_TRY(kauri_page_cache_add(
            made->cache, n, (units->block_count + units->unit_blocks - 1) / units->unit_blocks,
            error));
    }
    made->unit_positions = kauri_verify_blocks_unit_positions(tables, layer);
    KAURI_TRY(make_workers(made, error));
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
        struct worker *worker = &blocks->workers[i];
        kauri_entries_free(worker->entries);
        free(worker->stored[0]);
        free(worker->stored[1]);
        free(worker->straight);
        free(worker->keys);
    }
    free(blocks->workers);
    kauri_page_cache_free(blocks->cache);
    free(blocks);
}

enum kauri_status kauri_verify_blocks_read(struct kauri_verify_blocks *blocks,
                                           unsigned worker_number, uint64_t unit,
                                           struct kauri_verify_tally *tally, const int16_t **keys,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = blocks->layer.seeds;
    const struct kauri_reader *reader = blocks->units[seeds].reader;
    struct worker *worker = &blocks->workers[worker_number];
    const int bias = kauri_reader_info(reader)->columns[KAURI_COLUMN_R].bias;
    uint64_t count = 0;
    KAURI_TRY(read_unit(blocks, worker, seeds, unit, true, &count, error));
    if (!kauri_verify_tally_bytes(tally, worker->stored[0], worker->stored[1], count,
                                  6 * seeds + 2)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(reader));
        goto cleanup;
    }
    make_keys(worker->stored[0], worker->stored[1], bias, count, worker->keys);
    *keys = worker->keys;
cleanup:
    return status;
}

enum kauri_status kauri_verify_blocks_acquire(struct kauri_verify_blocks *blocks, unsigned worker,
                                              unsigned seeds, uint64_t block,
                                              const int16_t **worths, struct kauri_error *error)
{
    const struct layer_units *units = &blocks->units[seeds];
    const uint64_t unit = block / units->unit_blocks;
    const void *values = NULL;
    const enum kauri_status status = kauri_page_cache_acquire(
        blocks->cache, worker, seeds, unit,
        blocks_in(units, unit) * blocks->layer.cowrie_count * sizeof(int16_t), &values, error);
    if (status == KAURI_OK) {
        *worths = (const int16_t *)values + block % units->unit_blocks * blocks->layer.cowrie_count;
    }
    return status;
}

void kauri_verify_blocks_release(struct kauri_verify_blocks *blocks, unsigned seeds, uint64_t block)
{
    kauri_page_cache_release(blocks->cache, seeds, block / blocks->units[seeds].unit_blocks);
}
