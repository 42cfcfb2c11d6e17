// The two blocks of a layer that refer to one another (waurie/solver/solve_layer.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_H
#define KAURI_WAURIE_SOLVER_PAIR_H

#include "common/status.h"
#include "waurie/solver/layer_work.h"

#include <stdbool.h>

// Called now and then with the number of positions treated since the last call; returns whether to
// stop.
typedef bool waurie_pair_tick(void *context, uint64_t positions);

// Solves the blocks with `first` and work->seeds - first seeds in the mover's row, first at most
// half of the seeds. Errors: KAURI_RESOURCE, and KAURI_INTERRUPTED if `tick` said to stop. Several
// threads may solve different pairs of a layer at once.
enum kauri_status waurie_pair_solve(const struct waurie_layer_work *work, unsigned first,
                                    waurie_pair_tick *tick, void *context,
                                    struct kauri_error *error);

// Bytes that waurie_pair_solve allocates. Thread-safe.
uint64_t waurie_pair_scratch(unsigned pits, unsigned seeds, unsigned first);

#endif
