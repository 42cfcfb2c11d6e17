// Answers of `waurie probe`, `best` and `line`: positions are played to the end of the game, or
// looked up in tables.
#ifndef KAURI_WAURIE_CLI_WAURIE_LOOK_UP_H
#define KAURI_WAURIE_CLI_WAURIE_LOOK_UP_H

#include "waurie/answer.h"
#include "waurie/decide.h"
#include "waurie/tables.h"

// Set the first three members; the rest begins with zeros.
struct waurie_look_up {
    struct waurie_rules rules;
    uint64_t memory;    // of which a quarter is for pages of tables, if there is a folder
    const char *folder; // of tables; NULL: none
    struct waurie_decider *decider;
    struct waurie_tables *tables; // of the board of the last position; NULL: none
};

// The caller closes *look_up, also on failure. Errors: KAURI_MISSING if the folder does not exist;
// KAURI_RESOURCE.
enum kauri_status waurie_look_up_open(struct waurie_look_up *look_up, struct kauri_error *error);
void waurie_look_up_close(struct waurie_look_up *look_up);

// Answers a position, with the best moves first. Decides it by playing to the end of the game or,
// if it has more than 10 seeds and there are tables, looks up who wins. Errors: those of
// waurie_decide and waurie_tables_look_up.
enum kauri_status waurie_look_up_answer(struct waurie_look_up *look_up,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, struct kauri_error *error);

// Best play from a position to the end of the game: the answers to all positions of the line, in
// each of which the first move is played. Begins as {0}.
struct waurie_line {
    size_t count;
    size_t room;
    struct waurie_answer *steps; // freed by the caller
};

// Finds best play. Where distances are not known, the best moves of the winner are all that keep
// the win; play ends all the same (W10 of docs/WAURIE.md). Errors: those of waurie_look_up_answer.
enum kauri_status waurie_look_up_line(struct waurie_look_up *look_up,
                                      const struct waurie_position *position,
                                      struct waurie_line *line, struct kauri_error *error);

#endif
