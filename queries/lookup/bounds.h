// Bounds of a value r, the question that they answer or leave open, and moves with bounds. struct
// kauri_bounds and enum kauri_goal are declared in kauri/analysis.h.
//
// Plain data and pure functions: thread-safe, no allocation.
#ifndef KAURI_QUERIES_LOOKUP_BOUNDS_H
#define KAURI_QUERIES_LOOKUP_BOUNDS_H

#include "kauri/analysis.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The sources of bounds, the best one last.
enum kauri_bounds_source {
    KAURI_SOURCE_RULES,  // nobody captures more seeds than there are
    KAURI_SOURCE_SEARCH, // queries/search/search.h, with the tables below it
    KAURI_SOURCE_BOOK,   // a solution book (db/book/book.h)
    KAURI_SOURCE_TABLES, // the table of the position's own layer
};

// Returns the trivial bounds: with n seeds on the board, |r| <= 3n + 1.
struct kauri_bounds kauri_bounds_trivial(unsigned seeds);

static inline bool kauri_bounds_exact(struct kauri_bounds bounds)
{
    return bounds.low == bounds.high;
}

// The values within both bounds, which must have one in common.
struct kauri_bounds kauri_bounds_both(struct kauri_bounds a, struct kauri_bounds b);

// The bounds of a move, for the player who makes it and with its captures included, from those of
// the position after it, for the player to move there; or the other way round.
struct kauri_bounds kauri_bounds_across(struct kauri_bounds bounds, struct kauri_capture captured);

// Returns whether all values within the bounds give the same answer, which *result receives: the
// result for the score of the position, or for KAURI_GOAL_VALUE the sign of r. Otherwise *result is
// the least possible result. Not for KAURI_GOAL_AT_LEAST.
bool kauri_bounds_decide(const struct kauri_position *position, struct kauri_bounds bounds,
                         enum kauri_goal goal, enum kauri_result *result);

// The moves of a position with the bounds of their values, best first. Look-ups, the search,
// evaluations and advice all list their moves in this form.

// Estimated efforts to answer "is the move worth x or more?": to prove it, and to refute it. They
// are comparable with each other, but not a time, and grow as the search proceeds.
struct kauri_move_efforts {
    bool known; // a search asked the question and did not answer it
    int x;
    uint32_t yes, no;
};

// Seen from the player who moves, the captures of the move included.
struct kauri_valued_move {
    int hole; // own hole number, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_bounds r;
    enum kauri_bounds_source source; // where r comes from
    bool dtc_known; // the distance is known from the tables; only where r is exact and not 0
    uint32_t dtc;   // distance to conversion in plies: 1 if the move captures; for values of
                    // tables without distances KAURI_DTC_UNKNOWN, unless the move captures
    bool best;      // set by the search alone: as good as any move, proven
    struct kauri_move_efforts efforts; // set by the search alone
    struct kauri_position successor;
};

static inline bool kauri_move_captures(const struct kauri_valued_move *move)
{
    return move->captured.own > 0 || move->captured.opponent > 0;
}

// Returns whether dtc orders the move among others of the same r. A distance that tables do not
// have is greater than that of a capture.
static inline bool kauri_move_is_measured(const struct kauri_valued_move *move)
{
    return move->dtc_known || move->dtc == KAURI_DTC_UNKNOWN;
}

// Lists the moves in the order of the holes, played but without values; the pass is the only move
// where it is due. Returns their number; 0 when there are no seeds and no cowrie in the own row.
unsigned kauri_moves_list(const struct kauri_position *position,
                          struct kauri_valued_move moves[KAURI_HOLES_MAX]);

// Returns whether the tables give a distance with a value.
static inline bool kauri_value_has_distance(struct kauri_value value)
{
    return value.r != 0 && value.dtc != KAURI_DTC_UNKNOWN;
}

// Sets the value of a move from that of the position after it, which is in the tables.
void kauri_move_set_value(struct kauri_valued_move *move, struct kauri_value after);

// Sorts the moves: greater low first, then greater high, then the sooner win or the later loss.
// Stable, so that equal moves stay in the order they were in.
void kauri_moves_sort(struct kauri_valued_move *moves, unsigned count);

// Sorts a few items of at most KAURI_SORT_ITEM_BYTES bytes so that compare(a, b, context) > 0 puts
// a before b. Stable; for lists of moves.
enum { KAURI_SORT_ITEM_BYTES = 256 };
typedef int kauri_move_order(const void *a, const void *b, const void *context);
void kauri_sort_stable(void *items, size_t count, size_t item_bytes, kauri_move_order *compare,
                       const void *context);

#endif
