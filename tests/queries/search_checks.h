// Searches for tests, and what must be right about every answer.
#ifndef KAURI_TESTS_QUERIES_SEARCH_CHECKS_H
#define KAURI_TESTS_QUERIES_SEARCH_CHECKS_H

#include "queries/search/search.h"
#include "tests/solver/oracle.h"

// As kauri_search_answer_find; fails the running test if the search fails.
struct kauri_search_answer *search(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits);

// Fails the running test unless the moves and the line of the result are right, whatever its
// status. `limited`: the limits may have left out the best move and the line.
void check_moves(const struct oracle *oracle, const struct kauri_search_answer *found,
                 bool limited);

#endif
