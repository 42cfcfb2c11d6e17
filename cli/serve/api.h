// The HTTP API of `kauri serve` (docs/HTTP.md) without the network: requests in, answers out.
//
// A quick request is answered at once, by the thread that asks. A slow one becomes a job, which
// waits its turn in a queue and is run by threads of the API, within bounds of time and memory.
// The caller asks to be woken when the job has news, and frees the job when its client is gone.
//
// All functions are thread-safe; each job belongs to one thread at a time.
#ifndef KAURI_CLI_SERVE_API_H
#define KAURI_CLI_SERVE_API_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_job.h"
#include "cli/serve/api_options.h"
#include "cli/serve/api_request.h"
#include "common/status.h"

struct kauri_api;

// Prepares everything that requests need and starts the threads of jobs. The caller frees *api.
// Errors: KAURI_USAGE for options out of range; KAURI_RESOURCE. A damaged table is no error: the
// answers that need it say so.
enum kauri_status kauri_api_new(const struct kauri_api_options *options, struct kauri_api **api,
                                struct kauri_error *error);

// Ends all jobs soon and refuses new ones. Jobs that wait, and most of those that run, finish with
// an error (503); a search gives the bounds that it has. Watchers are woken. For a clean end: call
// this, finish the connections and free their jobs, then free the API.
void kauri_api_stop(struct kauri_api *api);

// Waits for the threads of jobs. No job may be left that was not freed. Accepts NULL.
void kauri_api_free(struct kauri_api *api);

// Answers the request or makes a job of it. Never fails: every fault has its answer.
void kauri_api_answer(struct kauri_api *api, const struct kauri_api_request *request,
                      struct kauri_api_answer *answer);

#endif
