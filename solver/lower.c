#include "solver/lower.h"

#include "db/tables.h"
#include "indexer/convention.h"
#include "solver/layer_table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 64 };

// A unit is what is decoded at a time: a seed block, or as many as a block of the table holds.
struct unit {
    void *values; // NULL: not here
    uint32_t users;
    bool loading;
    uint64_t used_at; // count of acquisitions, for the least recently used
};

struct source {
    struct kauri_reader *reader;
    uint64_t block_count;
    uint64_t unit_blocks; // in a unit
    uint64_t unit_count;
    struct unit *units;
};

struct worker {
    struct kauri_reader_scratch *scratch;
    uint8_t *payload; // a decoded block of a table
    uint8_t *stored;  // r of a unit, as stored
    size_t payload_room;
    size_t stored_room;
};

struct kauri_lower {
    struct kauri_layer layer; // of 0 seeds
    unsigned seeds;
    unsigned threads;
    bool wide;
    uint64_t memory;
    uint64_t held;
    uint64_t peak;
    uint64_t clock;
    pthread_mutex_t mutex;
    pthread_cond_t loaded;
    struct source source[KAURI_SEEDS_MAX];
    struct worker *workers;
};

static size_t value_bytes(const struct kauri_lower *lower)
{
    return lower->wide ? sizeof(int16_t) : sizeof(int8_t);
}

static uint64_t blocks_in(const struct source *source, uint64_t unit)
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
        if (kauri_layer_init(&layer, shape, n, NULL) != KAURI_OK) {
            return UINT64_MAX;
        }
        bytes += layer.positions * (is_wide(seeds) ? 2 : 1);
    }
    return bytes;
}

enum kauri_status kauri_lower_open(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, uint64_t memory, struct kauri_lower **lower,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *path = NULL;
    *lower = NULL;
    struct kauri_lower *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
    }
    (void)pthread_mutex_init(&made->mutex, NULL);
    (void)pthread_cond_init(&made->loaded, NULL);
    made->seeds = seeds;
    made->threads = threads;
    made->memory = memory;
    made->wide = is_wide(seeds);
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the lower layers");
        goto cleanup;
    }
    for (unsigned n = 0; n < seeds; n++) {
        struct source *source = &made->source[n];
        free(path);
        path = kauri_table_path(folder, shape.holes, shape.cowries, n);
        if (path == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
            goto cleanup;
        }
        KAURI_TRY(kauri_layer_reader_open(path, shape, n, &source->reader, error));
        const struct kauri_table_info *info = kauri_reader_info(source->reader);
        source->block_count = info->positions / made->layer.cowrie_count;
        source->unit_blocks = info->block_positions / made->layer.cowrie_count;
        source->unit_blocks = source->unit_blocks == 0 ? 1 : source->unit_blocks;
        source->unit_count = (source->block_count + source->unit_blocks - 1) / source->unit_blocks;
        source->units = calloc(source->unit_count, sizeof *source->units);
        if (source->units == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", n);
            goto cleanup;
        }
    }
    *lower = made;
    made = NULL;
cleanup:
    free(path);
    kauri_lower_close(made);
    return status;
}

void kauri_lower_close(struct kauri_lower *lower)
{
    if (lower == NULL) {
        return;
    }
    for (unsigned n = 0; n < lower->seeds; n++) {
        struct source *source = &lower->source[n];
        for (uint64_t i = 0; source->units != NULL && i < source->unit_count; i++) {
            free(source->units[i].values);
        }
        free(source->units);
        kauri_reader_close(source->reader);
    }
    for (unsigned i = 0; lower->workers != NULL && i < lower->threads; i++) {
        kauri_reader_scratch_free(lower->workers[i].scratch);
        free(lower->workers[i].payload);
        free(lower->workers[i].stored);
    }
    free(lower->workers);
    (void)pthread_mutex_destroy(&lower->mutex);
    (void)pthread_cond_destroy(&lower->loaded);
    free(lower);
}

void kauri_lower_bound(struct kauri_lower *lower, uint64_t memory)
{
    lower->memory = memory;
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
    return lower->peak;
}

static bool make_room(uint8_t **bytes, size_t *room, size_t wanted)
{
    if (*room < wanted) {
        free(*bytes);
        *bytes = malloc(wanted);
        *room = *bytes == NULL ? 0 : wanted;
    }
    return *bytes != NULL;
}

// Reads r of rows [first, first + rows) into worker->stored.
static enum kauri_status read_rows(const struct source *source, struct worker *worker,
                                   uint64_t first, uint64_t rows, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(source->reader);
    const size_t width = info->columns[KAURI_COLUMN_R].width;
    if (worker->scratch == NULL) {
        KAURI_TRY(kauri_reader_scratch_new(&worker->scratch, error));
    }
    if (!make_room(&worker->payload, &worker->payload_room,
                   kauri_reader_block_bytes(source->reader)) ||
        !make_room(&worker->stored, &worker->stored_room, rows * width)) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", info->seeds);
        goto cleanup;
    }
    for (uint64_t done = 0; done < rows;) {
        const uint64_t block = (first + done) / info->block_positions;
        const uint64_t skip = (first + done) % info->block_positions;
        const uint64_t here = kauri_reader_block_rows(source->reader, block) - skip;
        const uint64_t taken = here < rows - done ? here : rows - done;
        KAURI_TRY(
            kauri_reader_block(source->reader, block, worker->payload, worker->scratch, error));
        // Column 0 comes first in the payload.
        memcpy(worker->stored + done * width, worker->payload + skip * width, taken * width);
        done += taken;
    }
