#include "queries/campaign/campaign_choice.h"

#include "common/memory.h"

#include <stdlib.h>

static bool on_path(const struct kauri_campaign_question *question)
{
    return question->depth != 0;
}

// The question on the path on which the efforts of an evaluated question rest. The question that it
// rests on may have been left before its own answer was known, and then rests on another, and so
// on. KAURI_CAMPAIGN_NONE if no such question is on the path any more.
static uint32_t path_question(const struct kauri_campaign_frontier *frontier,
                              const struct kauri_campaign_question *question)
{
    uint32_t rests_on = question->rests_on;
    while (rests_on != KAURI_CAMPAIGN_NONE && !on_path(&frontier->questions[rests_on])) {
        rests_on = frontier->questions[rests_on].rests_on;
    }
    return rests_on;
}

// The efforts of a question after a move, seen from the path. *rests_on receives the question of
// the path that they rest on, or none.
static struct kauri_efforts child_efforts(const struct kauri_campaign_frontier *frontier,
                                          uint32_t number, uint32_t *rests_on)
{
    const struct kauri_campaign_question *child = &frontier->questions[number];
    *rests_on = KAURI_CAMPAIGN_NONE;
    if (on_path(child)) {
        *rests_on = number;
        return kauri_efforts_answered(child->x <= 0);
    }
    if (child->rests_on != KAURI_CAMPAIGN_NONE) {
        *rests_on = path_question(frontier, child);
        if (*rests_on == KAURI_CAMPAIGN_NONE) {
            return kauri_efforts_nearly(child->efforts.phi == 0);
        }
    }
    return child->efforts;
}

// Returns the question that is higher on the path; KAURI_CAMPAIGN_NONE counts as lowest.
static uint32_t higher(const struct kauri_campaign_frontier *frontier, uint32_t one, uint32_t other)
{
    if (one == KAURI_CAMPAIGN_NONE || other == KAURI_CAMPAIGN_NONE) {
        return one == KAURI_CAMPAIGN_NONE ? other : one;
    }
    return frontier->questions[one].depth < frontier->questions[other].depth ? one : other;
}

// Sets the efforts of a split question from those after its moves.
static void combine(struct kauri_campaign_frontier *frontier, uint32_t number)
{
    struct kauri_campaign_question *question = &frontier->questions[number];
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    uint32_t rests_yes = KAURI_CAMPAIGN_NONE; // the question that a move proving "yes" rests on; a
                                              // move that rests on none is preferred
    uint32_t rests_no = KAURI_CAMPAIGN_NONE;
    bool yes = false;
    question->available = false;
    for (unsigned i = 0; i < question->child_count; i++) {
        uint32_t rests_on = KAURI_CAMPAIGN_NONE;
        const struct kauri_efforts efforts = child_efforts(frontier, question->child[i], &rests_on);
        kauri_effort_sum_add(&sum, efforts);
        rests_on = rests_on == number ? KAURI_CAMPAIGN_NONE : rests_on;
        if (efforts.delta == 0 && (!yes || rests_on == KAURI_CAMPAIGN_NONE)) {
            rests_yes = rests_on;
            yes = true;
        }
        rests_no = higher(frontier, rests_no, rests_on);
        const struct kauri_campaign_question *child = &frontier->questions[question->child[i]];
        question->available = question->available || (!on_path(child) && child->available);
    }
    const struct kauri_efforts efforts = kauri_effort_sum_end(&sum, KAURI_EFFORT_MAX);
    if (kauri_efforts_open(efforts)) {
        question->efforts = efforts;
        return;
    }
    question->rests_on = yes ? rests_yes : rests_no;
    if (question->rests_on == KAURI_CAMPAIGN_NONE) {
        question->closing = true;
        question->efforts = kauri_efforts_nearly(yes);
        question->available = true;
    } else {
        question->efforts = efforts;
        question->available = false;
    }
}

static void finish(struct kauri_campaign_frontier *frontier, uint32_t number, uint32_t *order)
{
    struct kauri_campaign_question *question = &frontier->questions[number];
    if (question->state == KAURI_CAMPAIGN_ANSWERED) {
        question->efforts = kauri_efforts_answered(question->yes);
    } else if (question->state == KAURI_CAMPAIGN_LEAF) {
        question->efforts = question->leaf;
        question->available = true;
    } else {
        combine(frontier, number);
    }
    question->order = ++*order;
    question->depth = 0;
}

// Evaluates all questions below one, children first. `path` has room for the questions under way,
// and `at` for counting the children of each that were visited.
static void evaluate_below(struct kauri_campaign_frontier *frontier, uint32_t root, uint32_t *path,
                           uint8_t *at, uint32_t *order)
{
    uint32_t length = 0;
    path[length] = root;
    at[length++] = 0;
    frontier->questions[root].depth = length;
    while (length > 0) {
        const uint32_t number = path[length - 1];
        const struct kauri_campaign_question *question = &frontier->questions[number];
        if (question->state != KAURI_CAMPAIGN_SPLIT || at[length - 1] == question->child_count) {
            finish(frontier, number, order);
            length--;
            continue;
        }
        const uint32_t next = question->child[at[length - 1]++];
        struct kauri_campaign_question *child = &frontier->questions[next];
        if (child->order == 0 && !on_path(child)) {
            path[length] = next;
            at[length++] = 0;
            child->depth = length;
        }
    }
}

