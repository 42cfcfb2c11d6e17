#include "db/tables/opposite_r.h"

#include "common/memory.h"
#include "db/tables/turned_blocks.h"

#include <stdlib.h>

struct kauri_opposite_r {
    const struct kauri_layer *layer;
    enum kauri_derive_form form;
    struct kauri_turned_blocks *blocks;
};

enum kauri_status kauri_opposite_r_new(struct kauri_tablebase *tablebase, unsigned seeds,
                                       unsigned threads, uint64_t memory,
                                       struct kauri_opposite_r **opposite,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_reader *readers[KAURI_SEEDS_MAX + 1];
    const struct kauri_tablebase_layer *layer = NULL;
    *opposite = NULL;
    struct kauri_opposite_r *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "reading layer %u", seeds));
    for (unsigned n = 0; n <= seeds; n++) {
        KAURI_TRY(kauri_tablebase_layer(tablebase, n, &layer, error));
        readers[n] = layer->reader;
    }
    made->layer = &layer->index;
    made->form = kauri_derive_form_r(seeds);
    const struct kauri_turned_options options = {
        .shape = made->layer->shape,
        .layer_count = seeds + 1,
        .form = made->form,
        .threads = threads,
        .memory = memory,
    };
    KAURI_TRY(kauri_turned_new(readers, &options, &made->blocks, error));
    *opposite = made;
    made = NULL;
cleanup:
    kauri_opposite_r_free(made);
    return status;
}

void kauri_opposite_r_free(struct kauri_opposite_r *opposite)
{
    if (opposite != NULL) {
        kauri_turned_free(opposite->blocks);
        free(opposite);
    }
}

enum kauri_status kauri_opposite_r_acquire(struct kauri_opposite_r *opposite, unsigned worker,
                                           uint64_t block, struct kauri_opposite_values *values,
                                           struct kauri_error *error)
{
    const void *found = NULL;
    const enum kauri_status status =
        kauri_turned_acquire(opposite->blocks, worker, opposite->layer->seeds,
                             kauri_block_exchanged(opposite->layer, block), &found, error);
    const bool narrow = opposite->form == KAURI_DERIVE_R;
    *values = (struct kauri_opposite_values){narrow ? found : NULL, narrow ? NULL : found};
    return status;
}

void kauri_opposite_r_release(struct kauri_opposite_r *opposite, uint64_t block)
{
    kauri_turned_release(opposite->blocks, opposite->layer->seeds,
                         kauri_block_exchanged(opposite->layer, block));
}

const struct kauri_layer *kauri_opposite_r_layer(const struct kauri_opposite_r *opposite)
{
    return opposite->layer;
}

struct kauri_turned_blocks *kauri_opposite_r_blocks(const struct kauri_opposite_r *opposite)
{
    return opposite->blocks;
}
