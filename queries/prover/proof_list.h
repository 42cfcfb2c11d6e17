// The steps of a proof, collected from the statements that a walk has proven.
//
// Statements that only a replaced value needed are left out. Not thread-safe.
#ifndef KAURI_QUERIES_PROVER_PROOF_LIST_H
#define KAURI_QUERIES_PROVER_PROOF_LIST_H

#include "common/status.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

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
