// What `kauri claims` prints.
#ifndef KAURI_CLI_CLAIMS_VIEW_H
#define KAURI_CLI_CLAIMS_VIEW_H

#include "queries/claims.h"

// On standard output: text for people, docs/CLAIMS.md, or one JSON object on a line (docs/JSON.md).
// `command` is the command line that makes the document.
void kauri_claims_print(const struct kauri_claims *claims);
void kauri_claims_print_markdown(const struct kauri_claims *claims, const char *command);
void kauri_claims_print_json(const struct kauri_claims *claims);

#endif
