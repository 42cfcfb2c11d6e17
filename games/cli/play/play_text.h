// The text that `kauri play` prints about a game and about the computer's advice.
#ifndef KAURI_GAMES_CLI_PLAY_PLAY_TEXT_H
#define KAURI_GAMES_CLI_PLAY_PLAY_TEXT_H

#include "games/analysis/advice.h"
#include "games/records/game.h"

#include <stdbool.h>

// Prints "South plays c (+1)." or "North has no cowrie to move and passes." for the last ply.
// `advice` is the computer's reason for its move; NULL for a person's.
void kauri_play_print_ply(const struct kauri_game *game, const struct kauri_advice *advice);

// Prints all moves with their bounds or estimates, and how much of that is proven.
void kauri_play_print_hint(const struct kauri_game *game, const struct kauri_advice *advice);

// Prints how the game ended and its result; nothing if it is not over.
void kauri_play_print_end(const struct kauri_game *game);

// Says how long a person who plays South, or North, held out in a game that was lost from its
// beginning, and how close it came.
void kauri_play_print_resistance(const struct kauri_game *game, bool is_south);

#endif
