#include "verify/verify_blocks.h"

#include "common/checked.h"
#include "common/memory.h"
#include "db/page_cache.h"
#include "db/reader.h"
#include "db/tables/block_values.h"
#include "indexer/convention.h"
#include "verify/equations.h"
#include "verify/equations_block.h"
#include "verify/verify_digests.h"
#include "verify/verify_rows.h"
#include "verify/verify_tally.h"
#include "verify/verify_units.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    struct kauri_reader_scratch *entries;
    uint8_t *columns[KAURI_COLUMNS]; // columns of a unit, as stored
    int16_t *straight;               // wide worths of a unit in the order of the index
    struct kauri_equations *check;   // evaluates a block of the layer
    struct kauri_equations *
        *deriving; // evaluations for each layer below; NULL for layers without derived blocks
    uint64_t work; // positions of the layer that were decoded or derived
    struct kauri_verify_tally tally;
    uint8_t *digest_room; // KAURI_VERIFY_DIGEST_ROOM bytes
};

// The state of a unit of the layer.
enum {
    ADDED = 1,     // read once, and in the counts and digests
    UNDEFINED = 2, // has entries with r = 0 and a distance
};

// The two kinds of units of a layer are two layers of the cache.
enum { STORED = 0, DERIVED = 1, KINDS = 2 };

// Passes of the clock hand that an unused unit survives (kauri_page_cache_keep): stored and derived
// units of lower layers, then those of the layer itself. Units of lower layers take half the
// memory, and making a derived one takes other units.
static const unsigned keep[2][KINDS] = {{8, 16}, {1, 2}};

struct kauri_verify_blocks {
    const struct kauri_verify_part *part;
    struct kauri_layer layer;
    unsigned threads;
    uint64_t unit_positions; // positions of the largest unit
    struct kauri_verify_rows *rows;
    struct kauri_verify_units units[KAURI_SEEDS_MAX + 1];
    struct worker *workers;
    _Atomic(uint8_t) *known; // state of each unit of the layer
    // How often each unit of the layer will still be acquired, if none is loaded twice. NULL where
    // only a part of the layer is checked.
    _Atomic(int64_t) *uses;
    struct kauri_worth_source source;
    struct kauri_page_cache *cache;
};

// ---------------------------------------------------------------------------------------- memory

// Positions of the largest unit of the layer and of those below it.
static uint64_t largest_unit(const struct kauri_tablebase *tables, const struct kauri_layer *layer)
{
    uint64_t maximum = 0;
    for (unsigned n = 0; n <= layer->seeds; n++) {
        const uint64_t unit = kauri_verify_units_positions(kauri_tablebase_reader(tables, n));
        maximum = unit > maximum ? unit : maximum;
    }
    return maximum;
}

// Returns whether blocks of layers 0 .. seeds have to be derived.
static bool is_derived(const struct kauri_tablebase *tables, unsigned seeds)
{
    for (unsigned n = 0; n <= seeds; n++) {
        if (kauri_tablebase_opened(tables, n)->derives) {
            return true;
        }
    }
    return false;
}

// Bytes of working memory, without the blocks that are kept: the tables of rows, the digests, and
// for each thread what it needs to make one unit.
static uint64_t working_bytes(const struct kauri_tablebase *tables, const struct kauri_layer *layer,
                              unsigned threads)
{
    const uint64_t unit = largest_unit(tables, layer);
    // The columns and the worths of a unit, and the keys of each evaluation.
    uint64_t thread =
        unit * (KAURI_COLUMNS + sizeof(int16_t)) + layer->cowrie_count * sizeof(int16_t);
    if (is_derived(tables, layer->seeds)) {
        thread += layer->cowrie_count * (sizeof(int16_t) + layer->seeds);
    }
    thread += (layer->seeds + 2U) * (UINT64_C(1) << 19); // lists of runs and results
    thread += KAURI_VERIFY_DIGEST_ROOM;
    return kauri_verify_rows_bytes(layer->shape, layer->seeds) + kauri_verify_digests_bytes(layer) +
           threads * thread;
}

