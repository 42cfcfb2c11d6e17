#include "solver/lower.h"

#include "common/checked.h"
#include "common/transpose.h"
#include "db/entries.h"
#include "db/page_cache.h"
#include "db/reader.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"
#include "tablebase/derive_block.h"
#include "tablebase/layer_table.h"

#include <stdlib.h>

// Positions that are loaded together, if a block is smaller.
enum { UNIT_POSITIONS = 1 << 16 };

// The blocks of a layer that are in its table, or those that are not: consecutive ones are loaded
// together, as a unit.
struct lower_part {
    uint64_t block_count;
    uint64_t unit_blocks; // in a unit
    uint64_t unit_count;
};

enum { STORED = 0, DERIVED = 1, PARTS = 2 };

struct lower_source {
    struct kauri_reader *reader;
    struct kauri_layer layer;
    struct kauri_stored_blocks stored; // empty if the table has all blocks
    struct lower_part parts[PARTS];
};

// A block that another one is derived from.
struct lower_pin {
    unsigned seeds;
    uint64_t block;
    const void *values; // NULL until acquired
};

struct lower_worker {
    struct kauri_entries *rows;
    uint8_t *stored; // r of a unit, as stored
    size_t room;     // bytes of it
    struct kauri_deriver *deriver;
    void *derived;           // r of a block, in the order of the index
    uint64_t derived_blocks; // so far
    struct lower_pin
        *pins; // a stack: those of a block lie above those of the block for which it is derived
    size_t pin_count;
    size_t pin_room;
};

struct kauri_lower {
    struct kauri_layer layer; // of 0 seeds
    unsigned seeds;
    unsigned threads;
    bool wide;
    struct lower_source source[KAURI_SEEDS_MAX];
    struct kauri_derive_rows *rows; // NULL if all tables have all blocks
    struct lower_worker *workers;
    struct kauri_page_cache *cache;
};

static size_t value_bytes(const struct kauri_lower *lower)
{
    return lower->wide ? sizeof(int16_t) : sizeof(int8_t);
}

static uint64_t blocks_in(const struct lower_part *part, uint64_t unit)
{
    const uint64_t left = part->block_count - unit * part->unit_blocks;
    return left < part->unit_blocks ? left : part->unit_blocks;
}

// The number of a part of a layer in the cache.
static unsigned cache_number(unsigned seeds, unsigned part)
{
    return PARTS * seeds + part;
}

static bool is_wide(unsigned seeds)
{
    return seeds > 0 && 3 * (seeds - 1) + 1 > INT8_MAX;
}

uint64_t kauri_lower_bytes(struct kauri_shape shape, unsigned seeds)
{
    uint64_t bytes = 0;
    for (unsigned n = 0; n < seeds; n++) {
        struct kauri_layer layer;
        uint64_t more = 0;
        if (kauri_layer_init(&layer, shape, n, NULL) != KAURI_OK ||
            !kauri_checked_multiply(layer.positions, is_wide(seeds) ? 2 : 1, &more) ||
            !kauri_checked_add(bytes, more, &bytes)) {
            return UINT64_MAX;
        }
    }
    return bytes;
}

uint64_t kauri_lower_blocks_most(unsigned seeds)
{
    // Captures of one block of layers 1 to 7 of the full board lead to at most 1, 4, 10, 22, 46, 64
    // and 93 blocks. A derived block needs as many, and the blocks of its own layer that its moves
    // lead to; blocks of every lower layer may have to be derived for one another.
    uint64_t blocks = 0;
    for (unsigned n = 1; n < seeds; n++) {
        blocks += 2 * (uint64_t)n * n + KAURI_HOLES_MAX + 1;
    }
    return blocks + 2 * (uint64_t)seeds * seeds;
}

// Transposes the positions of a block whose mover's row has t cowries: from [mover][opponent] to
// [opponent][mover].
static void turn_half(const struct kauri_column *column, const uint8_t *stored, uint32_t movers,
                      uint32_t opponents, int8_t *values)
{
    kauri_transpose8(stored, opponents, movers, opponents, (uint8_t *)values, movers);
    for (size_t i = 0; i < (size_t)movers * opponents; i++) {
        values[i] = (int8_t)((uint8_t)values[i] + column->bias);
    }
}

// The same for 16-bit values: only layers above 42, and those below them, come here.
static void turn_half_wide(const struct kauri_column *column, const uint8_t *stored,
                           uint32_t movers, uint32_t opponents, int16_t *values)
{
    for (size_t m = 0; m < movers; m++) {
        for (size_t o = 0; o < opponents; o++) {
            const size_t from = m * opponents + o;
            const int number =
                column->width == 1 ? stored[from] : stored[2 * from] | stored[2 * from + 1] << 8;
            values[o * movers + m] = (int16_t)(number + column->bias);
        }
    }
}

