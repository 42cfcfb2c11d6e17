// Makes the steps of a proof from the prover's moves, which are all that its file contains.
#ifndef KAURI_VERIFY_PROOF_EXPAND_H
#define KAURI_VERIFY_PROOF_EXPAND_H

#include "common/loop.h"
#include "common/status.h"
#include "verify/proof.h"

#include <stdint.h>

// The prover's moves, three bits each.
enum { KAURI_PROOF_MOVE_BITS = 3 };
struct kauri_proof_moves {
    const uint8_t *packed;
    uint64_t count;
};

// Makes the steps of a proof whose other members are set (docs/reference/PROOF.md, section 4). Each
// step is visited once, and again for every time that a greater value is demanded of it, which is
// at most 6m + 2 times for m seeds. KAURI_WRONG: a move that is not legal, too few or too many
// moves, a value that no position has, or a repetition where the value is above 0. KAURI_RESOURCE.
enum kauri_status kauri_proof_expand(const char *path, const struct kauri_proof_moves *moves,
                                     struct kauri_proof *proof, struct kauri_task *task,
                                     struct kauri_error *error);

#endif
