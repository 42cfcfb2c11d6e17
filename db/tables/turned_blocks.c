#include "db/tables/turned_blocks.h"

#include "common/memory.h"
#include "db/page_cache.h"
#include "db/tables/block_values.h"

#include <stdlib.h>

// Passes of the clock hand that an unused derived block survives (kauri_page_cache_keep), since
// making one takes other blocks.
enum { DERIVED_PASSES = 4 };

struct turned_layer {
    // The tables of its columns; that of r is NULL if the layer is not used.
    const struct kauri_reader *readers[KAURI_COLUMNS];
    struct kauri_layer index;
    struct kauri_layer_units units;
    enum kauri_derive_form form; // form of the decoded values of stored blocks
};

// A block that another one is derived from.
struct source_pin {
    unsigned seeds;
    uint64_t block;
    const void *values; // NULL until acquired
};

struct turned_worker {
    struct kauri_column_reader *columns;
    void *straight; // numbers of a block, in the order of the index
    struct kauri_deriver *deriver;
    uint64_t derived_blocks; // blocks derived for the cache so far
    // A stack: the pins of a block lie above those of the block for which it is derived.
    struct source_pin *pins;
    size_t pin_count;
    size_t pin_capacity;
};

struct kauri_turned_blocks {
    struct kauri_layer layer; // layer of 0 seeds
    unsigned layer_count;
    unsigned threads;
    struct turned_layer layers[KAURI_SEEDS_MAX + 1];
    struct kauri_derive_rows *rows; // NULL if all tables have all blocks
    struct turned_worker *workers;
    struct kauri_page_cache *cache;
};

// The number of a part of a layer in the cache.
static unsigned cache_number(unsigned seeds, unsigned part)
{
    return KAURI_LAYER_PARTS * seeds + part;
}

static size_t block_bytes(const struct kauri_turned_blocks *blocks, unsigned seeds)
{
    return blocks->layer.cowrie_count * kauri_derive_result_bytes(blocks->layers[seeds].form);
}

uint64_t kauri_turned_pins_most(unsigned layer_count)
{
    // Captures of one block of layers 1 to 7 of the full board lead to at most 1, 4, 10, 22, 46, 64
    // and 93 blocks. A derived block needs as many, and the blocks of its own layer that its moves
    // lead to; blocks of every lower layer may have to be derived for one another.
    uint64_t blocks = 0;
    for (unsigned n = 1; n < layer_count; n++) {
        blocks += 2 * (uint64_t)n * n + KAURI_HOLES_MAX + 1;
    }
    return blocks;
}

// ------------------------------------------------------------------------------- stored blocks

// Makes the working memory of a thread when it is first needed.
static enum kauri_status prepare_worker(const struct kauri_turned_blocks *blocks,
                                        struct turned_worker *worker, struct kauri_error *error)
{
    if (worker->columns != NULL) {
        return KAURI_OK;
    }
    if (worker->straight == NULL) { // a call that failed may have made it
        worker->straight = malloc(block_bytes(blocks, blocks->layer_count - 1));
    }
    if (worker->straight == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
    }
    return kauri_column_reader_new(&worker->columns, error);
}

// The entries of `count` blocks of a layer, from stored block `number` on.
static struct kauri_column_range entries_of(const struct kauri_turned_blocks *blocks,
                                            unsigned seeds, uint64_t number, uint64_t count)
{
    const struct turned_layer *layer = &blocks->layers[seeds];
    const bool keys = layer->form == KAURI_DERIVE_KEYS || layer->form == KAURI_DERIVE_KEYS_WIDE;
    return (struct kauri_column_range){
        .readers = {[KAURI_COLUMN_R] = layer->readers[KAURI_COLUMN_R],
                    [KAURI_COLUMN_DTC] = keys ? layer->readers[KAURI_COLUMN_DTC] : NULL},
        .first = number * blocks->layer.cowrie_count,
        .count = count * blocks->layer.cowrie_count,
    };
}