// Returns the bytes that a thread holds in the cache while it checks a block. While it makes a
// derived successor in the layer, it holds the other successors, this one, and its successors.
// Before that, when it captures, it holds a chain of derived blocks of layers below that need one
// another, and the successors of the last one.
static uint64_t held_bytes(const struct kauri_tablebase *tables, const struct kauri_layer *layer)
{
    const uint64_t unit = largest_unit(tables, layer);
    if (!is_derived(tables, layer->seeds)) {
        return unit * KAURI_EQUATIONS_HELD * sizeof(int16_t);
    }
    return unit *
           (2 * KAURI_EQUATIONS_HELD * sizeof(int16_t) + KAURI_EQUATIONS_HELD + layer->seeds);
}

uint64_t kauri_verify_blocks_least(const struct kauri_verify_part *part, unsigned threads)
{
    const uint64_t held = threads * held_bytes(part->tables, &part->layer);
    uint64_t all = part->layer.positions;
    for (unsigned n = 0; n <= part->layer.seeds; n++) {
        all += kauri_reader_info(kauri_tablebase_reader(part->tables, n))->positions;
    }
    return working_bytes(part->tables, &part->layer, threads) + (held < all ? held : all);
}

// ---------------------------------------------------------------------------------------- worths

// Conversions between stored columns, keys and worths (verify/equations_block.h).
//
// The loops have no branches, so that the compiler makes vectors of them.

// Makes wide worths of `count` positions from their stored columns of one byte; `bias` is that of
// r. An entry with r = 0 and a distance is always wrong: its worth is 0, and *undefined becomes
// true.
static void worths_from_stored(const uint8_t *r, const uint8_t *dtc, int bias, uint64_t count,
                               int16_t *worths, bool *undefined)
{
    uint8_t wrong = 0;
    for (uint64_t i = 0; i < count; i++) {
        const int16_t value = (int16_t)(bias + r[i]);
        const int16_t sign = (int16_t)((value > 0) - (value < 0));
        const int16_t distance = (int16_t)(dtc[i] + 1);
        worths[i] = (int16_t)(sign * distance - value * KAURI_KEY_SCALE_NARROW);
        wrong |= (uint8_t)(sign == 0 ? dtc[i] : 0);
    }
    *undefined = *undefined || wrong != 0;
}

// Converts the stored column r to worths of one byte, in place.
static void bytes_from_stored(uint8_t *r, int bias, uint64_t count)
{
    const uint8_t zero = (uint8_t)(KAURI_BYTE_ZERO - bias);
    for (uint64_t i = 0; i < count; i++) {
        r[i] = (uint8_t)(zero - r[i]);
    }
}

// Converts keys to worths, in place.
static void worths_from_keys(int16_t *keys, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = (int16_t)((keys[i] > 0) - (keys[i] < 0) - keys[i]);
    }
}

// Takes the distances out of keys: dtc becomes 0.
static void drop_distances(int16_t *keys, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const int16_t up = (int16_t)(keys[i] > 0 ? KAURI_KEY_SCALE_NARROW - 1 : 0);
        keys[i] = (int16_t)((keys[i] + up) & -KAURI_KEY_SCALE_NARROW);
    }
}

static void bytes_from_keys(uint8_t *keys, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = (uint8_t)(2 * KAURI_BYTE_ZERO - keys[i]);
    }
}

// Makes the columns that a table would store for positions with wide keys.
static void columns_from_keys(const int16_t *keys, int bias, uint64_t count, uint8_t *r,
                              uint8_t *dtc)
{
    for (uint64_t i = 0; i < count; i++) {
        // key = 256 r - dtc for r > 0, 256 r + dtc for r < 0: r is key / 256, rounded away from 0.
        const int16_t key = keys[i];
        const int16_t up = (int16_t)(key > 0 ? KAURI_KEY_SCALE_NARROW - 1 : 0);
        const int16_t value = (int16_t)((key + up) >> 8);
        const int16_t rest = (int16_t)(key - value * KAURI_KEY_SCALE_NARROW);
        r[i] = (uint8_t)(value - bias);
        dtc[i] = (uint8_t)(rest < 0 ? -rest : rest);
    }
}