enum kauri_status kauri_campaign_evaluate(struct kauri_campaign_frontier *frontier,
                                          struct kauri_error *error)
{
    const uint32_t count = frontier->question_count;
    uint32_t *path = NULL;
    uint32_t order = 0;
    KAURI_PASS(KAURI_NEW(path, count + count / sizeof *path + 1, error, "the frontier"));
    for (uint32_t i = 0; i < count; i++) {
        struct kauri_campaign_question *question = &frontier->questions[i];
        question->order = 0;
        question->depth = 0;
        question->rests_on = KAURI_CAMPAIGN_NONE;
        question->closing = false;
        question->available = false;
    }
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        if (frontier->questions[frontier->roots[i].question].order == 0) {
            evaluate_below(frontier, frontier->roots[i].question, path, (uint8_t *)(path + count),
                           &order);
        }
    }
    free(path);
    return KAURI_OK;
}

// Returns whether the question itself can be a job, and not only one below it.
static bool is_job(const struct kauri_campaign_question *question)
{
    return question->available && (question->state == KAURI_CAMPAIGN_LEAF || question->closing);
}

// The question after the move to follow: the least delta among those with a job. *until holds the
// thresholds of the question, as in df-pn, and receives those of its child.
static uint32_t follow(const struct kauri_campaign_frontier *frontier,
                       const struct kauri_campaign_question *question, struct kauri_efforts *until)
{
    struct kauri_effort_sum others = {.least = KAURI_REFUTED};
    uint32_t best = KAURI_CAMPAIGN_NONE;
    for (unsigned i = 0; i < question->child_count; i++) {
        const struct kauri_campaign_question *child = &frontier->questions[question->child[i]];
        // Take only children that were evaluated before the question, so that the way leads down.
        if (child->available && child->order < question->order &&
            (best == KAURI_CAMPAIGN_NONE ||
             child->efforts.delta < frontier->questions[best].efforts.delta)) {
            best = question->child[i];
        }
    }
    for (unsigned i = 0; i < question->child_count; i++) {
        if (question->child[i] != best) {
            kauri_effort_sum_add(&others, frontier->questions[question->child[i]].efforts);
        }
    }
    const uint32_t wider = kauri_effort_wider(others.least);
    *until = (struct kauri_efforts){.phi = kauri_effort_sum_reach(&others, until->delta),
                                    .delta = wider < until->phi ? wider : until->phi};
    return best;
}

// Returns whether a search that follows the path would still be at or below this step: the question
// is open, and no other question has become better since.
static bool still_holds(const struct kauri_campaign_frontier *frontier,
                        const struct kauri_campaign_path *path, unsigned step)
{
    const struct kauri_campaign_question *question =
        &frontier->questions[path->step[step].question];
    const struct kauri_efforts until = path->step[step].until;
    return question->available && question->efforts.phi < until.phi &&
           question->efforts.delta < until.delta &&
           question->order < frontier->questions[path->step[step - 1].question].order;
}

// Cuts the path off at the root or below it, where it does not hold any more.
static void cut(const struct kauri_campaign_frontier *frontier, uint32_t root,
                struct kauri_campaign_path *path)
{
    if (path->count == 0 || path->step[0].question != root) {
        path->count = 0;
        path->step[path->count++] =
            (struct kauri_campaign_step){.question = root, .until = {KAURI_REFUTED, KAURI_REFUTED}};
        return;
    }
    unsigned step = 1;
    while (step < path->count && still_holds(frontier, path, step)) {
        step++;
    }
    path->count = step;
}

// The first open root, or none.
static uint32_t open_root(const struct kauri_campaign_frontier *frontier)
{
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        const uint32_t question = frontier->roots[i].question;
        if (frontier->questions[question].state != KAURI_CAMPAIGN_ANSWERED) {
            return question;
        }
    }
    return KAURI_CAMPAIGN_NONE;
}

uint32_t kauri_campaign_choose(const struct kauri_campaign_frontier *frontier,
                               struct kauri_campaign_path *path)
{
    uint32_t number = KAURI_CAMPAIGN_NONE;
    for (uint32_t i = 0; i < frontier->root_count && number == KAURI_CAMPAIGN_NONE; i++) {
        if (frontier->questions[frontier->roots[i].question].available) {
            number = frontier->roots[i].question;
        }
    }
    if (number == KAURI_CAMPAIGN_NONE) {
        path->count = 0;
        path->until = (struct kauri_efforts){KAURI_EFFORT_MAX, KAURI_EFFORT_MAX};
        return open_root(frontier);
    }
    cut(frontier, number, path);
    struct kauri_campaign_step last = path->step[path->count - 1];
    while (!is_job(&frontier->questions[last.question])) {
        last.question = follow(frontier, &frontier->questions[last.question], &last.until);
        if (path->count < KAURI_CAMPAIGN_PATH) {
            path->step[path->count++] = last;
        }
    }
    path->until = frontier->questions[last.question].closing
                      ? (struct kauri_efforts){KAURI_EFFORT_MAX, KAURI_EFFORT_MAX}
                      : kauri_efforts_within(last.until);
    return last.question;
}
