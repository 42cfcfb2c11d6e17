// A replayed game as text.
#ifndef KAURI_GAMES_CLI_REPLAY_VIEW_H
#define KAURI_GAMES_CLI_REPLAY_VIEW_H

#include "games/answers/replay_json.h"

// Adds the game for standard output, the plies before a break included.
void kauri_text_replay(struct kauri_string *out, const struct kauri_replayed *game);

#endif