// ----------------------------------------------------------------------------------------- units

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
    return kauri_reader_info(blocks->units[seeds].readers[KAURI_COLUMN_R])
        ->columns[KAURI_COLUMN_R]
        .bias;
}

// Reads the columns of a unit of stored blocks; r alone of layers below the layer itself. Where the
// layer has no distances, dtc is 0.
static enum kauri_status read_unit(const struct kauri_verify_blocks *blocks, struct worker *worker,
                                   unsigned seeds, uint64_t unit, uint64_t *count,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const uint64_t cowrie_count = blocks->layer.cowrie_count;
    uint8_t maximum = 0;
    *count = kauri_verify_units_blocks(units, unit) * cowrie_count;
    for (unsigned c = 0; c < (is_top(blocks, seeds) ? KAURI_COLUMNS : KAURI_COLUMN_R + 1); c++) {
        uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
        to[c] = worker->columns[c];
        if (units->readers[c] == NULL) {
            memset(to[c], 0, (size_t)*count);
            continue;
        }
        KAURI_PASS(kauri_entries_read(worker->entries, units->readers[c],
                                      unit * units->unit_blocks * cowrie_count, *count, to, error));
    }
    for (uint64_t i = 0; i < *count; i++) {
        maximum = worker->columns[KAURI_COLUMN_R][i] > maximum ? worker->columns[KAURI_COLUMN_R][i]
                                                               : maximum;
    }
    if (maximum > 6 * seeds + 2) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(units->readers[KAURI_COLUMN_R]));
    }
    worker->work += is_top(blocks, seeds) ? *count : 0;
    return status;
}

// Adds a unit of the layer to the counts and digests, unless it was added before or only a part is
// checked, which has no certificate. `undefined` says that it has an entry with r = 0 and a
// distance.
static void add_unit(struct kauri_verify_blocks *blocks, struct worker *worker, uint64_t unit,
                     uint64_t count, bool undefined)
{
    const struct kauri_verify_part *part = blocks->part;
    const uint64_t stored_units = blocks->units[blocks->layer.seeds].stored_units;
    if ((atomic_load(&blocks->known[unit]) & ADDED) != 0) {
        return;
    }
    if (part->whole) {
        kauri_verify_tally_bytes(&worker->tally, unit < stored_units, worker->columns, count);
        kauri_verify_digests_unit(&part->digests, unit, worker->columns, count,
                                  worker->digest_room);
    }
    atomic_store(&blocks->known[unit], (uint8_t)(ADDED | (undefined ? UNDEFINED : 0)));
}

static enum kauri_status load_stored(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                     unsigned seeds, uint64_t unit, void *values,
                                     struct kauri_error *error)
{
    struct worker *worker = &blocks->workers[worker_number];
    const struct kauri_layer *layer = &blocks->layer;
    const int bias = bias_of(blocks, seeds);
    bool undefined = false;
    uint64_t count = 0;
    KAURI_PASS(read_unit(blocks, worker, seeds, unit, &count, error));
    if (is_top(blocks, seeds)) {
        worths_from_stored(worker->columns[KAURI_COLUMN_R], worker->columns[KAURI_COLUMN_DTC], bias,
                           count, worker->straight, &undefined);
        add_unit(blocks, worker, unit, count, undefined);
    } else {
        bytes_from_stored(worker->columns[KAURI_COLUMN_R], bias, count);
    }
    for (uint64_t at = 0; at < count; at += layer->cowrie_count) {
        if (is_top(blocks, seeds)) {
            kauri_block_turn(layer, worker->straight + at, sizeof(int16_t), (int16_t *)values + at);
        } else {
            kauri_block_turn(layer, worker->columns[KAURI_COLUMN_R] + at, 1,
                             (uint8_t *)values + at);
        }
    }
    return KAURI_OK;
}

