#include "db/tables/keeping_counts.h"

#include "common/memory.h"
#include "db/tables/turned_blocks.h"

#include <stdlib.h>
#include <string.h>

// The working memory of one thread, made when it is first needed.
struct counts_worker {
    struct kauri_deriver *deriver;
    void *worths; // worths of a move, for a row of the mover
};

struct kauri_keeping_counts {
    const struct kauri_layer *layer;
    enum kauri_derive_form form;
    struct kauri_turned_blocks *blocks;
    struct kauri_derive_rows *rows; // for moves of any number of seeds
    unsigned threads;
    struct counts_worker *workers;
};

enum kauri_status kauri_keeping_counts_new(struct kauri_opposite_r *opposite, unsigned threads,
                                           struct kauri_keeping_counts **counts,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *counts = NULL;
    struct kauri_keeping_counts *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "counting moves"));
    made->layer = kauri_opposite_r_layer(opposite);
    made->form = kauri_derive_form_r(made->layer->seeds);
    made->blocks = kauri_opposite_r_blocks(opposite);
    made->threads = threads;
    KAURI_TRY(KAURI_NEW(made->workers, threads, error, "counting moves"));
    // Stored blocks have more seeds in a hole than derived blocks of their layer.
    KAURI_TRY(kauri_derive_rows_new(made->layer->shape, KAURI_SEEDS_MAX, &made->rows, error));
    *counts = made;
    made = NULL;
cleanup:
    kauri_keeping_counts_free(made);
    return status;
}

void kauri_keeping_counts_free(struct kauri_keeping_counts *counts)
{
    if (counts == NULL) {
        return;
    }
    for (unsigned i = 0; counts->workers != NULL && i < counts->threads; i++) {
        kauri_deriver_free(counts->workers[i].deriver);
        free(counts->workers[i].worths);
    }
    free(counts->workers);
    kauri_derive_rows_free(counts->rows);
    free(counts);
}

static enum kauri_status prepare(const struct kauri_keeping_counts *counts,
                                 struct counts_worker *worker, struct kauri_error *error)
{
    if (worker->worths == NULL) {
        worker->worths = malloc(counts->layer->cowrie_count * sizeof(int16_t));
    }
    if (worker->worths == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting moves");
    }
    return worker->deriver != NULL ? KAURI_OK
                                   : kauri_deriver_new(counts->rows, &worker->deriver, error);
}

// Counts the moves for one row of the mover: `count` positions.
static void count_row(const struct kauri_keeping_counts *counts, const struct counts_worker *worker,
                      uint32_t mover, uint32_t count, const int16_t *r, uint8_t *keeping)
{
    memset(keeping, 0, count);
    for (unsigned hole = 0; hole < counts->layer->shape.holes; hole++) {
        if (!kauri_deriver_move(worker->deriver, mover, hole, worker->worths)) {
            continue;
        }
        if (counts->form == KAURI_DERIVE_R) {
            const int8_t *worths = worker->worths;
            for (uint32_t i = 0; i < count; i++) {
                keeping[i] = (uint8_t)(keeping[i] + (worths[i] == r[i] ? 1 : 0));
            }
        } else {
            const int16_t *worths = worker->worths;
            for (uint32_t i = 0; i < count; i++) {
                keeping[i] = (uint8_t)(keeping[i] + (worths[i] == r[i] ? 1 : 0));
            }
        }
    }
}

enum kauri_status kauri_keeping_counts_block(struct kauri_keeping_counts *counts,
                                             unsigned worker_number, uint64_t block,
                                             const int16_t *r, uint8_t *keeping,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct counts_worker *worker = &counts->workers[worker_number];
    const struct kauri_layer *layer = counts->layer;
    const struct kauri_derive_rows *rows = counts->rows;
    struct kauri_derive_source *sources = NULL;
    unsigned source_count = 0;
    unsigned acquired = 0;
    KAURI_TRY(prepare(counts, worker, error));
    KAURI_TRY(kauri_deriver_begin(worker->deriver, layer, block, counts->form, &sources,
                                  &source_count, error));
    for (; acquired < source_count; acquired++) {
        KAURI_TRY(kauri_turned_acquire(counts->blocks, worker_number, sources[acquired].seeds,
                                       sources[acquired].block, &sources[acquired].values, error));
    }
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const uint32_t at = rows->segment[mover];
        count_row(counts, worker, mover,
                  layer->row_count[layer->shape.cowries - rows->cowries[mover]], r + at,
                  keeping + at);
    }
cleanup:
    for (unsigned i = 0; i < acquired; i++) {
        kauri_turned_release(counts->blocks, sources[i].seeds, sources[i].block);
    }
    return status;
}
