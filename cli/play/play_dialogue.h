// The dialogue of `kauri play`: reads what a person types and lets the computer move.
#ifndef KAURI_CLI_PLAY_PLAY_DIALOGUE_H
#define KAURI_CLI_PLAY_PLAY_DIALOGUE_H

#include "cli/draw.h"
#include "cli/play/line_input.h"
#include "cli/progress_view.h"
#include "common/status.h"
#include "queries/analysis/advice.h"
#include "records/game.h"
#include "tablebase/tables.h"

#include <stdbool.h>

// Owned by the caller, who fills it; `game` and `tables` are changed by the dialogue.
struct kauri_dialogue {
    struct kauri_game *game;
    struct kauri_tables *tables; // NULL: none; closed and left out when they turn out damaged
    struct kauri_advice_limits limits;
    bool person[2];          // by enum kauri_side: a person plays this side
    const char *record_path; // where the game is written at the end; NULL: nowhere
    bool force;              // a file that is there may be replaced
    char *saved_path;        // the file that `save` wrote last; NULL: none
    struct kauri_progress_view view;
    struct kauri_line_input input;
    struct kauri_draw_style style;
    bool terminal;            // standard output is one
    bool echo;                // standard input is no terminal: what is read is shown
    enum kauri_status status; // of the first fault that did not end the game
};

// Plays until the game is over (and, with a person, until they quit), the input ends, or a signal
// asks to stop. Then writes the record, if one is wanted, and says where the game stands. Returns
// KAURI_OK or the status of the first fault, which has been complained about.
enum kauri_status kauri_dialogue_run(struct kauri_dialogue *dialogue);

#endif
