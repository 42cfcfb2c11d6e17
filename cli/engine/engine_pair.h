// An engine with its prover, as the commands use them.
#ifndef KAURI_CLI_ENGINE_ENGINE_PAIR_H
#define KAURI_CLI_ENGINE_ENGINE_PAIR_H

#include "common/status.h"
#include "queries/engine/engine.h"

#include <stdbool.h>

// Zeroed before kauri_engine_pair_make.
struct kauri_engine_pair {
    struct kauri_engine *engine;
    struct kauri_prover *prover; // NULL if it was not wanted, or `memory` does not suffice for it
    struct kauri_shape shape;
};

// Makes an engine for the board of the position, unless there is one for it. A quarter of `memory`
// bytes goes to the prover, if `proving`. `tables` may be NULL. KAURI_RESOURCE.
enum kauri_status kauri_engine_pair_make(struct kauri_engine_pair *pair,
                                         const struct kauri_position *position, uint64_t memory,
                                         struct kauri_tablebase *tables, bool proving,
                                         struct kauri_error *error);

// Leaves the pair zeroed.
void kauri_engine_pair_free(struct kauri_engine_pair *pair);

#endif
