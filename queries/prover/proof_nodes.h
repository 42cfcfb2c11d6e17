// The statements that a walk through a proof has met (queries/prover/proof_walk.h), found by their
// positions, and the order of those that belong to the proof.
//
// One node serves all statements about the same position and prover; it has the strongest that was
// proven. Not thread-safe.
#ifndef KAURI_QUERIES_PROVER_PROOF_NODES_H
#define KAURI_QUERIES_PROVER_PROOF_NODES_H

#include "common/status.h"
#include "queries/prover/proof_statement.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_NODE_PROVEN = 1,
    KAURI_NODE_ACTIVE = 2, // on the stack of the walk
    KAURI_NODE_FAILED = 4, // not proven without coming back to a node on the stack
    KAURI_NODE_MARKED = 8, // belongs to the proof
};

#define KAURI_NODE_NONE UINT32_MAX

struct kauri_proof_node {
    uint64_t bits[2]; // position and kind
    uint32_t order;   // proven: later ones have greater numbers; active or failed: see the stack
    int16_t value;    // proven: the prover gets at least this
    int8_t hole;      // the prover's move, or KAURI_MOVE_PASS
    uint8_t state;    // KAURI_NODE_* bits
};

// At most 96 bytes for each node, while the arrays grow; 36 to 48 afterwards. A zeroed struct is
// empty.
struct kauri_proof_nodes {
    struct kauri_proof_node *node;
    uint32_t count, room;
    uint32_t *slots; // numbers of nodes by hash, KAURI_NODE_NONE where empty
    unsigned slot_bits;
    uint32_t most; // nodes that are allowed
};

void kauri_proof_nodes_clear(struct kauri_proof_nodes *nodes);

// The node of statements about this position and prover, made if there is none. KAURI_RESOURCE:
// more than nodes->most, or out of memory.
enum kauri_status kauri_proof_nodes_add(struct kauri_proof_nodes *nodes,
                                        const struct kauri_statement *statement, uint32_t *node,
                                        struct kauri_error *error);

// The same, or KAURI_NODE_NONE.
uint32_t kauri_proof_nodes_find(const struct kauri_proof_nodes *nodes,
                                const struct kauri_statement *statement);

// The statement of a node, with the value of the node.
struct kauri_statement kauri_proof_node_statement(const struct kauri_proof_node *node);

// Lists the marked nodes: by seeds, those with few first; by value, the greatest first; and in the
// order in which they were proven. A move without captures leads from a statement to one of at
// least its value, so every statement with a value above 0 comes after those that it rests on.
// *list belongs to the caller. `proven`: no order is greater. KAURI_RESOURCE.
enum kauri_status kauri_proof_nodes_sort(const struct kauri_proof_nodes *nodes, uint32_t proven,
                                         uint32_t **list, uint32_t *count,
                                         struct kauri_error *error);

#endif
