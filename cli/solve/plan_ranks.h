// The result of `kauri plan --ranks`: what layers take on a cluster.
//
// Implemented in plan_ranks_text.c and plan_ranks_json.c.
#ifndef KAURI_CLI_SOLVE_PLAN_RANKS_H
#define KAURI_CLI_SOLVE_PLAN_RANKS_H

#include "solver/predict_ranks.h"

struct kauri_ranks_plan {
    struct kauri_shape shape;
    unsigned seeds; // the last layer
    struct kauri_ranks_options options;
    struct kauri_ranks_prediction layers[KAURI_RANK_SEEDS_MAX + 1];
};

// Print the plan on standard output.
void kauri_ranks_plan_text(const struct kauri_ranks_plan *plan);
void kauri_ranks_plan_json(const struct kauri_ranks_plan *plan);

// The word for a limit: "computing", "busiest block", "network" or "files". Static storage.
const char *kauri_ranks_limit_word(enum kauri_ranks_limit limit);

#endif
