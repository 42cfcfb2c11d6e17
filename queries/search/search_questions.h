// The questions "is r >= x?" that a search asks the prover until they determine the value, or as
// much of it as the goal needs; then the moves and the line that keep it. Implemented in
// search_questions.c and search_line.c.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_QUESTIONS_H
#define KAURI_QUERIES_SEARCH_SEARCH_QUESTIONS_H

#include "common/status.h"
#include "queries/lookup/line.h"
#include "queries/prover/prover.h"
#include "queries/search/search_known.h"
#include "queries/search/search_memory.h"

#include <stdbool.h>
#include <stdint.h>

// Asks the prover within the limits of a search.

enum {
    KAURI_SEARCH_FIRST_BUDGET = 2000, // positions for a question in the first round
};

// A search under way. Set what comes before `nodes` and leave the rest zero.
struct kauri_search_watch {
    struct kauri_prover *prover;
    unsigned threads; // of the prover
    const struct kauri_search_limits *limits;
    double started;                                               // kauri_clock_seconds
    void (*look)(void *looker, struct kauri_search_watch *watch); // NULL, or like limits->follow
    void *looker;
    uint64_t nodes; // positions expanded by all questions
    bool stopped;
    enum kauri_search_stop stop; // the reason
    // Of the question that is asked now, or was asked last:
    uint64_t before;                // positions expanded by earlier ones
    struct kauri_progress progress; // the prover's
    bool gave_up;                   // it ended without an answer before any limit
    uint32_t phi, delta;            // efforts to prove and to refute it; 0 before its end
};

// Asks whether r >= x and expands at most `budget` positions for it. After the watch has stopped,
// every answer is KAURI_PROVER_OPEN. Errors of the tables.
enum kauri_status kauri_search_ask(struct kauri_search_watch *watch,
                                   const struct kauri_position *position, int x, uint64_t budget,
                                   enum kauri_prover_answer *answer, struct kauri_error *error);

// Counts how many rounds of questions in turn gave up, and stops the watch after some.
struct kauri_search_rounds {
    uint64_t budget; // of each question in this round
    unsigned futile; // rounds in turn in which every open question gave up
    bool useful;     // this round
};

// Notes the last question of the watch.
void kauri_search_rounds_note(struct kauri_search_rounds *rounds,
                              const struct kauri_search_watch *watch,
                              enum kauri_prover_answer answer);
// Begins the next round: each question has twice the budget.
void kauri_search_rounds_next(struct kauri_search_rounds *rounds, struct kauri_search_watch *watch);

// Asks in rounds, of which each has a larger budget than the one before, and narrows root->r and
// the moves of the root, until the value is known as far as the goal needs, or the watch stopped.
// Errors of the tables.
enum kauri_status kauri_search_ask_all(struct kauri_search_watch *watch,
                                       const struct kauri_search_known *known, enum kauri_goal goal,
                                       struct kauri_search_node *root, struct kauri_error *error);

// Asks whether r >= x alone, with no budget besides the limits of the watch, and narrows as above.
enum kauri_status kauri_search_ask_one(struct kauri_search_watch *watch,
                                       const struct kauri_search_known *known, int x,
                                       struct kauri_search_node *root, struct kauri_error *error);

// The moves that a search proved best, and the line of play that they make.

// Positions that a move must not lead to.
struct kauri_search_barred {
    size_t count, room;
    struct kauri_position *position;
};

// Proves for some move of the node that it is worth node->r.low or more, which must be proven for
// the position. *place receives the move; it is node->move_count if there is none, because all such
// moves are barred (`barred` may be NULL), or if the watch stopped. Errors of the tables.
enum kauri_status kauri_search_prove_move(struct kauri_search_watch *watch,
                                          const struct kauri_search_known *known,
                                          const struct kauri_search_barred *barred,
                                          struct kauri_search_node *node, unsigned *place,
                                          struct kauri_error *error);

// Continues a line that was begun with kauri_line_start at the position of `first`: by moves that
// keep its bounds, and from the first stored position on, by the line of the tables. It ends with
// the game, or with KAURI_LINE_OPEN where nothing more is stored, where the bounds have nothing to
// keep, or where the watch stopped. Where a bound excludes 0, no position occurs twice. Errors of
// the tables, KAURI_RESOURCE.
enum kauri_status kauri_search_find_line(struct kauri_search_watch *watch,
                                         const struct kauri_search_known *known,
                                         const struct kauri_search_node *first,
                                         struct kauri_best_line *line, struct kauri_error *error);

#endif
