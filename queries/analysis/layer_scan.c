#include "queries/analysis/layer_scan.h"

#include "common/loop.h"
#include "rules/value.h"

#include <stdlib.h>

enum {
    ROUND_BLOCKS = 8, // at least, on the full board
    ROUND_POSITIONS = ROUND_BLOCKS * 1352078,
    ROUND_BLOCKS_MAX = 4096, // on small boards
    GRAIN_POSITIONS = 1 << 14,
};

struct scan_run {
    const struct kauri_layer_scan *scan;
    const struct kauri_layer *layer;
    struct kauri_opposite_r *opposite;
    int16_t *r;
    uint16_t *dtc;
    unsigned slots;
    struct kauri_scanned_block *blocks;
    size_t count;  // of blocks in this round
    uint64_t next; // block that was not considered yet
    struct kauri_pace pace;
};

// Takes wanted blocks into the round until it is full or the layer ends.
static void choose_blocks(struct scan_run *run)
{
    const struct kauri_layer *layer = run->layer;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    run->count = 0;
    for (; run->next < layer->block_count && run->count < run->slots; run->next++) {
        if (run->scan->wanted != NULL) {
            kauri_row_unrank(run->next, 2U * layer->shape.holes, layer->seeds, seeds);
            if (!run->scan->wanted(run->scan->context, seeds)) {
                continue;
            }
        }
        const size_t at = run->count * layer->cowrie_count;
        run->blocks[run->count] = (struct kauri_scanned_block){
            .slot = (unsigned)run->count,
            .first = run->next * layer->cowrie_count,
            .r = run->r + at,
            .dtc = run->dtc == NULL ? NULL : run->dtc + at,
        };
        run->count++;
    }
}

// Reads the blocks of the round; neighbours are read together.
static enum kauri_status read_blocks(struct scan_run *run, struct kauri_error *error)
{
    const uint64_t cowrie_count = run->layer->cowrie_count;
    for (size_t i = 0; i < run->count;) {
        const size_t from = i;
        do {
            i++;
        } while (i < run->count && run->blocks[i].first == run->blocks[i - 1].first + cowrie_count);
        KAURI_PASS(kauri_layer_read(run->scan->tables, run->scan->seeds, run->blocks[from].first,
                                    (i - from) * cowrie_count, run->r + from * cowrie_count,
                                    run->dtc == NULL ? NULL : run->dtc + from * cowrie_count,
                                    run->scan->threads, error));
    }
    return KAURI_OK;
}

static enum kauri_status visit(void *context, unsigned worker, uint64_t i,
                               struct kauri_error *error)
{
    const struct scan_run *run = context;
    return run->scan->visit(run->scan->context, worker, &run->blocks[i], run->opposite, error);
}

static enum kauri_status visit_blocks(struct scan_run *run, struct kauri_error *error)
{
    const struct kauri_loop loop = {.pace = &run->pace,
                                    .count = run->count,
                                    .grain = GRAIN_POSITIONS / run->layer->cowrie_count};
    return kauri_loop(&loop, visit, run, error);
}

// Bytes for the decoded blocks of the values, and for those of opposite values.
static uint64_t memory_of_each(const struct kauri_layer_scan *scan)
{
    const uint64_t memory = scan->with_opposite ? scan->memory / 2 : scan->memory;
    return memory > KAURI_LAYER_CACHE_BYTES ? memory : KAURI_LAYER_CACHE_BYTES;
}

