// The text of a certificate as data (docs/PROOF.md, section 1), before anything is checked.
#ifndef KAURI_VERIFY_PROOF_STEPS_H
#define KAURI_VERIFY_PROOF_STEPS_H

#include "common/status.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kauri_claim_kind {
    KAURI_CLAIM_OWN, // the prover moves
    KAURI_CLAIM_OPPONENT,
};

struct kauri_claim {
    uint8_t seeds[KAURI_BOARD_HOLES_MAX]; // as the player to move sees them
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
    uint8_t kind; // enum kauri_claim_kind
    int8_t hole;  // the prover's move; KAURI_MOVE_PASS
    int16_t value;
    uint32_t rank;
    uint64_t line; // of the file, from 1
};

struct kauri_proof_text {
    unsigned holes, cowries;
    struct kauri_position root;
    int32_t low, high;
    uint64_t bounds_line;
    bool listed[KAURI_SEEDS_MAX + 1]; // tables, by seeds
    uint64_t digest[KAURI_SEEDS_MAX + 1];
    size_t count;
    struct kauri_claim *claims;
    uint32_t *buckets; // claim + 1, 0 is empty
    size_t bucket_count;
    uint64_t end_line;
    bool unchanged; // the file has the digest that its last line says
};

// Reads the file. KAURI_BAD_INPUT names the line that cannot be read. KAURI_WRONG: the line can be
// read, but is not of this board or these rules, or claims twice. KAURI_MISSING, KAURI_RESOURCE.
// Freed by kauri_proof_text_clear in every case.
enum kauri_status kauri_proof_text_read(const char *path, struct kauri_proof_text *proof,
                                        struct kauri_error *error);

// Safe on a zeroed one.
void kauri_proof_text_clear(struct kauri_proof_text *proof);

// The claim of a kind about a position, seen by its player to move; NULL when there is none.
const struct kauri_claim *kauri_proof_text_find(const struct kauri_proof_text *proof,
                                                const struct kauri_position *position,
                                                enum kauri_claim_kind kind);

#endif
