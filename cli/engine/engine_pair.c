#include "cli/engine/engine_pair.h"

#include <string.h>

enum { PROVER_SHARE = 4 }; // of the memory

enum kauri_status kauri_engine_pair_make(struct kauri_engine_pair *pair,
                                         const struct kauri_position *position, uint64_t memory,
                                         struct kauri_tablebase *tables, bool proving,
                                         struct kauri_error *error)
{
    const struct kauri_shape shape = {position->holes, (uint8_t)kauri_cowries(position)};
    if (pair->engine != NULL && shape.holes == pair->shape.holes &&
        shape.cowries == pair->shape.cowries) {
        return KAURI_OK;
    }
    kauri_engine_pair_free(pair);
    const uint64_t share = memory / PROVER_SHARE;
    const struct kauri_prover_options prover = {
        .shape = shape, .seeds = KAURI_SEEDS_MAX, .memory = share, .threads = 1, .tables = tables};
    struct kauri_engine_parts engine = {.shape = shape, .memory = memory, .tables = tables};
    enum kauri_status status = KAURI_OK;
    if (proving && kauri_prover_least(shape, KAURI_SEEDS_MAX) <= share) {
        KAURI_TRY(kauri_prover_new(&prover, &pair->prover, error));
        engine.prover = pair->prover;
        engine.memory -= share;
    }
    KAURI_TRY(kauri_engine_make(&engine, &pair->engine, error));
    pair->shape = shape;
cleanup:
    if (status != KAURI_OK) {
        kauri_engine_pair_free(pair);
    }
    return status;
}

void kauri_engine_pair_free(struct kauri_engine_pair *pair)
{
    kauri_engine_free(pair->engine);
    kauri_prover_free(pair->prover);
    memset(pair, 0, sizeof *pair);
}
