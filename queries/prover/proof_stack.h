// The stack of a walk through a proof (queries/prover/proof_walk.h): the statements that are being
// proven, each for the one below it, and those that have failed so far.
//
// A statement with a value above 0 must not rest on itself, so a move that leads back to the stack
// does not serve. If no move of a statement serves, it has failed, perhaps only because of the
// statements below it on the stack: it stays failed until one of these is proven, since only that
// could help it. Not thread-safe.
#ifndef KAURI_QUERIES_PROVER_PROOF_STACK_H
#define KAURI_QUERIES_PROVER_PROOF_STACK_H

#include "common/status.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/proof_statement.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_PROOF_NO_MOVE = 255 };

// A statement on the stack.
struct kauri_proof_frame {
    uint32_t node;
    uint32_t order;  // of the node, if it was proven with a smaller value
    uint32_t failed; // statements that had failed when this one began
    // The lowest depth of a statement on the stack that moves of this one, or of those that failed
    // above it, came back to; UINT32_MAX: none.
    uint32_t lean;
    int16_t value;
    uint8_t at;     // the number of the move that is followed
    uint8_t tried;  // own: a bit for each move that is not to be followed
    uint8_t forced; // own: the move that the prover has just proven, or KAURI_PROOF_NO_MOVE
    uint8_t rounds; // of repairing the statement
};

struct kauri_proof_failure {
    uint32_t node;
    uint32_t order; // of the node before it failed
};

// Of the statement that left the stack last, for the one below it; none if that has just begun.
enum kauri_proof_outcome { KAURI_PROOF_BEGUN, KAURI_PROOF_PROVEN, KAURI_PROOF_FAILED };

// A struct that is zero but for `nodes` is empty. The order of an active node is its depth, that of
// a failed one its place among the failures.
struct kauri_proof_stack {
    struct kauri_proof_nodes *nodes;
    struct kauri_proof_frame *frames;
    uint32_t depth, frame_room;
    struct kauri_proof_failure *failures;
    uint32_t failure_count, failure_room;
    uint32_t proven; // order of the node that was proven last
    enum kauri_proof_outcome outcome;
};

void kauri_proof_stack_clear(struct kauri_proof_stack *stack);

// The frame on top, and its statement. The stack must not be empty. The frame stays where it is
// until the next push.
struct kauri_proof_frame *kauri_proof_stack_top(const struct kauri_proof_stack *stack);
struct kauri_statement kauri_proof_stack_statement(const struct kauri_proof_stack *stack);

// Begins a statement. KAURI_RESOURCE: too many nodes, or out of memory.
enum kauri_status kauri_proof_stack_push(struct kauri_proof_stack *stack,
                                         const struct kauri_statement *statement,
                                         struct kauri_error *error);

// The statement on top is proven, by the move `hole` if the prover moves.
void kauri_proof_stack_pop_proven(struct kauri_proof_stack *stack, int8_t hole);

// The statement on top has failed because of one below it. KAURI_RESOURCE: out of memory.
enum kauri_status kauri_proof_stack_pop_failed(struct kauri_proof_stack *stack,
                                               struct kauri_error *error);

// Whether some statement below the one on top is to blame if that fails.
bool kauri_proof_stack_leans(const struct kauri_proof_stack *stack);

// Notes that a move of the statement on top leads to a node that is active or has failed.
void kauri_proof_stack_lean(struct kauri_proof_stack *stack, const struct kauri_proof_node *node);

// Takes back all failures since the statement on top began.
void kauri_proof_stack_forgive(struct kauri_proof_stack *stack);

#endif
