// Estimates and moves of the engine, as jobs.
#ifndef KAURI_CLI_SERVE_API_ENGINE_H
#define KAURI_CLI_SERVE_API_ENGINE_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_query.h"
#include "common/status.h"

struct kauri_api;

// Errors of both: those of the parameters and of the queue.

// Queues an analysis; its events are `depth`, objects of `analyse` so far.
enum kauri_status kauri_api_analyse(struct kauri_api *api, const struct kauri_api_query *query,
                                    struct kauri_api_answer *answer, struct kauri_error *error);

// Queues the choice of a move, as the computer of `kauri play` makes it.
enum kauri_status kauri_api_reply(struct kauri_api *api, const struct kauri_api_query *query,
                                  struct kauri_api_answer *answer, struct kauri_error *error);

#endif
