// The dialogue of `kauri play`: reads a person's input and lets the computer move.
#ifndef KAURI_GAMES_CLI_PLAY_PLAY_DIALOGUE_H
#define KAURI_GAMES_CLI_PLAY_PLAY_DIALOGUE_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/analysis/advice.h"
#include "games/cli/play/line_input.h"
#include "games/records/game.h"

#include <stdbool.h>

// The state of `kauri play`. Filled in and owned by the caller of kauri_dialogue_run, which changes
// it.
struct kauri_dialogue {
    struct kauri_game *game;
    struct kauri_tablebase *tables;    // NULL: none, or they turned out to be damaged
    struct kauri_advice_limits limits; // limits of the engine
    unsigned strength;                 // strength of the computer (games/engine/engine.h)
    uint64_t seed;                     // seed of the random choices below the greatest strength
    bool person[2];                    // by enum kauri_side: a person plays this side
    const char *record_path;           // where the game is written at the end; NULL: nowhere
    bool force;                        // an existing file may be replaced
    char *saved_path;                  // the file that `save` wrote last; NULL: none
    struct kauri_line_input input;
    bool against_solution;    // the person began as the side that the book proves to lose
    bool terminal;            // standard output is a terminal
    bool echo;                // standard input is no terminal: lines are shown as they are read
    enum kauri_status status; // first fault that did not end the game
};

// Plays until the game is over, or, with a person, until they quit; also until the input ends or a
// signal asks to stop. Then prints the position, if the game is not over, and writes the record, if
// one is wanted. Returns KAURI_OK or the status of the first fault, which has been reported.
enum kauri_status kauri_dialogue_run(struct kauri_dialogue *dialogue);

#endif
