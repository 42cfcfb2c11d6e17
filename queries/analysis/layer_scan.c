#include "queries/analysis/layer_scan.h"

#include "common/loop.h"
#include "common/memory.h"

#include <stdlib.h>

enum {
    ROUND_BLOCKS = 8, // least number of blocks in a round, on the full board
    ROUND_POSITIONS = ROUND_BLOCKS * 1352078,
    ROUND_BLOCKS_MAX = 4096, // greatest number of blocks in a round, on small boards
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
    size_t count;  // blocks of this round
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
    KAURI_PASS(KAURI_NEW(run->blocks, run->slots, error, "reading layer %u", scan->seeds));
    KAURI_PASS(KAURI_NEW(run->r, positions, error, "reading layer %u", scan->seeds));
    if (scan->with_dtc) {
        KAURI_PASS(KAURI_NEW(run->dtc, positions, error, "reading layer %u", scan->seeds));
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
