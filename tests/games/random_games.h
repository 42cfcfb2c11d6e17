// Games of random moves for tests, and what kauri_annotate says about them. Failures fail the test.
#ifndef KAURI_TESTS_GAMES_RANDOM_GAMES_H
#define KAURI_TESTS_GAMES_RANDOM_GAMES_H

#include "games/analysis/annotate.h"
#include "games/records/replay.h"

#include <stdint.h>

// A game of at most `plies` moves, passes not counted, chosen by a fixed sequence, from a position.
// The caller calls kauri_replay_clear.
struct kauri_replay random_game(const char *start, unsigned plies, uint32_t seed);

// Annotates with at most `nodes` positions for each search; 0: without searching. `tables` may be
// NULL. The caller calls kauri_annotated_game_clear.
struct kauri_annotated_game random_game_annotate(struct kauri_tablebase *tables,
                                                 const struct kauri_replay *replay, uint64_t nodes);

#endif
