// The statements that a walk through a proof has met (queries/prover/proof_walk.h), found by their
// positions, and the order of those that belong to the proof.
//
// One node serves all statements about the same position and prover; it has the strongest that was
// proven. Not thread-safe.
#ifndef KAURI_QUERIES_PROVER_PROOF_NODES_H
#define KAURI_QUERIES_PROVER_PROOF_NODES_H

#include "common/status.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/proof_statement.h"
#include "queries/prover/prover.h"

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

// The steps of a proof, collected from the statements that a walk has proven.
//
// Statements that only a replaced value needed are left out. Not thread-safe.

// A statement that another proof makes.
struct kauri_walk_citation {
    struct kauri_position position; // South to move, score 0:0
    enum kauri_proof_kind kind;
    int value;       // the prover gets at least this
    uint64_t digest; // of the file of that proof
};

// A zeroed struct is empty.
struct kauri_proof_list {
    uint32_t *node; // the number of the node of each step, in the order of kauri_proof_nodes_sort
    uint32_t count;
    int8_t *moves; // of the prover, in the order of the short form
    uint32_t move_count;
    unsigned tables; // number that the steps rest on: those of layers 0 to tables - 1
    // What the steps take from other proofs: `own` before `opp`, ordered by the seeds in the holes
    // and then by the cowries in them (docs/PROOF.md, section 1).
    struct kauri_walk_citation *citations;
    uint32_t citation_count;
};

void kauri_proof_list_clear(struct kauri_proof_list *list);

// Collects the steps that bounds of r of a position rest on, which the nodes have proven. The nodes
// receive the values that are demanded of them, which may be smaller than those that were proven.
// The list is empty before. KAURI_RESOURCE: out of memory.
enum kauri_status kauri_proof_list_collect(struct kauri_proof_list *list,
                                           const struct kauri_prover *prover,
                                           struct kauri_proof_nodes *nodes,
                                           const struct kauri_packed *board, struct kauri_bounds r,
                                           struct kauri_error *error);

#endif