// The greatest stored number of the column r. The solver uses values as indices, and correct
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

// Reads a unit of stored blocks and transposes them.
static enum kauri_status load_stored(const struct kauri_lower *lower, struct lower_worker *worker,
                                     unsigned seeds, uint64_t unit, void *values,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct lower_source *source = &lower->source[seeds];
    const struct lower_part *part = &source->parts[STORED];
    const struct kauri_layer *layer = &lower->layer;
    const unsigned cowries = layer->shape.cowries;
    const struct kauri_column *column = &kauri_reader_info(source->reader)->columns[KAURI_COLUMN_R];
    const uint64_t blocks = blocks_in(part, unit);
    const size_t bytes = (size_t)blocks * layer->cowrie_count * column->width;
    if (worker->rows == NULL) {
        KAURI_TRY(kauri_entries_new(&worker->rows, error));
    }
    if (worker->room < bytes) {
        free(worker->stored);
        worker->stored = malloc(bytes);
        worker->room = worker->stored == NULL ? 0 : bytes;
    }
    if (worker->stored == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
        goto cleanup;
    }
    // Column 0, and not the other.
    KAURI_TRY(kauri_entries_read(
        worker->rows, source->reader, unit * part->unit_blocks * layer->cowrie_count,
        blocks * layer->cowrie_count,
        (uint8_t *[KAURI_COLUMNS_MAX]){[KAURI_COLUMN_R] = worker->stored}, error));
    if (greatest(worker->stored, blocks * layer->cowrie_count, column->width) > 6 * seeds + 2) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s holds a value that its layer cannot have; move the file away and "
                            "solve the layer again",
                            kauri_reader_path(source->reader));
        goto cleanup;
    }
    for (uint64_t i = 0; i < blocks; i++) {
        const uint64_t at = i * layer->cowrie_count;
        for (unsigned t = 0; t <= cowries; t++) {
            const uint8_t *from = worker->stored + (at + layer->half_start[t]) * column->width;
            const uint64_t to = at + layer->half_start[cowries - t];
            const uint32_t movers = layer->row_count[t];
            const uint32_t opponents = layer->row_count[cowries - t];
            if (lower->wide) {
                turn_half_wide(column, from, movers, opponents, (int16_t *)values + to);
            } else {
                turn_half(column, from, movers, opponents, (int8_t *)values + to);
            }
        }
    }
cleanup:
    return status;
}

// Puts blocks that are needed on the stack of pins; they are not acquired yet.
static enum kauri_status push_pins(struct lower_worker *worker,
                                   const struct kauri_derive_source *sources, unsigned count,
                                   struct kauri_error *error)
{
    if (worker->pin_room - worker->pin_count < count) {
        const size_t room = 2 * worker->pin_room + count;
        void *pins = realloc(worker->pins, room * sizeof *worker->pins);
        if (pins == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
        }
        worker->pins = pins;
        worker->pin_room = room;
    }
    for (unsigned i = 0; i < count; i++) {
        worker->pins[worker->pin_count++] =
            (struct lower_pin){.seeds = sources[i].seeds, .block = sources[i].block};
    }
    return KAURI_OK;
}

static enum kauri_status prepare_deriver(const struct kauri_lower *lower,
                                         struct lower_worker *worker, struct kauri_error *error)
{
    if (worker->derived == NULL) {
        worker->derived = malloc((size_t)lower->layer.cowrie_count * value_bytes(lower));
        if (worker->derived == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
        }
    }
    return worker->deriver != NULL ? KAURI_OK
                                   : kauri_deriver_new(lower->rows, &worker->deriver, error);
}

// Lists the blocks from which a block is derived.
static enum kauri_status begin_block(const struct kauri_lower *lower, struct lower_worker *worker,
                                     unsigned seeds, uint64_t block,
                                     struct kauri_derive_source **sources, unsigned *count,
                                     struct kauri_error *error)
{
    return kauri_deriver_begin(worker->deriver, &lower->source[seeds].layer, block,
                               lower->wide ? KAURI_DERIVE_R_WIDE : KAURI_DERIVE_R, sources, count,
                               error);
}

