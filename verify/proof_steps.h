// The steps of a proof, stored compactly, and the look-up of the step about a position.
//
// The simplest way to find a step is to sort all steps and search by bisection: n log n comparisons
// in total, whatever the file says. The look-up here is that bisection with a shorter start: a
// fixed hash of the position sends it to a group of steps, and only the steps of that group are
// sorted and bisected. A group normally holds a step or two, so that a look-up takes constant time;
// a file made so that all of its steps meet in one group costs a bisection of all of them, and no
// more. Neither needs random numbers, so that a check always takes the same course.
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
    size_t room;
    struct kauri_proof_step *step; // in the order of the file
    uint32_t *order;               // numbers of steps by group; within a group sorted by key
    uint32_t *first;               // by group: where its part of `order` begins; and one at the end
    unsigned group_bits;           // there are 1 << group_bits groups
    uint64_t comparisons;          // of two keys, made so far
};

struct kauri_step_key kauri_step_key_of(const struct kauri_position *position,
                                        enum kauri_step_kind kind);

enum kauri_step_kind kauri_step_key_kind(struct kauri_step_key key);

// The position of a key on a board of `holes` in a row: South to move, score 0:0.
struct kauri_position kauri_step_key_position(struct kauri_step_key key, unsigned holes);

// A hash of the key. Its highest group_bits bits are the number of the group.
uint64_t kauri_step_key_hash(struct kauri_step_key key);

// Adds a step. Memory grows with the steps added, not with the number that the file announces.
// KAURI_RESOURCE when memory runs out or there are KAURI_STEPS_MAX steps.
enum kauri_status kauri_steps_add(struct kauri_proof_steps *steps,
                                  const struct kauri_proof_step *step, struct kauri_error *error);

// Prepares the look-up after all steps were added. *repeated receives the number of the first step
// that has the same key as an earlier one, or `count` if there is none. Errors: KAURI_RESOURCE.
enum kauri_status kauri_steps_index(struct kauri_proof_steps *steps, size_t *repeated,
                                    struct kauri_error *error);

// The step with this key, or NULL. Requires kauri_steps_index. Counts its comparisons, so it is not
// thread-safe.
const struct kauri_proof_step *kauri_steps_find(struct kauri_proof_steps *steps,
                                                struct kauri_step_key key);

void kauri_steps_clear(struct kauri_proof_steps *steps);

// The statements that a proof takes from other proofs (docs/PROOF.md, sections 1 and 6).
//
// A zeroed struct is empty; kauri_citations_clear frees it. Reading is thread-safe.

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
