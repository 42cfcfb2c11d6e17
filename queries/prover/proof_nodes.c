#include "queries/prover/proof_nodes.h"

#include "queries/prover/prover_state.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEED_BITS = 6,
    COWRIE_BITS = 4,
    FIRST_HOLES = 10, // holes whose seeds are in bits[0], below the kind
    KIND_SHIFT = FIRST_HOLES * SEED_BITS,
    COWRIES_SHIFT = (KAURI_BOARD_HOLES_MAX - FIRST_HOLES) * SEED_BITS,
    ROOM_FIRST = 256,
    SLOT_BITS_FIRST = 9,
    VALUE_MAX = 3 * KAURI_SEEDS_MAX + 1,
    VALUES = 2 * VALUE_MAX + 1,
};

// The lane of hole i, of 12.
static unsigned lane(unsigned i)
{
    return i < KAURI_HOLES_MAX ? i : KAURI_LANES_HALF + i - KAURI_HOLES_MAX;
}

static void encode(const struct kauri_statement *statement, uint64_t bits[2])
{
    bits[0] = (uint64_t)statement->kind << KIND_SHIFT;
    bits[1] = 0;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        const uint64_t seeds = statement->board.seeds[lane(i)];
        const uint64_t cowries = statement->board.cowries[lane(i)];
        bits[i / FIRST_HOLES] |= seeds << SEED_BITS * (i % FIRST_HOLES);
        bits[1] |= cowries << (COWRIES_SHIFT + COWRIE_BITS * i);
    }
}

static struct kauri_packed decode(const uint64_t bits[2])
{
    struct kauri_packed board = {.seeds = {0}};
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        board.seeds[lane(i)] =
            bits[i / FIRST_HOLES] >> SEED_BITS * (i % FIRST_HOLES) & ((1U << SEED_BITS) - 1);
        board.cowries[lane(i)] =
            bits[1] >> (COWRIES_SHIFT + COWRIE_BITS * i) & ((1U << COWRIE_BITS) - 1);
    }
    return board;
}

struct kauri_statement kauri_proof_node_statement(const struct kauri_proof_node *node)
{
    const struct kauri_packed board = decode(node->bits);
    return kauri_statement_make(&board, (enum kauri_proof_kind)(node->bits[0] >> KIND_SHIFT),
                                node->value);
}

static uint64_t hash(const uint64_t bits[2])
{
    uint64_t mixed = bits[0] * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 32 ^ bits[1]) * UINT64_C(0xD6E8FEB86659FD93);
    return (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

// The slot of the bits, or the empty one where they belong. There are slots.
static uint32_t *slot_of(const struct kauri_proof_nodes *nodes, const uint64_t bits[2])
{
    const uint64_t mask = (UINT64_C(1) << nodes->slot_bits) - 1;
    uint64_t at = hash(bits) >> (64 - nodes->slot_bits);
    for (;; at = (at + 1) & mask) {
        uint32_t *slot = &nodes->slots[at];
        if (*slot == KAURI_NODE_NONE ||
            (nodes->node[*slot].bits[0] == bits[0] && nodes->node[*slot].bits[1] == bits[1])) {
            return slot;
        }
    }
}

// Makes room for one more node.
static bool widen(struct kauri_proof_nodes *nodes)
{
    if (nodes->count == nodes->room) {
        const uint64_t wider = nodes->room == 0 ? ROOM_FIRST : (uint64_t)nodes->room * 3 / 2;
        const uint32_t room = wider < nodes->most ? (uint32_t)wider : nodes->most;
        struct kauri_proof_node *node = realloc(nodes->node, room * sizeof *node);
        if (node == NULL) {
            return false;
        }
        nodes->node = node;
        nodes->room = room;
    }
    if (nodes->slots == NULL || nodes->count >= (UINT64_C(1) << nodes->slot_bits) / 3 * 2) {
        const unsigned bits = nodes->slots == NULL ? SLOT_BITS_FIRST : nodes->slot_bits + 1;
        const size_t bytes = ((size_t)1 << bits) * sizeof *nodes->slots;
        uint32_t *slots = malloc(bytes);
        if (slots == NULL) {
            return false;
        }
        memset(slots, 0xff, bytes);
        free(nodes->slots);
        nodes->slots = slots;
        nodes->slot_bits = bits;
        for (uint32_t i = 0; i < nodes->count; i++) {
            *slot_of(nodes, nodes->node[i].bits) = i;
        }
    }
    return true;
}

enum kauri_status kauri_proof_nodes_add(struct kauri_proof_nodes *nodes,
                                        const struct kauri_statement *statement, uint32_t *node,
                                        struct kauri_error *error)
{
    *node = kauri_proof_nodes_find(nodes, statement);
    if (*node != KAURI_NODE_NONE) {
        return KAURI_OK;
    }
    if (nodes->count >= nodes->most) {
        return kauri_fail(error, KAURI_RESOURCE, "the proof has more than the %lu steps allowed",
                          (unsigned long)nodes->most);
    }
    if (!widen(nodes)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory after %lu steps of the proof",
                          (unsigned long)nodes->count);
    }
    *node = nodes->count++;
    struct kauri_proof_node *made = &nodes->node[*node];
    memset(made, 0, sizeof *made);
    encode(statement, made->bits);
    *slot_of(nodes, made->bits) = *node;
    return KAURI_OK;
}

uint32_t kauri_proof_nodes_find(const struct kauri_proof_nodes *nodes,
                                const struct kauri_statement *statement)
{
    uint64_t bits[2];
    if (nodes->slots == NULL) {
        return KAURI_NODE_NONE;
    }
    encode(statement, bits);
    return *slot_of(nodes, bits);
}

static size_t group_of(const struct kauri_proof_node *node)
{
    const struct kauri_packed board = decode(node->bits);
    return (size_t)kauri_packed_seeds(&board) * VALUES + (size_t)(VALUE_MAX - node->value);
}

enum kauri_status kauri_proof_nodes_sort(const struct kauri_proof_nodes *nodes, uint32_t proven,
                                         uint32_t **list, uint32_t *count,
                                         struct kauri_error *error)
{
    const size_t groups = (size_t)(KAURI_SEEDS_MAX + 1) * VALUES;
    uint32_t *first = calloc(groups + 1, sizeof *first);
    uint32_t *by_order = malloc(((size_t)proven + 1) * sizeof *by_order);
    *list = malloc(((size_t)nodes->count + 1) * sizeof **list);
    *count = 0;
    if (first == NULL || by_order == NULL || *list == NULL) {
        free(first);
        free(by_order);
        free(*list);
        *list = NULL;
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the steps of the proof");
    }
    memset(by_order, 0xff, ((size_t)proven + 1) * sizeof *by_order);
    for (uint32_t i = 0; i < nodes->count; i++) {
        if ((nodes->node[i].state & KAURI_NODE_MARKED) != 0) {
            by_order[nodes->node[i].order] = i;
            first[group_of(&nodes->node[i]) + 1]++;
            ++*count;
        }
    }
    for (size_t group = 0; group < groups; group++) {
        first[group + 1] += first[group];
    }
    for (uint32_t order = 0; order <= proven; order++) {
        const uint32_t i = by_order[order];
        if (i != KAURI_NODE_NONE) {
            (*list)[first[group_of(&nodes->node[i])]++] = i;
        }
    }
    free(first);
    free(by_order);
    return KAURI_OK;
}

void kauri_proof_nodes_clear(struct kauri_proof_nodes *nodes)
{
    free(nodes->node);
    free(nodes->slots);
    memset(nodes, 0, sizeof *nodes);
}

// ------------------------------------------------------------------------------ steps of the proof

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
