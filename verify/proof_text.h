// A proof as data (docs/PROOF.md, section 1), before anything in it is checked: read from the text
// form, which lists the steps, or from the short form, which lists the prover's moves and leaves it
// to the reader to make the steps (verify/proof_expand.h).
#ifndef KAURI_VERIFY_PROOF_TEXT_H
#define KAURI_VERIFY_PROOF_TEXT_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_links.h"
#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_proof_text {
    bool is_short;           // the short form
    unsigned holes, cowries; // of the board: holes in a row, cowries in total
    struct kauri_position root;
    int32_t low, high; // bounds of r for the player to move at the root
    uint64_t bounds_line;
    unsigned tables; // number of listed tables: those of layers 0 to tables - 1
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    struct kauri_proof_citations citations;
    struct kauri_proof_steps steps;
    uint64_t first_step_line; // text form: line of step 0; there is one step per line
    uint64_t end_line;
    uint64_t stated; // the digest at the end of the file
    bool unchanged;  // it is that of the bytes before it
    uint64_t moves;  // short form: number of moves
    uint8_t *packed; // short form: three bits per move, and the digest
};

enum { KAURI_PLACE_BYTES = 32 };

// Reads a file of either form, line by line, so that a file that is not a proof is refused at its
// first wrong line. Memory: 64 KiB, and at most 96 bytes for each step and 48 for each citation,
// however large the file is; for the short form also its packed moves. It has at most two steps per
// move, and one more.
// KAURI_BAD_INPUT names the line that cannot be read. KAURI_WRONG: the file can be read, but is for
// another board or other rules, repeats a step, or is a short form that was changed or whose moves
// prove nothing. KAURI_MISSING, KAURI_CORRUPT (no regular file), KAURI_RESOURCE. The caller calls
// kauri_proof_text_clear, also after a failure.
enum kauri_status kauri_proof_text_read(const char *path, struct kauri_proof_text *proof,
                                        struct kauri_error *error);

// Frees the steps and the citations. Safe on a zeroed struct.
void kauri_proof_text_clear(struct kauri_proof_text *proof);

// Where a step of this proof is: "line 12" of the text form, "step 3" of the short form.
const char *kauri_proof_text_place(const struct kauri_proof_text *proof,
                                   const struct kauri_proof_step *step,
                                   char place[KAURI_PLACE_BYTES]);

#endif
