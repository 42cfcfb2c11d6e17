// The statements that a proof takes from other proofs (docs/PROOF.md, sections 1 and 6).
//
// A zeroed struct is empty; kauri_citations_clear frees it. Reading is thread-safe.
#ifndef KAURI_VERIFY_PROOF_CITATIONS_H
#define KAURI_VERIFY_PROOF_CITATIONS_H

#include "common/status.h"
#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What another proof states about a position: as a step, but without its reasons.
struct kauri_cited_statement {
    struct kauri_step_key key;
    uint64_t digest; // of the file of that proof
    int32_t value;   // the prover gets at least this
};

struct kauri_proof_citations {
    size_t count, room;
    struct kauri_cited_statement *statement; // in ascending order of the keys
};

// Adds a statement whose key must come after all others. *ordered: whether it does; otherwise
// nothing is added. KAURI_RESOURCE.
enum kauri_status kauri_citations_add(struct kauri_proof_citations *citations,
                                      const struct kauri_cited_statement *statement, bool *ordered,
                                      struct kauri_error *error);

// The statement with this key, or NULL. Takes log2(count) + 1 comparisons at most.
const struct kauri_cited_statement *
kauri_citations_find(const struct kauri_proof_citations *citations, struct kauri_step_key key);

void kauri_citations_clear(struct kauri_proof_citations *citations);

#endif
