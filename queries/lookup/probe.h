// What the tables say about a position: its value, the results, and the same for every move.
#ifndef KAURI_QUERIES_LOOKUP_PROBE_H
#define KAURI_QUERIES_LOOKUP_PROBE_H

#include "common/status.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/lookup.h"
#include "tablebase/tables.h"

#include <stdbool.h>

// Looks up the position and all its moves (a pass counts as a move, R7). Without seeds the moves
// are those of the cowrie phase, which is played out only under the tie-breaker rules and only
// when the captures are equal. Reads only the blocks that position and successors lie in.
// KAURI_BAD_INPUT, KAURI_MISSING and KAURI_CORRUPT as in tablebase/lookup.h; KAURI_CORRUPT as well
// when the moves contradict the position's value. *result is unspecified on failure. Thread-safe.
enum kauri_status kauri_probe(struct kauri_tables *tables, const struct kauri_position *position,
                              struct kauri_probe_result *result, struct kauri_error *error);

#endif
