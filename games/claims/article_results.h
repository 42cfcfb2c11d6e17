// Check of the results that are printed after the games.
#ifndef KAURI_GAMES_CLAIMS_ARTICLE_RESULTS_H
#define KAURI_GAMES_CLAIMS_ARTICLE_RESULTS_H

#include "games/claims/claims.h"

// Compares each result with the captures after the recorded moves. Function for struct kauri_claim.
enum kauri_status kauri_check_printed_results(struct kauri_check *check, struct kauri_error *error);

#endif
