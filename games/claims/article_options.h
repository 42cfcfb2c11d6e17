// Check of the claim about the greatest number of options that a player has.
#ifndef KAURI_GAMES_CLAIMS_ARTICLE_OPTIONS_H
#define KAURI_GAMES_CLAIMS_ARTICLE_OPTIONS_H

#include "games/claims/claims.h"

// Counts the sequences of moves that the player to move can make until the opponent can move or no
// seeds are left, but no more than `maximum`.
uint64_t kauri_turn_options(const struct kauri_position *position, uint64_t maximum);

// Checks that the player at the claim's place has more than 200 of them. Function for struct
// kauri_claim.
enum kauri_status kauri_check_most_options(struct kauri_check *check, struct kauri_error *error);

#endif
