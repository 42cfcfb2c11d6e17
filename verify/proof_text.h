// The text of a proof as data (docs/PROOF.md, section 1), before anything in it is checked.
#ifndef KAURI_VERIFY_PROOF_TEXT_H
#define KAURI_VERIFY_PROOF_TEXT_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_proof_text {
    unsigned holes, cowries; // of the board: holes in a row, cowries in total
    struct kauri_position root;
    int32_t low, high; // bounds of r for the player to move at the root
    uint64_t bounds_line;
    bool listed[KAURI_SEEDS_MAX + 1]; // by seeds: whether the layer's table is listed
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    struct kauri_proof_steps steps;
    uint64_t first_step_line; // line of step 0; there is one step per line
    uint64_t end_line;
    bool unchanged; // the file has the digest that its last line states
};

// Reads the file line by line, so that a file that is not a proof is refused at its first wrong
// line. Memory: 64 KiB, and at most 64 bytes for each step that is read, however large the file is.
// KAURI_BAD_INPUT names the line that cannot be read. KAURI_WRONG: the line can be read, but is for
// another board or other rules, or repeats a step. KAURI_MISSING, KAURI_CORRUPT (no regular file),
// KAURI_RESOURCE. The caller calls kauri_proof_text_clear, also after a failure.
enum kauri_status kauri_proof_text_read(const char *path, struct kauri_proof_text *proof,
                                        struct kauri_error *error);

// Frees the steps. Safe on a zeroed struct.
void kauri_proof_text_clear(struct kauri_proof_text *proof);

// The line of a step of this proof, from 1.
uint64_t kauri_proof_text_line(const struct kauri_proof_text *proof,
                               const struct kauri_proof_step *step);

#endif
