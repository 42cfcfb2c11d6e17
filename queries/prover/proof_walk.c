#include "queries/prover/proof_walk.h"

#include "queries/prover/prover_state.h"

#include <stdlib.h>

// ----------------------------------------------------------------------------------------- stack

// The stack of a walk through a proof: the statements that are being proven, each for the one below
// it, and those that have failed so far.
//
// A statement with a value above 0 must not rest on itself, so a move that leads back to the stack
// does not serve. If no move of a statement serves, it has failed, perhaps only because of the
// statements below it on the stack: it stays failed until one of these is proven, since only that
// could help it.

enum { NO_MOVE = 255 };

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
    uint8_t forced; // own: the move that the prover has just proven, or NO_MOVE
    uint8_t rounds; // of repairing the statement
};

struct kauri_proof_failure {
    uint32_t node;
    uint32_t order; // of the node before it failed
};

// Of the statement that left the stack last, for the one below it; none if that has just begun.
enum kauri_proof_outcome { WALK_BEGUN, WALK_PROVEN, WALK_FAILED };

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

enum { ROOM_FIRST = 64 };

#define DEPTH_NONE UINT32_MAX

static void stack_clear(struct kauri_proof_stack *stack)
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

// The frame on top, and its statement. The stack must not be empty. The frame stays where it is
// until the next push.
static struct kauri_proof_frame *stack_top(const struct kauri_proof_stack *stack)
{
    return &stack->frames[stack->depth - 1];
}

static struct kauri_statement stack_statement(const struct kauri_proof_stack *stack)
{
    const struct kauri_proof_frame *frame = stack_top(stack);
    struct kauri_statement statement = kauri_proof_node_statement(&stack->nodes->node[frame->node]);
    statement.value = frame->value;
    return statement;
}

// Begins a statement. KAURI_RESOURCE: too many nodes, or out of memory.
static enum kauri_status stack_push(struct kauri_proof_stack *stack,
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
        .forced = NO_MOVE,
    };
    node->state |= KAURI_NODE_ACTIVE;
    node->order = stack->depth++;
    stack->outcome = WALK_BEGUN;
    return KAURI_OK;
}

// Takes back all failures since the statement on top began.
static void stack_forgive(struct kauri_proof_stack *stack)
{
    const uint32_t down_to = stack_top(stack)->failed;
    while (stack->failure_count > down_to) {
        const struct kauri_proof_failure *failure = &stack->failures[--stack->failure_count];
        struct kauri_proof_node *node = &stack->nodes->node[failure->node];
        node->state &= (uint8_t)~KAURI_NODE_FAILED;
        node->order = failure->order;
    }
}

// The statement on top is proven, by the move `hole` if the prover moves.
static void stack_pop_proven(struct kauri_proof_stack *stack, int8_t hole)
{
    stack_forgive(stack); // they may rest on this one now
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_PROVEN);
    node->order = ++stack->proven;
    node->value = frame->value;
    node->hole = hole;
    stack->outcome = WALK_PROVEN;
}

// The statement on top has failed because of one below it. KAURI_RESOURCE: out of memory.
static enum kauri_status stack_pop_failed(struct kauri_proof_stack *stack,
                                          struct kauri_error *error)
{
    struct kauri_proof_failure *failures =
        widen(stack->failures, stack->failure_count, &stack->failure_room, sizeof *failures);
    if (failures == NULL) {
        return out_of_memory(error);
    }
    stack->failures = failures;
    const struct kauri_proof_frame *frame = &stack->frames[--stack->depth];
    struct kauri_proof_frame *below = stack_top(stack);
    struct kauri_proof_node *node = &stack->nodes->node[frame->node];
    node->state = (uint8_t)((node->state & ~KAURI_NODE_ACTIVE) | KAURI_NODE_FAILED);
    node->order = stack->failure_count;
    failures[stack->failure_count++] =
        (struct kauri_proof_failure){.node = frame->node, .order = frame->order};
    below->lean = frame->lean < below->lean ? frame->lean : below->lean;
    stack->outcome = WALK_FAILED;
    return KAURI_OK;
}

