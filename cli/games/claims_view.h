// What `kauri claims` prints.
//
// Implemented in claims_json.c, claims_markdown.c and claims_text.c.
#ifndef KAURI_CLI_GAMES_CLAIMS_VIEW_H
#define KAURI_CLI_GAMES_CLAIMS_VIEW_H

#include "studies/article/claims.h"

// On standard output: text for people, docs/CLAIMS.md, or one JSON object on a line (docs/JSON.md).
// `command` is the command line that makes the document, with tables of `layers` layers (0: none).
void kauri_claims_print(const struct kauri_claims *claims);
void kauri_claims_print_markdown(const struct kauri_claims *claims, const char *command,
                                 unsigned layers);
void kauri_claims_print_json(const struct kauri_claims *claims);

// "r = -37" or "r from -37 to 37", written into `text`.
enum { KAURI_CLAIMS_R_BYTES = 48 };
const char *kauri_claims_format_r(const struct kauri_claim *claim, char text[KAURI_CLAIMS_R_BYTES]);

// Adds the claim's table with the heads of its columns as first row.
void kauri_claims_add_table(struct kauri_string *text, const struct kauri_claim *claim);

#endif
