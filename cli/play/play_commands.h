// The commands that a person can type in `kauri play`.
#ifndef KAURI_CLI_PLAY_PLAY_COMMANDS_H
#define KAURI_CLI_PLAY_PLAY_COMMANDS_H

#include "cli/play/play_turn.h"

#include <stdbool.h>

// Carries out a line: `name` is its first word, `rest` the remainder, both without blanks around
// them. A command that is refused is answered in one line and changes nothing. Returns false if the
// person leaves the game.
bool kauri_play_command(struct kauri_dialogue *dialogue, const char *name, const char *rest);

#endif
