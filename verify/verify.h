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
#include "verify/verify_part.h"
#include "verify/verify_result.h"

// Checks layer `seeds` of the tables: all of it, and then also its certificate, or a sample, for
// which only the pages that it touches are read. KAURI_OK if everything holds. KAURI_WRONG if a
// position or the certificate is wrong: *result is filled, and the message names the first wrong
// position. Other statuses mean that the layer could not be checked; KAURI_RESOURCE is also for too
// little memory.
enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error);

// Checks part `part`, 1 .. parts, of `parts` of layer `seeds`: the equations of its positions. The
// certificate is compared when all parts are added up (verify/verify_parts.h). *findings receives
// what that needs and is to be cleared, also after a failure; it is complete with KAURI_OK and with
// KAURI_WRONG, when a position is wrong and *result and the message say which. Memory as for
// the whole layer, and 8 bytes for each digest of its entries. Part and parts are at most
// KAURI_VERIFY_PARTS_MAX; `options->sample` must be 0. Other errors: those of kauri_verify_layer.
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
