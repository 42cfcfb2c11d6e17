// What a person can type in `kauri play`.
#ifndef KAURI_CLI_PLAY_PLAY_COMMANDS_H
#define KAURI_CLI_PLAY_PLAY_COMMANDS_H

#include "cli/play/play_dialogue.h"

#include <stdbool.h>

// Does what a line says: `name` is its first word, `rest` what follows, both without blanks around.
// What cannot be done is answered in one line and changes nothing. False when the person leaves.
bool kauri_play_obey(struct kauri_dialogue *dialogue, const char *name, const char *rest);

#endif
