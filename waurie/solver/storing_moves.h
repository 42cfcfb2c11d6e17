// The moves that store a seed (waurie/solver/solve_tables.h, step 1).
#ifndef KAURI_WAURIE_SOLVER_STORING_MOVES_H
#define KAURI_WAURIE_SOLVER_STORING_MOVES_H

#include "common/status.h"
#include "waurie/solver/matrix.h"
#include "waurie/solver/pair_work.h"

// Finds the storing moves that win for the player with `own` seeds, at least 1: *to, which is zero
// before, gets a line for each row of the mover and a bit for each row of the player who waits, 1
// if a move that stores a seed wins. Errors: KAURI_RESOURCE, KAURI_INTERRUPTED, those of
// waurie_lower_hold.
enum kauri_status waurie_storing_moves(struct waurie_pair *pair, unsigned own,
                                       const struct waurie_matrix *to, struct kauri_error *error);

#endif
