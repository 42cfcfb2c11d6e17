// A game at the terminal: its state, and the steps that commands and dialogue share.
#ifndef KAURI_CLI_PLAY_PLAY_TURN_H
#define KAURI_CLI_PLAY_PLAY_TURN_H

#include "cli/draw.h"
#include "cli/play/line_input.h"
#include "common/status.h"
#include "queries/analysis/advice.h"
#include "records/game.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>

// The state of `kauri play`. Filled in and owned by the caller of kauri_dialogue_run, which changes
// it.
struct kauri_dialogue {
    struct kauri_game *game;
    struct kauri_tablebase *tables;    // NULL: none, or they turned out to be damaged
    struct kauri_advice_limits limits; // with the engine
    unsigned strength;                 // of the computer, queries/engine/strength.h
    uint64_t seed;                     // of chance, below the greatest strength
    bool person[2];                    // by enum kauri_side: a person plays this side
    const char *record_path;           // where the game is written at the end; NULL: nowhere
    bool force;                        // an existing file may be replaced
    char *saved_path;                  // the file that `save` wrote last; NULL: none
    struct kauri_line_input input;
    struct kauri_draw_style style;
    bool terminal;            // standard output is a terminal
    bool echo;                // standard input is not: lines are shown as they are read
    enum kauri_status status; // of the first fault that did not end the game
};

// True if the ply was a move that a person chose.
bool kauri_play_is_choice(const struct kauri_dialogue *dialogue, const struct kauri_game_ply *ply);

// Reports a fault on standard error and remembers the status of the first one.
void kauri_play_report(struct kauri_dialogue *dialogue, const struct kauri_error *error);

// Draws the board.
void kauri_play_draw(const struct kauri_dialogue *dialogue);

// Looks for the best move of the player to move, by tables and search. If there is no memory to
// search, or the tables are damaged, the game goes on without them. KAURI_INTERRUPTED,
// KAURI_RESOURCE.
enum kauri_status kauri_play_advise(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                                    struct kauri_error *error);

// Plays a move and announces it; `advice` is the computer's reason for it, NULL for a person. If a
// position is repeated, the person is told. If no person has had a choice since it occurred before,
// nothing can ever change, and the game ends as unlimited play. Fails as kauri_game_play.
enum kauri_status kauri_play_move(struct kauri_dialogue *dialogue, int hole,
                                  const struct kauri_advice *advice, struct kauri_error *error);

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
