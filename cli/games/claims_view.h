// The output of `kauri claims`.
//
// Implemented in claims_json.c, claims_markdown.c and claims_text.c.
#ifndef KAURI_CLI_GAMES_CLAIMS_VIEW_H
#define KAURI_CLI_GAMES_CLAIMS_VIEW_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "studies/article/claims.h"

#include <stdint.h>

// Print on standard output: text for people, docs/CLAIMS.md, or one JSON object on a line
// (docs/JSON.md). KAURI_RESOURCE when memory runs out. `seconds` is the time that was given.
enum kauri_status kauri_claims_print(const struct kauri_claims *claims, uint64_t seconds,
                                     struct kauri_error *error);
// `command` is the command line that makes the document, with tables of `layers` layers (0: none).
enum kauri_status kauri_claims_print_markdown(const struct kauri_claims *claims,
                                              const char *command, unsigned layers,
                                              struct kauri_error *error);
enum kauri_status kauri_claims_print_json(const struct kauri_claims *claims,
                                          struct kauri_error *error);

// Adds the claim's table with the heads of its columns as first row: cells are divided by tabs,
// rows end with a newline. Adds nothing when it has no rows. KAURI_RESOURCE.
enum kauri_status kauri_claims_add_table(struct kauri_string *text, const struct kauri_claim *claim,
                                         struct kauri_error *error);

#endif