// Reads a unit of stored blocks.
static enum kauri_status load_stored(const struct kauri_turned_blocks *blocks,
                                     struct turned_worker *worker, unsigned seeds, uint64_t unit,
                                     uint8_t *values, struct kauri_error *error)
{
    const struct turned_layer *layer = &blocks->layers[seeds];
    const uint64_t count = kauri_unit_size(&layer->units, KAURI_PART_STORED, unit);
    const uint32_t cowrie_count = blocks->layer.cowrie_count;
    const size_t bytes = kauri_derive_result_bytes(layer->form);
    const struct kauri_column_range range =
        entries_of(blocks, seeds, unit * layer->units.unit_blocks, count);
    struct kauri_block_columns columns;
    KAURI_PASS(kauri_columns_read(worker->columns, &range, seeds, &columns, error));
    const struct kauri_reader *dtc_reader = range.readers[KAURI_COLUMN_DTC];
    if (dtc_reader != NULL && !kauri_columns_have_worths(&columns, count * cowrie_count)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                          kauri_reader_path(dtc_reader));
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct kauri_block_columns block = kauri_columns_skip(columns, i * cowrie_count);
        kauri_columns_numbers(&block, cowrie_count, layer->form, worker->straight);
        kauri_block_turn(&blocks->layer, worker->straight, bytes,
                         values + i * block_bytes(blocks, seeds));
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------ derived blocks

// Puts blocks that are needed on the stack of pins; they are not acquired yet.
static enum kauri_status push_pins(struct turned_worker *worker,
                                   const struct kauri_derive_source *sources, unsigned count,
                                   struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(worker->pins, worker->pin_count + count, worker->pin_capacity, error,
                         "blocks of tables"));
    for (unsigned i = 0; i < count; i++) {
        worker->pins[worker->pin_count++] =
            (struct source_pin){.seeds = sources[i].seeds, .block = sources[i].block};
    }
    return KAURI_OK;
}

// Lists the blocks from which a block is derived.
static enum kauri_status begin_block(const struct kauri_turned_blocks *blocks,
                                     struct turned_worker *worker, unsigned seeds, uint64_t block,
                                     struct kauri_derive_source **sources, unsigned *count,
                                     struct kauri_error *error)
{
    return kauri_deriver_begin(worker->deriver, &blocks->layers[seeds].index, block,
                               blocks->layers[seeds].form, sources, count, error);
}

// Acquires these blocks and gives their values to the deriver. They are on the stack of pins from
// now on, also after a failure.
static enum kauri_status pin_sources(struct kauri_turned_blocks *blocks, unsigned worker_number,
                                     unsigned seeds, uint64_t block, struct kauri_error *error)
{
    struct turned_worker *worker = &blocks->workers[worker_number];
    const size_t first = worker->pin_count;
    const uint64_t derived_blocks = worker->derived_blocks;
    struct kauri_derive_source *sources = NULL;
    unsigned count = 0;
    if (worker->deriver == NULL) {
        KAURI_PASS(kauri_deriver_new(blocks->rows, &worker->deriver, error));
    }
    KAURI_PASS(begin_block(blocks, worker, seeds, block, &sources, &count, error));
    KAURI_PASS(push_pins(worker, sources, count, error));
    for (unsigned i = 0; i < count; i++) {
        const void *values = NULL;
        KAURI_PASS(kauri_turned_acquire(blocks, worker_number, worker->pins[first + i].seeds,
                                        worker->pins[first + i].block, &values, error));
        worker->pins[first + i].values = values;
    }
    // A worker has one deriver. If it was needed for one of these blocks, it begins again.
    if (worker->derived_blocks != derived_blocks) {
        KAURI_PASS(begin_block(blocks, worker, seeds, block, &sources, &count, error));
    }
    for (unsigned i = 0; i < count; i++) {
        sources[i].values = worker->pins[first + i].values;
    }
    return KAURI_OK;
}

// Releases the blocks on the stack above the first `count`.
static void pop_pins(struct kauri_turned_blocks *blocks, struct turned_worker *worker, size_t count)
{
    while (worker->pin_count > count) {
        const struct source_pin *pin = &worker->pins[--worker->pin_count];
        if (pin->values != NULL) {
            kauri_turned_release(blocks, pin->seeds, pin->block);
        }
    }
}

// Derives the values of a block that is not stored.
static enum kauri_status derive_block(struct kauri_turned_blocks *blocks, unsigned worker_number,
                                      unsigned seeds, uint64_t block, void *values,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct turned_worker *worker = &blocks->workers[worker_number];
    const struct kauri_derive_rows *rows = blocks->rows;
    const size_t bytes = kauri_derive_result_bytes(blocks->layers[seeds].form);
    const size_t pins = worker->pin_count;
    KAURI_TRY(pin_sources(blocks, worker_number, seeds, block, error));
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        kauri_deriver_segment(worker->deriver, mover,
                              (uint8_t *)worker->straight + rows->segment[mover] * bytes);
    }
    kauri_block_turn(&blocks->layer, worker->straight, bytes, values);
    worker->derived_blocks++;
cleanup:
    pop_pins(blocks, worker, pins);
    return status;
}

// ----------------------------------------------------------------------------------- the cache

