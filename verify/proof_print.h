// The text form of a proof (docs/PROOF.md, section 1).
#ifndef KAURI_VERIFY_PROOF_PRINT_H
#define KAURI_VERIFY_PROOF_PRINT_H

#include "common/output.h"
#include "common/status.h"
#include "verify/proof_text.h"

// Writes all lines of a proof that was read from either form, without committing the output.
// Errors: those of the output.
enum kauri_status kauri_proof_print(const struct kauri_proof_text *proof,
                                    struct kauri_output *output, struct kauri_error *error);

#endif
