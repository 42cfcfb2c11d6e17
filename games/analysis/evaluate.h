// The known bounds of a position and of each of its moves: from the tables, from a search above
// them, or from the rules alone; and how a move compares with the others by these bounds.
#ifndef KAURI_GAMES_ANALYSIS_EVALUATE_H
#define KAURI_GAMES_ANALYSIS_EVALUATE_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "queries/lookup/bounds.h"
#include "queries/lookup/line.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_EVALUATION_LINE_MAX = 1000 };

// Limits of all searches together. Owned by the caller; `seconds` falls as they run.
struct kauri_effort {
    uint64_t memory;     // bytes that one search may hold (kauri_search_least)
    unsigned threads;    // most threads of a search (kauri_search_threads); 0: one
    double seconds;      // time left for all searches; 0: no search, tables only
    double seconds_each; // most time for one position together with its moves
    uint64_t nodes;      // positions that one search may expand; 0: no limit
    // Asked in addition to the value; KAURI_GOAL_VALUE: the results under both rules.
    enum kauri_goal goal;
    const struct kauri_book *book;         // NULL, or a solution book, asked also without time
    const struct kauri_progress *progress; // NULL, or as in queries/search/search_limits.h
    bool interrupted; // set when the progress ended a search; no other search begins after that
};

struct kauri_evaluation {
    struct kauri_position position;
    unsigned seeds;        // seeds on the board
    struct kauri_bounds r; // bounds for the player to move
    bool dtc_known;        // r is exact, from the tables, and not 0
    uint32_t dtc;          // distance to conversion in plies
    enum kauri_bounds_source source;
    bool searched;  // a search ran; false above the tables if no time was left
    uint64_t nodes; // positions that the searches expanded
    // Holes of the line found by the search that decided most (queries/search/search.h). Empty if
    // no search decided anything; cut, with KAURI_LINE_OPEN, if it does not fit.
    unsigned line_count;
    unsigned line_table_from; // plies before the line of the tables begins
    enum kauri_line_end line_end;
    struct kauri_position line_last; // position after the last ply
    int16_t line[KAURI_EVALUATION_LINE_MAX];
    unsigned move_count;                             // 0: no seeds, and no cowrie in the own row
    struct kauri_valued_move moves[KAURI_HOLES_MAX]; // best first
};

// Evaluates the position and all its moves; a pass counts as a move. `tables` may be NULL. Values
// that the tables do not hold are searched for within `effort` (NULL: not at all): first the value
// of the position, then the results that `effort` asks for if the value was not found, then the
// moves, as far as they matter to one of these or to the value. The bounds of the position and of
// its moves agree: the position's low is no lower than the low of any move, and its high is no
// higher than the greatest high.
// KAURI_BAD_INPUT for a position of another shape than the tables; KAURI_CORRUPT and KAURI_RESOURCE
// from reading them. One thread at a time for the same effort.
enum kauri_status kauri_evaluate(struct kauri_tablebase *tables,
                                 const struct kauri_position *position, struct kauri_effort *effort,
                                 struct kauri_evaluation *evaluation, struct kauri_error *error);

// Narrows the bounds of the move at place `move` (for the player who moves, captures included), and
// those of the position accordingly. The moves may change places.
void kauri_evaluation_update_move(struct kauri_evaluation *evaluation, unsigned move,
                                  struct kauri_bounds bounds, enum kauri_bounds_source source);

// Narrows the bounds of the position, and those of its moves accordingly. The moves may change
// places.
void kauri_evaluation_update(struct kauri_evaluation *evaluation, struct kauri_bounds bounds,
                             enum kauri_bounds_source source);

// The place of a hole among the moves. The hole must be a legal move, or the pass that is due.
unsigned kauri_evaluation_place(const struct kauri_evaluation *evaluation, int hole);

// Says whether a move keeps the result of its position, as far as the known bounds decide it.
enum kauri_worth {
    KAURI_WORTH_UNKNOWN, // the bounds do not decide it
    KAURI_WORTH_ONLY,    // keeps the result, and no other move does (there are others)
    KAURI_WORTH_KEEPS,   // keeps the result; other moves may do so as well
    KAURI_WORTH_LOSES,   // the result gets worse
};

struct kauri_rating {
    enum kauri_worth worth;
    bool only_known;   // worth ONLY, or KEEPS and another move is known to keep the result as well
    bool result_known; // `result` is the result of the position with best play
    enum kauri_result result;
};

// The next two functions are pure: thread-safe, no allocation. `move` is a place among the
// evaluation's moves.

// Net seeds that the move gives away: low is at least 0.
struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move);

// Compares the move with the others by the results under one ruleset.
struct kauri_rating kauri_evaluation_rate(const struct kauri_evaluation *evaluation, unsigned move,
                                          enum kauri_ruleset rules);

#endif
