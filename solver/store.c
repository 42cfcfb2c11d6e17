#include "solver/store.h"

#include "common/checked.h"
#include "common/transpose.h"
#include "db/tables/layer_table.h"
#include "indexer/convention.h"
#include "solver/team.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 64, REPLAY_WORDS = 64, BATCH_POSITIONS = 4 << 20 };

struct replayer {
    struct kauri_spool_buffer buffer;
    void *steps; // step of each position of a block, turned: uint32_t, or packed values in uint16_t
    uint64_t decided;
};

struct store {
    const struct kauri_retrograde *solved;
    struct kauri_part *part;
    struct kauri_table_info info;
    uint16_t *numbers[KAURI_COLUMNS]; // by step, as stored
    bool wide; // a position takes more than two bytes, so steps are kept and looked up at the end
    struct replayer *replayers;
    struct kauri_table_batch batch;
};

static uint64_t batch_blocks(const struct kauri_layer *layer, unsigned threads)
{
    const uint64_t blocks = (uint64_t)BATCH_POSITIONS / layer->cowrie_count / threads * threads;
    const uint64_t least = 2 * (uint64_t)threads;
    const uint64_t wanted = blocks < least ? least : blocks;
    const uint64_t stored = kauri_stored_block_count(layer);
    return wanted < stored ? wanted : stored;
}

uint64_t kauri_store_memory(const struct kauri_layer *layer, unsigned threads)
{
    // The columns, the steps, and the input of the compression.
    const uint64_t batch = batch_blocks(layer, threads) * layer->cowrie_count;
    return batch * KAURI_COLUMNS +
           (uint64_t)threads * ((uint64_t)layer->cowrie_count * 2 + (1 << 20));
}

// The stored numbers of a position of this step.
static void numbers_of_step(const struct kauri_table_info *info, struct kauri_step step,
                            uint16_t numbers[KAURI_COLUMNS])
{
    numbers[KAURI_COLUMN_R] = (uint16_t)(step.r - info->columns[KAURI_COLUMN_R].bias);
    numbers[KAURI_COLUMN_DTC] = step.dtc;
}

// The stored numbers of a position of this step as one number, with a byte for each column.
static uint16_t pack(const struct store *store, uint32_t step)
{
    return (uint16_t)(store->numbers[KAURI_COLUMN_R][step] | store->numbers[KAURI_COLUMN_DTC][step]
                                                                 << 8);
}

// Positions that are in no list have the first step, which stands for play without end.
static void begin_steps(const struct store *store, void *steps)
{
    const uint32_t positions = store->part->layer.cowrie_count;
    if (store->wide) {
        memset(steps, 0, positions * sizeof(uint32_t));
        return;
    }
    const uint16_t value = pack(store, 0);
    for (uint32_t i = 0; i < positions; i++) {
        ((uint16_t *)steps)[i] = value;
    }
}

// Fills replayer->steps with the steps of a block's positions, in the turned layout.
static enum kauri_status replay(const struct store *store, struct replayer *replayer,
                                uint64_t block, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = store->part->geometry;
    const size_t size = store->wide ? sizeof(uint32_t) : sizeof(uint16_t);
    struct kauri_history_reader reader;
    begin_steps(store, replayer->steps);
    kauri_history_begin(store->solved->round.history, block, &reader);
    for (;;) {
        uint32_t step = 0;
        uint32_t next = 0;
        const uint8_t *record = NULL;
        const uint8_t *end = NULL;
        KAURI_PASS(kauri_history_next(&reader, &replayer->buffer, &step, &record, &end, error));
        if (record == NULL) {
            break;
        }
        while (record < end) {
            uint32_t words[REPLAY_WORDS];
            uint64_t bits[REPLAY_WORDS];
            const uint32_t count =
                store->part->kernel->decode(&record, end, &next, words, bits, REPLAY_WORDS);
            for (uint32_t i = 0; i < count; i++) {
                if (words[i] >= geometry->word_total ||
                    step >= store->solved->round.history->step_count) {
                    return kauri_fail(error, KAURI_INTERNAL, "a record of layer %u is damaged",
                                      store->part->layer.seeds);
                }
                words[i] = geometry->word_place[words[i]];
                __builtin_prefetch((uint8_t *)replayer->steps + words[i] * size, 1);
            }
            const uint32_t value = store->wide ? step : pack(store, step);
            replayer->decided += store->part->kernel->scatter(replayer->steps, store->wide, value,
                                                              words, bits, count);
        }
    }
    return KAURI_OK;
}

