// A proof as data (docs/reference/PROOF.md), before anything in it is checked.
//
// A file contains only the prover's moves; the reader makes the steps from them. Nothing here has
// to be trusted: kauri_proof_check checks the steps.
#ifndef KAURI_VERIFY_PROOF_H
#define KAURI_VERIFY_PROOF_H

#include "common/loop.h"
#include "common/output.h"
#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_steps.h"

#include <stddef.h>
#include <stdint.h>

struct kauri_proof {
    unsigned holes, cowries; // holes of one row, and cowries of both players together
    struct kauri_position root;
    // Bounds of r for the player to move at the root, at most as loose as those by the number of
    // seeds, unless nothing can prove them.
    int32_t low, high;
    unsigned tables; // number of listed tables, which are those of layers 0 to tables - 1
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    struct kauri_proof_citations citations;
    struct kauri_proof_steps steps;
    uint64_t stated; // the digest at the end of the file, which is that of the bytes before it
};

// A task (common/loop.h), which may be NULL, receives the progress of the work, and may end it:
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

// Reads a proof that is in memory, as kauri_proof_read reads a file that messages call `name`.
enum kauri_status kauri_proof_read_bytes(const char *name, const void *bytes, size_t size,
                                         struct kauri_proof *proof, struct kauri_error *error);

// Reads a file without making its steps: what it states, on which grounds, and whether it has the
// digest that it states. Errors as above.
enum kauri_status kauri_proof_read_statement(const char *path, struct kauri_proof *proof,
                                             struct kauri_task *task, struct kauri_error *error);

// Reads only what the file says that it proves, and checks nothing: the board, the root, the bounds
// and the stated digest. Takes some 10 microseconds. Errors as above. There is nothing to clear.
enum kauri_status kauri_proof_read_head(const char *path, struct kauri_proof *proof,
                                        struct kauri_error *error);

// Accepts a zeroed struct.
void kauri_proof_clear(struct kauri_proof *proof);

// Writes the proof as text, one step per line, without committing the output. Errors: those of the
// output, KAURI_RESOURCE.
enum kauri_status kauri_proof_print(const struct kauri_proof *proof, struct kauri_output *output,
                                    struct kauri_task *task, struct kauri_error *error);

#endif
