#include "tablebase/turned_blocks.h"

#include "common/transpose.h"
#include "db/entries.h"
#include "db/page_cache.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"
#include "tablebase/derived.h"

#include <stdlib.h>

// Positions that are loaded together, if a block is smaller.
enum { UNIT_POSITIONS = 1 << 16 };

// For how long derived blocks stay in the cache without use (kauri_page_cache_keep): making one
// takes other blocks.
enum { DERIVED_PASSES = 4 };

// The blocks of a layer that are in its table, or those that are not. Consecutive ones are loaded
// together, as a unit.
struct layer_part {
    uint64_t block_count;
    uint64_t unit_blocks; // in a unit
    uint64_t unit_count;
};

enum { STORED = 0, DERIVED = 1, PARTS = 2 };

struct turned_layer {
    const struct kauri_reader *reader;
    struct kauri_layer index;
    struct kauri_stored_blocks stored; // empty if the table has all blocks
    enum kauri_derive_form form;       // of the values of its stored blocks
    struct layer_part parts[PARTS];
};

// A block that another one is derived from.
struct source_pin {
    unsigned seeds;
    uint64_t block;
    const void *values; // NULL until acquired
};

struct turned_worker {
    struct kauri_entries *entries;
    uint8_t *stored[2]; // columns of a unit, as stored
    void *straight;     // values of a block, in the order of the index
    struct kauri_deriver *deriver;
    uint64_t derived_blocks; // so far
    // A stack: the pins of a block lie above those of the block for which it is derived.
    struct source_pin *pins;
    size_t pin_count;
    size_t pin_room;
};

struct kauri_turned_blocks {
    struct kauri_layer layer; // of 0 seeds
    unsigned layer_count;
    unsigned threads;
    struct turned_layer layers[KAURI_SEEDS_MAX + 1];
    struct kauri_derive_rows *rows; // NULL if all tables have all blocks
    struct turned_worker *workers;
    struct kauri_page_cache *cache;
};

static uint64_t blocks_in(const struct layer_part *part, uint64_t unit)
{
    const uint64_t left = part->block_count - unit * part->unit_blocks;
    return left < part->unit_blocks ? left : part->unit_blocks;
}

