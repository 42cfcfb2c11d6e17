// Verification: evaluates the equations of r and dtc at every position of a layer, from the table
// files alone. Implemented in verify.c.
//
// If every position of a layer satisfies them, with dtc finite wherever r is not 0, and the lower
// layers are correct, then the layer is correct (docs/guide/RULES.md, "Why the equations prove a
// table"). Verification shares only the rules, the index and the table files with the solver.
//
// The blocks of a layer can be verified independently of one another, so several machines can share
// a layer, with no connection but the folder of the tables: each verifies one of N parts.
#ifndef KAURI_VERIFY_VERIFY_H
#define KAURI_VERIFY_VERIFY_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "verify/verify_part.h"

// Checks layer `seeds` of the tables: either all of it, including its certificate; or one of
// several parts, whose equations hold if those of all its positions do; or a sample, for which it
// reads only the pages that it needs. KAURI_OK if everything holds. KAURI_WRONG if a position or
// the certificate is wrong: *result is filled in, and the message names the first wrong position.
// Other statuses mean that the layer could not be checked, such as KAURI_RESOURCE for too little
// memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Checks that there is enough memory for layer `seeds`, as kauri_verify_layer does before it
// begins. Higher layers need more, so ask for the highest one first. KAURI_RESOURCE, with the
// missing amount in the message.
enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error);

#endif
