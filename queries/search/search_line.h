// The line of play that a search proved.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_LINE_H
#define KAURI_QUERIES_SEARCH_SEARCH_LINE_H

#include "common/status.h"
#include "queries/lookup/line.h"
#include "queries/search/search_known.h"

// Continues a line that was begun with kauri_line_start: by moves that keep the bounds of the graph
// and, where a bound excludes 0, make progress; and from the first stored position on, by the line
// of the tables. It ends with the game, or with KAURI_LINE_OPEN where nothing more is proven or
// stored. The bounds of the line's first position must reach the goal of the search. Overwrites the
// graph's scratch. Errors of the tables, KAURI_RESOURCE.
enum kauri_status kauri_search_find_line(const struct kauri_search_known *known,
                                         struct kauri_best_line *line, struct kauri_error *error);

#endif