// The number of a part of a layer in the cache.
static unsigned cache_number(unsigned seeds, unsigned part)
{
    return PARTS * seeds + part;
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

// The greatest stored number of a column. The solver uses values as indices, and correct
// checksums do not prove that a table was made by a correct program.
static unsigned greatest(const uint8_t *stored, uint64_t rows, unsigned width)
{
    if (width == 1) {
        uint8_t most = 0;
        for (uint64_t row = 0; row < rows; row++) {
            most = stored[row] > most ? stored[row] : most;
        }
        return most;
    }
    unsigned most = 0;
    for (uint64_t row = 0; row < rows; row++) {
        const unsigned number = stored[2 * row] | (unsigned)stored[2 * row + 1] << 8;
        most = number > most ? number : most;
    }
    return most;
}

// Writes the transposes of the parts of a block with 0 to cowries cowries in the mover's row: from
// [mover][opponent] to [opponent][mover].
static void turn_block(const struct kauri_layer *layer, const void *straight, size_t bytes,
                       void *turned)
{
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        const size_t from = layer->half_start[t];
        const size_t to = layer->half_start[cowries - t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[cowries - t];
        if (bytes == 1) {
            kauri_transpose8((const uint8_t *)straight + from, opponents, movers, opponents,
                             (uint8_t *)turned + to, movers);
        } else if (bytes == 2) {
            kauri_transpose16((const uint16_t *)straight + from, opponents, movers, opponents,
                              (uint16_t *)turned + to, movers);
        } else {
            for (uint32_t m = 0; m < movers; m++) {
                for (uint32_t o = 0; o < opponents; o++) {
                    ((int32_t *)turned)[to + (size_t)o * movers + m] =
                        ((const int32_t *)straight)[from + (size_t)m * opponents + o];
                }
            }
        }
    }
}

static int32_t worth_of(int32_t r, unsigned dtc, unsigned shift)
{
    return kauri_derive_worth(kauri_derive_key(r, (int32_t)dtc, shift));
}

// Converts `count` stored values of r, or of r and dtc, to the numbers of the form. The usual
// widths have loops of their own, which become vector instructions.
static void convert(enum kauri_derive_form form, const struct kauri_table_info *info,
                    const uint8_t *stored_r, const uint8_t *stored_dtc, uint32_t count, void *out)
{
    const struct kauri_column r = info->columns[KAURI_COLUMN_R];
    const struct kauri_column dtc = info->columns[KAURI_COLUMN_DTC];
    if (form == KAURI_DERIVE_R && r.width == 1) {
        for (uint32_t i = 0; i < count; i++) {
            ((int8_t *)out)[i] = (int8_t)(stored_r[i] + r.bias);
        }
    } else if (form == KAURI_DERIVE_R) {
        for (uint32_t i = 0; i < count; i++) {
            ((int8_t *)out)[i] = (int8_t)kauri_page_value(&r, stored_r, i);
        }
    } else if (form == KAURI_DERIVE_R_WIDE) {
        for (uint32_t i = 0; i < count; i++) {
            ((int16_t *)out)[i] = (int16_t)kauri_page_value(&r, stored_r, i);
        }
    } else if (form == KAURI_DERIVE_KEYS && r.width == 1 && dtc.width == 1) {
        for (uint32_t i = 0; i < count; i++) {
            ((int16_t *)out)[i] =
                (int16_t)worth_of(stored_r[i] + r.bias, stored_dtc[i], KAURI_DERIVE_SHIFT);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            ((int32_t *)out)[i] =
                worth_of(kauri_page_value(&r, stored_r, i),
                         (unsigned)kauri_page_value(&dtc, stored_dtc, i), KAURI_DERIVE_SHIFT_WIDE);
        }
    }
}

// Makes the working memory of a thread when it is first needed.
static enum kauri_status prepare_worker(const struct kauri_turned_blocks *blocks,
                                        struct turned_worker *worker, struct kauri_error *error)
{
    if (worker->entries != NULL) {
        return KAURI_OK;
    }
    uint64_t most = 0; // positions in a unit
    for (unsigned n = 0; n < blocks->layer_count; n++) {
        const struct layer_part *part = &blocks->layers[n].parts[STORED];
        const uint64_t count = blocks_in(part, 0) * blocks->layer.cowrie_count;
        most = count > most ? count : most;
    }
    // A call that failed may have made some of them.
    for (unsigned c = 0; c < 2; c++) {
        worker->stored[c] = worker->stored[c] != NULL ? worker->stored[c] : malloc(2 * most);
    }
    if (worker->straight == NULL) {
        worker->straight = malloc(blocks->layer.cowrie_count * sizeof(int32_t));
    }
    if (worker->stored[0] == NULL || worker->stored[1] == NULL || worker->straight == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
    }
    return kauri_entries_new(&worker->entries, error);
}

// Reads a unit of stored blocks.
static enum kauri_status load_stored(const struct kauri_turned_blocks *blocks,
                                     struct turned_worker *worker, unsigned seeds, uint64_t unit,
                                     uint8_t *values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct turned_layer *layer = &blocks->layers[seeds];
    const struct layer_part *part = &layer->parts[STORED];
    const struct kauri_table_info *info = kauri_reader_info(layer->reader);
    const struct kauri_column *columns = info->columns;
    const uint64_t cowrie_count = blocks->layer.cowrie_count;
    const uint64_t count = blocks_in(part, unit) * cowrie_count;
    const size_t bytes = kauri_derive_result_bytes(layer->form);
    const bool keys = layer->form == KAURI_DERIVE_KEYS || layer->form == KAURI_DERIVE_KEYS_WIDE;
    uint8_t *const wanted[KAURI_COLUMNS_MAX] = {
        [KAURI_COLUMN_R] = worker->stored[KAURI_COLUMN_R],
        [KAURI_COLUMN_DTC] = keys ? worker->stored[KAURI_COLUMN_DTC] : NULL,
    };
    KAURI_TRY(kauri_entries_read(worker->entries, layer->reader,
                                 unit * part->unit_blocks * cowrie_count, count, wanted, error));
    if (greatest(worker->stored[KAURI_COLUMN_R], count, columns[KAURI_COLUMN_R].width) >
            6 * seeds + 2 ||
        // One ply more would not be below the scale of the keys.
        (keys && columns[KAURI_COLUMN_DTC].width == 2 &&
         greatest(worker->stored[KAURI_COLUMN_DTC], count, 2) >= KAURI_DTC_MAX)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(layer->reader));
        goto cleanup;
    }
    for (uint64_t at = 0; at < count; at += cowrie_count) {
        convert(layer->form, info,
                worker->stored[KAURI_COLUMN_R] + at * columns[KAURI_COLUMN_R].width,
                worker->stored[KAURI_COLUMN_DTC] + at * columns[KAURI_COLUMN_DTC].width,
                (uint32_t)cowrie_count, worker->straight);
        turn_block(&blocks->layer, worker->straight, bytes, values + at * bytes);
    }
cleanup:
    return status;
}

