// The questions "is r >= x?" that a search asks the prover until they determine the value, or as
// much of it as the goal needs.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_QUESTIONS_H
#define KAURI_QUERIES_SEARCH_SEARCH_QUESTIONS_H

#include "common/status.h"
#include "queries/known/known.h"
#include "queries/search/search_watch.h"

// Asks from both ends and next to the estimate, with budgets that grow, and narrows root->r and the
// moves of the root, until the value is known as far as the goal needs, or the watch stopped.
// Errors of the tables.
enum kauri_status kauri_search_ask_all(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, enum kauri_goal goal,
                                       struct kauri_known_node *root, struct kauri_error *error);

// Asks whether r >= x alone, with no budget besides the limits of the watch, and narrows root->r
// and the moves of the root in the same way.
enum kauri_status kauri_search_ask_one(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, int x,
                                       struct kauri_known_node *root, struct kauri_error *error);

#endif
