// Writes the proof of bounds that a prover has proven (docs/PROOF.md).
#ifndef KAURI_QUERIES_PROVER_PROOF_WRITE_H
#define KAURI_QUERIES_PROVER_PROOF_WRITE_H

#include "common/output.h"
#include "common/status.h"
#include "kauri/analysis.h"
#include "queries/prover/proof_walk.h"

#include <stdint.h>

// Writes a proof of r for the position, with its side and score, that verify/proof_check.h accepts.
// `walk` must come from this prover, for the same position and bounds. `written` may be NULL.
// `mode` says whether an existing file is replaced (common/output.h). Errors: those of the output
// and of the tables.
enum kauri_status kauri_walk_write(const struct kauri_walk *walk, const struct kauri_prover *prover,
                                   const struct kauri_position *position, struct kauri_bounds r,
                                   const char *path, enum kauri_output_mode mode,
                                   struct kauri_written_proof *written, struct kauri_error *error);

// Walks and writes. No file is made before the walk is over. Errors: those of kauri_walk_new and
// kauri_walk_write.
enum kauri_status
kauri_prover_write_proof(struct kauri_prover *prover, const struct kauri_position *position,
                         struct kauri_bounds r, const struct kauri_walk_limits *limits,
                         const char *path, enum kauri_output_mode mode,
                         struct kauri_written_proof *written, struct kauri_error *error);

#endif