static enum kauri_status load_derived(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                      unsigned seeds, uint64_t unit, void *values,
                                      struct kauri_error *error)
{
    struct worker *worker = &blocks->workers[worker_number];
    const uint32_t count = blocks->layer.cowrie_count;
    void *keys = NULL;
    KAURI_PASS(kauri_equations_block(worker->deriving[seeds], &blocks->source, worker_number,
                                     kauri_verify_units_block(&blocks->units[seeds], unit, 0),
                                     &keys, error));
    if (is_top(blocks, seeds)) {
        if (!blocks->part->distances) {
            drop_distances(keys, count);
        }
        columns_from_keys(keys, bias_of(blocks, seeds), count, worker->columns[KAURI_COLUMN_R],
                          worker->columns[KAURI_COLUMN_DTC]);
        add_unit(blocks, worker, unit, count, false);
        worths_from_keys(keys, count);
        kauri_block_turn(&blocks->layer, keys, sizeof(int16_t), values);
    } else {
        bytes_from_keys(keys, count);
        kauri_block_turn(&blocks->layer, keys, 1, values);
    }
    worker->work += is_top(blocks, seeds) ? count : 0;
    return KAURI_OK;
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

enum kauri_status kauri_verify_blocks_acquire(void *context, unsigned worker, unsigned seeds,
                                              uint64_t block, const void **worths,
                                              struct kauri_error *error)
{
    struct kauri_verify_blocks *blocks = context;
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const size_t size =
        blocks->layer.cowrie_count * (is_top(blocks, seeds) ? sizeof(int16_t) : sizeof(uint8_t));
    uint64_t place = 0;
    const uint64_t unit = kauri_verify_units_of(units, block, &place);
    const struct cache_place at = cache_place(blocks, seeds, unit);
    const void *values = NULL;
    const enum kauri_status status = kauri_page_cache_acquire(
        blocks->cache, worker, at.layer, at.page,
        (size_t)kauri_verify_units_blocks(units, unit) * size, &values, error);
    *worths = status == KAURI_OK ? (const uint8_t *)values + place * size : NULL;
    return status;
}

// Releases a unit, which had so many of the uses that are counted.
static void release_unit(struct kauri_verify_blocks *blocks, unsigned seeds, uint64_t unit,
                         unsigned uses)
{
    const struct cache_place at = cache_place(blocks, seeds, unit);
    kauri_page_cache_release(blocks->cache, at.layer, at.page);
    if (is_top(blocks, seeds) && blocks->uses != NULL &&
        atomic_fetch_sub(&blocks->uses[unit], uses) <= uses) {
        kauri_page_cache_drop(blocks->cache, at.layer, at.page);
    }
}

void kauri_verify_blocks_release(void *context, unsigned seeds, uint64_t block)
{
    struct kauri_verify_blocks *blocks = context;
    uint64_t place = 0;
    release_unit(blocks, seeds, kauri_verify_units_of(&blocks->units[seeds], block, &place), 1);
}

// Counts how often the blocks of the layer are needed: a stored block when it is checked, and any
// block when one that leads to it is checked or derived.
static enum kauri_status count_uses(struct kauri_verify_blocks *blocks, struct kauri_error *error)
{
    const struct kauri_verify_units *units = &blocks->units[blocks->layer.seeds];
    uint64_t place = 0;
    KAURI_PASS(KAURI_NEW(blocks->uses, kauri_size_to_ask(units->count), error, "verifying"));
    for (uint64_t block = 0; block < blocks->layer.block_count; block++) {
        uint64_t successors[KAURI_EQUATIONS_HELD];
        const unsigned count =
            kauri_equations_successors(blocks->workers[0].check, block, successors);
        for (unsigned i = 0; i < count; i++) {
            blocks->uses[kauri_verify_units_of(units, successors[i], &place)]++;
        }
        blocks->uses[kauri_verify_units_of(units, block, &place)] +=
            kauri_verify_units_stored(units, block);
    }
    return KAURI_OK;
}

static enum kauri_status make_worker(struct kauri_verify_blocks *blocks, struct worker *worker,
                                     struct kauri_error *error)
{
    const unsigned seeds = blocks->layer.seeds;
    bool enough = true;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        worker->columns[c] = malloc(kauri_size_to_ask(blocks->unit_positions));
        enough = enough && worker->columns[c] != NULL;
    }
    worker->straight = malloc(kauri_size_to_ask(blocks->unit_positions * sizeof *worker->straight));
    worker->deriving = calloc(seeds + 1U, sizeof(void *));
    worker->digest_room = malloc(KAURI_VERIFY_DIGEST_ROOM);
    if (!enough || worker->straight == NULL || worker->deriving == NULL ||
        worker->digest_room == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    KAURI_PASS(kauri_reader_scratch_new(&worker->entries, error));
    KAURI_PASS(kauri_equations_new(&blocks->layer, blocks->rows, true, &worker->check, error));
    for (unsigned n = 0; n <= seeds; n++) {
        if (blocks->units[n].derived) {
            KAURI_PASS(kauri_equations_new(&blocks->units[n].layer, blocks->rows, n == seeds,
                                           &worker->deriving[n], error));
        }
    }
    return KAURI_OK;
}

static void free_worker(const struct kauri_verify_blocks *blocks, struct worker *worker)
{
    kauri_reader_scratch_free(worker->entries);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(worker->columns[c]);
    }
    free(worker->straight);
    free(worker->digest_room);
    kauri_equations_free(worker->check);
    for (unsigned n = 0; worker->deriving != NULL && n <= blocks->layer.seeds; n++) {
        kauri_equations_free(worker->deriving[n]);
    }
    free(worker->deriving);
}