// Transposes the positions of a block whose mover's row has t cowries, tile by tile: from packed
// values [opponent][mover] to both columns [mover][opponent].
static void turn_packed(const struct store *store, const uint16_t *values, uint64_t at,
                        uint32_t movers, uint32_t opponents)
{
    for (uint32_t o0 = 0; o0 < opponents; o0 += TILE) {
        const uint32_t width = opponents - o0 < TILE ? opponents - o0 : TILE;
        for (uint32_t m0 = 0; m0 < movers; m0 += TILE) {
            const uint32_t height = movers - m0 < TILE ? movers - m0 : TILE;
            uint16_t tile[TILE * TILE];
            kauri_transpose16(values + (size_t)o0 * movers + m0, movers, width, height, tile, TILE);
            for (uint32_t m = 0; m < height; m++) {
                const uint64_t to = at + (uint64_t)(m0 + m) * opponents + o0;
                const uint16_t *from = tile + (size_t)m * TILE;
                uint8_t *r = store->batch.columns[KAURI_COLUMN_R] + to;
                uint8_t *dtc = store->batch.columns[KAURI_COLUMN_DTC] + to;
                for (uint32_t o = 0; o < width; o++) {
                    r[o] = (uint8_t)from[o];
                    dtc[o] = (uint8_t)(from[o] >> 8);
                }
            }
        }
    }
}

static void put_number(uint8_t *column, bool wide, uint64_t at, unsigned number)
{
    if (wide) {
        column[2 * at] = (uint8_t)number;
        column[2 * at + 1] = (uint8_t)(number >> 8);
    } else {
        column[at] = (uint8_t)number;
    }
}

// Transposes as turn_packed does, but from numbers of steps, which are looked up.
static void turn_steps(const struct store *store, const uint32_t *steps, uint64_t at,
                       uint32_t movers, uint32_t opponents)
{
    const struct kauri_column *columns = store->info.columns;
    for (uint32_t m = 0; m < movers; m++) {
        for (uint32_t o = 0; o < opponents; o++) {
            const uint32_t step = steps[(size_t)o * movers + m];
            const uint64_t to = at + (uint64_t)m * opponents + o;
            for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
                put_number(store->batch.columns[c], columns[c].width == 2, to,
                           store->numbers[c][step]);
            }
        }
    }
}

static enum kauri_status store_block(void *context, unsigned worker, uint64_t index,
                                     struct kauri_error *error)
{
    const struct store *store = context;
    const struct kauri_layer *layer = &store->part->layer;
    struct replayer *replayer = &store->replayers[worker];
    KAURI_PASS(replay(store, replayer, store->batch.part_first + index, error));
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        const size_t from = layer->half_start[cowries - t];
        const uint64_t to = index * layer->cowrie_count + layer->half_start[t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[cowries - t];
        if (store->wide) {
            turn_steps(store, (const uint32_t *)replayer->steps + from, to, movers, opponents);
        } else {
            turn_packed(store, (const uint16_t *)replayer->steps + from, to, movers, opponents);
        }
    }
    return KAURI_OK;
}