// Puts blocks that are needed on the stack of pins; they are not acquired yet.
static enum kauri_status push_pins(struct turned_worker *worker,
                                   const struct kauri_derive_source *sources, unsigned count,
                                   struct kauri_error *error)
{
    if (worker->pin_room - worker->pin_count < count) {
        const size_t room = 2 * worker->pin_room + count;
        void *pins = realloc(worker->pins, room * sizeof *worker->pins);
        if (pins == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
        }
        worker->pins = pins;
        worker->pin_room = room;
    }
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
    enum kauri_status status = KAURI_OK;
    struct turned_worker *worker = &blocks->workers[worker_number];
    const size_t first = worker->pin_count;
    const uint64_t derived_blocks = worker->derived_blocks;
    struct kauri_derive_source *sources = NULL;
    unsigned count = 0;
    KAURI_TRY(begin_block(blocks, worker, seeds, block, &sources, &count, error));
    KAURI_TRY(push_pins(worker, sources, count, error));
    for (unsigned i = 0; i < count; i++) {
        const void *values = NULL;
        KAURI_TRY(kauri_turned_acquire(blocks, worker_number, worker->pins[first + i].seeds,
                                       worker->pins[first + i].block, &values, error));
        worker->pins[first + i].values = values;
    }
    // A worker has one deriver. If it was needed for one of these blocks, it begins again.
    if (worker->derived_blocks != derived_blocks) {
        KAURI_TRY(begin_block(blocks, worker, seeds, block, &sources, &count, error));
    }
    for (unsigned i = 0; i < count; i++) {
        sources[i].values = worker->pins[first + i].values;
    }
cleanup:
    return status;
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
    if (worker->deriver == NULL) {
        KAURI_TRY(kauri_deriver_new(rows, &worker->deriver, error));
    }
    KAURI_TRY(pin_sources(blocks, worker_number, seeds, block, error));
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        kauri_deriver_segment(worker->deriver, mover,
                              (uint8_t *)worker->straight + rows->segment[mover] * bytes);
    }
    turn_block(&blocks->layer, worker->straight, bytes, values);
    worker->derived_blocks++;
cleanup:
    pop_pins(blocks, worker, pins);
    return status;
}

// Loads a unit, for the page cache. A derived block needs stored blocks of its layer and blocks of
// lower layers, so a load never waits for itself.
static enum kauri_status load(void *context, unsigned worker, unsigned number, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_turned_blocks *blocks = context;
    const unsigned seeds = number / PARTS;
    const struct turned_layer *layer = &blocks->layers[seeds];
    const struct layer_part *part = &layer->parts[DERIVED];
    const size_t block_bytes = blocks->layer.cowrie_count * kauri_derive_result_bytes(layer->form);
    KAURI_TRY(prepare_worker(blocks, &blocks->workers[worker], error));
    if (number % PARTS == STORED) {
        status = load_stored(blocks, &blocks->workers[worker], seeds, unit, values, error);
        goto cleanup;
    }
    for (uint64_t i = 0; i < blocks_in(part, unit); i++) {
        const uint64_t block = kauri_derived_block_at(&layer->stored, unit * part->unit_blocks + i);
        KAURI_TRY(
            derive_block(blocks, worker, seeds, block, (uint8_t *)values + i * block_bytes, error));
    }
cleanup:
    return status;
}

// Divides `count` blocks into units of at most UNIT_POSITIONS positions, or of one block.
static void make_part(const struct kauri_turned_blocks *blocks, uint64_t count,
                      struct layer_part *part)
{
    const uint64_t fit = UNIT_POSITIONS / blocks->layer.cowrie_count;
    part->block_count = count;
    part->unit_blocks = fit == 0 ? 1 : fit;
    part->unit_count = (count + part->unit_blocks - 1) / part->unit_blocks;
}