static enum kauri_status prepare(struct scan_run *run, struct kauri_error *error)
{
    const struct kauri_layer_scan *scan = run->scan;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(kauri_tablebase_layer(scan->tables, scan->seeds, &layer, error));
    run->layer = &layer->index;
    uint64_t slots = ROUND_POSITIONS / run->layer->cowrie_count;
    slots = slots < ROUND_BLOCKS_MAX ? slots : ROUND_BLOCKS_MAX;
    slots = slots > scan->threads ? slots : scan->threads;
    slots = slots < run->layer->block_count ? slots : run->layer->block_count;
    run->slots = (unsigned)slots;
    const size_t positions = (size_t)slots * run->layer->cowrie_count;
    run->blocks = calloc(run->slots, sizeof *run->blocks);
    run->r = malloc(positions * sizeof *run->r);
    run->dtc = scan->with_dtc ? malloc(positions * sizeof *run->dtc) : NULL;
    if (run->blocks == NULL || run->r == NULL || (scan->with_dtc && run->dtc == NULL)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading layer %u", scan->seeds);
    }
    const uint64_t memory = memory_of_each(scan);
    kauri_layer_cache_bound(kauri_tablebase_layer_cache(scan->tables), memory);
    if (scan->with_opposite) {
        KAURI_PASS(kauri_opposite_r_new(scan->tables, scan->seeds, scan->threads, memory,
                                        &run->opposite, error));
    }
    return scan->begin(scan->context, run->layer, run->slots, run->opposite, error);
}

enum kauri_status kauri_layer_scan_run(const struct kauri_layer_scan *scan,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct scan_run run = {.scan = scan,
                           .pace = {.threads = scan->threads,
                                    .progress = scan->progress,
                                    .report = {.stage = scan->stage, .layer = scan->seeds},
                                    .began = kauri_clock_seconds()}};
    KAURI_TRY(prepare(&run, error));
    run.pace.report.total = run.layer->positions;
    for (choose_blocks(&run); run.count > 0; choose_blocks(&run)) {
        KAURI_TRY(read_blocks(&run, error));
        KAURI_TRY(visit_blocks(&run, error));
        if (scan->collect != NULL) {
            KAURI_TRY(scan->collect(scan->context, run.blocks, run.count, error));
        }
        run.pace.report.done = run.next * run.layer->cowrie_count;
        KAURI_TRY(kauri_pace_look(&run.pace, error));
    }
cleanup:
    kauri_layer_cache_bound(kauri_tablebase_layer_cache(scan->tables), KAURI_LAYER_CACHE_BYTES);
    kauri_opposite_r_free(run.opposite);
    free(run.r);
    free(run.dtc);
    free(run.blocks);
    return status;
}

// --------------------------------------------------------------------------------------- figures

enum { DTC_COUNT = UINT16_MAX + 1 };

// What one thread has counted.
struct figure_tally {
    uint64_t dtc[3][DTC_COUNT]; // lost, r = 0, won
    uint64_t zugzwangs;
    uint64_t unlimited;
    int longest_dtc; // -1: no position yet
    uint64_t longest;
    int32_t longest_r;
};

struct figure_count {
    const struct kauri_layer *layer;
    struct figure_tally *tallies;
    uint8_t *both_move; // by cowrie rank: each side has a cowrie
};

