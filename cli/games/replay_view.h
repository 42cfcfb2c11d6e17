// A replayed game as text.
#ifndef KAURI_CLI_GAMES_REPLAY_VIEW_H
#define KAURI_CLI_GAMES_REPLAY_VIEW_H

#include "queries/answers/replay_json.h"

// Prints the game on standard output, the plies before a break included.
void kauri_replay_print(const struct kauri_replayed *game);

#endif
