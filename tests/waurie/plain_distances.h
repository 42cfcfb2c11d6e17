// Waurie with distances, one position at a time, remembering each: an oracle for the tests. Written
// from the rules in docs/WAURIE.md; shares nothing with waurie/ but the struct of the rules.
#ifndef KAURI_TESTS_WAURIE_PLAIN_DISTANCES_H
#define KAURI_TESTS_WAURIE_PLAIN_DISTANCES_H

#include "waurie/pits.h"

struct plain_value {
    bool known;
    bool win; // for the player to move
    unsigned turns;
    unsigned sowings;
};

struct plain_distances;

// For positions with at most `seeds` seeds in 2 x `pits` pits. NULL if memory runs out; the caller
// frees it.
struct plain_distances *plain_distances_new(const struct waurie_rules *rules, unsigned pits,
                                            unsigned seeds);
void plain_distances_free(struct plain_distances *plain);

// cells: the mover's pits, then the opponent's.
struct plain_value plain_distance(struct plain_distances *plain, const uint8_t *cells);

#endif
