// The engine's alpha-beta search: principal variation search with a transposition table, and a
// quiescence search at the end of each line.
#ifndef KAURI_GAMES_ENGINE_ALPHA_BETA_H
#define KAURI_GAMES_ENGINE_ALPHA_BETA_H

#include "games/engine/engine_state.h"

// Checks the limit on nodes, and now and then the clock and the progress.
void kauri_engine_poll(struct kauri_engine *engine);

// The value of the position of the ply for its player to move, in units of the estimate, searched
// `depth` plies deep. A value <= alpha is an upper bound, one >= beta a lower bound.
// engine->rests_on says what the value, or bound, rests on. 0 if the search is over.
int kauri_engine_search(struct kauri_engine *engine, unsigned ply, unsigned seeds, int depth,
                        int alpha, int beta);

#endif
