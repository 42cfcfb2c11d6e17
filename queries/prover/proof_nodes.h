// Statements of proofs, found by their positions: those that a walk has met
// (queries/prover/proof_walk.h), and those that other proofs make, so that a proof may cite them
// (docs/reference/PROOF.md, section 6).
//
// One node serves all statements about the same position and player; it holds the strongest.
// Several threads may read while nothing is added.
#ifndef KAURI_QUERIES_PROVER_PROOF_NODES_H
#define KAURI_QUERIES_PROVER_PROOF_NODES_H

#include "common/status.h"
#include "queries/packed/packed_board.h"

#include <stdint.h>

// The player of a statement, who is called its prover, either moves or waits.
enum kauri_proof_kind { KAURI_PROOF_OWN, KAURI_PROOF_OPPONENT };

enum {
    KAURI_NODE_PROVEN = 1,
    KAURI_NODE_ACTIVE = 2, // the node is on the stack of the walk
    KAURI_NODE_FAILED = 4, // not proven without coming back to a node on the stack
    KAURI_NODE_MARKED = 8, // belongs to the proof
};

#define KAURI_NODE_NONE UINT32_MAX

struct kauri_proof_node {
    // Position and kind. Nodes ascend by kind, then by the seeds in the holes, then by the cowries.
    uint64_t bits[2];
    uint64_t digest; // digest of the file of another proof that makes the statement
    uint32_t order;  // place of the node in the order of the walk (struct kauri_proof_stack)
    int16_t value;   // the prover gets at least this value; INT16_MIN: nothing is proven
    int8_t hole;     // the prover's move, or KAURI_MOVE_PASS
    uint8_t state;   // KAURI_NODE_* bits
};

// At most 110 bytes for each node while the arrays grow; 44 to 60 afterwards. A zeroed struct is
// empty.
struct kauri_proof_nodes {
    struct kauri_proof_node *node;
    uint32_t count, capacity;
    uint32_t *slots; // numbers of nodes by hash, KAURI_NODE_NONE where empty
    unsigned slot_bits;
    uint32_t maximum; // maximum number of nodes; 0: INT32_MAX
};

void kauri_proof_nodes_clear(struct kauri_proof_nodes *nodes);

// The node of a position and a player, made if there is none. KAURI_RESOURCE: more than
// nodes->most, or out of memory.
enum kauri_status kauri_proof_nodes_add(struct kauri_proof_nodes *nodes,
                                        const struct kauri_packed *board,
                                        enum kauri_proof_kind kind, uint32_t *number,
                                        struct kauri_error *error);

// The number of the node, or KAURI_NODE_NONE if there is none.
uint32_t kauri_proof_nodes_find(const struct kauri_proof_nodes *nodes,
                                const struct kauri_packed *board, enum kauri_proof_kind kind);

// Returns the position, and fills in the player.
struct kauri_packed kauri_proof_node_board(const struct kauri_proof_node *node,
                                           enum kauri_proof_kind *kind);

#endif
