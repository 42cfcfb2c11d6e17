// The statements that a proof takes from other proofs (docs/PROOF.md, sections 1 and 6), and the
// citations among a set of proofs: each must follow from what the cited proof states, and none
// may lead back to the proof that makes it (docs/PROOF.md, section 6).
#ifndef KAURI_VERIFY_PROOF_LINKS_H
#define KAURI_VERIFY_PROOF_LINKS_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// -------------------------------------------------------------------------------------- citations

// A zeroed struct is empty; kauri_citations_clear frees it. Reading is thread-safe.

// A statement of another proof about a position: a step without its reasons.
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

// ------------------------------------------------------------------------------------------ links

// Room for the name by which a proof is cited, "0123456789abcdef.proof".
enum { KAURI_PROOF_NAME_BYTES = 23 };

// A proof of the set whose steps were accepted. Its bounds hold if the proofs that it cites state
// what it cites.
struct kauri_proof_entry {
    char *path; // of the file
    struct kauri_position position;
    int32_t low, high; // bounds of r for the player to move
    unsigned tables;   // it rests on those of layers 0 to tables - 1
    uint64_t steps;
    uint64_t digest; // at the end of the file
    struct kauri_proof_citations citations;
    int missing_layer; // that it rests on, but that has no table; -1: none, or not checked
    bool named;        // the file has the name by which others cite it
    bool cited;        // by another proof of the set
};

// Writes the name by which a proof with this digest is cited, and returns `name`.
const char *kauri_proof_name(uint64_t digest, char name[KAURI_PROOF_NAME_BYTES]);

// The name of the file without its folder; points into the path.
const char *kauri_proof_file(const struct kauri_proof_entry *entry);

// Checks all citations, and sets `cited` of each entry. Memory: some 24 bytes for each proof, time
// proportional to n log n for n proofs and citations. KAURI_MISSING: a proof that is cited is not
// among those that are named. KAURI_WRONG: it does not state what is cited, or proofs cite one
// another in a circle. The message names the file that cites. KAURI_RESOURCE.
enum kauri_status kauri_proof_links_check(struct kauri_proof_entry *entries, size_t count,
                                          struct kauri_error *error);

#endif
