// Claims 3 and 4: the 32 numbers that the article gives for the cowrie phase after game 4.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_CONTINUATION_H
#define KAURI_STUDIES_ARTICLE_CLAIM_CONTINUATION_H

#include "studies/article/claim_case.h"

kauri_claim_function kauri_claim_legal;
kauri_claim_function kauri_claim_strongest;

// Finds the player who makes the last move when the 32 numbers are played. Returns false if not all
// of them are legal, or if the other player can still move after them.
bool kauri_claim_continuation_winner(const struct kauri_claim_case *set, enum kauri_side *winner);

#endif
