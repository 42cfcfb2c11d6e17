// Writes proofs of bounds that a prover has proven (docs/reference/PROOF.md), from a walk through
// its memory (queries/prover/proof_walk.h).
//
// To be used by one thread at a time, and not while the prover answers a question.
#ifndef KAURI_QUERIES_PROVER_PROOF_WRITE_H
#define KAURI_QUERIES_PROVER_PROOF_WRITE_H

#include "common/output.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "kauri/analysis.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/proof_walk.h"
#include "queries/prover/prover.h"

// Adds a proof of r for the position, with its side and score, to a string, which is empty before:
// the bytes of a file that verify/proof_check.h accepts. A bound that the rules alone give needs no
// step. `written` may be NULL. Answers do not depend on the number of threads, the choice of steps
// may. Errors: those of kauri_walk and of the tables; KAURI_RESOURCE.
enum kauri_status
kauri_prover_make_proof(struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_bounds r, const struct kauri_walk_limits *limits,
                        struct kauri_string *out, struct kauri_written_proof *written,
                        struct kauri_error *error);

// Writes it into a file. `mode` says whether an existing one is replaced (common/output.h). No file
// is made before the walk is over. Errors: those of kauri_prover_make_proof and of the output.
enum kauri_status
kauri_prover_write_proof(struct kauri_prover *prover, const struct kauri_position *position,
                         struct kauri_bounds r, const struct kauri_walk_limits *limits,
                         const char *path, enum kauri_output_mode mode,
                         struct kauri_written_proof *written, struct kauri_error *error);

#endif