// Acquires these blocks and gives their values to the deriver. They are on the stack of pins from
// now on, also after a failure.
static enum kauri_status pin_sources(struct kauri_lower *lower, unsigned worker_number,
                                     unsigned seeds, uint64_t block, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct lower_worker *worker = &lower->workers[worker_number];
    const size_t first = worker->pin_count;
    const uint64_t derived_blocks = worker->derived_blocks;
    struct kauri_derive_source *sources = NULL;
    unsigned count = 0;
    KAURI_TRY(begin_block(lower, worker, seeds, block, &sources, &count, error));
    KAURI_TRY(push_pins(worker, sources, count, error));
    for (unsigned i = 0; i < count; i++) {
        const void *values = NULL;
        KAURI_TRY(kauri_lower_acquire(lower, worker_number, worker->pins[first + i].seeds,
                                      worker->pins[first + i].block, &values, error));
        worker->pins[first + i].values = values;
    }
    // A worker has one deriver. If it was needed for one of these blocks, it begins again.
    if (worker->derived_blocks != derived_blocks) {
        KAURI_TRY(begin_block(lower, worker, seeds, block, &sources, &count, error));
    }
    for (unsigned i = 0; i < count; i++) {
        sources[i].values = worker->pins[first + i].values;
    }
cleanup:
    return status;
}

// Releases the blocks on the stack above the first `count`.
static void pop_pins(struct kauri_lower *lower, struct lower_worker *worker, size_t count)
{
    while (worker->pin_count > count) {
        const struct lower_pin *pin = &worker->pins[--worker->pin_count];
        if (pin->values != NULL) {
            kauri_lower_release(lower, pin->seeds, pin->block);
        }
    }
}

// Derives the values of a block that is not stored, transposed.
static enum kauri_status derive_block(struct kauri_lower *lower, unsigned worker_number,
                                      unsigned seeds, uint64_t block, void *values,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct lower_worker *worker = &lower->workers[worker_number];
    const struct kauri_layer *layer = &lower->layer;
    const struct kauri_derive_rows *rows = lower->rows;
    const unsigned cowries = layer->shape.cowries;
    const size_t pins = worker->pin_count;
    KAURI_TRY(prepare_deriver(lower, worker, error));
    KAURI_TRY(pin_sources(lower, worker_number, seeds, block, error));
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        kauri_deriver_segment(worker->deriver, mover,
                              (uint8_t *)worker->derived +
                                  rows->segment[mover] * value_bytes(lower));
    }
    for (unsigned t = 0; t <= cowries; t++) {
        const uint32_t from = layer->half_start[t];
        const uint32_t to = layer->half_start[cowries - t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[cowries - t];
        if (lower->wide) {
            kauri_transpose16((const uint16_t *)worker->derived + from, opponents, movers,
                              opponents, (uint16_t *)values + to, movers);
        } else {
            kauri_transpose8((const uint8_t *)worker->derived + from, opponents, movers, opponents,
                             (uint8_t *)values + to, movers);
        }
    }
    worker->derived_blocks++;
cleanup:
    pop_pins(lower, worker, pins);
    return status;
}

// Loads a unit: for the page cache. A derived block needs stored blocks of its layer and blocks of
// lower layers, so that a load never waits for itself.
static enum kauri_status load(void *context, unsigned worker, unsigned number, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_lower *lower = context;
    const unsigned seeds = number / PARTS;
    if (number % PARTS == STORED) {
        return load_stored(lower, &lower->workers[worker], seeds, unit, values, error);
    }
    const struct lower_part *part = &lower->source[seeds].parts[DERIVED];
    const size_t block_bytes = lower->layer.cowrie_count * value_bytes(lower);
    for (uint64_t i = 0; i < blocks_in(part, unit); i++) {
        const uint64_t block =
            kauri_derived_block_at(&lower->source[seeds].stored, unit * part->unit_blocks + i);
        KAURI_TRY(
            derive_block(lower, worker, seeds, block, (uint8_t *)values + i * block_bytes, error));
    }
cleanup:
    return status;
}

// Divides `blocks` blocks into units of at most UNIT_POSITIONS positions, or of one block.
static void make_part(const struct kauri_lower *lower, uint64_t blocks, struct lower_part *part)
{
    const uint64_t fit = UNIT_POSITIONS / lower->layer.cowrie_count;
    part->block_count = blocks;
    part->unit_blocks = fit == 0 ? 1 : fit;
    part->unit_count = (blocks + part->unit_blocks - 1) / part->unit_blocks;
}

