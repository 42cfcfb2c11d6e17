// The moves that a search proved best, and the line of play that they make.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_LINE_H
#define KAURI_QUERIES_SEARCH_SEARCH_LINE_H

#include "common/status.h"
#include "queries/known/known.h"
#include "queries/lookup/line.h"
#include "queries/search/search_watch.h"

#include <stddef.h>

// Positions that a move must not lead to.
struct kauri_search_barred {
    size_t count, capacity;
    struct kauri_position *position;
};

// Proves for some move of the node that it is worth node->r.low or more, which must be proven for
// the position. *place receives the move; it is node->move_count if there is none, because all such
// moves are barred (`barred` may be NULL), or if the watch stopped. Errors of the tables.
enum kauri_status kauri_search_prove_move(struct kauri_search_watch *watch,
                                          const struct kauri_known *known,
                                          const struct kauri_search_barred *barred,
                                          struct kauri_known_node *node, unsigned *place,
                                          struct kauri_error *error);

// Continues a line that was begun with kauri_line_start at the position of `first`: by moves that
// keep its bounds, and from the first stored position on, by the line of the tables. It ends with
// the game, or with KAURI_LINE_OPEN where nothing more is stored, where the bounds have nothing to
// keep, or where the watch stopped. Where a bound excludes 0, no position occurs twice. Errors of
// the tables, KAURI_RESOURCE.
enum kauri_status kauri_search_find_line(struct kauri_search_watch *watch,
                                         const struct kauri_known *known,
                                         const struct kauri_known_node *first,
                                         struct kauri_best_line *line, struct kauri_error *error);

#endif
