// In place of web/serve/api_proof.c: a page without a server has no files of proofs, and what makes
// and reads them would be a tenth of the module.
#include "web/serve/api_endpoints.h"

static enum kauri_status refuse(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_NOT_COVERED, "only servers have proofs");
}

enum kauri_status kauri_api_proof(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    (void)call;
    (void)out;
    return refuse(error);
}

enum kauri_status kauri_api_proof_file(struct kauri_api_call *call, struct kauri_string *out,
                                       struct kauri_error *error)
{
    (void)call;
    (void)out;
    return refuse(error);
}

enum kauri_status kauri_api_search_proof(struct kauri_api_call *call, struct kauri_string *out,
                                         struct kauri_error *error)
{
    (void)call;
    (void)out;
    return refuse(error);
}
