// The moves that store nothing (waurie/solver/solve_tables.h, steps 2 and 3).
#ifndef KAURI_WAURIE_SOLVER_QUIET_MOVES_H
#define KAURI_WAURIE_SOLVER_QUIET_MOVES_H

#include "common/status.h"
#include "waurie/solver/matrix.h"
#include "waurie/solver/pair_work.h"

// Completes both blocks of a pair, given the moves that store seeds. In *own the first player, with
// `seeds` seeds, is to move; it has a line for each of the first player's rows. In *other the
// second player is to move; lines and bits stand for the same rows. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED.
enum kauri_status waurie_quiet_moves(struct waurie_pair *pair, unsigned seeds,
                                     const struct waurie_matrix *own,
                                     const struct waurie_matrix *other, struct kauri_error *error);

#endif
