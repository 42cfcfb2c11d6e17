// Who gets a result on a small board, by brute force that shares nothing with the program but the
// rules of a move. It knows neither r nor dtc nor the index: a position with its lead is a node of
// a game graph, and South either gets the result from it or does not.
//
// Layers are solved from the last seed up. Play that never ends captures nothing more (R10). So if
// its result would be good enough for South, all nodes of a layer count as good at first, and
// those are removed from which North can force another end; otherwise none do, and those are added
// from which South can force a good one.
#ifndef KAURI_TESTS_PROBLEM_RESULT_ORACLE_H
#define KAURI_TESTS_PROBLEM_RESULT_ORACLE_H

#include "rules/board.h"

#include <stdbool.h>

struct result_oracle;

// For all positions with up to `seeds` seeds (at most 3) and at most 6 cowries on boards with at
// most 4 holes in a row. Failures fail the running test.
struct result_oracle *result_oracle_new(unsigned holes, unsigned cowries, unsigned seeds);
void result_oracle_free(struct result_oracle *oracle);

// Whether South can get at least this result, a draw or a win, whoever is to move.
bool result_oracle_holds(const struct result_oracle *oracle, enum kauri_ruleset rules,
                         enum kauri_result result, const struct kauri_position *position);

#endif
