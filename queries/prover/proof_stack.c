#include "queries/prover/proof_stack.h"

#include <stdlib.h>

enum { ROOM_FIRST = 64 };

#define DEPTH_NONE UINT32_MAX

void kauri_proof_stack_clear(struct kauri_proof_stack *stack)
{
    free(stack->frames);
    free(stack->failures);
    *stack = (struct kauri_proof_stack){.nodes = stack->nodes};
}

// Makes room for one more element. Returns the array, or NULL if memory ran out; the old one then
// stays.
static void *widen(void *array, uint32_t count, uint32_t *room, size_t bytes)
{
    if (count < *room) {
        return array;
    }
    const uint32_t wider = *room == 0 ? ROOM_FIRST : 2 * *room;
    void *moved = realloc(array, wider * bytes);
    *room = moved != NULL ? wider : *room;
    return moved;
}

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
}

struct kauri_proof_frame *kauri_proof_stack_top(const struct kauri_proof_stack *stack)
{
    return &stack->frames[stack->depth - 1];
}

struct kauri_statement kauri_proof_stack_statement(const struct kauri_proof_stack *stack)
{
    const struct kauri_proof_frame *frame = kauri_proof_stack_top(stack);
    struct kauri_statement statement = kauri_proof_node_statement(&stack->nodes->node[frame->node]);
    statement.value = frame->value;
    return statement;
}

enum kauri_status kauri_proof_stack_push(struct kauri_proof_stack *stack,
                                         const struct kauri_statement *statement,
                                         struct kauri_error *error)
{
    uint32_t number = 0;
    const enum kauri_status status = kauri_proof_nodes_add(stack->nodes, statement, &number, error);
    if (status != KAURI_OK) {
        return status;
    }
    struct kauri_proof_frame *frames =
        widen(stack->frames, stack->depth, &stack->frame_room, sizeof *frames);
    if (frames == NULL) {
        return out_of_memory(error);
    }
    struct kauri_proof_node *node = &stack->nodes->node[number];
    stack->frames = frames;
    frames[stack->depth] = (struct kauri_proof_frame){
        .node = number,
        .order = node->order,
        .failed = stack->failure_count,
        .lean = DEPTH_NONE,
        .value = (int16_t)statement->value,
        .forced = KAURI_PROOF_NO_MOVE,
    };
    node->state |= KAURI_NODE_ACTIVE;
    node->order = stack->depth++;
    stack->outcome = KAURI_PROOF_BEGUN;
    return KAURI_OK;
}

void kauri_proof_stack_forgive(struct kauri_proof_stack *stack)
{
    const uint32_t down_to = kauri_proof_stack_top(stack)->failed;
    while (stack->failure_count > down_to) {
        const struct kauri_proof_failure *failure = &stack->failures[--stack->failure_count];
        struct kauri_proof_node *node = &stack->nodes->node[failure->node];
        node->state &= (uint8_t)~KAURI_NODE_FAILED;
        node->order = failure->order;
    }
}

void kauri_proof_stack_pop_proven(struct kauri_proof_stack *stack, int8_t hole)
{
    kauri_proof_stack_forgive(stack); // they may rest on this one now
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_PROVEN);
    node->order = ++stack->proven;
    node->value = frame->value;
    node->hole = hole;
    stack->outcome = KAURI_PROOF_PROVEN;
}

enum kauri_status kauri_proof_stack_pop_failed(struct kauri_proof_stack *stack,
                                               struct kauri_error *error)
{
    struct kauri_proof_failure *failures =
        widen(stack->failures, stack->failure_count, &stack->failure_room, sizeof *failures);
    if (failures == NULL) {
        return out_of_memory(error);
    }
    stack->failures = failures;
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_frame *below = kauri_proof_stack_top(stack);
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_FAILED);
    node->order = stack->failure_count;
    failures[stack->failure_count++] =
        (struct kauri_proof_failure){.node = frame->node, .order = frame->order};
    below->lean = frame->lean < below->lean ? frame->lean : below->lean;
    stack->outcome = KAURI_PROOF_FAILED;
    return KAURI_OK;
}

bool kauri_proof_stack_leans(const struct kauri_proof_stack *stack)
{
    return kauri_proof_stack_top(stack)->lean < stack->depth - 1;
}

void kauri_proof_stack_lean(struct kauri_proof_stack *stack, const struct kauri_proof_node *node)
{
    struct kauri_proof_frame *frame = kauri_proof_stack_top(stack);
    uint32_t depth = node->order;
    if ((node->state & KAURI_NODE_ACTIVE) == 0) { // failed above the statement at this depth
        depth = stack->depth - 1;
        while (depth > 0 && stack->frames[depth].failed > node->order) {
            depth--;
        }
    }
    frame->lean = depth < frame->lean ? depth : frame->lean;
}
