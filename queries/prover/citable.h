// What other proofs state, so that a proof may cite it (docs/PROOF.md, section 6): of each position
// the greatest value that is known to be proven in another file for either player, and that file.
//
// Several threads may read while nothing is added.
#ifndef KAURI_QUERIES_PROVER_CITABLE_H
#define KAURI_QUERIES_PROVER_CITABLE_H

#include "common/status.h"
#include "queries/packed/packed_board.h"

#include <stdint.h>

// The player of a statement of a proof, whom it calls the prover: he moves, or his opponent does.
enum kauri_proof_kind { KAURI_PROOF_OWN, KAURI_PROOF_OPPONENT };

// By enum kauri_proof_kind: the prover gets at least `value`, INT16_MIN if no proof states
// anything; `digest` is that of the file of the proof.
struct kauri_citable {
    struct kauri_packed board;
    int16_t value[2];
    uint64_t digest[2];
};

// At most 200 bytes for each position, while the arrays grow. A zeroed struct is empty.
struct kauri_citables {
    struct kauri_citable *list;
    uint32_t count, room;
    uint32_t *slots; // numbers in the list by hash, UINT32_MAX where empty
    unsigned slot_bits;
};

void kauri_citables_clear(struct kauri_citables *citables);

// Adds a statement. Of several about the same position and kind, the one with the greatest value
// stays, of equal ones the first. KAURI_RESOURCE: out of memory.
enum kauri_status kauri_citables_add(struct kauri_citables *citables,
                                     const struct kauri_packed *board, enum kauri_proof_kind kind,
                                     int value, uint64_t digest, struct kauri_error *error);

// The statements about a position, or NULL. They stay where they are until the next one is added.
const struct kauri_citable *kauri_citables_find(const struct kauri_citables *citables,
                                                const struct kauri_packed *board);

#endif
