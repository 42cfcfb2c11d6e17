// Checks of note (A) of the article: a line of moves in which a letter names no hole.
#ifndef KAURI_GAMES_CLAIMS_ARTICLE_NOTE_H
#define KAURI_GAMES_CLAIMS_ARTICLE_NOTE_H

#include "games/claims/claims.h"

// Checks whether the line leads to a draw, and whether it leads to a loss, in every reading.
// Functions for struct kauri_claim.
enum kauri_status kauri_check_note_draws(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_note_loses(struct kauri_check *check, struct kauri_error *error);

#endif
