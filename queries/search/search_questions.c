#include "queries/search/search_questions.h"

#include "queries/estimate/net.h"
#include "queries/prover/leaf.h"

#include <limits.h>

enum {
    QUESTIONS_MAX = 6 * KAURI_SEEDS_MAX + 3,
    FIRST_BUDGET = 250, // positions for a question that is asked for the first time
    NEAR_ALONE = 32000, // budget up to which only questions next to the estimate are asked
};

struct questions {
    struct kauri_search_watch *watch;
    const struct kauri_known *known;
    struct kauri_known_node *root;
};

// Returns the class of an exact value: values between which the goal makes no difference have the
// same class.
static int class_of(const struct questions *questions, enum kauri_goal goal, int r)
{
    enum kauri_result result = KAURI_DRAW;
    (void)kauri_bounds_decide(&questions->root->position, (struct kauri_bounds){r, r}, goal,
                              &result);
    return goal == KAURI_GOAL_VALUE ? r : (int)result;
}

// The questions "is r >= x?" that are worth asking for the goal: x possible, and of another class
// than the possible value before it. Fills xs, ascending, and returns how many.
static unsigned open_questions(const struct questions *questions, enum kauri_goal goal,
                               int xs[QUESTIONS_MAX])
{
    const struct kauri_bounds r = questions->root->r;
    const unsigned seeds = kauri_seeds(&questions->root->position);
    unsigned count = 0;
    int before = class_of(questions, goal, r.low);
    for (int x = r.low + 1; x <= r.high; x++) {
        if (kauri_question_possible(x, seeds) && class_of(questions, goal, x) != before) {
            before = class_of(questions, goal, x);
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

// Returns the last question that the estimate answers with yes, or the one in the middle if it
// answers all alike. Of two questions that is the one whose answer settles both if the estimate is
// right.
static int likely_question(const int *xs, unsigned count, int estimate)
{
    if (estimate < xs[0] || estimate > xs[count - 1]) {
        return xs[estimate < xs[0] ? (count - 1) / 2 : count / 2];
    }
    unsigned place = 0;
    while (place + 1 < count && xs[place + 1] <= estimate) {
        place++;
    }
    return xs[place];
}

// Keeps those of the questions xs that are about whole seeds, "is net >= k?", unless there are
// none. Returns how many there are.
static unsigned whole_seeds(int *xs, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((xs[i] + 1) % 3 == 0) {
            xs[kept++] = xs[i];
        }
    }
    return kept > 0 ? kept : count;
}

// Where the next question comes from: upwards from the proven low, downwards from the proven high,
// next to the estimate. What is cheap comes first.
enum { FROM_LOW, FROM_HIGH, NEAR, SOURCES };

struct source {
    uint64_t budget; // positions that its next question may expand
    unsigned step;   // how far from the bound it is; twice as far after each that moves the bound
    int x;           // its next question
};

// Finds the next question of each source. Returns false if no question is open.
static bool find_questions(const struct questions *questions, enum kauri_goal goal,
                           struct source sources[SOURCES])
{
    // Who wins is found out before by how much.
    const enum kauri_goal first = goal == KAURI_GOAL_VALUE ? KAURI_GOAL_STANDARD : goal;
    int xs[QUESTIONS_MAX];
    unsigned count = open_questions(questions, first, xs);
    if (count == 0) {
        count = open_questions(questions, goal, xs);
    }
    if (count == 0) {
        return false;
    }
    sources[NEAR].x = likely_question(xs, count, estimated_value(questions));
    count = open_questions(questions, goal, xs);
    count = whole_seeds(xs, count);
    const unsigned up = sources[FROM_LOW].step < count ? sources[FROM_LOW].step : count;
    const unsigned down = sources[FROM_HIGH].step < count ? sources[FROM_HIGH].step : count;
    sources[FROM_LOW].x = xs[up - 1];
    sources[FROM_HIGH].x = xs[count - down];
    return true;
}

// The one next to the estimate as long as that is cheap, since its answers settle most; then the
// source with the least budget among those that ask different questions.
static struct source *next_source(struct source sources[SOURCES])
{
    struct source *next = &sources[NEAR];
    for (unsigned i = NEAR; i-- > 0 && sources[NEAR].budget > NEAR_ALONE;) {
        if (sources[i].x != sources[NEAR].x && sources[i].budget <= next->budget) {
            next = &sources[i];
        }
    }
    return next;
}

enum kauri_status kauri_search_ask_all(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, enum kauri_goal goal,
                                       struct kauri_known_node *root, struct kauri_error *error)
{
    struct questions questions = {.watch = watch, .known = known, .root = root};
    struct source sources[SOURCES];
    watch->futile = 0;
    for (unsigned i = 0; i < SOURCES; i++) {
        sources[i] = (struct source){.budget = FIRST_BUDGET, .step = 1};
    }
    while (!watch->stopped && find_questions(&questions, goal, sources)) {
        struct source *source = next_source(sources);
        KAURI_PASS(ask(&questions, source->x, source->budget, error));
        kauri_search_stop_if_futile(watch, SOURCES);
        if (is_open(&questions, source->x)) {
            source->budget *= source->budget < UINT64_MAX / 2 ? 2 : 1;
        }
        // An answer from the other side means that the step was too long.
        const bool further =
            source == &sources[FROM_HIGH] ? root->r.high < source->x : root->r.low >= source->x;
        source->step = further ? 2 * source->step : 1;
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_ask_one(struct kauri_search_watch *watch,
                                       const struct kauri_known *known, int x,
                                       struct kauri_known_node *root, struct kauri_error *error)
{
    struct questions questions = {.watch = watch, .known = known, .root = root};
    enum kauri_status status = KAURI_OK;
    watch->futile = 0;
    while (status == KAURI_OK && !watch->stopped && is_open(&questions, x)) {
        status = ask(&questions, x, UINT64_MAX, error);
        kauri_search_stop_if_futile(watch, 1); // the prover may give up
    }
    return status;
}