cleanup:
    return status;
}

// One half of a block (mover's rows with t cowries): [mover][opponent] to [opponent][mover].
static void turn_half(const struct kauri_column *column, bool wide, const uint8_t *stored,
                      uint32_t movers, uint32_t opponents, void *values)
{
    for (uint32_t m0 = 0; m0 < movers; m0 += TILE) {
        const uint32_t m1 = m0 + TILE < movers ? m0 + TILE : movers;
        for (uint32_t o0 = 0; o0 < opponents; o0 += TILE) {
            const uint32_t o1 = o0 + TILE < opponents ? o0 + TILE : opponents;
            for (uint32_t o = o0; o < o1; o++) {
                for (uint32_t m = m0; m < m1; m++) {
                    const size_t from = (size_t)m * opponents + o;
                    const size_t to = (size_t)o * movers + m;
                    const int number = column->width == 1
                                           ? stored[from]
                                           : stored[2 * from] | stored[2 * from + 1] << 8;
                    if (wide) {
                        ((int16_t *)values)[to] = (int16_t)(number + column->bias);
                    } else {
                        ((int8_t *)values)[to] = (int8_t)(number + column->bias);
                    }
                }
            }
        }
    }
}

static enum kauri_status load(struct kauri_lower *lower, unsigned worker_number,
                              const struct source *source, uint64_t unit, uint8_t *values,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct worker *worker = &lower->workers[worker_number];
    const struct kauri_layer *layer = &lower->layer;
    const unsigned cowries = layer->shape.cowries;
    const struct kauri_column *column = &kauri_reader_info(source->reader)->columns[KAURI_COLUMN_R];
    const uint64_t blocks = blocks_in(source, unit);
    KAURI_TRY(read_rows(source, worker, unit * source->unit_blocks * layer->cowrie_count,
                        blocks * layer->cowrie_count, error));
    for (uint64_t i = 0; i < blocks; i++) {
        const uint64_t at = i * layer->cowrie_count;
        for (unsigned t = 0; t <= cowries; t++) {
            turn_half(column, lower->wide,
                      worker->stored + (at + layer->half_start[t]) * column->width,
                      layer->row_count[t], layer->row_count[cowries - t],
                      values + (at + layer->half_start[cowries - t]) * value_bytes(lower));
        }
    }
cleanup:
    return status;
}

// Frees the units that were not used for longest until `wanted` more bytes fit; the mutex is held.
static void evict(struct kauri_lower *lower, uint64_t wanted)
{
    while (lower->held + wanted > lower->memory) {
        struct unit *oldest = NULL;
        uint64_t bytes = 0;
        for (unsigned n = 0; n < lower->seeds; n++) {
            const struct source *source = &lower->source[n];
            for (uint64_t i = 0; i < source->unit_count; i++) {
                struct unit *unit = &source->units[i];
                if (unit->values != NULL && unit->users == 0 && !unit->loading &&
                    (oldest == NULL || unit->used_at < oldest->used_at)) {
                    oldest = unit;
                    bytes = blocks_in(source, i) * lower->layer.cowrie_count * value_bytes(lower);
                }
            }
        }
        if (oldest == NULL) {
            return; // all are in use
        }
        free(oldest->values);
        oldest->values = NULL;
        lower->held -= bytes;
    }
}

enum kauri_status kauri_lower_acquire(struct kauri_lower *lower, unsigned worker, unsigned seeds,
                                      uint64_t block, const void **values,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct source *source = &lower->source[seeds];
    const uint64_t number = block / source->unit_blocks;
    struct unit *unit = &source->units[number];
    const uint64_t bytes =
        blocks_in(source, number) * lower->layer.cowrie_count * value_bytes(lower);
    (void)pthread_mutex_lock(&lower->mutex);
    while (unit->loading) {
        (void)pthread_cond_wait(&lower->loaded, &lower->mutex);
    }
    unit->used_at = ++lower->clock;
    if (unit->values == NULL) {
        evict(lower, bytes);
        uint8_t *room = malloc(bytes);
        unit->loading = true;
        lower->held += bytes;
        lower->peak = lower->held > lower->peak ? lower->held : lower->peak;
        (void)pthread_mutex_unlock(&lower->mutex);
        status = room != NULL
                     ? load(lower, worker, source, number, room, error)
                     : kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
        (void)pthread_mutex_lock(&lower->mutex);
        unit->loading = false;
        if (status == KAURI_OK) {
            unit->values = room;
        } else {
            free(room);
            lower->held -= bytes;
        }
        (void)pthread_cond_broadcast(&lower->loaded);
    }
    if (status == KAURI_OK) {
        unit->users++;
        *values = (const uint8_t *)unit->values +
                  block % source->unit_blocks * lower->layer.cowrie_count * value_bytes(lower);
    }
    (void)pthread_mutex_unlock(&lower->mutex);
    return status;
}

void kauri_lower_release(struct kauri_lower *lower, unsigned seeds, uint64_t block)
{
    const struct source *source = &lower->source[seeds];
    (void)pthread_mutex_lock(&lower->mutex);
    source->units[block / source->unit_blocks].users--;
    (void)pthread_mutex_unlock(&lower->mutex);
}
