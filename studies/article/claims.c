#include "studies/article/claims.h"

#include "studies/article/claim_case.h"
#include "studies/article/claim_continuation.h"
#include "studies/article/claim_draws.h"
#include "studies/article/claim_marks.h"
#include "studies/article/claim_value.h"
#include "studies/article/claim_waiting.h"
#include "tablebase/tablebase.h"

enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     struct kauri_claims *claims, struct kauri_error *error)
{
    static kauri_claim_function *const checks[KAURI_CLAIM_COUNT] = {
        [KAURI_CLAIM_STANDARD] = kauri_claim_standard,
        [KAURI_CLAIM_TIEBREAKER] = kauri_claim_tiebreaker,
        [KAURI_CLAIM_LEGAL] = kauri_claim_legal,
        [KAURI_CLAIM_STRONGEST] = kauri_claim_strongest,
        [KAURI_CLAIM_WAITING] = kauri_claim_waiting,
        [KAURI_CLAIM_WAITING_LOSS] = kauri_claim_waiting_loss,
        [KAURI_CLAIM_NO_DRAWS] = kauri_claim_no_draws,
        [KAURI_CLAIM_MARKS] = kauri_claim_marks,
    };
    enum kauri_status status = KAURI_OK;
    struct kauri_claim_case set;
    struct kauri_value stored;
    *claims = (struct kauri_claims){0};
    KAURI_TRY(kauri_claim_case_init(&set, request, kauri_article_text(), error));
    if (request->tables != NULL) { // these need layer 0 at least
        KAURI_TRY(kauri_tablebase_fits(request->tables, &set.end, error));
        KAURI_TRY(kauri_probe_value(request->tables, &set.end, &stored, error));
    }
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        claims->claim[id].id = (enum kauri_claim_id)id;
        KAURI_TRY(checks[id](&set, &claims->claim[id], error));
    }
cleanup:
    kauri_claim_case_clear(&set);
    return status;
}

void kauri_claims_clear(struct kauri_claims *claims)
{
    if (claims != NULL) {
        for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
            kauri_claim_clear(&claims->claim[id]);
        }
    }
}
