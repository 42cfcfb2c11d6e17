// The estimates of an annotated game as text, told apart from what is proven by a "~".
#ifndef KAURI_CLI_GAMES_EXPECTED_TEXT_H
#define KAURI_CLI_GAMES_EXPECTED_TEXT_H

#include "cli/games/annotate_words.h"
#include "common/string_buffer.h"

#include <stddef.h>

// Adds South's expected final margin in whole seeds, "~+4"; nothing where the margin is proven or
// there is no estimate.
void kauri_expected_value(struct kauri_string *text, const struct kauri_annotated_view *view,
                          size_t position);

// Adds the seeds that a move is expected to give away, "~12 ??": "?" for a likely mistake, "??" for
// one that changes the expected winner. Nothing where the loss is proven.
void kauri_expected_loss(struct kauri_string *text, const struct kauri_annotated_view *view,
                         size_t ply);

// Adds the letter of a move that is expected to be better by a seed or more, if there is one.
void kauri_expected_better(struct kauri_string *text, const struct kauri_annotated_view *view,
                           size_t ply);

// Adds a place where the expected winner changes: "after 3. b: South is expected to win by about 7,
// earlier: North".
void kauri_expected_turn_line(struct kauri_string *text, const struct kauri_annotated_view *view,
                              const struct kauri_expected_turn *turn);

// Adds the likely mistakes of a side: "2. e ~12 ?? (a is better), 5. c ~6 ?", or "none".
void kauri_expected_mistakes(struct kauri_string *text, const struct kauri_annotated_view *view,
                             enum kauri_side side);

#endif
