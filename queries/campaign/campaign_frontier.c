#include "queries/campaign/campaign_frontier.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- memory

enum kauri_status kauri_campaign_new(struct kauri_campaign_frontier **frontier,
                                     struct kauri_error *error)
{
    struct kauri_campaign_frontier *made = aligned_alloc(16, sizeof *made);
    *frontier = made;
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the frontier");
    }
    memset(made, 0, sizeof *made);
    kauri_question_values_init(&made->values);
    return KAURI_OK;
}

void kauri_campaign_free(struct kauri_campaign_frontier *frontier)
{
    if (frontier == NULL) {
        return;
    }
    free(frontier->roots);
    free(frontier->questions);
    free(frontier->bounds);
    free(frontier->places);
    kauri_proof_nodes_clear(&frontier->boards);
    free(frontier);
}

// ---------------------------------------------------------------------------------------- places

static uint32_t find_place(const struct kauri_campaign_frontier *frontier,
                           const struct kauri_position *position)
{
    const struct kauri_packed board = kauri_pack(position);
    return kauri_proof_nodes_find(&frontier->boards, &board, KAURI_PROOF_OWN);
}

// Finds or adds the place of a position.
static enum kauri_status take_place(struct kauri_campaign_frontier *frontier,
                                    const struct kauri_position *position, uint32_t *place,
                                    struct kauri_error *error)
{
    const struct kauri_packed board = kauri_pack(position);
    const uint32_t count = frontier->boards.count;
    const unsigned seeds = kauri_seeds(position);
    KAURI_PASS(
        KAURI_FIT(frontier->places, count + 1, frontier->place_capacity, error, "the frontier"));
    KAURI_PASS(kauri_proof_nodes_add(&frontier->boards, &board, KAURI_PROOF_OWN, place, error));
    if (*place == count) {
        frontier->places[count] = (struct kauri_campaign_place){.question = KAURI_CAMPAIGN_NONE,
                                                                .bound = KAURI_CAMPAIGN_NONE,
                                                                .r = kauri_bounds_trivial(seeds),
                                                                .seeds = (uint8_t)seeds};
    }
    return KAURI_OK;
}

struct kauri_position kauri_campaign_position(const struct kauri_campaign_frontier *frontier,
                                              uint32_t place)
{
    enum kauri_proof_kind kind;
    const struct kauri_packed board = kauri_proof_node_board(&frontier->boards.node[place], &kind);
    return kauri_unpack(&board, frontier->shape.holes);
}

// ------------------------------------------------------------------------------------- questions

int kauri_campaign_round(const struct kauri_campaign_frontier *frontier, int x, unsigned seeds)
{
    return kauri_question_round(&frontier->values, x, seeds);
}

static uint32_t find_question(const struct kauri_campaign_frontier *frontier, uint32_t place, int x)
{
    uint32_t question =
        place == KAURI_CAMPAIGN_NONE ? KAURI_CAMPAIGN_NONE : frontier->places[place].question;
    while (question != KAURI_CAMPAIGN_NONE && frontier->questions[question].x != x) {
        question = frontier->questions[question].next;
    }
    return question;
}

uint32_t kauri_campaign_find(const struct kauri_campaign_frontier *frontier,
                             const struct kauri_position *position, int x)
{
    return find_question(frontier, find_place(frontier, position),
                         kauri_campaign_round(frontier, x, kauri_seeds(position)));
}

// Returns whether the bounds answer the question.
static bool answers(struct kauri_bounds r, int x)
{
    return r.low >= x || r.high < x;
}

// Answers the question by the first bound of its position that does.
static void answer_if_known(struct kauri_campaign_frontier *frontier, uint32_t number)
{
    struct kauri_campaign_question *question = &frontier->questions[number];
    uint32_t bound = frontier->places[question->place].bound;
    for (; bound != KAURI_CAMPAIGN_NONE; bound = frontier->bounds[bound].next) {
        if (answers(frontier->bounds[bound].r, question->x)) {
            question->state = KAURI_CAMPAIGN_ANSWERED;
            question->bound = bound;
            question->yes = frontier->bounds[bound].r.low >= question->x;
            question->child_count = 0;
            return;
        }
    }
}

