// The numbers of a claim as JSON (docs/JSON.md, "claims").
#ifndef KAURI_CLI_GAMES_CLAIMS_FACTS_JSON_H
#define KAURI_CLI_GAMES_CLAIMS_FACTS_JSON_H

#include "studies/article/claim.h"

struct json_object;

// The claim's evidence in numbers, which its notes express in words; NULL (null) if there is none.
struct json_object *kauri_claims_json_facts(const struct kauri_claim *claim);

// Adds to the object of a row of the claim's table the numbers that the table expresses in words.
void kauri_claims_json_add_row(struct json_object *object, const struct kauri_claim *claim,
                               size_t row);

#endif
