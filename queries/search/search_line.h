// What a finished search knows of moves, and the line that it proved.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_LINE_H
#define KAURI_QUERIES_SEARCH_SEARCH_LINE_H

#include "queries/search/search.h"

// Whether the position's layer is in the tables.
bool kauri_search_is_stored(const struct kauri_search *search,
                            const struct kauri_position *position);

// Bounds of r from what is known about a position: tables, graph, or nothing. Errors of the tables.
enum kauri_status kauri_search_bounds_of(const struct kauri_search *search,
                                         const struct kauri_position *position, int32_t *low,
                                         int32_t *high, struct kauri_error *error);

// All moves of a position (a pass counts) with their bounds, greatest low first, then greatest
// high; `best` is not filled in. Errors of the tables.
enum kauri_status kauri_search_list_moves(const struct kauri_search *search,
                                          const struct kauri_position *position,
                                          struct kauri_search_move moves[KAURI_HOLES_MAX],
                                          unsigned *count, struct kauri_error *error);

// Fills search->line; position, status, bounds and graph are there. Errors of the tables,
// KAURI_RESOURCE.
enum kauri_status kauri_search_find_line(struct kauri_search *search, struct kauri_error *error);

#endif