enum kauri_status kauri_campaign_add(struct kauri_campaign_frontier *frontier,
                                     const struct kauri_position *position, int x,
                                     struct kauri_efforts efforts, uint32_t *question,
                                     struct kauri_error *error)
{
    uint32_t place = KAURI_CAMPAIGN_NONE;
    const int rounded = kauri_campaign_round(frontier, x, kauri_seeds(position));
    if (kauri_question_is_trivial(position, rounded)) {
        return kauri_fail(error, KAURI_USAGE, "the rules alone answer whether r >= %d", x);
    }
    KAURI_PASS(take_place(frontier, position, &place, error));
    uint32_t found = find_question(frontier, place, rounded);
    if (found == KAURI_CAMPAIGN_NONE) {
        KAURI_PASS(KAURI_FIT(frontier->questions, frontier->question_count + 1,
                             frontier->question_capacity, error, "the frontier"));
        found = frontier->question_count++;
        frontier->questions[found] =
            (struct kauri_campaign_question){.place = place,
                                             .next = frontier->places[place].question,
                                             .x = (int16_t)rounded,
                                             .leaf = efforts,
                                             .bound = KAURI_CAMPAIGN_NONE};
        frontier->places[place].question = found;
        answer_if_known(frontier, found);
    } else if (frontier->questions[found].state == KAURI_CAMPAIGN_LEAF) {
        frontier->questions[found].leaf = efforts;
    }
    if (question != NULL) {
        *question = found;
    }
    return KAURI_OK;
}

enum kauri_status kauri_campaign_set_board(struct kauri_campaign_frontier *frontier,
                                           struct kauri_shape shape, struct kauri_error *error)
{
    if (frontier->shape.holes == 0) {
        kauri_sowing_init(&frontier->sowing, shape.holes);
        frontier->shape = shape;
    }
    return kauri_shape_equal(shape, frontier->shape)
               ? KAURI_OK
               : kauri_fail(error, KAURI_BAD_INPUT,
                            "the campaign is for %u holes in a row and %u cowries",
                            (unsigned)frontier->shape.holes, (unsigned)frontier->shape.cowries);
}

enum kauri_status kauri_campaign_add_root(struct kauri_campaign_frontier *frontier,
                                          const struct kauri_position *position, int x,
                                          struct kauri_error *error)
{
    const struct kauri_packed board = kauri_pack(position);
    const int rounded = kauri_campaign_round(frontier, x, kauri_seeds(position));
    KAURI_PASS(kauri_campaign_set_board(frontier, kauri_shape_of(position), error));
    if (kauri_question_is_trivial(position, rounded)) {
        return kauri_fail(error, KAURI_USAGE, "the rules alone answer whether r >= %d", x);
    }
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        const struct kauri_packed other = kauri_pack(&frontier->roots[i].position);
        if (frontier->roots[i].x == rounded && kauri_packed_equal(&other, &board)) {
            return kauri_fail(error, KAURI_USAGE, "the campaign asks that already");
        }
    }
    KAURI_PASS(KAURI_FIT(frontier->roots, frontier->root_count + 1, frontier->root_capacity, error,
                         "the frontier"));
    frontier->roots[frontier->root_count++] = (struct kauri_campaign_root){
        .position = *position, .x = (int16_t)rounded, .question = KAURI_CAMPAIGN_NONE};
    return KAURI_OK;
}

enum kauri_status kauri_campaign_settle(struct kauri_campaign_frontier *frontier,
                                        struct kauri_error *error)
{
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        struct kauri_campaign_root *root = &frontier->roots[i];
        root->question = kauri_campaign_find(frontier, &root->position, root->x);
        if (root->question == KAURI_CAMPAIGN_NONE) {
            KAURI_PASS(kauri_campaign_add(
                frontier, &root->position, root->x,
                kauri_question_first(&frontier->sowing, &root->position, root->x), &root->question,
                error));
        }
    }
    for (uint32_t i = 0; i < frontier->question_count; i++) {
        if (frontier->questions[i].state == KAURI_CAMPAIGN_SPLIT) {
            kauri_campaign_link(frontier, i);
        }
    }
    return KAURI_OK;
}

