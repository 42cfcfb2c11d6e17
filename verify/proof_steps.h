// The steps of a proof and its citations, stored compactly and found by their positions.
#ifndef KAURI_VERIFY_PROOF_STEPS_H
#define KAURI_VERIFY_PROOF_STEPS_H

#include "common/status.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kauri_step_kind {
    KAURI_STEP_OWN, // the prover moves
    KAURI_STEP_OPPONENT,
};

// No proof has more steps than this.
enum { KAURI_STEPS_MAX = INT32_MAX };

// A position as its player to move sees it, without the score, and the kind of the step. Keys in
// ascending order, bits[0] first, are ordered by the kind, then by the seeds in the holes in the
// order of the rows, then by the cowries in them.
struct kauri_step_key {
    uint64_t bits[2];
};

struct kauri_proof_step {
    struct kauri_step_key key;
    uint32_t rank;
    int16_t value;
    int8_t hole; // the prover's move, or KAURI_MOVE_PASS; unused if the opponent moves
};

// The steps of a proof. A zeroed struct is empty; kauri_steps_clear frees it.
struct kauri_proof_steps {
    size_t count; // 0..KAURI_STEPS_MAX
    size_t capacity;
    struct kauri_proof_step *step;
    uint32_t *slots; // numbers of steps plus 1 by the hash of their keys, 0 where empty
    unsigned slot_bits;
};

struct kauri_step_key kauri_step_key_of(const struct kauri_position *position,
                                        enum kauri_step_kind kind);

enum kauri_step_kind kauri_step_key_kind(struct kauri_step_key key);

// The position of a key on a board of `holes` in a row: South to move, score 0:0.
struct kauri_position kauri_step_key_position(struct kauri_step_key key, unsigned holes);

static inline bool kauri_step_key_equal(struct kauri_step_key a, struct kauri_step_key b)
{
    return a.bits[0] == b.bits[0] && a.bits[1] == b.bits[1];
}

// Adds a step with a new key. KAURI_RESOURCE when memory runs out, there are KAURI_STEPS_MAX steps,
// or the keys were made up to have the same hash; the struct may only be cleared then.
enum kauri_status kauri_steps_add(struct kauri_proof_steps *steps,
                                  const struct kauri_proof_step *step, struct kauri_error *error);

// Makes room for the keys of so many steps at once, since moving keys to a larger table takes long.
// KAURI_RESOURCE.
enum kauri_status kauri_steps_reserve(struct kauri_proof_steps *steps, uint64_t count,
                                      struct kauri_error *error);

// The step with this key, or NULL, after at most 4096 comparisons. It stays at its place until
// another step is added.
struct kauri_proof_step *kauri_steps_find(const struct kauri_proof_steps *steps,
                                          struct kauri_step_key key);

void kauri_steps_clear(struct kauri_proof_steps *steps);

// A statement that a proof takes from another one (docs/reference/PROOF.md, sections 1 and 6), in
// the form of a step without its reasons.
struct kauri_cited_statement {
    struct kauri_step_key key;
    uint64_t digest; // digest of the file of that proof
    int32_t value;   // the prover gets at least this value
};

// The citations of a proof. A zeroed struct is empty; kauri_citations_clear frees it. Reading is
// thread-safe.
struct kauri_proof_citations {
    size_t count, capacity;
    struct kauri_cited_statement *statement; // statements in ascending order of the keys
};

// Adds a statement whose key must come after all others. Otherwise nothing is added, and *ordered
// becomes false. KAURI_RESOURCE.
enum kauri_status kauri_citations_add(struct kauri_proof_citations *citations,
                                      const struct kauri_cited_statement *statement, bool *ordered,
                                      struct kauri_error *error);

// The statement with this key, or NULL. Takes log2(count) + 1 comparisons at most.
const struct kauri_cited_statement *
kauri_citations_find(const struct kauri_proof_citations *citations, struct kauri_step_key key);

void kauri_citations_clear(struct kauri_proof_citations *citations);

#endif
