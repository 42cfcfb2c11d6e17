// The bounds that the tables and the prover have for a position and for its moves.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_KNOWN_H
#define KAURI_QUERIES_SEARCH_SEARCH_KNOWN_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"
#include "rules/board.h"

#include <stdbool.h>

// The sources of a search; either may be NULL.
struct kauri_search_known {
    struct kauri_tablebase *tables;
    struct kauri_prover *prover;
    bool openings; // use proven results about the opening as well
};

// A position with its bounds, and its moves with theirs. Bounds are only ever narrowed.
struct kauri_search_node {
    struct kauri_position position;
    struct kauri_bounds r;
    unsigned move_count;
    struct kauri_valued_move moves[KAURI_HOLES_MAX]; // moves in the order of the holes
};

// Returns whether the position's layer is in the tables.
bool kauri_search_is_stored(const struct kauri_search_known *known,
                            const struct kauri_position *position);

// Fills in what is known about a position that is not stored, and about its moves. Errors of the
// tables.
enum kauri_status kauri_search_open_node(const struct kauri_search_known *known,
                                         const struct kauri_position *position,
                                         struct kauri_search_node *node, struct kauri_error *error);

// Adds the prover's results about the moves, and what follows from them.
void kauri_search_update_node(const struct kauri_search_known *known,
                              struct kauri_search_node *node);

// Narrows bounds by what follows from the others: the position is worth as much as the best of its
// moves.
void kauri_search_narrow_node(struct kauri_search_node *node);

#endif
