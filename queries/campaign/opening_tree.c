#include "queries/campaign/opening_tree.h"

#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/opening_proofs.h"
#include "queries/lookup/bounds.h"
#include "rules/value.h"

#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- roots

bool kauri_opening_tree_is_top(const struct kauri_campaign_root *root)
{
    const struct kauri_position start = kauri_start(root->position.holes);
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(&start, moves);
    bool is_first = false;
    for (unsigned i = 0; i < count; i++) {
        is_first = is_first || kauri_position_equal(&moves[i].successor, &root->position);
    }
    return !is_first;
}

// Adds the start of the game as a root that is split into all first moves, unless it is there.
static enum kauri_status add_start(struct kauri_campaign_frontier *frontier, unsigned holes, int x,
                                   struct kauri_error *error)
{
    const struct kauri_position start = kauri_start(holes);
    const uint32_t number = frontier->root_count;
    enum kauri_status status = kauri_campaign_add_root(frontier, &start, x, error);
    if (status == KAURI_USAGE) { // the question is a root already
        return KAURI_OK;
    }
    KAURI_PASS(status);
    KAURI_PASS(kauri_campaign_settle(frontier, error));
    return kauri_campaign_divide(frontier, frontier->roots[number].question, error);
}

// Adds a bound, and a question that it answers.
static enum kauri_status add_opening(struct kauri_campaign_frontier *frontier,
                                     const struct kauri_opening *opening, struct kauri_error *error)
{
    const struct kauri_bounds none = kauri_bounds_trivial(kauri_seeds(&opening->position));
    const enum kauri_status status =
        kauri_campaign_record(frontier, &opening->position, opening->r, opening->digest, error);
    return status != KAURI_OK ? status
                              : kauri_campaign_add(frontier, &opening->position,
                                                   opening->r.low > none.low ? opening->r.low
                                                                             : opening->r.high + 1,
                                                   (struct kauri_efforts){1, 1}, NULL, error);
}

enum kauri_status kauri_opening_tree_prepare(struct kauri_campaign_frontier *frontier,
                                             struct kauri_error *error)
{
    const uint32_t roots = frontier->root_count;
    if (roots == 0) {
        KAURI_PASS(add_start(frontier, KAURI_HOLES_MAX, -1, error));
    }
    for (uint32_t i = 0; i < roots; i++) {
        const struct kauri_campaign_root root = frontier->roots[i];
        if (!kauri_opening_tree_is_top(&root)) {
            // No first move captures.
            KAURI_PASS(add_start(frontier, root.position.holes, 1 - root.x, error));
        }
    }
    for (unsigned i = 0; i < kauri_opening_count(); i++) {
        const struct kauri_opening opening = kauri_opening(i);
        if (frontier->shape.holes == opening.position.holes &&
            frontier->shape.cowries == kauri_cowries(&opening.position)) {
            KAURI_PASS(add_opening(frontier, &opening, error));
        }
    }
    return kauri_campaign_evaluate(frontier, error);
}

// ------------------------------------------------------------------------------------------ tree

// Sets the claim of a tree: that the player to move at the root wins or, if the answer "no" means
// that, that the opponent wins.
static void set_claim(const struct kauri_campaign_frontier *frontier,
                      const struct kauri_campaign_root *root, struct kauri_opening_tree *tree)
{
    const struct kauri_position *position = &root->position;
    const struct kauri_bounds no =
        kauri_question_answer(&frontier->values, position, root->x, false);
    const enum kauri_result result = kauri_standard_result(position, root->x);
    tree->wins = kauri_standard_result(position, no.high) != result;
    tree->side =
        (enum kauri_side)(tree->wins && result == KAURI_DRAW ? !position->side : position->side);
    tree->x = root->x;
}

// Adds a node, whose place, position and question are set, with what is known about it. `node_of`
// has the first node about each question, or none.
static void add_node(const struct kauri_campaign_frontier *frontier, uint32_t *node_of,
                     struct kauri_opening_tree *tree, struct kauri_opening_node node)
{
    const struct kauri_campaign_question *question = &frontier->questions[node.question];
    const struct kauri_efforts efforts = question->efforts;
    const bool own = node.position.side == tree->side;
    node.r = frontier->places[question->place].r;
    if (question->state == KAURI_CAMPAIGN_ANSWERED) {
        node.proven = true;
        node.holds = question->yes == own;
        node.digest = frontier->bounds[question->bound].digest;
    } else {
        node.efforts = own ? efforts : (struct kauri_efforts){efforts.delta, efforts.phi};
    }
    node.same = node_of[node.question];
    if (node.same == KAURI_CAMPAIGN_NONE) {
        node_of[node.question] = tree->count;
        node.positions = question->positions;
    }
    tree->nodes[tree->count++] = node;
}

// Adds the children of a node: the positions after those of its moves whose questions are in the
// frontier.
static void expand(const struct kauri_campaign_frontier *frontier, uint32_t *node_of,
                   struct kauri_opening_tree *tree, uint32_t number)
{
    struct kauri_opening_node *parent = &tree->nodes[number];
    const enum kauri_side side = (enum kauri_side)parent->position.side;
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    struct kauri_valued_move played[KAURI_HOLES_MAX]; // the moves with side and score
    const unsigned count = kauri_campaign_moves(frontier, parent->question, moves);
    (void)kauri_moves_list(&parent->position, played);
    parent->first = tree->count;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t question = kauri_campaign_find(frontier, &moves[i].after, moves[i].x);
        if (question != KAURI_CAMPAIGN_NONE) {
            add_node(frontier, node_of, tree,
                     (struct kauri_opening_node){.parent = number,
                                                 .ply = parent->ply + 1,
                                                 .move = {kauri_move_letter(side, played[i].hole)},
                                                 .captured = played[i].captured,
                                                 .position = played[i].successor,
                                                 .question = question});
        }
    }
    parent->count = tree->count - parent->first;
}

enum kauri_status kauri_opening_tree_make(const struct kauri_campaign_frontier *frontier,
                                          const struct kauri_campaign_root *root,
                                          struct kauri_opening_tree *tree,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t questions = frontier->question_count;
    uint32_t *node_of = malloc(questions * sizeof *node_of);
    *tree = (struct kauri_opening_tree){
        .nodes = calloc(1 + KAURI_HOLES_MAX * questions, sizeof *tree->nodes)};
    if (node_of == NULL || tree->nodes == NULL) {
        kauri_opening_tree_free(tree);
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the moves");
        goto cleanup;
    }
    memset(node_of, 0xff, questions * sizeof *node_of);
    set_claim(frontier, root, tree);
    add_node(frontier, node_of, tree,
             (struct kauri_opening_node){.parent = KAURI_CAMPAIGN_NONE,
                                         .position = root->position,
                                         .question = root->question});
    for (uint32_t i = 0; i < tree->count; i++) {
        if (tree->nodes[i].same == KAURI_CAMPAIGN_NONE) {
            expand(frontier, node_of, tree, i);
        }
    }
    for (uint32_t i = tree->count - 1; i > 0; i--) { // no node comes before its parent
        tree->nodes[tree->nodes[i].parent].positions += tree->nodes[i].positions;
    }
cleanup:
    free(node_of);
    return status;
}

void kauri_opening_tree_free(struct kauri_opening_tree *tree)
{
    free(tree->nodes);
    *tree = (struct kauri_opening_tree){.count = 0};
}
