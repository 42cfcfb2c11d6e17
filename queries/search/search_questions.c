#include "queries/search/search_questions.h"

#include "queries/estimate/net.h"
#include "queries/prover/outlook.h"

#include <limits.h>
#include <string.h>

enum {
    // With fewer positions left than this, the prover counts every single one.
    COUNTED_SINGLY = 4096,
    COUNTED_TOGETHER = 1024, // otherwise each thread counts so many at a time
    FUTILE_MOST = 4,
};

static void stop(struct kauri_search_watch *watch, enum kauri_search_stop why)
{
    watch->stop = watch->stopped ? watch->stop : why;
    watch->stopped = true;
}

// Called by the prover.
static void report(void *context, const struct kauri_progress_report *from)
{
    struct kauri_search_watch *watch = context;
    struct kauri_progress_report all = *from;
    all.done += watch->before;
    all.seconds = kauri_clock_seconds() - watch->started;
    watch->nodes = all.done;
    kauri_progress_report(watch->limits->progress, &all);
    if (watch->look != NULL) {
        watch->look(watch->looker, watch);
    }
}

static bool is_cancelled(void *context)
{
    const struct kauri_search_watch *watch = context;
    return kauri_progress_cancelled(watch->limits->progress);
}

// Positions that one question may expand, so that no more than `left` are expanded.
static uint64_t budget_within(const struct kauri_search_watch *watch, uint64_t budget,
                              uint64_t left)
{
    const uint64_t slack = (uint64_t)COUNTED_TOGETHER * watch->threads;
    if (left > COUNTED_SINGLY + slack) {
        left -= slack;
    } else if (left > COUNTED_SINGLY) {
        left = COUNTED_SINGLY;
    }
    return budget < left ? budget : left;
}

enum kauri_status kauri_search_ask(struct kauri_search_watch *watch,
                                   const struct kauri_position *position, int x, uint64_t budget,
                                   enum kauri_prover_answer *answer, struct kauri_error *error)
{
    const struct kauri_search_limits *limits = watch->limits;
    const double seconds = limits->seconds - (kauri_clock_seconds() - watch->started);
    *answer = KAURI_PROVER_OPEN;
    watch->gave_up = false;
    if (seconds <= 0) {
        stop(watch, KAURI_SEARCH_STOP_TIME);
    } else if (limits->nodes > 0 && watch->nodes >= limits->nodes) {
        stop(watch, KAURI_SEARCH_STOP_NODES);
    } else if (kauri_progress_cancelled(limits->progress)) {
        stop(watch, KAURI_SEARCH_STOP_REQUEST);
    }
    if (watch->stopped) {
        return KAURI_OK;
    }
    watch->progress =
        (struct kauri_progress){.report = report, .cancelled = is_cancelled, .context = watch};
    watch->before = watch->nodes;
    struct kauri_prover_limits within = {
        .seconds = seconds,
        .nodes =
            limits->nodes > 0 ? budget_within(watch, budget, limits->nodes - watch->nodes) : budget,
        .progress = &watch->progress,
    };
    within.threads = within.nodes <= KAURI_PROVER_SMALL ? 1 : 0;
    struct kauri_prover_report found;
    const enum kauri_status status =
        kauri_prover_ask(watch->prover, position, x, &within, &found, error);
    if (status != KAURI_OK) {
        return status;
    }
    watch->nodes = watch->before + found.nodes;
    *answer = found.answer;
    watch->phi = found.phi;
    watch->delta = found.delta;
    if (found.answer == KAURI_PROVER_OPEN) {
        const bool in_time = limits->seconds > kauri_clock_seconds() - watch->started;
        watch->gave_up = in_time && !found.stopped && found.nodes < within.nodes;
        if (found.stopped) {
            stop(watch, KAURI_SEARCH_STOP_REQUEST);
        }
    }
    return KAURI_OK;
}

void kauri_search_rounds_note(struct kauri_search_rounds *rounds,
                              const struct kauri_search_watch *watch,
                              enum kauri_prover_answer answer)
{
    rounds->useful = rounds->useful || answer != KAURI_PROVER_OPEN || !watch->gave_up;
}

