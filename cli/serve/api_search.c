#include "cli/serve/api_search.h"

#include "cli/search/search_view.h"
#include "cli/serve/api_job.h"
#include "cli/serve/api_state.h"
#include "queries/search/search.h"

#include <stdlib.h>

#define SECONDS_DEFAULT 10.0
// Proving the best move and the line may take longer than the search (queries/search/search.c).
#define SECONDS_MORE 20.0

struct search_question {
    struct kauri_position position;
    enum kauri_goal goal;
    double seconds;
};

static void follow(void *context, const struct kauri_search *search)
{
    struct kauri_api_job *job = context;
    if (!kauri_api_job_due(job)) {
        return;
    }
    struct kauri_string object = {.bytes = NULL};
    struct kauri_search copy = *search;
    copy.status = KAURI_SEARCH_BOUNDS; // so far
    kauri_json_search(&object, &copy, KAURI_SEARCH_MOVES, NULL);
    kauri_api_job_tell(job, "bounds", &object);
    kauri_string_clear(&object);
}

static enum kauri_status run(struct kauri_api *api, struct kauri_api_job *job, void *context,
                             struct kauri_string *out, struct kauri_error *error)
{
    const struct search_question *question = context;
    struct kauri_search *search = NULL;
    const struct kauri_shape shape = {.holes = question->position.holes,
                                      .cowries = (uint8_t)kauri_cowries(&question->position)};
    const struct kauri_search_limits limits = {
        .memory = api->options.job_memory,
        .threads = kauri_search_threads(shape, kauri_seeds(&question->position),
                                        api->options.job_memory, api->options.search_threads),
        .seconds = question->seconds,
        .progress = kauri_api_job_progress(job),
        .follow = kauri_api_job_is_stream(job) ? follow : NULL,
        .follower = job,
    };
    const enum kauri_status status =
        kauri_search_run(kauri_api_tables_for(api, &question->position), &question->position,
                         question->goal, &limits, &search, error);
    if (status == KAURI_OK) {
        kauri_json_search(out, search, KAURI_SEARCH_MOVES | KAURI_SEARCH_LINE, NULL);
    }
    kauri_search_free(search);
    return status;
}

static const struct kauri_api_work work = {.lane = KAURI_API_LANE_SEARCH, .run = run};

enum kauri_status kauri_api_search(struct kauri_api *api, const struct kauri_api_query *query,
                                   struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool with_rules = false;
    enum kauri_ruleset rules = KAURI_STANDARD;
    struct search_question read = {.goal = KAURI_GOAL_VALUE, .seconds = SECONDS_DEFAULT};
    KAURI_TRY(kauri_api_query_position(query, &read.position, error));
    KAURI_TRY(kauri_api_query_rules(query, &with_rules, &rules, error));
    KAURI_TRY(kauri_api_query_seconds(query, api->options.job_seconds, &read.seconds, error));
    read.goal = with_rules ? (enum kauri_goal)rules : KAURI_GOAL_VALUE;
    struct search_question *question = malloc(sizeof *question);
    if (question == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a search");
    }
    *question = read;
    status = kauri_api_queue_add(api->queue, query, &work, question, read.seconds + SECONDS_MORE,
                                 answer, error);
cleanup:
    return status;
}
