// Claim 7: the tie-breaker leaves no draws, checked at every position of every table.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_DRAWS_H
#define KAURI_STUDIES_ARTICLE_CLAIM_DRAWS_H

#include "studies/article/claim_case.h"

kauri_claim_function kauri_claim_no_draws;

#endif
