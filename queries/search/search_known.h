// The bounds that tables and graph have for a position and for its moves.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_KNOWN_H
#define KAURI_QUERIES_SEARCH_SEARCH_KNOWN_H

#include "common/status.h"
#include "queries/lookup/valued_move.h"
#include "queries/search/search_graph.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>

// The sources of a search; either may be NULL.
struct kauri_search_known {
    struct kauri_tablebase *tables;
    struct kauri_search_graph *graph;
};

// Whether the position's layer is in the tables.
bool kauri_search_is_stored(const struct kauri_search_known *known,
                            const struct kauri_position *position);

// The bounds of r: from the tables, from the graph, or the trivial ones. Errors of the tables.
enum kauri_status kauri_search_bounds_of(const struct kauri_search_known *known,
                                         const struct kauri_position *position,
                                         struct kauri_bounds *r, struct kauri_error *error);

// All moves of a position with their bounds, best first; a pass counts as a move. `best` and dtc
// are left out. Errors of the tables.
enum kauri_status kauri_search_list_moves(const struct kauri_search_known *known,
                                          const struct kauri_position *position,
                                          struct kauri_valued_move moves[KAURI_HOLES_MAX],
                                          unsigned *count, struct kauri_error *error);

#endif
