// A proof as data (docs/PROOF.md), before anything in it is checked. Implemented in
// proof_read.c, proof_expand.c and proof_steps.c.
//
// A file contains only the prover's moves; the reader makes the steps from them. Nothing here has
// to be trusted: kauri_proof_check checks the steps.
#ifndef KAURI_VERIFY_PROOF_H
#define KAURI_VERIFY_PROOF_H

#include "common/loop.h"
#include "common/output.h"
#include "common/status.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The steps of a proof and its citations, stored compactly and found by their positions.

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

// The step with this key, or NULL, after at most 4096 comparisons. It stays where it is until the
// next one is added.
struct kauri_proof_step *kauri_steps_find(const struct kauri_proof_steps *steps,
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

struct kauri_proof {
    unsigned holes, cowries; // of the board: holes in a row, cowries in total
    struct kauri_position root;
    // Bounds of r for the player to move at the root, at most as loose as those by the number of
    // seeds, unless nothing can prove them.
    int32_t low, high;
    unsigned tables; // number of listed tables: those of layers 0 to tables - 1
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    struct kauri_proof_citations citations;
    struct kauri_proof_steps steps;
    uint64_t stated; // the digest at the end of the file, which is that of the bytes before it
};

// A task (common/loop.h), which may be NULL, is told how far the work is, and may end it:
// KAURI_INTERRUPTED.

// The share of a task when the proof has been read. The rest is for checking the steps.
#define KAURI_PROOF_READ_SHARE 0.5

// Reads a file and makes its steps. Memory: the size of the file, at most 70 bytes for each step
// and 48 for each citation. There are at most two steps for each move, and one more.
// KAURI_BAD_INPUT: the file cannot be read as a proof. KAURI_WRONG: it can, but it is for another
// board or other rules, was changed, or its moves prove nothing. KAURI_MISSING, KAURI_CORRUPT (no
// regular file), KAURI_RESOURCE. The caller calls kauri_proof_clear, also after a failure.
enum kauri_status kauri_proof_read(const char *path, struct kauri_proof *proof,
                                   struct kauri_task *task, struct kauri_error *error);

// The same without the steps: what the file states, on which grounds, and whether it has the digest
// that it states.
enum kauri_status kauri_proof_read_statement(const char *path, struct kauri_proof *proof,
                                             struct kauri_task *task, struct kauri_error *error);

// Reads only what the file says that it proves, and checks nothing: the board, the root, the bounds
// and the stated digest. Takes some 10 microseconds. Errors as above. There is nothing to clear.
enum kauri_status kauri_proof_read_head(const char *path, struct kauri_proof *proof,
                                        struct kauri_error *error);

// Safe on a zeroed struct.
void kauri_proof_clear(struct kauri_proof *proof);

// Writes the proof as text, one step per line, without committing the output. Errors: those of the
// output, KAURI_RESOURCE.
enum kauri_status kauri_proof_print(const struct kauri_proof *proof, struct kauri_output *output,
                                    struct kauri_task *task, struct kauri_error *error);

// Reads a digest, 16 hexadecimal digits, which `end` must follow.
bool kauri_proof_parse_digest(const char *text, const char *end, uint64_t *digest);

// The prover's moves, three bits each.
enum { KAURI_PROOF_MOVE_BITS = 3 };
struct kauri_proof_moves {
    const uint8_t *packed;
    uint64_t count;
};

// Makes the steps of a proof whose other members are set (docs/PROOF.md, section 4). Each step is
// visited once, and again for every time that a greater value is demanded of it, which is at most
// 6m + 2 times for m seeds. KAURI_WRONG: a move that is not legal, too few or too many moves, a
// value that no position has, or a repetition where the value is above 0. KAURI_RESOURCE.
enum kauri_status kauri_proof_expand(const char *path, const struct kauri_proof_moves *moves,
                                     struct kauri_proof *proof, struct kauri_task *task,
                                     struct kauri_error *error);

#endif
