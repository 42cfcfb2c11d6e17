// The alpha-beta search of an engine.
#ifndef KAURI_QUERIES_ENGINE_ENGINE_SEARCH_H
#define KAURI_QUERIES_ENGINE_ENGINE_SEARCH_H

#include "queries/engine/engine_state.h"

// Looks at the limit on nodes, and now and then at the clock and the progress.
void kauri_engine_poll(struct kauri_engine *engine);

// The estimate of the position of the ply for its player to move, in units, searched `depth` plies
// deep. A value <= alpha is an upper bound, one >= beta a lower bound. 0 if the search is over.
int kauri_engine_search(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                        int alpha, int beta);

#endif
