#include "queries/prover/proof_list.h"

#include "queries/prover/prover_state.h"

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
    uint8_t *cited; // by number of what may be cited: a bit for each kind that is
    struct list_frame *frames;
    uint32_t depth, room;
    uint32_t finished; // steps
};

void kauri_proof_list_clear(struct kauri_proof_list *list)
{
    free(list->node);
    free(list->moves);
    free(list->citations);
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

// Notes that the proof takes a statement from another one.
static void cite(struct list_walk *walk, const struct kauri_statement *statement)
{
    const struct kauri_citables *citables = &walk->prover->citables;
    const struct kauri_citable *citable = kauri_citables_find(citables, &statement->board);
    uint8_t *cited = &walk->cited[citable - citables->list];
    const uint8_t bit = (uint8_t)(1U << statement->kind);
    walk->list->citation_count += (*cited & bit) == 0;
    *cited |= bit;
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
    if (kauri_statement_is_cited(walk->prover, statement)) {
        cite(walk, statement);
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

static int compare_citations(const void *a, const void *b)
{
    const struct kauri_walk_citation *one = a;
    const struct kauri_walk_citation *other = b;
    if (one->kind != other->kind) {
        return one->kind < other->kind ? -1 : 1;
    }
    const int seeds =
        memcmp(one->position.seeds, other->position.seeds, sizeof one->position.seeds);
    return seeds != 0 ? seeds
                      : memcmp(one->position.cowries, other->position.cowries,
                               sizeof one->position.cowries);
}

// Lists what was cited.
static enum kauri_status list_citations(const struct list_walk *walk, struct kauri_error *error)
{
    const struct kauri_prover *prover = walk->prover;
    struct kauri_proof_list *list = walk->list;
    uint32_t count = 0;
    list->citations = malloc(((size_t)list->citation_count + 1) * sizeof *list->citations);
    if (list->citations == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the citations of the proof");
    }
    for (uint32_t i = 0; i < prover->citables.count; i++) {
        const struct kauri_citable *citable = &prover->citables.list[i];
        for (unsigned kind = KAURI_PROOF_OWN; kind <= KAURI_PROOF_OPPONENT; kind++) {
            if ((walk->cited[i] >> kind & 1) != 0) {
                list->citations[count++] = (struct kauri_walk_citation){
                    .position = kauri_unpack(&citable->board, prover->shape.holes),
                    .kind = (enum kauri_proof_kind)kind,
                    .value = citable->value[kind],
                    .digest = citable->digest[kind],
                };
            }
        }
    }
    qsort(list->citations, count, sizeof *list->citations, compare_citations);
    return KAURI_OK;
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
    walk.cited = calloc((size_t)prover->citables.count + 1, 1);
    if (list->moves == NULL || walk.cited == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the steps of the proof");
        goto cleanup;
    }
    for (unsigned bound = 0; bound < 2; bound++) {
        KAURI_TRY(demand(&walk, &bounds[bound], error));
        while (walk.depth > 0) {
            KAURI_TRY(follow(&walk, error));
        }
    }
    KAURI_TRY(list_citations(&walk, error));
    KAURI_TRY(kauri_proof_nodes_sort(nodes, walk.finished, &list->node, &list->count, error));
cleanup:
    free(walk.frames);
    free(walk.cited);
    return status;
}
