// The frontier of a campaign: the top of the graph of questions "is r >= x?" about the player to
// move (docs/reference/CAMPAIGN.md), and the bounds that proofs establish.
//
// A question is about a position without side and score. The question after a move with net
// captures g is "is r >= 3 g - x + 1?" (docs/reference/SEARCH.md), so a question that several lines
// of play lead to is one question. A question is a leaf until it is split into those after its
// moves. It counts as answered only when a bound with a proof answers it.
//
// A frontier belongs to one thread at a time.
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_FRONTIER_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_FRONTIER_H

#include "common/status.h"
#include "indexer/layer.h"
#include "queries/campaign/campaign_question.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/question.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

#define KAURI_CAMPAIGN_NONE KAURI_NODE_NONE // no question, no bound, no place

enum kauri_campaign_state {
    KAURI_CAMPAIGN_LEAF,     // open question
    KAURI_CAMPAIGN_SPLIT,    // open question, with questions after its moves
    KAURI_CAMPAIGN_ANSWERED, // question answered by a bound with a proof
};

struct kauri_campaign_question {
    enum kauri_campaign_state state;
    uint32_t place; // position of the question
    uint32_t next;  // question about the same position, or none
    int16_t x;
    // Only for a split question: the questions after the moves that may still matter. A move
    // without one was refuted by a short search.
    uint8_t child_count;
    uint32_t child[KAURI_HOLES_MAX];
    struct kauri_efforts leaf; // efforts of a leaf, both at least 1
    uint64_t positions;        // positions expanded by the jobs about this question
    uint32_t bound;            // bound that answers it, or none
    bool yes;                  // the answer is yes
    // The members below belong to this run alone.
    // Members set by kauri_campaign_evaluate.
    struct kauri_efforts efforts;
    uint32_t order;    // place in the order of evaluation; 0: not reached from an open root
    uint32_t depth;    // depth on the path while the question is evaluated; otherwise 0
    uint32_t rests_on; // question above it that its efforts rest on, or none
    bool closing;      // the questions after its moves seem to answer it
    bool available;    // the question or one below it can become a job
};

// A bound with a proof.
struct kauri_campaign_bound {
    uint32_t place;
    uint32_t next; // bound of the same position, or none
    struct kauri_bounds r;
    uint64_t digest; // digest at the end of the proof, by which its file is named
};

// A position, seen from the player to move.
struct kauri_campaign_place {
    uint32_t question, bound; // latest question and latest bound about it, or none
    struct kauri_bounds r;    // bounds that all proofs together establish
    uint8_t seeds;
};

// A question that somebody wants answered, first things first.
struct kauri_campaign_root {
    struct kauri_position position; // position with side and score
    int16_t x;
    uint32_t question; // none before kauri_campaign_settle
};

struct kauri_campaign_frontier {
    struct kauri_sowing sowing;
    struct kauri_question_values values;
    struct kauri_shape shape; // holes 0: no root yet
    struct kauri_campaign_root *roots;
    struct kauri_campaign_question *questions;
    struct kauri_campaign_bound *bounds;
    struct kauri_campaign_place *places;
    struct kauri_proof_nodes boards; // the board of each place; its values are not used
    uint32_t root_count, question_count, bound_count;
    size_t root_capacity, question_capacity, bound_capacity, place_capacity;
};

// Makes an empty frontier. KAURI_RESOURCE.
enum kauri_status kauri_campaign_new(struct kauri_campaign_frontier **frontier,
                                     struct kauri_error *error);
// Accepts NULL.
void kauri_campaign_free(struct kauri_campaign_frontier *frontier);

// The equal question with the greatest x (queries/prover/question.h).
int kauri_campaign_round(const struct kauri_campaign_frontier *frontier, int x, unsigned seeds);

// Finds the question about the position, whatever its side and score; x is rounded. Returns
// KAURI_CAMPAIGN_NONE if there is none.
uint32_t kauri_campaign_find(const struct kauri_campaign_frontier *frontier,
                             const struct kauri_position *position, int x);

// Says which board the frontier is for, once. KAURI_BAD_INPUT: it is for another one.
enum kauri_status kauri_campaign_set_board(struct kauri_campaign_frontier *frontier,
                                           struct kauri_shape shape, struct kauri_error *error);

// Adds a root, as the last one. The first root says which board the frontier is for. KAURI_USAGE:
// the same question is a root already, or the rules alone answer it. KAURI_BAD_INPUT: another
// board. KAURI_RESOURCE.
enum kauri_status kauri_campaign_add_root(struct kauri_campaign_frontier *frontier,
                                          const struct kauri_position *position, int x,
                                          struct kauri_error *error);

// Adds the questions of new roots, and connects split questions with those after their moves.
// KAURI_RESOURCE.
enum kauri_status kauri_campaign_settle(struct kauri_campaign_frontier *frontier,
                                        struct kauri_error *error);

// Adds an open question as a leaf. If the leaf exists already, it gets these efforts. *question
// (may be NULL) receives it. The position must be of the board. KAURI_USAGE if the rules alone
// answer it. KAURI_RESOURCE.
enum kauri_status kauri_campaign_add(struct kauri_campaign_frontier *frontier,
                                     const struct kauri_position *position, int x,
                                     struct kauri_efforts efforts, uint32_t *question,
                                     struct kauri_error *error);

// The moves of the question's position, with the questions after them (kauri_question_moves).
unsigned kauri_campaign_moves(const struct kauri_campaign_frontier *frontier, uint32_t question,
                              struct kauri_question_move moves[KAURI_HOLES_MAX]);

// Splits a leaf into the questions after its moves that are in the frontier.
void kauri_campaign_link(struct kauri_campaign_frontier *frontier, uint32_t question);

// Splits a leaf without a job: the questions after its moves get first efforts
// (queries/prover/leaf.h). KAURI_RESOURCE.
enum kauri_status kauri_campaign_divide(struct kauri_campaign_frontier *frontier, uint32_t question,
                                        struct kauri_error *error);

// Records a bound that a proof establishes, and answers the open questions that it decides. The
// position must be of the board, the bounds within the trivial ones. KAURI_WRONG: it contradicts
// other bounds. KAURI_RESOURCE.
enum kauri_status kauri_campaign_record(struct kauri_campaign_frontier *frontier,
                                        const struct kauri_position *position,
                                        struct kauri_bounds r, uint64_t digest,
                                        struct kauri_error *error);
// Returns the bounds that a proof with this digest establishes for a position, or NULL.
const struct kauri_bounds *kauri_campaign_bound(const struct kauri_campaign_frontier *frontier,
                                                const struct kauri_position *position,
                                                uint64_t digest);

// The position of a place, South to move, score 0:0.
struct kauri_position kauri_campaign_position(const struct kauri_campaign_frontier *frontier,
                                              uint32_t place);

#endif
