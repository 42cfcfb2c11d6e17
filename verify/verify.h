// Verification: evaluates the equations of r and dtc at every position of a layer, from the table
// files alone.
//
// If every position of a layer satisfies them, with dtc finite wherever r is not 0, and the lower
// layers are right, then the layer is right (docs/RULES.md, "Why the equations prove a table").
// Verification shares nothing with the solver but the rules, the index and the table files.
#ifndef KAURI_VERIFY_VERIFY_H
#define KAURI_VERIFY_VERIFY_H

#include "common/status.h"
#include "tablebase/tablebase.h"
#include "verify/verify_basis.h"
#include "verify/verify_part.h"

// Checks layer `seeds` of the tables: either all of it, including its certificate, or a sample, for
// which it reads only the pages that it needs. KAURI_OK if everything holds. KAURI_WRONG if a
// position or the certificate is wrong: *result is filled in, and the message names the first wrong
// position. Other statuses mean that the layer could not be checked, such as KAURI_RESOURCE for too
// little memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Checks the equations of part `part`, 1 .. parts, of `parts` of layer `seeds`. *findings receives
// counts and digests, from which verify/verify_parts.h computes the certificate when all parts are
// done; the caller clears it, even after a failure. It is complete if the function returns
// KAURI_OK, or KAURI_WRONG for a wrong position, which *result and the message name. Takes the
// memory of kauri_verify_layer, and 8 bytes for each digest of the entries. `parts` is at most
// KAURI_VERIFY_PARTS_MAX, and `options->sample` must be 0. Other errors: those of
// kauri_verify_layer.
enum kauri_status kauri_verify_layer_part(struct kauri_tablebase *tables, unsigned seeds,
                                          uint32_t part, uint32_t parts,
                                          const struct kauri_verify_options *options,
                                          struct kauri_verify_part *findings,
                                          struct kauri_verify_result *result,
                                          struct kauri_error *error);

// Whether there is enough memory for layer `seeds`; kauri_verify_layer checks the same before it
// begins. Higher layers need more, so ask for the highest one first. KAURI_RESOURCE, with the
// missing amount in the message.
enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error);

#endif
