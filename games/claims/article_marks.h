// Checks of the claims about whole layers, and about the signs ! and ? in the games.
#ifndef KAURI_GAMES_CLAIMS_ARTICLE_MARKS_H
#define KAURI_GAMES_CLAIMS_ARTICLE_MARKS_H

#include "games/claims/claims.h"

// Functions for struct kauri_claim. The first checks that no position of the tables is a draw under
// the tie-breaker rules, the second judges each mark.
enum kauri_status kauri_check_no_draws(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_marks(struct kauri_check *check, struct kauri_error *error);

#endif
