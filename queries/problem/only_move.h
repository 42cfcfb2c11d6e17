// "Is it the only move?": which moves of a position get its result, by the tables or by searches.
#ifndef KAURI_QUERIES_PROBLEM_ONLY_MOVE_H
#define KAURI_QUERIES_PROBLEM_ONLY_MOVE_H

#include "common/progress.h"
#include "queries/lookup/bounds.h"
#include "queries/problem/problem.h"

enum kauri_holding { KAURI_HOLDING_OPEN, KAURI_HOLDING_YES, KAURI_HOLDING_NO };

struct kauri_only_move {
    struct kauri_position position;
    enum kauri_ruleset rules;
    struct kauri_bounds r;    // by its moves or, if there are none, by the end of the game
    bool covered;             // the tables decide everything
    bool decided;             // `result` is set
    enum kauri_result result; // for the player to move, at the score of the position
    unsigned move_count;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    enum kauri_holding holding[KAURI_HOLES_MAX]; // of each move: whether it gets the result
    // A reply to each move that a search found to keep the mover from the result, or
    // KAURI_MOVE_PASS.
    int refutation[KAURI_HOLES_MAX];
    struct kauri_problem problem; // as examined; only if covered
};

struct kauri_only_move_limits {
    uint64_t memory;                       // bytes that the searches may take
    double seconds;                        // time for all searches together
    uint64_t nodes;                        // positions that each search may expand; 0: no limit
    const struct kauri_progress *progress; // may be NULL
    // NULL, or called after each search with what is known so far.
    void (*follow)(void *follower, const struct kauri_only_move *answer);
    void *follower;
};

// Returns the number of moves that are held to get the result, not to get it, or neither.
unsigned kauri_only_move_count(const struct kauri_only_move *answer, enum kauri_holding holding);

// Finds out which moves get the result. `tables` may be NULL, and must be of the position's shape.
// Where they do not hold the position, searches within the limits decide what they can. Errors:
// those of kauri_probe_root, and of kauri_search_answer_find.
enum kauri_status kauri_only_move_find(struct kauri_tablebase *tables,
                                       const struct kauri_position *position,
                                       enum kauri_ruleset rules,
                                       const struct kauri_only_move_limits *limits,
                                       struct kauri_only_move *answer, struct kauri_error *error);

#endif
