// A proof as data (docs/PROOF.md), before anything in it is checked. Implemented in proof_read.c
// and proof_expand.c.
//
// A file has the prover's moves only; the reader makes the steps from them. Nothing here has to be
// trusted: kauri_proof_check checks the steps.
#ifndef KAURI_VERIFY_PROOF_H
#define KAURI_VERIFY_PROOF_H

#include "common/output.h"
#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_proof {
    unsigned holes, cowries; // of the board: holes in a row, cowries in total
    struct kauri_position root;
    int32_t low, high; // bounds of r for the player to move at the root
    unsigned tables;   // number of listed tables: those of layers 0 to tables - 1
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    struct kauri_proof_citations citations;
    struct kauri_proof_steps steps;
    uint64_t stated; // the digest at the end of the file, which is that of the bytes before it
};

// Reads a file and makes its steps. Memory: the size of the file, at most 60 bytes for each step
// and 48 for each citation. There are at most two steps for each move, and one more.
// KAURI_BAD_INPUT: the file cannot be read as a proof. KAURI_WRONG: it can, but it is for another
// board or other rules, was changed, or its moves prove nothing. KAURI_MISSING, KAURI_CORRUPT (no
// regular file), KAURI_RESOURCE. The caller calls kauri_proof_clear, also after a failure.
enum kauri_status kauri_proof_read(const char *path, struct kauri_proof *proof,
                                   struct kauri_error *error);

// Safe on a zeroed struct.
void kauri_proof_clear(struct kauri_proof *proof);

// Writes the proof as text, one step per line, without committing the output. Errors: those of the
// output, KAURI_RESOURCE.
enum kauri_status kauri_proof_print(const struct kauri_proof *proof, struct kauri_output *output,
                                    struct kauri_error *error);

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
                                     struct kauri_proof *proof, struct kauri_error *error);

#endif