// Whether some statement below the one on top is to blame if that fails.
static bool stack_leans(const struct kauri_proof_stack *stack)
{
    return stack_top(stack)->lean < stack->depth - 1;
}

// Notes that a move of the statement on top leads to a node that is active or has failed.
static void stack_lean(struct kauri_proof_stack *stack, const struct kauri_proof_node *node)
{
    struct kauri_proof_frame *frame = stack_top(stack);
    uint32_t depth = node->order;
    if ((node->state & KAURI_NODE_ACTIVE) == 0) { // failed above the statement at this depth
        depth = stack->depth - 1;
        while (depth > 0 && stack->frames[depth].failed > node->order) {
            depth--;
        }
    }
    frame->lean = depth < frame->lean ? depth : frame->lean;
}

enum {
    ROUNDS_MAX = 100, // of repairing one statement
};

struct kauri_walk {
    struct kauri_proof_asker asker;
    struct kauri_proof_nodes nodes;
    struct kauri_proof_stack stack;
    struct kauri_proof_list list;
    bool overwritten; // too much of the proof was overwritten
};

// ---------------------------------------------------------------------------------------- repair

// Searches the statement on top of the stack again. If its value is above 0, what is known about it
// and about the statements that failed above it is forgotten first, since none of them has a proof
// without the others: so each round either finds such a proof or forgets a bound that was proven
// before the walk began.
static enum kauri_status repair(struct kauri_walk *walk, struct kauri_error *error)
{
    struct kauri_proof_stack *stack = &walk->stack;
    struct kauri_proof_frame *frame = stack_top(stack);
    const struct kauri_statement statement = stack_statement(stack);
    unsigned branch = 0;
    if (++frame->rounds > ROUNDS_MAX) {
        walk->overwritten = true;
        return kauri_fail(error, KAURI_RESOURCE,
                          "too much of the proof was overwritten; it needs a search with more "
                          "memory");
    }
    if (statement.value > 0) {
        for (uint32_t i = frame->failed; i < stack->failure_count; i++) {
            const struct kauri_statement failed =
                kauri_proof_node_statement(&walk->nodes.node[stack->failures[i].node]);
            kauri_statement_forget(walk->asker.prover, &failed);
        }
        kauri_statement_forget(walk->asker.prover, &statement);
    }
    stack_forgive(stack);
    const enum kauri_status status =
        kauri_proof_asker_ask(&walk->asker, &statement, true, stack->proven, &branch, error);
    frame->forced = (uint8_t)branch;
    frame->tried = 0;
    frame->at = 0;
    frame->lean = UINT32_MAX;
    return status;
}

// The statement on top has failed for want of a way around the stack: leaves it to a lower
// statement if one is to blame.
static enum kauri_status fail(struct kauri_walk *walk, struct kauri_error *error)
{
    return stack_leans(&walk->stack) ? stack_pop_failed(&walk->stack, error) : repair(walk, error);
}

// ---------------------------------------------------------------------------------------- visits

// What a statement is good for as a reason for the one on top of the stack.
enum use {
    USE_OPEN,    // it has to be proven
    USE_SERVES,  // the rules, a table, another proof, a step, or the stack if allowed give it
    USE_BLOCKED, // a table contradicts it, or it leads back to the stack
};

