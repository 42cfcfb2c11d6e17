// The search above the tables, as a job.
#ifndef KAURI_CLI_SERVE_API_SEARCH_H
#define KAURI_CLI_SERVE_API_SEARCH_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_query.h"
#include "common/status.h"

struct kauri_api;

// Queues a search; its events are `bounds`, objects of `search` without a line. Errors: those of
// the parameters and of the queue.
enum kauri_status kauri_api_search(struct kauri_api *api, const struct kauri_api_query *query,
                                   struct kauri_api_answer *answer, struct kauri_error *error);

#endif