// Makes room for batches with at most `maximum` blocks of the part.
static enum kauri_status prepare(struct store *store, unsigned threads, uint64_t maximum,
                                 struct kauri_error *error)
{
    const struct kauri_history *history = store->solved->round.history;
    const struct kauri_layer *layer = &store->part->layer;
    size_t width = 0; // bytes of a position in all columns
    store->replayers = calloc(threads, sizeof *store->replayers);
    bool enough = store->replayers != NULL;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        width += store->info.columns[c].width;
        store->numbers[c] = malloc(history->step_count * sizeof *store->numbers[c]);
        enough = enough && store->numbers[c] != NULL;
        const size_t bytes = (size_t)layer->cowrie_count * store->info.columns[c].width;
        store->batch.block_bytes[c] = bytes;
        store->batch.columns[c] = malloc(kauri_size_to_ask(maximum * bytes + 1));
        enough = enough && store->batch.columns[c] != NULL;
    }
    store->wide = width > sizeof(uint16_t);
    // 64 more, so that a damaged record does not write beyond the end.
    const size_t steps =
        ((size_t)layer->cowrie_count + 64) * (store->wide ? sizeof(uint32_t) : sizeof(uint16_t));
    for (unsigned i = 0; enough && i < threads; i++) {
        store->replayers[i].steps = malloc(steps);
        enough = store->replayers[i].steps != NULL;
    }
    if (!enough) {
        return kauri_layer_out_of_memory(layer, "writing", error);
    }
    for (uint32_t step = 0; step < history->step_count; step++) {
        uint16_t numbers[KAURI_COLUMNS];
        numbers_of_step(&store->info, history->steps[step], numbers);
        for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
            store->numbers[c][step] = numbers[c];
        }
    }
    return KAURI_OK;
}

// The figures about all positions for the certificate: counts by value, those of unlimited play
// included, and maxima.
static struct kauri_totals count_all(const struct kauri_retrograde *solved,
                                     struct kauri_count counts[])
{
    const int greatest = kauri_most_r(solved->round.part->layer.seeds);
    struct kauri_totals totals = {.counts = counts};
    uint64_t unlimited = solved->round.part->layer.positions;
    for (int r = -greatest; r <= greatest; r++) {
        unlimited -= solved->decided.by_value[r + greatest];
    }
    for (int r = -greatest; r <= greatest; r++) {
        const uint64_t count = r == 0 ? unlimited : solved->decided.by_value[r + greatest];
        if (count > 0) {
            counts[totals.count_count++] = (struct kauri_count){.value = r, .count = count};
            totals.maximum[KAURI_COLUMN_R] = r;
        }
    }
    totals.maximum[KAURI_COLUMN_DTC] = (int32_t)solved->decided.max_dtc;
    return totals;
}

// The number of stored blocks of the part, below stored block `end` of the layer, that were in no
// earlier batch.
static uint64_t part_before(const struct store *store, uint64_t end)
{
    const struct kauri_part *part = store->part;
    uint64_t last = store->batch.part_first;
    while (last < part->stored.count && kauri_part_stored(part, last) < end) {
        last++;
    }
    return last - store->batch.part_first;
}

// Replays the part's blocks of the batch, and appends the batch to the table.
static enum kauri_status write_batch(struct store *store, struct kauri_pace *pace,
                                     struct kauri_store_seconds *seconds, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = store->part->team;
    const struct kauri_loop loop = {.pace = pace,
                                    .count = store->batch.part_count,
                                    .positions =
                                        store->batch.part_count * store->part->layer.cowrie_count};
    const double began = kauri_clock_seconds();
    status = kauri_loop(&loop, store_block, store, error);
    KAURI_PASS(kauri_team_status(team, status, error));
    const double replayed = kauri_clock_seconds();
    KAURI_PASS(team->work->table_append(store->part, &store->batch, pace, error));
    seconds->replay += replayed - began;
    seconds->compress += kauri_clock_seconds() - replayed;
    pace->report.done += store->batch.count * store->part->layer.cowrie_count;
    return kauri_team_status(team, kauri_pace_look(pace, error), error);
}

