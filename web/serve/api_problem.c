#include "web/serve/api_endpoints.h"

#include "common/memory.h"
#include "queries/problem/problem_json.h"

#include <stdlib.h>

#define PROBLEM_SECONDS 10.0
// Time for the grade.
#define SECONDS_MORE 20.0

static void tell(void *context, const struct kauri_only_move *answer)
{
    struct kauri_api_call *call = context;
    if (!kauri_api_due(call)) {
        return;
    }
    struct kauri_string object = {.bytes = NULL};
    kauri_json_only_move(&object, answer);
    kauri_api_tell(call, "moves", &object);
}

enum kauri_status kauri_api_problem(struct kauri_api_call *call, struct kauri_string *out,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    enum kauri_ruleset rules;
    struct kauri_only_move_limits limits = {
        .memory = call->api->memory,
        .seconds = PROBLEM_SECONDS,
        .progress = &call->progress,
        .follow = call->events ? tell : NULL,
        .follower = call,
    };
    struct kauri_only_move *answer = NULL;
    KAURI_PASS(KAURI_NEW(answer, 1, error, "a problem"));
    KAURI_TRY(kauri_api_position(call, &position, error));
    KAURI_TRY(kauri_api_rules_asked(call, &rules, error));
    KAURI_TRY(kauri_api_begin_search(call, SECONDS_MORE, &limits.seconds, &limits.nodes, error));
    KAURI_TRY(kauri_only_move_find(kauri_api_tables_for(call, &position), &position, rules, &limits,
                                   answer, error));
    kauri_json_only_move(out, answer);
cleanup:
    free(answer);
    return status;
}