static enum kauri_status begin_figures(void *context, const struct kauri_layer *layer,
                                       unsigned slots, struct kauri_opposite_r *opposite,
                                       struct kauri_error *error)
{
    (void)slots;
    (void)opposite;
    struct figure_count *count = context;
    const unsigned cowries = layer->shape.cowries;
    count->layer = layer;
    count->both_move = calloc(layer->cowrie_count, 1);
    if (count->both_move == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    for (unsigned own = 1; own < cowries; own++) {
        for (uint32_t rank = layer->half_start[own]; rank < layer->half_start[own + 1]; rank++) {
            count->both_move[rank] = 1;
        }
    }
    return KAURI_OK;
}

static enum kauri_status count_block(void *context, unsigned worker,
                                     const struct kauri_scanned_block *block,
                                     struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    const struct figure_count *count = context;
    struct figure_tally *tally = &count->tallies[worker];
    const uint32_t positions = count->layer->cowrie_count;
    struct kauri_opposite_values values;
    uint64_t zugzwangs = 0;
    for (uint32_t rank = 0; rank < positions; rank++) {
        const int r = block->r[rank];
        const int dtc = block->dtc[rank];
        tally->dtc[1 + (r > 0) - (r < 0)][dtc]++;
        tally->unlimited += kauri_value_tiebreak(r) == 0;
        // Blocks come in any order.
        if (r != 0 && dtc >= tally->longest_dtc &&
            (dtc > tally->longest_dtc || block->first + rank < tally->longest)) {
            tally->longest_dtc = dtc;
            tally->longest = block->first + rank;
            tally->longest_r = r;
        }
    }
    KAURI_PASS(
        kauri_opposite_r_acquire(opposite, worker, block->first / positions, &values, error));
    for (uint32_t rank = 0; rank < positions; rank++) {
        zugzwangs +=
            count->both_move[rank] & (block->r[rank] + kauri_opposite_value(&values, rank) < 0);
    }
    kauri_opposite_r_release(opposite, block->first / positions);
    tally->zugzwangs += zugzwangs;
    return KAURI_OK;
}

static void add_tally(struct figure_tally *sum, const struct figure_tally *tally)
{
    for (unsigned sign = 0; sign < 3; sign++) {
        for (unsigned dtc = 0; dtc < DTC_COUNT; dtc++) {
            sum->dtc[sign][dtc] += tally->dtc[sign][dtc];
        }
    }
    sum->zugzwangs += tally->zugzwangs;
    sum->unlimited += tally->unlimited;
    if (tally->longest_dtc > sum->longest_dtc ||
        (tally->longest_dtc == sum->longest_dtc && tally->longest < sum->longest)) {
        sum->longest_dtc = tally->longest_dtc;
        sum->longest = tally->longest;
        sum->longest_r = tally->longest_r;
    }
}

static enum kauri_status put_figures(const struct figure_tally *sum, uint64_t positions,
                                     struct kauri_layer_figures *figures, struct kauri_error *error)
{
    const unsigned max_dtc = sum->longest_dtc < 0 ? 0 : (unsigned)sum->longest_dtc;
    *figures = (struct kauri_layer_figures){
        .positions = positions,
        .max_dtc = max_dtc,
        .won = calloc(max_dtc + 1, sizeof *figures->won),
        .lost = calloc(max_dtc + 1, sizeof *figures->lost),
        .unlimited = sum->unlimited,
        .longest = sum->longest,
        .longest_r = sum->longest_r,
        .zugzwangs = sum->zugzwangs,
    };
    if (figures->won == NULL || figures->lost == NULL) {
        kauri_layer_figures_clear(figures);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    for (unsigned dtc = 0; dtc <= max_dtc; dtc++) {
        figures->lost[dtc] = sum->dtc[0][dtc];
        figures->won[dtc] = sum->dtc[2][dtc];
    }
    return KAURI_OK;
}

enum kauri_status kauri_layer_figures_read(struct kauri_tablebase *tables, unsigned seeds,
                                           unsigned threads, uint64_t memory,
                                           const struct kauri_progress *progress,
                                           struct kauri_layer_figures *figures,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct figure_count count = {.tallies = calloc(threads, sizeof *count.tallies)};
    *figures = (struct kauri_layer_figures){0};
    if (count.tallies == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
    }
    for (unsigned t = 0; t < threads; t++) {
        count.tallies[t].longest_dtc = -1;
    }
    const struct kauri_layer_scan scan = {
        .tables = tables,
        .seeds = seeds,
        .threads = threads,
        .with_dtc = true,
        .with_opposite = true,
        .memory = memory,
        .progress = progress,
        .stage = "figures",
        .context = &count,
        .begin = begin_figures,
        .visit = count_block,
    };
    KAURI_TRY(kauri_layer_scan_run(&scan, error));
    for (unsigned t = 1; t < threads; t++) {
        add_tally(&count.tallies[0], &count.tallies[t]);
    }
    KAURI_TRY(put_figures(&count.tallies[0], count.layer->positions, figures, error));
cleanup:
    free(count.tallies);
    free(count.both_move);
    return status;
}

void kauri_layer_figures_clear(struct kauri_layer_figures *figures)
{
    if (figures != NULL) {
        free(figures->won);
        free(figures->lost);
        *figures = (struct kauri_layer_figures){0};
    }
}
