// Checks of the claims about the end of game 4, and about the 32 numbers that continue it.
#ifndef KAURI_GAMES_CLAIMS_ARTICLE_ENDING_H
#define KAURI_GAMES_CLAIMS_ARTICLE_ENDING_H

#include "games/claims/claims.h"

// Functions for struct kauri_claim. They check the result of a position, whether the numbers can be
// played, and whether they are the best moves.
enum kauri_status kauri_check_result(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_numbers_legal(struct kauri_check *check, struct kauri_error *error);
enum kauri_status kauri_check_numbers_best(struct kauri_check *check, struct kauri_error *error);

#endif
