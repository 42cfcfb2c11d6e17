// Waurie solved the plain way, one position at a time: the oracle of the tests, and what the solver
// is measured against. Shares nothing with waurie/ but the struct of the rules.
#ifndef KAURI_TESTS_WAURIE_PLAIN_H
#define KAURI_TESTS_WAURIE_PLAIN_H

#include "waurie/pits.h"

struct plain;

// Decides all positions with at most `seeds` seeds in 2 x `pits` pits. NULL if memory runs out; the
// caller frees it.
struct plain *plain_solve(const struct waurie_rules *rules, unsigned pits, unsigned seeds);
void plain_free(struct plain *plain);

// Whether the player to move wins. cells: the mover's pits, then the opponent's.
bool plain_wins(const struct plain *plain, const uint8_t *cells);

// The same for a board.
bool plain_wins_board(const struct plain *plain, const struct waurie_board *board);

#endif
