// Writes the proof of bounds that a prover has proven (docs/PROOF.md).
#ifndef KAURI_QUERIES_PROVER_PROOF_WRITE_H
#define KAURI_QUERIES_PROVER_PROOF_WRITE_H

#include "common/output.h"
#include "common/status.h"
#include "queries/prover/proof_walk.h"

#include <stdint.h>

// Writes a proof of r for the position, with its side and score, that verify/proof_check.h accepts.
// The tables must be those of the prover. *steps receives its number of steps, *repairs the
// statements that were searched again; either may be NULL. No file is made before the walk is over.
// `mode` says whether an existing file is replaced (common/output.h). Errors: those of
// kauri_walk_new and of the output.
enum kauri_status kauri_prover_write_proof(struct kauri_prover *prover,
                                           const struct kauri_position *position,
                                           struct kauri_bounds r,
                                           const struct kauri_walk_limits *limits, const char *path,
                                           enum kauri_output_mode mode, uint64_t *steps,
                                           uint64_t *repairs, struct kauri_error *error);

#endif
