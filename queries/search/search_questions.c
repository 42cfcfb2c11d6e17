#include "queries/search/search_questions.h"

#include "queries/estimate/net.h"
#include "queries/prover/leaf.h"

#include <limits.h>

enum {
    QUESTIONS_MAX = 6 * KAURI_SEEDS_MAX + 3,
    // The first question of a round may expand FIRST_SHARE times as many positions as each of the
    // others. Those have a cost besides the positions that they expand, because the memory has the
    // efforts of only one question about a position.
    FIRST_SHARE = 8,
};

struct questions {
    struct kauri_search_watch *watch;
    const struct kauri_known *known;
    enum kauri_goal goal;
    struct kauri_known_node *root;
    struct kauri_search_rounds rounds;
};

// Returns the class of an exact value: values between which the goal makes no difference have the
// same class.
static int class_of(const struct questions *questions, int r)
{
    enum kauri_result result = KAURI_DRAW;
    (void)kauri_bounds_decide(&questions->root->position, (struct kauri_bounds){r, r},
                              questions->goal, &result);
    return questions->goal == KAURI_GOAL_VALUE ? r : (int)result;
}

// The questions "is r >= x?" that are worth asking: x possible, and of another class than the
// possible value before it. Fills xs, ascending, and returns how many.
static unsigned open_questions(const struct questions *questions, int xs[QUESTIONS_MAX])
{
    const struct kauri_bounds r = questions->root->r;
    const unsigned seeds = kauri_seeds(&questions->root->position);
    unsigned count = 0;
    int before = class_of(questions, r.low);
    for (int x = r.low + 1; x <= r.high; x++) {
        if (kauri_question_possible(x, seeds) && class_of(questions, x) != before) {
            before = class_of(questions, x);
            xs[count++] = x;
        }
    }
    return count;
}

static bool is_open(const struct questions *questions, int x)
{
    return questions->root->r.low < x && x <= questions->root->r.high;
}

static enum kauri_status ask(struct questions *questions, int x, uint64_t budget,
                             struct kauri_error *error)
{
    enum kauri_prover_answer answer = KAURI_PROVER_OPEN;
    KAURI_PASS(
        kauri_search_ask(questions->watch, &questions->root->position, x, budget, &answer, error));
    kauri_search_rounds_note(&questions->rounds, questions->watch, answer);
    struct kauri_bounds *r = &questions->root->r;
    if (answer == KAURI_PROVER_YES && r->low < x) {
        r->low = x;
    }
    if (answer == KAURI_PROVER_NO && r->high >= x) {
        r->high = -kauri_question_least(1 - x, kauri_seeds(&questions->root->position));
    }
    kauri_known_update(questions->known, questions->root);
    return KAURI_OK;
}

// The estimate of r, from those of the positions after the moves.
static int estimated_value(const struct questions *questions)
{
    const struct kauri_known_node *root = questions->root;
    int best = INT_MIN;
    for (unsigned i = 0; i < root->move_count; i++) {
        const struct kauri_position *after = &root->moves[i].successor;
        const struct kauri_packed board = kauri_pack(after);
        const int r =
            3 * ((int)root->moves[i].captured.own - (int)root->moves[i].captured.opponent) -
            kauri_estimate(kauri_estimate_fitted(), &board, after->holes, kauri_seeds(after)) /
                KAURI_ESTIMATE_UNIT;
        best = r > best ? r : best;
    }
    return best;
}

// The place in xs[low..high-1] of the first question: the last one that the estimate answers with
// yes, or the middle if it answers all alike. Of two questions that is the one whose answer settles
// both if the estimate is right.
static unsigned first_question(const int *xs, unsigned low, unsigned high, int estimate)
{
    if (estimate < xs[low] || estimate > xs[high - 1]) {
        return estimate < xs[low] ? (low + high - 1) / 2 : (low + high) / 2;
    }
    unsigned place = low;
    while (place + 1 < high && xs[place + 1] <= estimate) {
        place++;
    }
    return place;
}

// Asks the first question and, unless it is answered, those around it with a smaller budget. An
// answer to one question also answers all those on one side of it.
static enum kauri_status ask_round(struct questions *questions, const int *xs, unsigned count,
                                   struct kauri_error *error)
{
    const int estimate = estimated_value(questions);
    unsigned low = 0; // questions low..high-1 are open and not asked in this round
    unsigned high = count;
    while (low < high) {
        const int x = xs[first_question(xs, low, high, estimate)];
        KAURI_PASS(ask(questions, x, questions->rounds.budget, error));
        if (is_open(questions, x)) {
            break;
        }
        while (low < high && xs[low] <= questions->root->r.low) {
            low++;
        }
        while (low < high && xs[high - 1] > questions->root->r.high) {
            high--;
        }
    }
    // The first question was too hard: narrow from both ends.
    for (unsigned i = low; i < high; i++) {
        if (is_open(questions, xs[i])) {
            KAURI_PASS(ask(questions, xs[i], questions->rounds.budget / FIRST_SHARE, error));
            if (questions->root->r.low < xs[i]) {
                break;
            }
        }
    }
    for (unsigned i = high; i-- > low;) {
        if (is_open(questions, xs[i])) {
            KAURI_PASS(ask(questions, xs[i], questions->rounds.budget / FIRST_SHARE, error));
            if (questions->root->r.high >= xs[i]) {
                break;
            }
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_ask_all(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, enum kauri_goal goal,
                                       struct kauri_known_node *root, struct kauri_error *error)
{
    // Who wins is found out before by how much.
    const enum kauri_goal goals[] = {goal == KAURI_GOAL_VALUE ? KAURI_GOAL_STANDARD : goal, goal};
    enum kauri_status status = KAURI_OK;
    int xs[QUESTIONS_MAX];
    for (unsigned i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        struct questions questions = {
            .watch = watch, .known = known, .goal = goals[i], .root = root};
        for (unsigned count = 0; status == KAURI_OK && !watch->stopped &&
                                 (count = open_questions(&questions, xs)) > 0;) {
            kauri_search_rounds_next(&questions.rounds, watch);
            status = ask_round(&questions, xs, count, error);
        }
    }
    return status;
}

enum kauri_status kauri_search_ask_one(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, int x,
                                       struct kauri_known_node *root, struct kauri_error *error)
{
    struct questions questions = {.watch = watch, .known = known, .root = root};
    enum kauri_status status = KAURI_OK;
    while (status == KAURI_OK && !watch->stopped && is_open(&questions, x)) {
        kauri_search_rounds_next(&questions.rounds, watch); // the prover may give up
        status = ask(&questions, x, UINT64_MAX, error);
    }
    return status;
}
