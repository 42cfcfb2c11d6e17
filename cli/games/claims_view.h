// The output of `kauri claims`.
//
// Implemented in claims_json.c and claims_text.c.
#ifndef KAURI_CLI_GAMES_CLAIMS_VIEW_H
#define KAURI_CLI_GAMES_CLAIMS_VIEW_H

#include "common/string_buffer.h"
#include "studies/article/claims.h"

// Append the findings on all claims: text for people, or one JSON object on a line (docs/JSON.md).
// `findings` has KAURI_CLAIMS members.
void kauri_claims_add_text(struct kauri_string *out, const struct kauri_finding *findings);
void kauri_claims_add_json(struct kauri_string *out, const struct kauri_finding *findings);

#endif
