// Game records: replayed at once, annotated as jobs.
#ifndef KAURI_CLI_SERVE_API_RECORD_H
#define KAURI_CLI_SERVE_API_RECORD_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_query.h"
#include "common/status.h"

struct kauri_api;

// Both read the body. Errors: KAURI_BAD_INPUT for a text without a game, or with more moves than
// are taken; those of the parameters and of the queue.

// Replays all games of the text, with their faults.
enum kauri_status kauri_api_replay(struct kauri_api *api, const struct kauri_api_query *query,
                                   struct kauri_api_answer *answer, struct kauri_error *error);

// Queues the annotation of the first game of the text, or the one with the number of the parameter
// `game`.
enum kauri_status kauri_api_annotate(struct kauri_api *api, const struct kauri_api_query *query,
                                     struct kauri_api_answer *answer, struct kauri_error *error);

#endif