// Finds the number of stored blocks of the layer in a batch, and the greatest number of them that
// belong to the part. All ranks have the same batches, those of the rank for which they must be
// smallest: ranks may differ in the number of their threads.
static enum kauri_status size_batches(const struct kauri_part *part, unsigned threads,
                                      uint64_t *all, uint64_t *maximum, struct kauri_error *error)
{
    uint64_t below = UINT64_MAX - batch_blocks(&part->layer, threads);
    KAURI_PASS(part->team->greatest(part->team->context, &below, 1, error));
    *all = (UINT64_MAX - below) * part->team->ranks;
    *maximum = 0;
    for (uint64_t i = 0, count = 0; i < part->stored.count; i++) {
        const bool next =
            i == 0 || kauri_part_stored(part, i) / *all != kauri_part_stored(part, i - 1) / *all;
        count = next ? 1 : count + 1;
        *maximum = count > *maximum ? count : *maximum;
    }
    return KAURI_OK;
}

// Writes the table in batches of `all` stored blocks of the layer.
static enum kauri_status write_batches(struct store *store, uint64_t all, struct kauri_pace *pace,
                                       struct kauri_store_seconds *seconds,
                                       struct kauri_error *error)
{
    struct kauri_table_batch *batch = &store->batch;
    const uint64_t blocks = kauri_stored_block_count(&store->part->layer);
    kauri_pace_stage(pace, "write");
    kauri_pace_recount(pace);
    pace->report.total = store->info.entries;
    for (; batch->first < blocks; batch->first += all) {
        const uint64_t left = blocks - batch->first;
        batch->count = left < all ? left : all;
        batch->part_count = part_before(store, batch->first + batch->count);
        KAURI_PASS(write_batch(store, pace, seconds, error));
        batch->part_first += batch->part_count;
    }
    return KAURI_OK;
}

// Checks that the history held as many positions as the rounds have decided.
static enum kauri_status check_decided(const struct store *store, unsigned threads,
                                       struct kauri_error *error)
{
    const uint64_t expected = store->solved->decided.stored;
    uint64_t decided = 0;
    for (unsigned i = 0; i < threads; i++) {
        decided += store->replayers[i].decided;
    }
    return decided == expected
               ? KAURI_OK
               : kauri_fail(error, KAURI_INTERNAL,
                            "the history of layer %u holds %llu positions, not %llu",
                            store->part->layer.seeds, (unsigned long long)decided,
                            (unsigned long long)expected);
}

enum kauri_status kauri_store_layer(const struct kauri_retrograde *solved, struct kauri_part *part,
                                    int level, const struct kauri_workplace *place,
                                    struct kauri_pace *pace, struct kauri_store_seconds *seconds,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_teamwork *work = part->team->work;
    struct kauri_count counts[KAURI_VALUES_MAX];
    const struct kauri_totals totals = count_all(solved, counts);
    struct store store = {.solved = solved, .part = part};
    struct kauri_table_plan plan = {
        .info = &store.info, .place = place, .level = level, .threads = pace->threads};
    uint64_t all = 0;
    kauri_layer_table_info(&part->layer, solved->decided.max_dtc, &store.info);
    KAURI_TRY(size_batches(part, pace->threads, &all, &plan.batch_blocks, error));
    status = prepare(&store, pace->threads, plan.batch_blocks, error);
    KAURI_TRY(work->table_open(part, &plan, status, error));
    KAURI_TRY(write_batches(&store, all, pace, seconds, error));
    status = check_decided(&store, pace->threads, error);
    KAURI_TRY(kauri_team_status(part->team, status, error));
    status = work->table_commit(part, &totals, certificate, error);
cleanup:
    work->table_abandon(part);
    for (unsigned i = 0; store.replayers != NULL && i < pace->threads; i++) {
        kauri_spool_buffer_clear(&store.replayers[i].buffer);
        free(store.replayers[i].steps);
    }
    free(store.replayers);
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        free(store.batch.columns[c]);
        free(store.numbers[c]);
    }
    return status;
}
