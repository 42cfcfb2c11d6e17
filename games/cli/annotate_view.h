// An annotated game, as the files that print and draw it receive it, and words that they share.
#ifndef KAURI_GAMES_CLI_ANNOTATE_VIEW_H
#define KAURI_GAMES_CLI_ANNOTATE_VIEW_H

#include "common/string_buffer.h"
#include "games/analysis/annotate.h"
#include "games/analysis/game_estimates.h"
#include "games/answers/annotate_json.h"
#include "games/records/replay.h"

#include <stddef.h>

// Adds "(4) South - North - date", with the players' names if they are known.
void kauri_game_title(struct kauri_string *text, const struct kauri_record *record,
                      enum kauri_language language);

// Adds number and letter of a ply (index < count), such as "35... F". If its player has moved just
// before and the opponent passed, those moves come first, as in a record: "18... B-B" is the second
// of North's moves in a row.
void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay,
                         size_t index);

#endif
