// What accepted proofs state, as JSON.
//
// Implemented in proof_json.c.
#ifndef KAURI_CLI_SEARCH_PROOF_VIEW_H
#define KAURI_CLI_SEARCH_PROOF_VIEW_H

#include "common/string_buffer.h"
#include "verify/proof_folder.h"

#include <stdbool.h>

// Add one JSON object (docs/JSON.md) and a newline: about the first of the proofs, which rests on
// the others, or about all proofs of the folder `path`. `trusted`: the digests that the tables
// state were believed.
void kauri_json_proof(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                      bool trusted);
void kauri_json_proof_folder(struct kauri_string *out, const char *path,
                             const struct kauri_proof_folder *proofs, bool trusted);

#endif
