// Counts the moves of many positions that keep the value, and follows unique lines
// (queries/analysis/find.h).
//
// Lines of a few positions are followed by looking successors up. When many positions were followed
// in this way, all only moves are found at once, if memory suffices
// (queries/analysis/only_moves.h).
#ifndef KAURI_QUERIES_ANALYSIS_KEEPING_MOVES_H
#define KAURI_QUERIES_ANALYSIS_KEEPING_MOVES_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "queries/analysis/found.h"
#include "tablebase/tablebase.h"

#include <stddef.h>

// Used by one thread at a time.
struct kauri_keeping_moves;

struct kauri_keeping_options {
    unsigned threads;                      // at least 1
    uint64_t memory;                       // bytes for only moves
    const struct kauri_progress *progress; // of finding these; may be NULL
};

// For positions of *layer, which must stay. The caller frees *keeping. Errors: KAURI_RESOURCE.
enum kauri_status kauri_keeping_moves_new(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer,
                                          const struct kauri_keeping_options *options,
                                          struct kauri_keeping_moves **keeping,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_keeping_moves_free(struct kauri_keeping_moves *keeping);

// Sets found[i].keeping of the first *count positions (at most KAURI_FOUND_MAX), of which index and
// r are set. Moves those with a number of such moves in `span` and with the line that is asked for
// to the front, in order, and sets *count to their number. With line.by_result, none of the
// positions may be lost for the player to move. Errors: those of look-ups and of
// kauri_only_moves_new, except that KAURI_RESOURCE of the latter only means that lines go on being
// looked up; KAURI_CORRUPT when no move of a position keeps its value.
enum kauri_status kauri_keeping_moves_filter(struct kauri_keeping_moves *keeping,
                                             struct kauri_span span,
                                             struct kauri_line_condition line,
                                             struct kauri_found *found, size_t *count,
                                             struct kauri_error *error);

#endif
