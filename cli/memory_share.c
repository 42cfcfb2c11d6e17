#include "cli/memory_share.h"

#include "common/memory.h"
#include "queries/search/search.h"

#include <string.h>
#include <sys/resource.h>

uint64_t kauri_memory_for_tables(uint64_t memory)
{
    const uint64_t most = 64U << 20;
    return memory / 4 < most ? memory / 4 : most;
}

enum kauri_status kauri_memory_try_search(uint64_t memory, bool tables,
                                          const struct kauri_position *position,
                                          struct kauri_error *error)
{
    const uint64_t mebibyte = 1 << 20;
    const struct kauri_shape shape = {.holes = position->holes,
                                      .cowries = (uint8_t)kauri_cowries(position)};
    const uint64_t least = kauri_search_least(shape, kauri_seeds(position), 1);
    if (memory - (tables ? kauri_memory_for_tables(memory) : 0) >= least) {
        return KAURI_OK;
    }
    uint64_t enough = (least + mebibyte - 1) / mebibyte;
    while (tables && enough * mebibyte - kauri_memory_for_tables(enough * mebibyte) < least) {
        enough++;
    }
    return kauri_fail(error, KAURI_RESOURCE,
                      "too little memory: the search needs at least %lluM (--memory)",
                      (unsigned long long)enough);
}

uint64_t kauri_memory_for_look_ups(void)
{
    struct rlimit space;
    const uint64_t free = kauri_memory_available() / 4;
    if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) {
        return free;
    }
    return space.rlim_cur / 4 < free ? space.rlim_cur / 4 : free;
}

enum { PROVER_SHARE = 4 }; // of the memory; a prover that needs more gets up to half of it

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
    const uint64_t quarter = memory / PROVER_SHARE;
    const uint64_t least = kauri_prover_least(shape, KAURI_SEEDS_MAX);
    const uint64_t share = quarter > least ? quarter : least;
    const struct kauri_prover_options prover = {
        .shape = shape, .seeds = KAURI_SEEDS_MAX, .memory = share, .threads = 1, .tables = tables};
    struct kauri_engine_parts engine = {.shape = shape, .memory = memory, .tables = tables};
    enum kauri_status status = KAURI_OK;
    if (proving && share <= memory / 2) {
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
