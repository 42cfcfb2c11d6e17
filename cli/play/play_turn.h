// The steps of `kauri play` that its dialogue and its commands share.
#ifndef KAURI_CLI_PLAY_PLAY_TURN_H
#define KAURI_CLI_PLAY_PLAY_TURN_H

#include "cli/play/play_dialogue.h"

// Was this ply a move that a person chose?
bool kauri_play_is_choice(const struct kauri_dialogue *dialogue, const struct kauri_game_ply *ply);

// Names a fault on standard error and remembers the first one's status.
void kauri_play_complain(struct kauri_dialogue *dialogue, const struct kauri_error *error);

// Draws the board.
void kauri_play_draw(const struct kauri_dialogue *dialogue);

// Asks tables and search about the player to move. A search without memory is given up, damaged
// tables are put away: the game is worth more than they are. KAURI_INTERRUPTED, KAURI_RESOURCE.
enum kauri_status kauri_play_advise(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                                    struct kauri_error *error);

// Plays a move and says it; `advice` is what the computer knew, NULL for a person. When a position
// comes again, the person is told, or, where no person had a choice since and so nothing will ever
// change, the game ends. Fails as kauri_game_play.
enum kauri_status kauri_play_move(struct kauri_dialogue *dialogue, int hole,
                                  const struct kauri_advice *advice, struct kauri_error *error);

#endif
