#include "queries/analysis/layer_figures.h"

#include "common/memory.h"
#include "queries/analysis/layer_scan.h"

#include <stdlib.h>

enum { DTC_COUNT = UINT16_MAX + 1 };

// The counts of one thread.
struct figure_tally {
    uint64_t dtc[3][DTC_COUNT]; // positions by dtc: lost, r = 0, won
    uint64_t zugzwangs;
    uint64_t unlimited;
    int longest_dtc; // -1: no position yet
    uint64_t longest;
    int32_t longest_r;
};

struct figure_count {
    const struct kauri_layer *layer;
    bool distances; // the table has them
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
    KAURI_PASS(KAURI_NEW(count->both_move, layer->cowrie_count, error, "counting values"));
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
        tally->unlimited += kauri_value_tiebreak(block->r[rank]) == 0;
    }
    for (uint32_t rank = 0; rank < positions && count->distances; rank++) {
        const int r = block->r[rank];
        const int dtc = block->dtc[rank];
        tally->dtc[1 + (r > 0) - (r < 0)][dtc]++;
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

static enum kauri_status put_figures(const struct figure_count *count,
                                     struct kauri_layer_figures *figures, struct kauri_error *error)
{
    const struct figure_tally *sum = &count->tallies[0];
    const unsigned max_dtc = sum->longest_dtc < 0 ? 0 : (unsigned)sum->longest_dtc;
    *figures = (struct kauri_layer_figures){
        .positions = count->layer->positions,
        .max_dtc = max_dtc,
        .unlimited = sum->unlimited,
        .longest = sum->longest,
        .longest_r = sum->longest_r,
        .zugzwangs = sum->zugzwangs,
    };
    if (!count->distances) {
        return KAURI_OK;
    }
    figures->won = calloc(max_dtc + 1, sizeof *figures->won);
    figures->lost = calloc(max_dtc + 1, sizeof *figures->lost);
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
    struct figure_count count = {.tallies = NULL};
    *figures = (struct kauri_layer_figures){0};
    KAURI_PASS(KAURI_NEW(count.tallies, threads, error, "%u threads", threads));
    KAURI_TRY(kauri_tablebase_distances(tables, seeds, &count.distances, error));
    for (unsigned t = 0; t < threads; t++) {
        count.tallies[t].longest_dtc = -1;
    }
    const struct kauri_layer_scan scan = {
        .tables = tables,
        .seeds = seeds,
        .threads = threads,
        .with_dtc = count.distances,
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
    KAURI_TRY(put_figures(&count, figures, error));
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
