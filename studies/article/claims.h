// Checks the claims of the article on Kauri (docs/CLAIMS.md).
//
// Every verdict is computed from the article's text, the rules, the tables and searches.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_H

#include "common/status.h"
#include "studies/article/claim.h"
#include "studies/article/claims_request.h"

struct kauri_claims {
    struct kauri_claim claim[KAURI_CLAIM_COUNT]; // by enum kauri_claim_id
};

// Checks all claims. KAURI_MISSING when layer 0 is not there, KAURI_BAD_INPUT for tables of another
// board, KAURI_CORRUPT for damaged tables, KAURI_RESOURCE when memory runs out. When the effort's
// progress is cancelled, the claims that are not decided by then stay undecided and
// request->effort->interrupted is set; that is no error. Neither is it if effort->seconds is used
// up, which bounds the searches and, with half of what is left by then, the reading of whole
// layers. One call at a time for the same effort. The caller frees *claims with kauri_claims_clear
// in every case.
enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     struct kauri_claims *claims, struct kauri_error *error);

// Frees what the claims own and leaves them zeroed. Accepts NULL.
void kauri_claims_clear(struct kauri_claims *claims);

#endif
