// Claims 5 and 6: the line of note (A) and its letter W.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_WAITING_H
#define KAURI_STUDIES_ARTICLE_CLAIM_WAITING_H

#include "studies/article/claim_case.h"

kauri_claim_function kauri_claim_waiting;
kauri_claim_function kauri_claim_waiting_loss;

#endif