// Loads a unit, for the page cache. A derived block needs stored blocks of its layer and blocks of
// lower layers, so a load never waits for itself.
static enum kauri_status load(void *context, unsigned worker, unsigned number, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    struct kauri_turned_blocks *blocks = context;
    const unsigned seeds = number / KAURI_LAYER_PARTS;
    const struct kauri_layer_units *units = &blocks->layers[seeds].units;
    KAURI_PASS(prepare_worker(blocks, &blocks->workers[worker], error));
    if (number % KAURI_LAYER_PARTS == KAURI_PART_STORED) {
        return load_stored(blocks, &blocks->workers[worker], seeds, unit, values, error);
    }
    for (uint64_t i = 0; i < kauri_unit_size(units, KAURI_PART_DERIVED, unit); i++) {
        const uint64_t block =
            kauri_unit_block(units, KAURI_PART_DERIVED, unit * units->unit_blocks + i);
        KAURI_PASS(derive_block(blocks, worker, seeds, block,
                                (uint8_t *)values + i * block_bytes(blocks, seeds), error));
    }
    return KAURI_OK;
}

static enum kauri_status add_layer(struct kauri_turned_blocks *blocks, unsigned seeds,
                                   const struct kauri_reader *reader,
                                   const struct kauri_reader *dtc_reader,
                                   enum kauri_derive_form form, struct kauri_error *error)
{
    struct turned_layer *layer = &blocks->layers[seeds];
    layer->readers[KAURI_COLUMN_R] = reader;
    layer->readers[KAURI_COLUMN_DTC] = dtc_reader;
    layer->form = form;
    if (reader == NULL) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_layer_init(&layer->index, blocks->layer.shape, seeds, error));
    KAURI_PASS(kauri_layer_units_init(&layer->units, &layer->index,
                                      kauri_reader_info(reader)->derivation, error));
    for (unsigned part = 0; part < KAURI_LAYER_PARTS; part++) {
        KAURI_PASS(kauri_page_cache_add(blocks->cache, cache_number(seeds, part),
                                        kauri_unit_count(&layer->units, part), error));
    }
    kauri_page_cache_keep(blocks->cache, cache_number(seeds, KAURI_PART_DERIVED), DERIVED_PASSES);
    if (layer->units.block_count[KAURI_PART_DERIVED] > 0 && blocks->rows == NULL) {
        KAURI_PASS(kauri_derive_rows_new(blocks->layer.shape, blocks->layer_count - 1,
                                         &blocks->rows, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_turned_new(const struct kauri_reader *const *readers,
                                   const struct kauri_turned_options *options,
                                   struct kauri_turned_blocks **blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *blocks = NULL;
    struct kauri_turned_blocks *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "blocks of tables"));
    const enum kauri_derive_form below =
        kauri_derive_lower_bytes(options->form) == 1 ? KAURI_DERIVE_R : KAURI_DERIVE_R_WIDE;
    made->layer_count = options->layer_count;
    made->threads = options->threads;
    KAURI_TRY(kauri_layer_init(&made->layer, options->shape, 0, error));
    KAURI_TRY(kauri_page_cache_new(KAURI_LAYER_PARTS * made->layer_count, options->memory, load,
                                   made, &made->cache, error));
    KAURI_TRY(KAURI_NEW(made->workers, made->threads, error, "blocks of tables"));
    for (unsigned n = 0; n < made->layer_count; n++) {
        const bool last = n + 1 == made->layer_count;
        KAURI_TRY(add_layer(made, n, readers[n], last ? options->dtc_reader : NULL,
                            last ? options->form : below, error));
    }
    *blocks = made;
    made = NULL;
cleanup:
    kauri_turned_free(made);
    return status;
}

bool kauri_turned_fit(const struct kauri_turned_blocks *blocks,
                      const struct kauri_turned_options *options)
{
    return blocks->layer_count == options->layer_count && blocks->threads >= options->threads &&
           blocks->layers[blocks->layer_count - 1].form == options->form;
}

void kauri_turned_free(struct kauri_turned_blocks *blocks)
{
    if (blocks == NULL) {
        return;
    }
    for (unsigned n = 0; n < blocks->layer_count; n++) {
        kauri_layer_units_clear(&blocks->layers[n].units);
    }
    for (unsigned i = 0; blocks->workers != NULL && i < blocks->threads; i++) {
        struct turned_worker *worker = &blocks->workers[i];
        kauri_column_reader_free(worker->columns);
        free(worker->straight);
        kauri_deriver_free(worker->deriver);
        free(worker->pins);
    }
    free(blocks->workers);
    kauri_derive_rows_free(blocks->rows);
    kauri_page_cache_free(blocks->cache);
    free(blocks);
}

void kauri_turned_bound(struct kauri_turned_blocks *blocks, uint64_t memory)
{
    if (blocks != NULL) {
        kauri_page_cache_bound(blocks->cache, memory);
    }
}

uint64_t kauri_turned_peak(struct kauri_turned_blocks *blocks)
{
    return blocks == NULL ? 0 : kauri_page_cache_peak(blocks->cache);
}

enum kauri_status kauri_turned_acquire(struct kauri_turned_blocks *blocks, unsigned worker,
                                       unsigned seeds, uint64_t block, const void **values,
                                       struct kauri_error *error)
{
    const struct kauri_layer_units *units = &blocks->layers[seeds].units;
    const struct kauri_unit_place place = kauri_unit_place(units, block);
    const size_t bytes = block_bytes(blocks, seeds);
    const void *first = NULL;
    const enum kauri_status status = kauri_page_cache_acquire(
        blocks->cache, worker, cache_number(seeds, place.part), place.unit,
        (size_t)kauri_unit_size(units, place.part, place.unit) * bytes, &first, error);
    if (status == KAURI_OK) {
        *values = (const uint8_t *)first + place.at * bytes;
    }
    return status;
}

void kauri_turned_release(struct kauri_turned_blocks *blocks, unsigned seeds, uint64_t block)
{
    const struct kauri_unit_place place = kauri_unit_place(&blocks->layers[seeds].units, block);
    kauri_page_cache_release(blocks->cache, cache_number(seeds, place.part), place.unit);
}

// ------------------------------------------------------------------------------ the last layer

static unsigned last_layer(const struct kauri_turned_blocks *blocks)
{
    return blocks->layer_count - 1;
}

const struct kauri_layer_units *kauri_turned_units(const struct kauri_turned_blocks *blocks)
{
    return &blocks->layers[last_layer(blocks)].units;
}

const void *kauri_turned_acquire_present(struct kauri_turned_blocks *blocks, uint64_t block)
{
    const unsigned seeds = last_layer(blocks);
    const struct kauri_unit_place place = kauri_unit_place(kauri_turned_units(blocks), block);
    const uint8_t *first = kauri_page_cache_acquire_present(
        blocks->cache, cache_number(seeds, place.part), place.unit);
    return first != NULL ? first + place.at * block_bytes(blocks, seeds) : NULL;
}

enum kauri_status kauri_turned_read(struct kauri_turned_blocks *blocks, unsigned worker,
                                    const struct kauri_column_range *range,
                                    struct kauri_block_columns *columns, struct kauri_error *error)
{
    struct turned_worker *working = &blocks->workers[worker];
    KAURI_PASS(prepare_worker(blocks, working, error));
    return kauri_columns_read(working->columns, range, last_layer(blocks), columns, error);
}

bool kauri_turned_read_last(const struct kauri_turned_blocks *blocks, unsigned worker,
                            uint64_t block, struct kauri_block_columns *columns)
{
    const struct kauri_column_reader *reader = blocks->workers[worker].columns;
    const struct kauri_unit_place place = kauri_unit_place(kauri_turned_units(blocks), block);
    const uint64_t first = place.number - place.at;
    const struct kauri_column_range unit =
        entries_of(blocks, last_layer(blocks), first,
                   kauri_unit_size(kauri_turned_units(blocks), place.part, place.unit));
    const bool found = reader != NULL && kauri_columns_read_last(reader, &unit, columns);
    if (found) {
        *columns = kauri_columns_skip(*columns, place.at * blocks->layer.cowrie_count);
    }
    return found;
}

enum kauri_status kauri_turned_straighten(const struct kauri_turned_blocks *blocks, unsigned worker,
                                          const void *values, const void **straight,
                                          struct kauri_error *error)
{
    struct turned_worker *working = &blocks->workers[worker];
    const enum kauri_derive_form form = blocks->layers[last_layer(blocks)].form;
    const enum kauri_status status = prepare_worker(blocks, working, error);
    if (status == KAURI_OK) {
        kauri_block_turn(&blocks->layer, values, kauri_derive_result_bytes(form),
                         working->straight);
        *straight = working->straight;
    }
    return status;
}

const struct kauri_derive_rows *kauri_turned_rows(const struct kauri_turned_blocks *blocks)
{
    return blocks->rows;
}

enum kauri_status kauri_turned_derive_begin(struct kauri_turned_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_error *error)
{
    const enum kauri_status status = pin_sources(blocks, worker, last_layer(blocks), block, error);
    if (status != KAURI_OK) {
        kauri_turned_derive_end(blocks, worker);
    }
    return status;
}

void kauri_turned_derive_segment(const struct kauri_turned_blocks *blocks, unsigned worker,
                                 uint32_t mover, void *result)
{
    kauri_deriver_segment(blocks->workers[worker].deriver, mover, result);
}

void kauri_turned_derive_end(struct kauri_turned_blocks *blocks, unsigned worker)
{
    pop_pins(blocks, &blocks->workers[worker], 0);
}