static enum kauri_status open_source(struct kauri_lower *lower, const char *folder, unsigned seeds,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct lower_source *source = &lower->source[seeds];
    KAURI_TRY(kauri_layer_init(&source->layer, lower->layer.shape, seeds, error));
    KAURI_TRY(kauri_layer_table_open(folder, lower->layer.shape, seeds, &source->reader, error));
    uint64_t stored = source->layer.block_count;
    if (kauri_reader_info(source->reader)->derivation != KAURI_DERIVATION_NONE) {
        KAURI_TRY(kauri_stored_blocks_init(&source->stored, &source->layer, error));
        stored = source->stored.count;
    }
    make_part(lower, stored, &source->parts[STORED]);
    make_part(lower, source->layer.block_count - stored, &source->parts[DERIVED]);
    for (unsigned part = 0; part < PARTS; part++) {
        KAURI_TRY(kauri_page_cache_add(lower->cache, cache_number(seeds, part),
                                       source->parts[part].unit_count, error));
    }
    if (source->parts[DERIVED].block_count > 0 && lower->rows == NULL) {
        KAURI_TRY(kauri_derive_rows_new(lower->layer.shape, lower->seeds, &lower->rows, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_lower_open(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, uint64_t memory, struct kauri_lower **lower,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *lower = NULL;
    struct kauri_lower *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
    }
    made->seeds = seeds;
    made->threads = threads;
    made->wide = is_wide(seeds);
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    KAURI_TRY(kauri_page_cache_new(PARTS * seeds, memory, load, made, &made->cache, error));
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
        goto cleanup;
    }
    for (unsigned n = 0; n < seeds; n++) {
        KAURI_TRY(open_source(made, folder, n, error));
    }
    *lower = made;
    made = NULL;
cleanup:
    kauri_lower_close(made);
    return status;
}

void kauri_lower_close(struct kauri_lower *lower)
{
    if (lower == NULL) {
        return;
    }
    for (unsigned n = 0; n < lower->seeds; n++) {
        kauri_reader_close(lower->source[n].reader);
        kauri_stored_blocks_clear(&lower->source[n].stored);
    }
    for (unsigned i = 0; lower->workers != NULL && i < lower->threads; i++) {
        kauri_entries_free(lower->workers[i].rows);
        free(lower->workers[i].stored);
        kauri_deriver_free(lower->workers[i].deriver);
        free(lower->workers[i].derived);
        free(lower->workers[i].pins);
    }
    free(lower->workers);
    kauri_derive_rows_free(lower->rows);
    kauri_page_cache_free(lower->cache);
    free(lower);
}

void kauri_lower_bound(struct kauri_lower *lower, uint64_t memory)
{
    kauri_page_cache_bound(lower->cache, memory);
}

uint64_t kauri_lower_digest(const struct kauri_lower *lower, unsigned seeds)
{
    return kauri_reader_certificate(lower->source[seeds].reader)->digest;
}

bool kauri_lower_wide(const struct kauri_lower *lower)
{
    return lower->wide;
}

uint64_t kauri_lower_peak(const struct kauri_lower *lower)
{
    return kauri_page_cache_peak(lower->cache);
}

// The place of a block: its part, and its number in that part.
struct lower_place {
    unsigned part;
    uint64_t number;
};

static struct lower_place place_of(const struct lower_source *source, uint64_t block)
{
    if (source->stored.bits == NULL) {
        return (struct lower_place){STORED, block};
    }
    const uint64_t rank = kauri_stored_rank(&source->stored, block);
    return kauri_block_stored(&source->stored, block) ? (struct lower_place){STORED, rank}
                                                      : (struct lower_place){DERIVED, block - rank};
}

enum kauri_status kauri_lower_acquire(struct kauri_lower *lower, unsigned worker, unsigned seeds,
                                      uint64_t block, const void **values,
                                      struct kauri_error *error)
{
    const struct lower_source *source = &lower->source[seeds];
    const struct lower_place place = place_of(source, block);
    const struct lower_part *part = &source->parts[place.part];
    const uint64_t unit = place.number / part->unit_blocks;
    const size_t block_bytes = lower->layer.cowrie_count * value_bytes(lower);
    const void *first = NULL;
    const enum kauri_status status =
        kauri_page_cache_acquire(lower->cache, worker, cache_number(seeds, place.part), unit,
                                 (size_t)blocks_in(part, unit) * block_bytes, &first, error);
    if (status == KAURI_OK) {
        *values = (const uint8_t *)first + place.number % part->unit_blocks * block_bytes;
    }
    return status;
}

void kauri_lower_release(struct kauri_lower *lower, unsigned seeds, uint64_t block)
{
    const struct lower_source *source = &lower->source[seeds];
    const struct lower_place place = place_of(source, block);
    kauri_page_cache_release(lower->cache, cache_number(seeds, place.part),
                             place.number / source->parts[place.part].unit_blocks);
}
