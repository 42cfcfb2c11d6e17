// What `kauri play` prints about a game.
#ifndef KAURI_CLI_PLAY_PLAY_TEXT_H
#define KAURI_CLI_PLAY_PLAY_TEXT_H

#include "queries/analysis/advice.h"
#include "records/game.h"

// "South plays c (+1)." or "North has no cowrie to move and passes." for the last ply of the game.
// `advice` is the computer's reason for its move; NULL for a person's.
void kauri_play_print_ply(const struct kauri_game *game, const struct kauri_advice *advice);

// All moves with their bounds or estimates, and how much of that is proven.
void kauri_play_print_hint(const struct kauri_game *game, const struct kauri_advice *advice);

// The end of the game and its result. The game must be over.
void kauri_play_print_end(const struct kauri_game *game);

// The position in text notation, after a label.
void kauri_play_print_position(const struct kauri_game *game, const char *label);

// The list of commands.
void kauri_play_print_help(void);

#endif
