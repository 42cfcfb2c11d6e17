// Remarkable positions of a layer: `kauri find`, as jobs whose results are kept.
#ifndef KAURI_CLI_SERVE_API_FIND_H
#define KAURI_CLI_SERVE_API_FIND_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_query.h"
#include "common/status.h"

struct kauri_api;

// What was found so far. Thread-safe.
struct kauri_api_finds;

// The caller frees *finds. Errors: KAURI_RESOURCE.
enum kauri_status kauri_api_finds_new(struct kauri_api_finds **finds, struct kauri_error *error);
// Accepts NULL.
void kauri_api_finds_free(struct kauri_api_finds *finds);

// Answers at once if the layer was searched for this kind before; otherwise queues the search.
// Errors: those of the parameters, of the tables and of the queue.
enum kauri_status kauri_api_find(struct kauri_api *api, const struct kauri_api_query *query,
                                 struct kauri_api_answer *answer, struct kauri_error *error);

#endif
