// Asks the API of `kauri serve` as a server would. Everything fails the running test when it cannot
// be done.
#ifndef KAURI_TESTS_CLI_SERVE_ASKING_H
#define KAURI_TESTS_CLI_SERVE_ASKING_H

#include "cli/serve/api.h"

#include <pthread.h>
#include <stdbool.h>

// An API over tables, which may be NULL.
struct kauri_api *asking_api(struct kauri_tablebase *tables);
struct kauri_api *asking_api_with(const struct kauri_api_options *options);

// A request of a client with this method and path, as in an address: "probe?position=...", without
// percent-decoding. `body` may be NULL. The answer may be a job.
void asking_begin(struct kauri_api *api, const char *client, const char *method, const char *path,
                  const char *body, struct kauri_api_answer *answer);

// The same, and waits for the job if there is one: an answer with a body, which may be events.
void asking_post(struct kauri_api *api, const char *path, const char *body,
                 struct kauri_api_answer *answer);
void asking_get(struct kauri_api *api, const char *path, struct kauri_api_answer *answer);

// Asks and checks the HTTP status, and that the body has a text.
void asking_expect(struct kauri_api *api, const char *path, unsigned http_status, const char *text);

// Waits until the job has news.
void asking_wait(struct kauri_api_job *job);

// Waits for the answer of a job that is no stream, and frees the job.
void asking_finish(struct kauri_api_job *job, struct kauri_api_answer *answer);

#endif