unsigned kauri_campaign_moves(const struct kauri_campaign_frontier *frontier, uint32_t question,
                              struct kauri_question_move moves[KAURI_HOLES_MAX])
{
    const struct kauri_campaign_question *found = &frontier->questions[question];
    const struct kauri_position position = kauri_campaign_position(frontier, found->place);
    return kauri_question_moves(&frontier->values, &position, found->x, moves);
}

void kauri_campaign_link(struct kauri_campaign_frontier *frontier, uint32_t question)
{
    struct kauri_campaign_question *parent = &frontier->questions[question];
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_campaign_moves(frontier, question, moves);
    if (parent->state == KAURI_CAMPAIGN_ANSWERED) {
        return;
    }
    parent->state = KAURI_CAMPAIGN_SPLIT;
    parent->child_count = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t child = moves[i].trivial
                                   ? KAURI_CAMPAIGN_NONE
                                   : kauri_campaign_find(frontier, &moves[i].after, moves[i].x);
        if (child != KAURI_CAMPAIGN_NONE) {
            parent->child[parent->child_count++] = child;
        }
    }
}

enum kauri_status kauri_campaign_divide(struct kauri_campaign_frontier *frontier, uint32_t question,
                                        struct kauri_error *error)
{
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_campaign_moves(frontier, question, moves);
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_question_move *move = &moves[i];
        if (!move->trivial &&
            kauri_campaign_find(frontier, &move->after, move->x) == KAURI_CAMPAIGN_NONE) {
            KAURI_PASS(kauri_campaign_add(
                frontier, &move->after, move->x,
                kauri_question_first(&frontier->sowing, &move->after, move->x), NULL, error));
        }
    }
    kauri_campaign_link(frontier, question);
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- bounds

// The bound of the place with this proof, or none.
static uint32_t find_bound(const struct kauri_campaign_frontier *frontier, uint32_t place,
                           uint64_t digest)
{
    uint32_t bound = frontier->places[place].bound;
    while (bound != KAURI_CAMPAIGN_NONE && frontier->bounds[bound].digest != digest) {
        bound = frontier->bounds[bound].next;
    }
    return bound;
}

enum kauri_status kauri_campaign_record(struct kauri_campaign_frontier *frontier,
                                        const struct kauri_position *position,
                                        struct kauri_bounds r, uint64_t digest,
                                        struct kauri_error *error)
{
    uint32_t number = KAURI_CAMPAIGN_NONE;
    KAURI_PASS(take_place(frontier, position, &number, error));
    KAURI_PASS(KAURI_FIT(frontier->bounds, frontier->bound_count + 1, frontier->bound_capacity,
                         error, "the frontier"));
    struct kauri_campaign_place *place = &frontier->places[number];
    const uint32_t same = find_bound(frontier, number, digest);
    if (r.low > place->r.high || r.high < place->r.low) {
        return kauri_fail(error, KAURI_WRONG,
                          "proof %016llx says that r is from %d to %d, and others that it is from "
                          "%d to %d",
                          (unsigned long long)digest, (int)r.low, (int)r.high, (int)place->r.low,
                          (int)place->r.high);
    }
    if (same != KAURI_CAMPAIGN_NONE) {
        const struct kauri_bounds there = frontier->bounds[same].r;
        return there.low == r.low && there.high == r.high
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_WRONG, "proof %016llx is said to prove two things",
                                (unsigned long long)digest);
    }
    frontier->bounds[frontier->bound_count] = (struct kauri_campaign_bound){
        .place = number, .next = place->bound, .r = r, .digest = digest};
    place->bound = frontier->bound_count++;
    place->r = kauri_bounds_both(place->r, r);
    for (uint32_t i = place->question; i != KAURI_CAMPAIGN_NONE; i = frontier->questions[i].next) {
        if (frontier->questions[i].state != KAURI_CAMPAIGN_ANSWERED) {
            answer_if_known(frontier, i);
        }
    }
    return KAURI_OK;
}

const struct kauri_bounds *kauri_campaign_bound(const struct kauri_campaign_frontier *frontier,
                                                const struct kauri_position *position,
                                                uint64_t digest)
{
    const uint32_t place = find_place(frontier, position);
    const uint32_t bound =
        place == KAURI_CAMPAIGN_NONE ? place : find_bound(frontier, place, digest);
    return bound == KAURI_CAMPAIGN_NONE ? NULL : &frontier->bounds[bound].r;
}
