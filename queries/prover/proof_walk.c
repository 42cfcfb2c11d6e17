#include "queries/prover/proof_walk.h"

#include "queries/prover/proof_stack.h"
#include "queries/prover/prover_state.h"

#include <stdlib.h>

enum {
    ROUNDS_MAX = 100, // of repairing one statement
};

struct kauri_walk {
    struct kauri_proof_asker asker;
    struct kauri_proof_nodes nodes;
    struct kauri_proof_stack stack;
    struct kauri_proof_list list;
};

// ---------------------------------------------------------------------------------------- repair

// Searches the statement on top of the stack again. If its value is above 0, what is known about it
// and about the statements that failed above it is forgotten first, since none of them has a proof
// without the others: so each round either finds such a proof or forgets a bound that was proven
// before the walk began.
static enum kauri_status repair(struct kauri_walk *walk, struct kauri_error *error)
{
    struct kauri_proof_stack *stack = &walk->stack;
    struct kauri_proof_frame *frame = kauri_proof_stack_top(stack);
    const struct kauri_statement statement = kauri_proof_stack_statement(stack);
    unsigned branch = 0;
    if (++frame->rounds > ROUNDS_MAX) {
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
    kauri_proof_stack_forgive(stack);
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
    return kauri_proof_stack_leans(&walk->stack) ? kauri_proof_stack_pop_failed(&walk->stack, error)
                                                 : repair(walk, error);
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
        kauri_proof_stack_lean(&walk->stack, node);
    }
    return KAURI_OK;
}

// The prover moves: one move that holds the value. Of several that need a proof, the one that took
// the search the least work.
static enum kauri_status visit_own(struct kauri_walk *walk, struct kauri_statement_move *moves,
                                   unsigned count, struct kauri_error *error)
{
    struct kauri_proof_frame *frame = kauri_proof_stack_top(&walk->stack);
    unsigned best = KAURI_PROOF_NO_MOVE;
    uint64_t least = UINT64_MAX;
    if (walk->stack.outcome == KAURI_PROOF_PROVEN) {
        kauri_proof_stack_pop_proven(&walk->stack, moves[frame->at].hole);
        return KAURI_OK;
    }
    if (walk->stack.outcome == KAURI_PROOF_FAILED) {
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
            kauri_proof_stack_pop_proven(&walk->stack, moves[i].hole);
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
    if (best == KAURI_PROOF_NO_MOVE) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)best;
    return kauri_proof_stack_push(&walk->stack, &moves[best].after, error);
}

// The opponent moves: every move.
static enum kauri_status visit_opponent(struct kauri_walk *walk, struct kauri_statement_move *moves,
                                        unsigned count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_prover *prover = walk->asker.prover;
    struct kauri_proof_frame *frame = kauri_proof_stack_top(&walk->stack);
    if (walk->stack.outcome == KAURI_PROOF_FAILED) {
        return fail(walk, error);
    }
    frame->at = (uint8_t)(frame->at + (walk->stack.outcome == KAURI_PROOF_PROVEN));
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
        return kauri_proof_stack_push(&walk->stack, after, error);
    }
    kauri_proof_stack_pop_proven(&walk->stack, KAURI_MOVE_PASS);
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
    KAURI_TRY(kauri_proof_stack_push(&walk->stack, &root, error));
    while (walk->stack.depth > 0) {
        const struct kauri_statement statement = kauri_proof_stack_statement(&walk->stack);
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
    kauri_proof_stack_clear(&made->stack);
    KAURI_TRY(kauri_proof_list_collect(&made->list, prover, &made->nodes, &board, r, error));
    *walk = made;
    made = NULL;
cleanup:
    kauri_walk_free(made);
    return status;
}

void kauri_walk_free(struct kauri_walk *walk)
{
    if (walk == NULL) {
        return;
    }
    kauri_proof_list_clear(&walk->list);
    kauri_proof_stack_clear(&walk->stack);
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
