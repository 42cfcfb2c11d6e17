// The statement of an accepted proof as JSON.
//
// Implemented in proof_json.c.
#ifndef KAURI_CLI_SEARCH_PROOF_VIEW_H
#define KAURI_CLI_SEARCH_PROOF_VIEW_H

#include "verify/proof_check.h"

// Prints one JSON object (docs/JSON.md) and a newline. `trusted`: the digests that the tables state
// were believed.
void kauri_json_proof(const struct kauri_proof_result *result, bool trusted);

#endif