static enum kauri_status add_layer(struct kauri_turned_blocks *blocks, unsigned seeds,
                                   const struct kauri_reader *reader, enum kauri_derive_form form,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct turned_layer *layer = &blocks->layers[seeds];
    layer->reader = reader;
    layer->form = form;
    KAURI_TRY(kauri_layer_init(&layer->index, blocks->layer.shape, seeds, error));
    uint64_t stored = layer->index.block_count;
    if (kauri_reader_info(reader)->derivation != KAURI_DERIVATION_NONE) {
        KAURI_TRY(kauri_stored_blocks_init(&layer->stored, &layer->index, error));
        stored = layer->stored.count;
    }
    make_part(blocks, stored, &layer->parts[STORED]);
    make_part(blocks, layer->index.block_count - stored, &layer->parts[DERIVED]);
    for (unsigned part = 0; part < PARTS; part++) {
        KAURI_TRY(kauri_page_cache_add(blocks->cache, cache_number(seeds, part),
                                       layer->parts[part].unit_count, error));
    }
    kauri_page_cache_keep(blocks->cache, cache_number(seeds, DERIVED), DERIVED_PASSES);
    if (layer->parts[DERIVED].block_count > 0 && blocks->rows == NULL) {
        KAURI_TRY(kauri_derive_rows_new(blocks->layer.shape, blocks->layer_count - 1, &blocks->rows,
                                        error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_turned_new(const struct kauri_reader *const *readers,
                                   const struct kauri_turned_options *options,
                                   struct kauri_turned_blocks **blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *blocks = NULL;
    struct kauri_turned_blocks *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
    }
    const enum kauri_derive_form below =
        kauri_derive_lower_bytes(options->form) == 1 ? KAURI_DERIVE_R : KAURI_DERIVE_R_WIDE;
    made->layer_count = options->layer_count;
    made->threads = options->threads;
    KAURI_TRY(kauri_layer_init(&made->layer, options->shape, 0, error));
    KAURI_TRY(kauri_page_cache_new(PARTS * made->layer_count, options->memory, load, made,
                                   &made->cache, error));
    made->workers = calloc(made->threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
        goto cleanup;
    }
    for (unsigned n = 0; n < made->layer_count; n++) {
        const bool last = n + 1 == made->layer_count;
        KAURI_TRY(add_layer(made, n, readers[n], last ? options->form : below, error));
    }
    *blocks = made;
    made = NULL;
cleanup:
    kauri_turned_free(made);
    return status;
}

void kauri_turned_free(struct kauri_turned_blocks *blocks)
{
    if (blocks == NULL) {
        return;
    }
    for (unsigned n = 0; n < blocks->layer_count; n++) {
        kauri_stored_blocks_clear(&blocks->layers[n].stored);
    }
    for (unsigned i = 0; blocks->workers != NULL && i < blocks->threads; i++) {
        struct turned_worker *worker = &blocks->workers[i];
        kauri_entries_free(worker->entries);
        free(worker->stored[0]);
        free(worker->stored[1]);
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
    kauri_page_cache_bound(blocks->cache, memory);
}

uint64_t kauri_turned_peak(struct kauri_turned_blocks *blocks)
{
    return kauri_page_cache_peak(blocks->cache);
}

const struct kauri_derive_rows *kauri_turned_rows(const struct kauri_turned_blocks *blocks)
{
    return blocks->rows;
}

// The place of a block: its part, and its number in that part.
struct block_place {
    unsigned part;
    uint64_t number;
};

static struct block_place place_of(const struct turned_layer *layer, uint64_t block)
{
    if (layer->stored.bits == NULL) {
        return (struct block_place){STORED, block};
    }
    const uint64_t rank = kauri_stored_rank(&layer->stored, block);
    return kauri_block_stored(&layer->stored, block) ? (struct block_place){STORED, rank}
                                                     : (struct block_place){DERIVED, block - rank};
}

enum kauri_status kauri_turned_acquire(struct kauri_turned_blocks *blocks, unsigned worker,
                                       unsigned seeds, uint64_t block, const void **values,
                                       struct kauri_error *error)
{
    const struct turned_layer *layer = &blocks->layers[seeds];
    const struct block_place place = place_of(layer, block);
    const struct layer_part *part = &layer->parts[place.part];
    const uint64_t unit = place.number / part->unit_blocks;
    const size_t block_bytes = blocks->layer.cowrie_count * kauri_derive_result_bytes(layer->form);
    const void *first = NULL;
    const enum kauri_status status =
        kauri_page_cache_acquire(blocks->cache, worker, cache_number(seeds, place.part), unit,
                                 (size_t)blocks_in(part, unit) * block_bytes, &first, error);
    if (status == KAURI_OK) {
        *values = (const uint8_t *)first + place.number % part->unit_blocks * block_bytes;
    }
    return status;
}

void kauri_turned_release(struct kauri_turned_blocks *blocks, unsigned seeds, uint64_t block)
{
    const struct turned_layer *layer = &blocks->layers[seeds];
    const struct block_place place = place_of(layer, block);
    kauri_page_cache_release(blocks->cache, cache_number(seeds, place.part),
                             place.number / layer->parts[place.part].unit_blocks);
}
