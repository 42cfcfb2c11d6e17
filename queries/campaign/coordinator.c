#include "queries/campaign/coordinator.h"

// The first open root: it is what is left to search if everything below the root seems to be
// answered, but only by repetitions.
static uint32_t last_resort(const struct kauri_campaign_frontier *frontier)
{
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        const uint32_t question = frontier->roots[i].question;
        if (frontier->questions[question].state != KAURI_CAMPAIGN_ANSWERED) {
            return question;
        }
    }
    return KAURI_CAMPAIGN_NONE;
}

enum kauri_status kauri_coordinator_next(struct kauri_coordinator *coordinator,
                                         struct kauri_campaign_job *job, bool *any,
                                         struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = coordinator->frontier;
    // A job may expand a few positions more than it should.
    const uint64_t left = coordinator->nodes == 0 ? UINT64_MAX
                          : coordinator->nodes > coordinator->positions
                              ? coordinator->nodes - coordinator->positions
                              : 0;
    struct kauri_campaign_path *path = &coordinator->path;
    *any = false;
    if (left == 0) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_campaign_evaluate(frontier, error));
    uint32_t number = kauri_campaign_choose(frontier, path);
    if (number == KAURI_CAMPAIGN_NONE) {
        number = last_resort(frontier);
        path->until = (struct kauri_efforts){KAURI_EFFORT_MAX, KAURI_EFFORT_MAX};
    }
    if (number == KAURI_CAMPAIGN_NONE) {
        return KAURI_OK;
    }
    const struct kauri_campaign_question *question = &frontier->questions[number];
    // A question that seems to be answered by those below it usually takes only a few positions. If
    // it has already taken more than the budget, it gets as many again.
    uint64_t budget = coordinator->budget;
    if (question->state == KAURI_CAMPAIGN_SPLIT && question->positions > budget) {
        budget = question->positions;
    }
    *any = true;
    coordinator->question = number;
    coordinator->short_budget = budget > left;
    *job = (struct kauri_campaign_job){
        .position = kauri_campaign_position(frontier, question->place),
        .x = question->x,
        .until = path->until,
        .positions = budget > left ? left : budget,
    };
    return KAURI_OK;
}

// The job has used its budget: its question is split into the questions after its moves, and so are
// the questions of a forced line. A question without moves that matter stays a leaf.
static enum kauri_status split(struct kauri_campaign_frontier *frontier, uint32_t question,
                               const struct kauri_campaign_end *end, struct kauri_error *error)
{
    for (unsigned i = 0; i < end->left_count; i++) {
        const struct kauri_campaign_line *line = &end->left[i];
        uint32_t number = kauri_campaign_find(frontier, &line->position, line->x);
        if (line->word == KAURI_CAMPAIGN_LINE_OPEN && number == KAURI_CAMPAIGN_NONE) {
            KAURI_PASS(kauri_campaign_add(frontier, &line->position, line->x, line->efforts,
                                          &number, error));
        }
    }
    kauri_campaign_link(frontier, question);
    for (unsigned i = 0; i + 1 < end->left_count; i++) {
        const struct kauri_campaign_line *line = &end->left[i];
        const uint32_t number = kauri_campaign_find(frontier, &line->position, line->x);
        if (line->word == KAURI_CAMPAIGN_LINE_SPLIT && line[1].word == KAURI_CAMPAIGN_LINE_OPEN &&
            number != KAURI_CAMPAIGN_NONE &&
            frontier->questions[number].state == KAURI_CAMPAIGN_LEAF) {
            kauri_campaign_link(frontier, number);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_coordinator_end(struct kauri_coordinator *coordinator,
                                        const struct kauri_campaign_end *end,
                                        struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = coordinator->frontier;
    struct kauri_campaign_question *question = &frontier->questions[coordinator->question];
    question->positions += end->positions;
    coordinator->positions += end->positions;
    coordinator->jobs++;
    if (end->proven || question->state != KAURI_CAMPAIGN_LEAF) {
        return KAURI_OK;
    }
    question->leaf = end->efforts;
    const bool spent =
        (end->used && !coordinator->short_budget) || question->positions >= coordinator->budget;
    return spent && end->left_count > 0 ? split(frontier, coordinator->question, end, error)
                                        : KAURI_OK;
}
