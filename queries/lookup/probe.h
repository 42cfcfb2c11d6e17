// The value of a position and of all its moves, from the tables.
#ifndef KAURI_QUERIES_LOOKUP_PROBE_H
#define KAURI_QUERIES_LOOKUP_PROBE_H

#include "common/status.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>

// Looks up the position and all its moves; a pass counts as a move (R7). Without seeds the moves
// are those of the cowrie phase, which is played only under the tie-breaker rules and only when the
// captures are equal. Reads only the pages that hold the position and its successors.
// Errors as kauri_probe_value; also KAURI_CORRUPT when the moves contradict the value of the
// position. *result is unspecified on failure. Thread-safe.
enum kauri_status kauri_probe(struct kauri_tablebase *tables, const struct kauri_position *position,
                              struct kauri_probe_result *result, struct kauri_error *error);

#endif
