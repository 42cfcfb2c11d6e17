// Claim 8: the marks ! and ? of the four games.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_MARKS_H
#define KAURI_STUDIES_ARTICLE_CLAIM_MARKS_H

#include "studies/article/claim_case.h"

kauri_claim_function kauri_claim_marks;

#endif