// Adds both kinds of units of a layer to the cache.
static enum kauri_status add_units(struct kauri_verify_blocks *blocks, unsigned seeds,
                                   struct kauri_error *error)
{
    struct kauri_verify_units *units = &blocks->units[seeds];
    KAURI_PASS(
        kauri_verify_units_init(units, kauri_tablebase_opened(blocks->part->tables, seeds), error));
    KAURI_PASS(
        kauri_page_cache_add(blocks->cache, KINDS * seeds + STORED, units->stored_units, error));
    KAURI_PASS(kauri_page_cache_add(blocks->cache, KINDS * seeds + DERIVED,
                                    units->count - units->stored_units, error));
    kauri_page_cache_keep(blocks->cache, KINDS * seeds + STORED,
                          keep[is_top(blocks, seeds)][STORED]);
    kauri_page_cache_keep(blocks->cache, KINDS * seeds + DERIVED,
                          keep[is_top(blocks, seeds)][DERIVED]);
    return KAURI_OK;
}

enum kauri_status kauri_verify_blocks_new(const struct kauri_verify_part *part, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &part->layer;
    const uint64_t working = working_bytes(part->tables, layer, threads);
    *blocks = NULL;
    struct kauri_verify_blocks *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "verifying"));
    made->part = part;
    made->layer = *layer;
    made->threads = threads;
    made->unit_positions = largest_unit(part->tables, layer);
    made->source =
        (struct kauri_worth_source){made, kauri_verify_blocks_acquire, kauri_verify_blocks_release};
    KAURI_TRY(kauri_verify_rows_new(layer->shape, layer->seeds, &made->rows, error));
    KAURI_TRY(kauri_page_cache_new(KINDS * (layer->seeds + 1U),
                                   memory > working ? memory - working : 0, load, made,
                                   &made->cache, error));
    for (unsigned n = 0; n <= layer->seeds; n++) {
        KAURI_TRY(add_units(made, n, error));
    }
    KAURI_TRY(KAURI_NEW(made->known, kauri_size_to_ask(made->units[layer->seeds].count), error,
                        "verifying"));
    KAURI_TRY(KAURI_NEW(made->workers, threads, error, "verifying"));
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(make_worker(made, &made->workers[i], error));
    }
    if (part->whole) {
        KAURI_TRY(count_uses(made, error));
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
    free(blocks->known);
    free(blocks->uses);
    kauri_verify_rows_free(blocks->rows);
    kauri_page_cache_free(blocks->cache);
    free(blocks);
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
    const uint32_t cowrie_count = blocks->layer.cowrie_count;
    const int bias = bias_of(blocks, blocks->layer.seeds);
    uint64_t count = 0;
    KAURI_PASS(read_unit(blocks, worker, blocks->layer.seeds, unit, &count, error));
    for (uint32_t i = 0; i < cowrie_count; i++) {
        const uint64_t at = place * cowrie_count + i;
        if (bias + worker->columns[KAURI_COLUMN_R][at] == 0 &&
            worker->columns[KAURI_COLUMN_DTC][at] != 0 && worths[i] == 0) {
            note_wrong(check, i);
        }
    }
    return KAURI_OK;
}

