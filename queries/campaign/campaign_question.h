// A question "is r >= x?" about a position, and the questions after its moves.
//
// Positions are those of the rules, side and score do not matter. Pure functions on constant data:
// thread-safe.
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_QUESTION_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_QUESTION_H

#include "queries/lookup/bounds.h"
#include "queries/packed/packed_board.h"
#include "queries/prover/question.h"
#include "rules/board.h"

#include <stdbool.h>

// The greatest effort of a question that is open.
enum { KAURI_EFFORT_MAX = KAURI_REFUTED - 1 };

// The efforts of a question whose answer is practically certain, but not proven.
static inline struct kauri_efforts kauri_efforts_nearly(bool yes)
{
    return yes ? (struct kauri_efforts){1, KAURI_EFFORT_MAX}
               : (struct kauri_efforts){KAURI_EFFORT_MAX, 1};
}

// The efforts of an open question: within 1 and KAURI_EFFORT_MAX.
struct kauri_efforts kauri_efforts_within(struct kauri_efforts efforts);

// Returns whether the rules alone answer the question; x must be rounded (kauri_question_round).
bool kauri_question_is_trivial(const struct kauri_position *position, int x);

// The efforts of an open question at the first look (queries/prover/leaf.h), without tables.
struct kauri_efforts kauri_question_first(const struct kauri_sowing *sowing,
                                          const struct kauri_position *position, int x);

// The bounds of r that an answer states.
struct kauri_bounds kauri_question_answer(const struct kauri_question_values *values,
                                          const struct kauri_position *position, int x, bool yes);

// A move, with the question after it.
struct kauri_question_move {
    struct kauri_position after; // South to move, score 0:0
    int x;                       // x of the question, rounded
    bool trivial;                // the rules alone answer it
};

// The moves of the position, a pass included, in the order of the holes. Returns their number: at
// least one, if the rules leave the question open.
unsigned kauri_question_moves(const struct kauri_question_values *values,
                              const struct kauri_position *position, int x,
                              struct kauri_question_move moves[KAURI_HOLES_MAX]);

#endif
