#include "queries/campaign/coordinator.h"

#include "queries/campaign/campaign_file.h"

#include <stdlib.h>

// Questions that are divided, at most, before one of them becomes a job.
enum { DIVISIONS_MOST = 64 };

enum kauri_status kauri_coordinator_new(const struct kauri_coordinator_options *options,
                                        struct kauri_campaign_frontier *frontier,
                                        struct kauri_coordinator **coordinator,
                                        struct kauri_error *error)
{
    *coordinator = NULL;
    struct kauri_coordinator *made = calloc(1, sizeof *made);
    struct kauri_coordinator_worker *workers = calloc(options->workers, sizeof *workers);
    if (made == NULL || workers == NULL) {
        free(made);
        free(workers);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the workers");
    }
    made->options = *options;
    made->frontier = frontier;
    made->workers = workers;
    for (unsigned i = 0; i < options->workers; i++) {
        workers[i].question = KAURI_CAMPAIGN_NONE;
    }
    *coordinator = made;
    return KAURI_OK;
}

void kauri_coordinator_free(struct kauri_coordinator *coordinator)
{
    if (coordinator != NULL) {
        free(coordinator->workers);
        free(coordinator);
    }
}

unsigned kauri_coordinator_busy(const struct kauri_coordinator *coordinator)
{
    unsigned busy = 0;
    for (unsigned i = 0; i < coordinator->options.workers; i++) {
        busy += coordinator->workers[i].question != KAURI_CAMPAIGN_NONE;
    }
    return busy;
}

// ------------------------------------------------------------------------------------- handing out

// The first open root, if no job is under way. It is what is left to search if everything below the
// root seems to be answered, but only by repetitions.
static uint32_t last_resort(const struct kauri_campaign_frontier *frontier)
{
    uint32_t root = KAURI_CAMPAIGN_NONE;
    for (uint32_t i = 0; i < frontier->question_count; i++) {
        if (frontier->questions[i].at_work) {
            return KAURI_CAMPAIGN_NONE;
        }
    }
    for (uint32_t i = frontier->root_count; i-- > 0;) {
        const uint32_t question = frontier->roots[i].question;
        root = frontier->questions[question].state != KAURI_CAMPAIGN_ANSWERED ? question : root;
    }
    return root;
}

enum kauri_status kauri_coordinator_choose(struct kauri_campaign_frontier *frontier, unsigned idle,
                                           struct kauri_campaign_path *path, uint32_t *question,
                                           struct kauri_error *error)
{
    for (unsigned divisions = 0;; divisions++) {
        struct kauri_campaign_path other = {.count = 0};
        KAURI_PASS(kauri_campaign_evaluate(frontier, error));
        *question = kauri_campaign_choose(frontier, path);
        if (*question == KAURI_CAMPAIGN_NONE) {
            *question = last_resort(frontier);
            path->until = (struct kauri_efforts){KAURI_EFFORT_MOST, KAURI_EFFORT_MOST};
        }
        if (*question == KAURI_CAMPAIGN_NONE) {
            break;
        }
        struct kauri_campaign_question *chosen = &frontier->questions[*question];
        chosen->at_work = true;
        if (idle <= 1 || chosen->state != KAURI_CAMPAIGN_LEAF || chosen->positions > 0 ||
            divisions == DIVISIONS_MOST) {
            break;
        }
        KAURI_PASS(kauri_campaign_evaluate(frontier, error));
        if (kauri_campaign_choose(frontier, &other) != KAURI_CAMPAIGN_NONE) {
            break;
        }
        chosen->at_work = false;
        KAURI_PASS(kauri_campaign_divide(frontier, *question, error));
    }
    return KAURI_OK;
}

// The positions that are left for another job.
static uint64_t positions_left(const struct kauri_coordinator *coordinator)
{
    uint64_t taken = coordinator->positions;
    if (coordinator->options.nodes == 0) {
        return UINT64_MAX;
    }
    for (unsigned i = 0; i < coordinator->options.workers; i++) {
        const struct kauri_coordinator_worker *worker = &coordinator->workers[i];
        taken += worker->question != KAURI_CAMPAIGN_NONE ? worker->budget : 0;
    }
    return coordinator->options.nodes > taken ? coordinator->options.nodes - taken : 0;
}

