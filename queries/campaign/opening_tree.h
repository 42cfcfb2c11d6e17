// The results of a campaign, and of the built-in proofs (queries/campaign/opening_proofs.h), about
// the first moves: the tree of the questions below a root.
//
// A question is about the player to move, which changes after each ply. A claim, such as "North
// wins", is the same in the whole tree.
#ifndef KAURI_QUERIES_CAMPAIGN_OPENING_TREE_H
#define KAURI_QUERIES_CAMPAIGN_OPENING_TREE_H

#include "common/status.h"
#include "queries/campaign/campaign_frontier.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_opening_node {
    uint32_t parent; // KAURI_CAMPAIGN_NONE at the top
    uint32_t first;  // first of `count` consecutive nodes: the positions after the moves that lead
                     // to questions
    uint32_t count;
    uint32_t same; // a node about the same question, which has the moves and positions of both and
                   // is not further from the top; or KAURI_CAMPAIGN_NONE
    unsigned ply;  // 0 at the top
    char move[2];  // the letter of the move that leads here; "" at the top
    struct kauri_capture captured;
    struct kauri_position position; // position with its score
    uint32_t question;
    bool proven;                  // the question is answered
    bool holds;                   // whether the claim is true, if that is proven
    uint64_t digest;              // digest of the proof, if there is one
    struct kauri_bounds r;        // proven bounds, for the player to move
    struct kauri_efforts efforts; // efforts to prove and to refute the claim if the question is
                                  // open; 0 and 0: nothing depends on it any more
    uint64_t positions;           // positions expanded by the jobs about this node and all below it
};

struct kauri_opening_tree {
    // The claim: that `side` wins under the standard rules, if the answer to the root's question
    // decides that; else that the answer is "yes", and `side` is to move at the top.
    bool wins;
    enum kauri_side side;
    int x;                            // threshold of the root's question
    struct kauri_opening_node *nodes; // the top comes first, then ply by ply
    uint32_t count;
};

// Adds the built-in bounds to a frontier, and the start of the game as another root if a root is
// the position after a first move, or if there is no root (does South at least draw?). Then
// evaluates the frontier, which must not be saved afterwards. Errors: KAURI_WRONG if the frontier
// contradicts a built-in bound; KAURI_RESOURCE.
enum kauri_status kauri_opening_tree_prepare(struct kauri_campaign_frontier *frontier,
                                             struct kauri_error *error);

// Returns whether the root is the top of a tree. A position after a first move of the game is not:
// it is in the tree of another root.
bool kauri_opening_tree_is_top(const struct kauri_campaign_root *root);

// Makes the tree below a root of an evaluated frontier. The caller frees it. KAURI_RESOURCE.
enum kauri_status kauri_opening_tree_make(const struct kauri_campaign_frontier *frontier,
                                          const struct kauri_campaign_root *root,
                                          struct kauri_opening_tree *tree,
                                          struct kauri_error *error);
void kauri_opening_tree_free(struct kauri_opening_tree *tree);

#endif
