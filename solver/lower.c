#include "solver/lower.h"

#include "common/checked.h"
#include "common/transpose.h"
#include "db/entries.h"
#include "db/page_cache.h"
#include "db/reader.h"
#include "indexer/convention.h"
#include "tablebase/layer_table.h"

#include <stdlib.h>

// Values are decoded by units: one seed block, or as many as a page of the table contains.
struct lower_source {
    struct kauri_reader *reader;
    uint64_t block_count;
    uint64_t unit_blocks; // in a unit
    uint64_t unit_count;
};

struct lower_worker {
    struct kauri_entries *rows;
    uint8_t *stored; // r of a unit, as stored
    size_t room;     // bytes of it
};

struct kauri_lower {
    struct kauri_layer layer; // of 0 seeds
    unsigned seeds;
    unsigned threads;
    bool wide;
    struct lower_source source[KAURI_SEEDS_MAX];
    struct lower_worker *workers;
    struct kauri_page_cache *cache;
};

static size_t value_bytes(const struct kauri_lower *lower)
{
    return lower->wide ? sizeof(int16_t) : sizeof(int8_t);
}

static uint64_t blocks_in(const struct lower_source *source, uint64_t unit)
{
    const uint64_t left = source->block_count - unit * source->unit_blocks;
    return left < source->unit_blocks ? left : source->unit_blocks;
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

// Reads a unit and transposes its blocks.
static enum kauri_status load(void *context, unsigned worker_number, unsigned seeds, uint64_t unit,
                              void *values, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_lower *lower = context;
    const struct lower_source *source = &lower->source[seeds];
    struct lower_worker *worker = &lower->workers[worker_number];
    const struct kauri_layer *layer = &lower->layer;
    const unsigned cowries = layer->shape.cowries;
    const struct kauri_column *column = &kauri_reader_info(source->reader)->columns[KAURI_COLUMN_R];
    const uint64_t blocks = blocks_in(source, unit);
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
        worker->rows, source->reader, unit * source->unit_blocks * layer->cowrie_count,
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
    KAURI_TRY(kauri_page_cache_new(seeds, memory, load, made, &made->cache, error));
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
        goto cleanup;
    }
    for (unsigned n = 0; n < seeds; n++) {
        struct lower_source *source = &made->source[n];
        KAURI_TRY(kauri_layer_table_open(folder, shape, n, &source->reader, error));
        KAURI_TRY(kauri_layer_table_require_all(source->reader, error));
        const struct kauri_table_info *info = kauri_reader_info(source->reader);
        source->block_count = info->positions / made->layer.cowrie_count;
        source->unit_blocks = info->columns[KAURI_COLUMN_R].page_entries / made->layer.cowrie_count;
        source->unit_blocks = source->unit_blocks == 0 ? 1 : source->unit_blocks;
        source->unit_count = (source->block_count + source->unit_blocks - 1) / source->unit_blocks;
        KAURI_TRY(kauri_page_cache_add(made->cache, n, source->unit_count, error));
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
    }
    for (unsigned i = 0; lower->workers != NULL && i < lower->threads; i++) {
        kauri_entries_free(lower->workers[i].rows);
        free(lower->workers[i].stored);
    }
    free(lower->workers);
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

enum kauri_status kauri_lower_acquire(struct kauri_lower *lower, unsigned worker, unsigned seeds,
                                      uint64_t block, const void **values,
                                      struct kauri_error *error)
{
    const struct lower_source *source = &lower->source[seeds];
    const uint64_t unit = block / source->unit_blocks;
    const size_t block_bytes = lower->layer.cowrie_count * value_bytes(lower);
    const void *first = NULL;
    const enum kauri_status status =
        kauri_page_cache_acquire(lower->cache, worker, seeds, unit,
                                 (size_t)blocks_in(source, unit) * block_bytes, &first, error);
    if (status == KAURI_OK) {
        *values = (const uint8_t *)first + block % source->unit_blocks * block_bytes;
    }
    return status;
}

void kauri_lower_release(struct kauri_lower *lower, unsigned seeds, uint64_t block)
{
    kauri_page_cache_release(lower->cache, seeds, block / lower->source[seeds].unit_blocks);
}