static enum kauri_status check_stored(struct kauri_verify_blocks *blocks, unsigned worker_number,
                                      uint64_t block, struct kauri_block_check *check,
                                      struct kauri_error *error)
{
    struct worker *worker = &blocks->workers[worker_number];
    const unsigned seeds = blocks->layer.seeds;
    const uint32_t count = blocks->layer.cowrie_count;
    const void *stored = NULL;
    void *keys = NULL;
    uint64_t place = 0;
    const uint64_t unit = kauri_verify_units_of(&blocks->units[seeds], block, &place);
    KAURI_PASS(
        kauri_equations_block(worker->check, &blocks->source, worker_number, block, &keys, error));
    int16_t *right = keys;
    if (!blocks->part->distances) {
        drop_distances(right, count);
    }
    worths_from_keys(right, count);
    KAURI_PASS(kauri_verify_blocks_acquire(blocks, worker_number, seeds, block, &stored, error));
    kauri_block_turn(&blocks->layer, stored, sizeof(int16_t), worker->straight);
    kauri_verify_blocks_release(blocks, seeds, block);
    if (memcmp(worker->straight, right, count * sizeof *right) != 0) {
        for (uint32_t i = 0; i < count; i++) {
            if (worker->straight[i] != right[i]) {
                note_wrong(check, i);
            }
        }
    }
    if ((atomic_load(&blocks->known[unit]) & UNDEFINED) != 0) {
        KAURI_PASS(check_undefined(blocks, worker, unit, place, right, check, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_verify_blocks_check(struct kauri_verify_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_block_check *check,
                                            struct kauri_error *error)
{
    const unsigned seeds = blocks->layer.seeds;
    const struct kauri_verify_units *units = &blocks->units[seeds];
    const void *worths = NULL;
    uint64_t place = 0;
    *check = (struct kauri_block_check){0, 0};
    if (kauri_verify_units_stored(units, block)) {
        return check_stored(blocks, worker, block, check, error);
    }
    const uint64_t unit = kauri_verify_units_of(units, block, &place);
    // The equations of derived positions hold by construction: they are loaded for the counts
    // alone. A unit that still has uses will be loaded by them. Loading it here as well would count
    // the uses of its successors twice.
    if (blocks->part->whole && atomic_load(&blocks->uses[unit]) == 0 &&
        (atomic_load(&blocks->known[unit]) & ADDED) == 0) {
        KAURI_PASS(kauri_verify_blocks_acquire(blocks, worker, seeds, block, &worths, error));
        release_unit(blocks, seeds, unit, 0);
    }
    return KAURI_OK;
}

void kauri_verify_blocks_add_up(const struct kauri_verify_blocks *blocks,
                                struct kauri_verify_part *part)
{
    for (unsigned i = 0; i < blocks->threads; i++) {
        const struct worker *worker = &blocks->workers[i];
        kauri_verify_part_add(
            part, &(struct kauri_verify_part){.tally = worker->tally, .work = worker->work});
    }
}
