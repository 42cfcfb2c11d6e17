#include "queries/prover/proof_list.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 64 };

// A step whose moves are being followed.
struct list_frame {
    uint32_t node;
    uint8_t at; // the next move
};

struct list_walk {
    const struct kauri_prover *prover;
    struct kauri_proof_nodes *nodes;
    struct kauri_proof_list *list;
    struct list_frame *frames;
    uint32_t depth, room;
    uint32_t finished; // steps
};

void kauri_proof_list_clear(struct kauri_proof_list *list)
{
    free(list->node);
    free(list->moves);
    memset(list, 0, sizeof *list);
}

static enum kauri_status push(struct list_walk *walk, uint32_t number, struct kauri_error *error)
{
    if (walk->depth == walk->room) {
        const uint32_t room = walk->room == 0 ? ROOM_FIRST : 2 * walk->room;
        struct list_frame *frames = realloc(walk->frames, room * sizeof *frames);
        if (frames == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the steps of the proof");
        }
        walk->frames = frames;
        walk->room = room;
    }
    walk->frames[walk->depth++] = (struct list_frame){.node = number};
    return KAURI_OK;
}

// Demands a statement: visits its step if that is new, or if more is demanded than before. The
// moves that hold the greatest value that was proven hold every smaller one.
static enum kauri_status demand(struct list_walk *walk, const struct kauri_statement *statement,
                                struct kauri_error *error)
{
    if (kauri_statement_is_trivial(statement)) {
        return KAURI_OK;
    }
    if (kauri_statement_is_covered(walk->prover, statement)) {
        if (walk->list->tables <= statement->seeds) {
            walk->list->tables = statement->seeds + 1;
        }
        return KAURI_OK;
    }
    const uint32_t number = kauri_proof_nodes_find(walk->nodes, statement);
    struct kauri_proof_node *node = &walk->nodes->node[number];
    if ((node->state & KAURI_NODE_MARKED) == 0) {
        node->state |= KAURI_NODE_MARKED;
        if (statement->kind == KAURI_PROOF_OWN) {
            walk->list->moves[walk->list->move_count++] = node->hole;
        }
    } else if (statement->value <= node->value) {
        return KAURI_OK;
    }
    node->value = (int16_t)statement->value;
    return push(walk, number, error);
}

// Follows the next move of the step on top of the stack, or finishes the step. Of the prover's
// moves only one is followed.
static enum kauri_status follow(struct list_walk *walk, struct kauri_error *error)
{
    struct list_frame *frame = &walk->frames[walk->depth - 1];
    struct kauri_proof_node *node = &walk->nodes->node[frame->node];
    const struct kauri_statement statement = kauri_proof_node_statement(node);
    struct kauri_statement_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_statement_moves(walk->prover, &statement, moves);
    const bool own = statement.kind == KAURI_PROOF_OWN;
    while (own && frame->at < count && moves[frame->at].hole != node->hole) {
        frame->at++;
    }
    if (frame->at >= count) {
        node->order = ++walk->finished;
        walk->depth--;
        return KAURI_OK;
    }
    const struct kauri_statement *after = &moves[frame->at].after;
    frame->at = (uint8_t)(own ? count : frame->at + 1U);
    return demand(walk, after, error);
}

enum kauri_status kauri_proof_list_collect(struct kauri_proof_list *list,
                                           const struct kauri_prover *prover,
                                           struct kauri_proof_nodes *nodes,
                                           const struct kauri_packed *board, struct kauri_bounds r,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct list_walk walk = {.prover = prover, .nodes = nodes, .list = list};
    const struct kauri_statement bounds[] = {
        kauri_statement_make(board, KAURI_PROOF_OWN, r.low),
        kauri_statement_make(board, KAURI_PROOF_OPPONENT, -r.high),
    };
    list->moves = malloc((size_t)nodes->count + 1);
    if (list->moves == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the steps of the proof");
    }
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_TRY(demand(&walk, &bounds[bound], error));
        while (walk.depth > 0) {
            KAURI_TRY(follow(&walk, error));
        }
    }
    KAURI_TRY(kauri_proof_nodes_sort(nodes, walk.finished, &list->node, &list->count, error));
cleanup:
    free(walk.frames);
    return status;
}
