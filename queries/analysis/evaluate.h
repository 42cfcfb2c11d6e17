// What is known of a position and of its moves: from the tables, from search above them, or from
// the rules alone.
//
// Implemented in evaluate.c and judge.c.
#ifndef KAURI_QUERIES_ANALYSIS_EVALUATE_H
#define KAURI_QUERIES_ANALYSIS_EVALUATE_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/lookup/line.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_EVALUATION_LINE_MAX = 1000 };

// Where a value comes from, best known last.
enum kauri_evaluation_source {
    KAURI_SOURCE_RULES,  // nobody captures more seeds than there are
    KAURI_SOURCE_SEARCH, // queries/search/search.h, with the tables below it
    KAURI_SOURCE_TABLES, // the position's own layer
};

// r lies in [low, high]; exact when they are equal.
struct kauri_bounds {
    int32_t low, high;
};

// Results that searches are to decide, beside the value.
enum kauri_wanted {
    KAURI_WANTED_BOTH,
    KAURI_WANTED_STANDARD,
    KAURI_WANTED_TIEBREAKER,
};

// What all searches together may use. Owned by the caller; `seconds` falls as they run.
struct kauri_effort {
    uint64_t memory;     // bytes one search may hold
    double seconds;      // left for all searches; 0: no search, tables only
    double seconds_each; // at most for one position and its moves together
    uint64_t nodes;      // positions one search may expand, 0: no limit
    enum kauri_wanted wanted;
    const struct kauri_progress *progress; // NULL or as in queries/search/search.h
    bool interrupted; // out: the progress ended a search; no further one was or will be begun
};

// A move, seen from the player who moves, its captures included.
struct kauri_evaluated_move {
    int hole; // own hole number, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_bounds r;
    bool dtc_known; // exact, from tables, r not 0
    uint32_t dtc;   // in plies, the move included
    enum kauri_evaluation_source source;
    struct kauri_position successor;
};

struct kauri_evaluation {
    struct kauri_position position;
    unsigned seeds;        // on the board
    struct kauri_bounds r; // for the player to move
    bool dtc_known;        // exact, from tables, r not 0
    uint32_t dtc;
    enum kauri_evaluation_source source;
    bool searched;  // a search ran; false above the tables when no time was left
    uint64_t nodes; // positions expanded by the searches
    // The line of the search that decided most, as holes; see queries/search/search.h. Empty where
    // none did; cut, with KAURI_LINE_OPEN, where it is longer than the room.
    unsigned line_count;
    unsigned line_table_from; // plies before the tables take over
    enum kauri_line_end line_end;
    struct kauri_position line_last;
    int16_t line[KAURI_EVALUATION_LINE_MAX];
    // By falling low, then high; 0 moves: no seeds and no cowrie in the own row.
    unsigned move_count;
    struct kauri_evaluated_move moves[KAURI_HOLES_MAX];
};

// Everything about nothing but the seeds: +-(3 * seeds + 1).
struct kauri_bounds kauri_bounds_trivial(unsigned seeds);

static inline bool kauri_bounds_exact(struct kauri_bounds bounds)
{
    return bounds.low == bounds.high;
}

// Whether every r within the bounds means the same result for the banked score under the standard
// (R8) or tie-breaker (R9) rules, and which, for the player to move.
bool kauri_bounds_standard(const struct kauri_position *position, struct kauri_bounds bounds,
                           enum kauri_result *result);
bool kauri_bounds_tiebreaker(const struct kauri_position *position, struct kauri_bounds bounds,
                             enum kauri_result *result);

// Evaluates the position and all its moves (a pass counts as a move). `tables` may be NULL. What
// the tables do not hold is searched within `effort` (NULL: not at all): first the position for its
// value, then for its wanted results when the value is not found, then its moves as far as they
// matter to one of these or to the value. The bounds of the position and of its moves agree: that
// of the position is no lower than any move's low and no higher than the greatest high.
// KAURI_BAD_INPUT for a position of another shape than the tables, KAURI_CORRUPT and KAURI_RESOURCE
// from reading them. One thread at a time for the same effort.
enum kauri_status kauri_evaluate(struct kauri_tables *tables, const struct kauri_position *position,
                                 struct kauri_effort *effort, struct kauri_evaluation *evaluation,
                                 struct kauri_error *error);

// Narrows what is known of the move at place `move` (bounds for who moves, captures included) and
// of the position accordingly. The moves may change places.
void kauri_evaluation_learn(struct kauri_evaluation *evaluation, unsigned move,
                            struct kauri_bounds bounds, enum kauri_evaluation_source source);

// Narrows what is known of the position, and of its moves accordingly. The moves may change places.
void kauri_evaluation_narrow(struct kauri_evaluation *evaluation, struct kauri_bounds bounds,
                             enum kauri_evaluation_source source);

// The place of a hole among the moves; the hole must be a legal move or the pass that is due.
unsigned kauri_evaluation_move(const struct kauri_evaluation *evaluation, int hole);

// What a move is worth beside the others, under one rule set.
enum kauri_worth {
    KAURI_WORTH_UNKNOWN, // not decided within the bounds
    KAURI_WORTH_ONLY,    // keeps the result, and no other move does (there are others)
    KAURI_WORTH_KEEPS,   // keeps the result; others may do so too
    KAURI_WORTH_LOSES,   // the result gets worse
};

struct kauri_judgement {
    enum kauri_worth worth;
    bool only_known;   // worth ONLY, or KEEPS and another move is known to keep the result too
    bool result_known; // of the position with best play
    enum kauri_result result;
};

// Net seeds that the move at place `move` gives away, at least (0 or more) and at most.
struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move);

// Judges the move at place `move` of the evaluation's moves, standard or tie-breaker rules.
struct kauri_judgement kauri_evaluation_judge(const struct kauri_evaluation *evaluation,
                                              unsigned move, bool tiebreaker);

#endif