static enum kauri_status find_use(struct kauri_walk *walk, const struct kauri_statement *statement,
                                  enum use *use, struct kauri_error *error)
{
    *use = USE_OPEN;
    if (kauri_statement_is_trivial(statement)) {
        *use = USE_SERVES;
        return KAURI_OK;
    }
    if (kauri_statement_is_covered(walk->asker.prover, statement)) {
        bool is_true = false;
        const enum kauri_status status =
            kauri_statement_probe(walk->asker.prover, statement, &is_true, error);
        *use = is_true ? USE_SERVES : USE_BLOCKED;
        return status;
    }
    if (kauri_statement_is_cited(walk->asker.prover, statement)) {
        *use = USE_SERVES;
        return KAURI_OK;
    }
    const uint32_t number = kauri_proof_nodes_find(&walk->nodes, statement);
    if (number == KAURI_NODE_NONE) {
        return KAURI_OK;
    }
    const struct kauri_proof_node *node = &walk->nodes.node[number];
    if ((node->state & KAURI_NODE_PROVEN) != 0 && node->value >= statement->value) {
        *use = USE_SERVES;
    } else if ((node->state & KAURI_NODE_ACTIVE) != 0 && statement->value <= 0) {
        *use = USE_SERVES; // moves without captures lead to it, so it demands the same value
    } else if ((node->state & (KAURI_NODE_ACTIVE | KAURI_NODE_FAILED)) != 0) {
        *use = USE_BLOCKED;
        stack_lean(&walk->stack, node);
    }
    return KAURI_OK;
}

// The prover moves: one move that holds the value. Of several that need a proof, the one that took
// the search the least work.
static enum kauri_status visit_own(struct kauri_walk *walk, struct kauri_statement_move *moves,
                                   unsigned count, struct kauri_error *error)
{
    struct kauri_proof_frame *frame = stack_top(&walk->stack);
    unsigned best = NO_MOVE;
    uint64_t least = UINT64_MAX;
    if (walk->stack.outcome == WALK_PROVEN) {
        stack_pop_proven(&walk->stack, moves[frame->at].hole);
        return KAURI_OK;
    }
    if (walk->stack.outcome == WALK_FAILED) {
        frame->tried = (uint8_t)(frame->tried | 1U << frame->at);
    }
    for (unsigned i = 0; i < count; i++) {
        struct kauri_statement *after = &moves[i].after;
        enum use use = USE_OPEN;
        uint64_t work = 0;
        if ((frame->tried & 1U << i) != 0) {
            continue;
        }
        kauri_statement_round(walk->asker.prover, after);
        const enum kauri_status status = find_use(walk, after, &use, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (use == USE_SERVES) {
            stack_pop_proven(&walk->stack, moves[i].hole);
            return KAURI_OK;
        }
        if (use == USE_BLOCKED) {
            frame->tried = (uint8_t)(frame->tried | 1U << i);
        } else if (frame->forced == i ||
                   kauri_statement_is_known(walk->asker.prover, after, &work)) {
            if (work < least) {
                least = work;
                best = i;
            }
        }
    }
    if (best == NO_MOVE) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)best;
    return stack_push(&walk->stack, &moves[best].after, error);
}

// The opponent moves: every move.
static enum kauri_status visit_opponent(struct kauri_walk *walk, struct kauri_statement_move *moves,
                                        unsigned count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_prover *prover = walk->asker.prover;
    struct kauri_proof_frame *frame = stack_top(&walk->stack);
    if (walk->stack.outcome == WALK_FAILED) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)(frame->at + (walk->stack.outcome == WALK_PROVEN));
    for (; frame->at < count; frame->at++) {
        struct kauri_statement *after = &moves[frame->at].after;
        enum use use = USE_OPEN;
        uint64_t work = 0;
        kauri_statement_round(prover, after);
        KAURI_TRY(find_use(walk, after, &use, error));
        if (use == USE_SERVES) {
            continue;
        }
        if (use == USE_BLOCKED) {
            return kauri_statement_is_covered(prover, after)
                       ? kauri_fail(error, KAURI_INTERNAL, "a table contradicts the search")
                       : fail(walk, error);
        }
        if (!kauri_statement_is_known(prover, after, &work)) {
            KAURI_TRY(
                kauri_proof_asker_ask(&walk->asker, after, false, walk->stack.proven, NULL, error));
        }
        return stack_push(&walk->stack, after, error);
    }
    stack_pop_proven(&walk->stack, KAURI_MOVE_PASS);
