// The dialogue of `kauri play`: reads a person's input and lets the computer move.
#ifndef KAURI_CLI_PLAY_PLAY_DIALOGUE_H
#define KAURI_CLI_PLAY_PLAY_DIALOGUE_H

#include "cli/play/play_turn.h"

// Plays until the game is over, or, with a person, until they quit; also until the input ends or a
// signal asks to stop. Then prints the position, if the game is not over, and writes the record, if
// one is wanted. Returns KAURI_OK or the status of the first fault, which has been reported.
enum kauri_status kauri_dialogue_run(struct kauri_dialogue *dialogue);

#endif
