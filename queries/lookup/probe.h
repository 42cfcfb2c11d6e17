// What the tables say about a position: its value, the results, and the same for every move.
#ifndef KAURI_QUERIES_LOOKUP_PROBE_H
#define KAURI_QUERIES_LOOKUP_PROBE_H

#include "common/status.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/lookup.h"
#include "tablebase/tables.h"

#include <stdbool.h>

struct kauri_probe_move {
    int hole; // own hole number, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    // For the player who moves, the captures of the move included: r = 3 * gain - r of the
    // successor; dtc = 1 when the move captures, else 1 + the successor's.
    struct kauri_stored value;
    // The move keeps the position's r and, where r is not 0, its dtc: the fastest of the winning
    // moves, the slowest of the losing ones.
    bool best;
    struct kauri_position successor;
};

// All for the player to move, except `score`.
struct kauri_probe_result {
    struct kauri_position position;
    unsigned seeds; // on the board: the layer
    struct kauri_stored value;
    enum kauri_result standard;   // standard rules (R8), banked score included
    enum kauri_result tiebreaker; // tie-breaker rules (R9), banked score included
    // Final captures by enum kauri_side when both play for r, as kauri_probe_score knows them.
    bool score_known;
    uint8_t score[2];
    unsigned move_count; // 0: no seeds and no cowrie in the own row, the cowrie phase is lost
    struct kauri_probe_move moves[KAURI_HOLES_MAX]; // best first
};

// Final captures by enum kauri_side from a position with this r. False where they are not known:
// play never ends (t = 0, R10) and not all seeds go to one side; the tables tell the difference
// then, not how many seeds stay on the board.
bool kauri_probe_score(const struct kauri_position *position, int32_t r, uint8_t score[2]);

// Looks up the position and all its moves (a pass counts as a move, R7). Without seeds the moves
// are those of the cowrie phase, which is played out only under the tie-breaker rules and only
// when the captures are equal. Reads only the blocks that position and successors lie in.
// KAURI_BAD_INPUT, KAURI_MISSING and KAURI_CORRUPT as in tablebase/lookup.h; KAURI_CORRUPT as well
// when the moves contradict the position's value. *result is unspecified on failure. Thread-safe.
enum kauri_status kauri_probe(struct kauri_tables *tables, const struct kauri_position *position,
                              struct kauri_probe_result *result, struct kauri_error *error);

#endif
