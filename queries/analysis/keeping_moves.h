// Counts the moves of many positions that keep the value, and follows unique lines
// (queries/analysis/find.h).
#ifndef KAURI_QUERIES_ANALYSIS_KEEPING_MOVES_H
#define KAURI_QUERIES_ANALYSIS_KEEPING_MOVES_H

#include "common/status.h"
#include "indexer/layer.h"
#include "queries/analysis/found.h"
#include "tablebase/tablebase.h"

#include <stddef.h>

// Used by one thread at a time.
struct kauri_keeping_moves;

// For positions of *layer, which must stay. The caller frees *keeping. Errors: KAURI_RESOURCE.
enum kauri_status kauri_keeping_moves_new(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          struct kauri_keeping_moves **keeping,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_keeping_moves_free(struct kauri_keeping_moves *keeping);

// Sets found[i].keeping of the first *count positions (at most KAURI_FOUND_MAX), of which index and
// r are set. Moves those with a number of such moves in `span` and, unless `line` is 0, a unique
// line of at least `line` moves to the front, in order, and sets *count to their number. Errors:
// those of look-ups; KAURI_CORRUPT when no move of a position keeps its value.
enum kauri_status kauri_keeping_moves_filter(struct kauri_keeping_moves *keeping,
                                             struct kauri_span span, unsigned line,
                                             struct kauri_found *found, size_t *count,
                                             struct kauri_error *error);

#endif