cleanup:
    return status;
}

// Proves a statement about the root.
static enum kauri_status prove(struct kauri_walk *walk, const struct kauri_packed *board,
                               enum kauri_proof_kind kind, int value, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_prover *prover = walk->asker.prover;
    struct kauri_statement root = kauri_statement_make(board, kind, value);
    kauri_statement_round(prover, &root);
    if (kauri_statement_is_trivial(&root) || kauri_statement_is_covered(prover, &root) ||
        kauri_statement_is_cited(prover, &root)) {
        return KAURI_OK;
    }
    KAURI_TRY(stack_push(&walk->stack, &root, error));
    while (walk->stack.depth > 0) {
        const struct kauri_statement statement = stack_statement(&walk->stack);
        struct kauri_statement_move moves[KAURI_HOLES_MAX];
        const unsigned count = kauri_statement_moves(prover, &statement, moves);
        KAURI_TRY(kauri_proof_asker_poll(&walk->asker, walk->stack.proven, error));
        KAURI_TRY(statement.kind == KAURI_PROOF_OWN ? visit_own(walk, moves, count, error)
                                                    : visit_opponent(walk, moves, count, error));
    }
cleanup:
    return status;
}

// ------------------------------------------------------------------------------------- interface

enum kauri_status kauri_walk_new(struct kauri_prover *prover, const struct kauri_position *position,
                                 struct kauri_bounds r, const struct kauri_walk_limits *limits,
                                 struct kauri_walk **walk, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_packed board = kauri_pack(position);
    *walk = NULL;
    struct kauri_walk *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    kauri_proof_asker_begin(&made->asker, prover, limits);
    made->nodes.most = limits->steps == 0 ? INT32_MAX : limits->steps;
    made->stack.nodes = &made->nodes;
    KAURI_TRY(prove(made, &board, KAURI_PROOF_OWN, r.low, error));
    KAURI_TRY(prove(made, &board, KAURI_PROOF_OPPONENT, -r.high, error));
    stack_clear(&made->stack);
    KAURI_TRY(kauri_proof_list_collect(&made->list, prover, &made->nodes, &board, r, error));
    *walk = made;
    made = NULL;
cleanup:
    if (made != NULL && limits->too_large != NULL) {
        *limits->too_large = made->overwritten || made->nodes.count == made->nodes.most;
    }
    kauri_walk_free(made);
    return status;
}

void kauri_walk_free(struct kauri_walk *walk)
{
    if (walk == NULL) {
        return;
    }
    kauri_proof_list_clear(&walk->list);
    stack_clear(&walk->stack);
    kauri_proof_nodes_clear(&walk->nodes);
    free(walk);
}

uint32_t kauri_walk_count(const struct kauri_walk *walk)
{
    return walk->list.count;
}

struct kauri_walk_step kauri_walk_step(const struct kauri_walk *walk, uint32_t number)
{
    const struct kauri_proof_node *node = &walk->nodes.node[walk->list.node[number]];
    const struct kauri_statement statement = kauri_proof_node_statement(node);
    return (struct kauri_walk_step){
        .position = kauri_unpack(&statement.board, walk->asker.prover->shape.holes),
        .kind = statement.kind,
        .value = statement.value,
        .hole = node->hole,
        .rank = statement.value > 0 ? number + 1 : 0,
    };
}

const int8_t *kauri_walk_moves(const struct kauri_walk *walk, uint32_t *count)
{
    *count = walk->list.move_count;
    return walk->list.moves;
}

unsigned kauri_walk_tables(const struct kauri_walk *walk)
{
    return walk->list.tables;
}

const struct kauri_walk_citation *kauri_walk_citations(const struct kauri_walk *walk,
                                                       uint32_t *count)
{
    *count = walk->list.citation_count;
    return walk->list.citations;
}

uint64_t kauri_walk_repairs(const struct kauri_walk *walk)
{
    return walk->asker.asked;
}