void kauri_search_rounds_next(struct kauri_search_rounds *rounds, struct kauri_search_watch *watch)
{
    rounds->futile = rounds->useful ? 0 : rounds->futile + 1;
    rounds->useful = false;
    if (rounds->budget == 0) {
        rounds->budget = KAURI_SEARCH_FIRST_BUDGET;
        rounds->futile = 0;
    } else if (rounds->budget < UINT64_MAX / 2) {
        rounds->budget *= 2;
    }
    if (rounds->futile >= FUTILE_MOST) {
        stop(watch, KAURI_SEARCH_STOP_LENGTH);
    }
}

enum {
    QUESTIONS_MAX = 6 * KAURI_SEEDS_MAX + 3,
    // The first question of a round may expand so many times as many positions as the others. They
    // cost more than they expand: the memory has the efforts of one question about a position.
    FIRST_SHARE = 8,
};

struct questions {
    struct kauri_search_watch *watch;
    const struct kauri_search_known *known;
    enum kauri_goal goal;
    struct kauri_search_node *root;
    struct kauri_search_rounds rounds;
};

// The answer of an exact value to the goal, as a class: values between which the goal makes no
// difference have the same class.
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
    kauri_prover_prepare(questions->watch->prover, budget);
    const enum kauri_status status =
        kauri_search_ask(questions->watch, &questions->root->position, x, budget, &answer, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_search_rounds_note(&questions->rounds, questions->watch, answer);
    struct kauri_bounds *r = &questions->root->r;
    if (answer == KAURI_PROVER_YES && r->low < x) {
        r->low = x;
    }
    if (answer == KAURI_PROVER_NO && r->high >= x) {
        r->high = -kauri_question_least(1 - x, kauri_seeds(&questions->root->position));
    }
    kauri_search_update_node(questions->known, questions->root);
    return KAURI_OK;
}

// The estimate of r, from those of the positions after the moves.
static int estimated_value(const struct questions *questions)
{
    const struct kauri_search_node *root = questions->root;
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
    enum kauri_status status = KAURI_OK;
    const int estimate = estimated_value(questions);
    unsigned low = 0; // questions low..high-1 are open and not asked in this round
    unsigned high = count;
    while (low < high) {
        const int x = xs[first_question(xs, low, high, estimate)];
        KAURI_TRY(ask(questions, x, questions->rounds.budget, error));
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
            KAURI_TRY(ask(questions, xs[i], questions->rounds.budget / FIRST_SHARE, error));
            if (questions->root->r.low < xs[i]) {
                break;
            }
        }
    }
    for (unsigned i = high; i-- > low;) {
        if (is_open(questions, xs[i])) {
            KAURI_TRY(ask(questions, xs[i], questions->rounds.budget / FIRST_SHARE, error));
            if (questions->root->r.high >= xs[i]) {
                break;
            }
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_search_ask_all(struct kauri_search_watch *watch,
                                       const struct kauri_search_known *known, enum kauri_goal goal,
                                       struct kauri_search_node *root, struct kauri_error *error)
{
    struct questions questions = {.watch = watch, .known = known, .goal = goal, .root = root};
    enum kauri_status status = KAURI_OK;
    int xs[QUESTIONS_MAX];
    for (unsigned count = 0;
         status == KAURI_OK && !watch->stopped && (count = open_questions(&questions, xs)) > 0;) {
        kauri_search_rounds_next(&questions.rounds, watch);
        status = ask_round(&questions, xs, count, error);
    }
    return status;
}

enum kauri_status kauri_search_ask_one(struct kauri_search_watch *watch,
                                       const struct kauri_search_known *known, int x,
                                       struct kauri_search_node *root, struct kauri_error *error)
{
    struct questions questions = {.watch = watch, .known = known, .root = root};
    enum kauri_status status = KAURI_OK;
    while (status == KAURI_OK && !watch->stopped && is_open(&questions, x)) {
        kauri_search_rounds_next(&questions.rounds, watch); // the prover may give up
        status = ask(&questions, x, UINT64_MAX, error);
    }
    return status;
}
