// Claims 1 and 2: the value of the position at move 35, under either rules.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_VALUE_H
#define KAURI_STUDIES_ARTICLE_CLAIM_VALUE_H

#include "studies/article/claim_case.h"

kauri_claim_function kauri_claim_standard;
kauri_claim_function kauri_claim_tiebreaker;

#endif