// A worker without a job; there must be one.
static uint32_t idle_worker(const struct kauri_coordinator *coordinator)
{
    uint32_t worker = 0;
    while (coordinator->workers[worker].question != KAURI_CAMPAIGN_NONE) {
        worker++;
    }
    return worker;
}

// Writes the lines for the worker: the bounds that it does not know yet, and the job.
static void write_job(struct kauri_coordinator *coordinator,
                      struct kauri_coordinator_worker *worker, struct kauri_string *lines)
{
    const struct kauri_campaign_frontier *frontier = coordinator->frontier;
    const struct kauri_campaign_question *question = &frontier->questions[worker->question];
    const struct kauri_campaign_line job = {
        .word = KAURI_CAMPAIGN_LINE_SEARCH,
        .position = kauri_campaign_position(frontier, question->place),
        .x = question->x,
        .efforts = worker->path.until,
        .positions = worker->budget,
    };
    for (; worker->bounds < frontier->bound_count; worker->bounds++) {
        const struct kauri_campaign_line fact = kauri_campaign_fact_line(frontier, worker->bounds);
        kauri_campaign_line_write(&fact, lines);
    }
    kauri_campaign_line_write(&job, lines);
}

enum kauri_status kauri_coordinator_next(struct kauri_coordinator *coordinator, uint32_t *worker,
                                         struct kauri_string *lines, struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = coordinator->frontier;
    const unsigned idle = coordinator->options.workers - kauri_coordinator_busy(coordinator);
    const uint64_t left = positions_left(coordinator);
    const uint32_t questions = frontier->question_count;
    uint32_t number = KAURI_CAMPAIGN_NONE;
    *worker = KAURI_CAMPAIGN_NONE;
    if (idle == 0 || left == 0) {
        return KAURI_OK;
    }
    const uint32_t next = idle_worker(coordinator);
    struct kauri_coordinator_worker *found = &coordinator->workers[next];
    KAURI_PASS(kauri_coordinator_choose(frontier, idle, &found->path, &number, error));
    coordinator->changed = coordinator->changed || frontier->question_count > questions;
    if (number == KAURI_CAMPAIGN_NONE) {
        return KAURI_OK;
    }
    *worker = next;
    const struct kauri_campaign_question *question = &frontier->questions[number];
    // A question that seems to be answered by those below it usually takes only a few positions. If
    // it has already taken more than the budget, it gets as many again.
    uint64_t budget = coordinator->options.budget;
    if (question->state == KAURI_CAMPAIGN_SPLIT && question->positions > budget) {
        budget = question->positions;
    }
    found->question = number;
    found->short_budget = budget > left;
    found->budget = budget > left ? left : budget;
    found->at = 0;
    found->left_count = 0;
    write_job(coordinator, found, lines);
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- taking in

static void end_job(struct kauri_coordinator *coordinator, struct kauri_coordinator_worker *worker,
                    uint64_t positions)
{
    struct kauri_campaign_question *question = &coordinator->frontier->questions[worker->question];
    question->positions += positions;
    question->at_work = false;
    worker->question = KAURI_CAMPAIGN_NONE;
    coordinator->positions += positions;
    coordinator->jobs++;
    coordinator->changed = true;
}

// The job has used its budget: its question is split into the questions after its moves, and so are
// the questions of a forced line. A question without moves that matter stays a leaf.
static enum kauri_status split(struct kauri_coordinator *coordinator,
                               const struct kauri_coordinator_worker *worker, uint32_t question,
                               struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = coordinator->frontier;
    for (unsigned i = 0; i < worker->left_count; i++) {
        const struct kauri_campaign_line *line = &worker->left[i];
        uint32_t number = kauri_campaign_find(frontier, &line->position, line->x);
        if (line->word == KAURI_CAMPAIGN_LINE_OPEN && number == KAURI_CAMPAIGN_NONE) {
            KAURI_PASS(kauri_campaign_add(frontier, &line->position, line->x, line->efforts,
                                          &number, error));
        }
    }
    kauri_campaign_link(frontier, question);
    for (unsigned i = 0; i + 1 < worker->left_count; i++) {
        const struct kauri_campaign_line *line = &worker->left[i];
        const uint32_t number = kauri_campaign_find(frontier, &line->position, line->x);
        if (line->word == KAURI_CAMPAIGN_LINE_SPLIT && line[1].word == KAURI_CAMPAIGN_LINE_OPEN &&
            number != KAURI_CAMPAIGN_NONE &&
            frontier->questions[number].state == KAURI_CAMPAIGN_LEAF) {
            kauri_campaign_link(frontier, number);
        }
    }
    return KAURI_OK;
}

// Records a bound. A bound that is not new counts as well, since the worker may cite its proof from
// now on.
static enum kauri_status take_bound(struct kauri_coordinator *coordinator,
                                    const struct kauri_campaign_line *line,
                                    struct kauri_error *error)
{
    KAURI_PASS(coordinator->options.accept(coordinator->options.context, line, error));
    coordinator->changed = true;
    return kauri_campaign_record(coordinator->frontier, &line->position, line->r, line->digest,
                                 error);
}

static enum kauri_status take_open(struct kauri_coordinator *coordinator,
                                   struct kauri_coordinator_worker *worker,
                                   const struct kauri_campaign_line *line,
                                   struct kauri_error *error)
{
    const uint32_t number = worker->question;
    struct kauri_campaign_question *question = &coordinator->frontier->questions[number];
    end_job(coordinator, worker, line->positions);
    if (question->state != KAURI_CAMPAIGN_LEAF) {
        return KAURI_OK;
    }
    question->leaf = line->efforts;
    const bool spent = (line->word == KAURI_CAMPAIGN_LINE_USED && !worker->short_budget) ||
                       question->positions >= coordinator->options.budget;
    return spent && worker->left_count > 0 ? split(coordinator, worker, number, error) : KAURI_OK;
}

static bool is_left(const struct kauri_campaign_line *line)
{
    return line->word == KAURI_CAMPAIGN_LINE_OPEN || line->word == KAURI_CAMPAIGN_LINE_SPLIT;
}

// Returns whether the line is about the question that the worker searches.
static bool is_of_job(const struct kauri_coordinator *coordinator,
                      const struct kauri_coordinator_worker *worker,
                      const struct kauri_campaign_line *line)
{
    return worker->question != KAURI_CAMPAIGN_NONE &&
           kauri_campaign_find(coordinator->frontier, &line->position, line->x) == worker->question;
}

enum kauri_status kauri_coordinator_take(struct kauri_coordinator *coordinator, uint32_t worker,
                                         const struct kauri_campaign_line *line,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_coordinator_worker *from = &coordinator->workers[worker];
    const struct kauri_shape shape = coordinator->frontier->shape;
    const bool on_board =
        line->position.holes == shape.holes && kauri_cowries(&line->position) == shape.cowries;
    if (line->word == KAURI_CAMPAIGN_LINE_AT && from->question != KAURI_CAMPAIGN_NONE) {
        from->at = line->positions;
        return KAURI_OK;
    }
    if (on_board && line->word == KAURI_CAMPAIGN_LINE_FACT) {
        return take_bound(coordinator, line, error);
    }
    if (on_board && is_left(line) && from->left_count < sizeof from->left / sizeof from->left[0]) {
        from->left[from->left_count++] = *line;
        return KAURI_OK;
    }
    if (!on_board || !is_of_job(coordinator, from, line)) {
        return kauri_fail(error, KAURI_INTERNAL, "worker %u sent a line that was not expected",
                          (unsigned)worker);
    }
    switch (line->word) {
    case KAURI_CAMPAIGN_LINE_YES:
    case KAURI_CAMPAIGN_LINE_NO:
        status = take_bound(coordinator, line, error);
        if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
            end_job(coordinator, from, line->positions);
        }
        break;
    case KAURI_CAMPAIGN_LINE_USED:
    case KAURI_CAMPAIGN_LINE_STOPPED:
        status = take_open(coordinator, from, line, error);
        break;
    default:
        status = kauri_fail(error, KAURI_INTERNAL, "worker %u sent a line that was not expected",
                            (unsigned)worker);
        break;
    }
    return status;
}
