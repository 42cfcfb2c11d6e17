// What `kauri annotate` prints and draws.
//
// Implemented in annotate_json.c and annotate_text.c.
#ifndef KAURI_CLI_GAMES_ANNOTATE_VIEW_H
#define KAURI_CLI_GAMES_ANNOTATE_VIEW_H

#include "common/string_buffer.h"
#include "queries/analysis/annotate.h"
#include "records/replay.h"

// One annotated game.
struct kauri_annotated_view {
    const struct kauri_record *record;
    const struct kauri_replay *replay;
    const struct kauri_annotated_game *game;
};

// On standard output: text for people, a section of a markdown document, one JSON object on a line.
void kauri_annotated_print(const struct kauri_annotated_view *view);
void kauri_annotated_print_markdown(const struct kauri_annotated_view *view);
void kauri_annotated_print_json(const struct kauri_annotated_view *view);

// "(4) South - North - date", with the players' names where they are known.
void kauri_annotated_title(struct kauri_string *text, const struct kauri_record *record);

// "35... F": number and letter of a ply (index < count). After passes the letters before it stand
// there too, as in a record: "18... B-B" is the second of the moves that North makes in a row.
void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay,
                         size_t index);

// Where a turning point is: "23. e loses it", "after 3. b", "at the start".
void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_replay *replay,
                                const struct kauri_turning_point *point);

// What it says: "standard: North wins, first decided", "standard: South wins -> draw".
void kauri_annotated_turn(struct kauri_string *text, const struct kauri_turning_point *point);

#endif
