// The HTTP API of `kauri serve` (docs/HTTP.md) as a function from a request to its answer. It knows
// neither the network nor threads: it runs on the thread that calls it until the answer is there,
// and asks the caller whether to go on.
#ifndef KAURI_CLI_SERVE_API_H
#define KAURI_CLI_SERVE_API_H

#include "cli/serve/api_request.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_api;

enum { KAURI_API_ETAG_BYTES = 40 };

// The caller zeroes it at first and clears it with kauri_api_answer_clear.
struct kauri_api_answer {
    bool streamed;            // it was sent as events; the other members are zero
    unsigned http_status;     // 200, 304 (without a body), 400, 404, 405, 429, 500, 503
    const char *type;         // Content-Type; static storage
    struct kauri_string body; // an object, and a newline
    unsigned cache_seconds;   // Cache-Control: public, max-age; 0: no-cache if there is an entity
                              // tag, else no-store
    char etag[KAURI_API_ETAG_BYTES]; // with its quotation marks; "": none
    bool by_accept;                  // another header Accept may get a stream: value of Vary
    const char *allow;               // 405: value of Allow; else NULL. Static storage
    unsigned retry_seconds;          // 429 and 503: value of Retry-After; 0: none
};

// Prepares what requests need. `tables` must stay open; NULL: there are none, so much is not
// covered. A damaged one is no error: the answers that need it say so. One answer may take `memory`
// bytes while it is found. The caller frees *api. Errors: KAURI_RESOURCE.
enum kauri_status kauri_api_new(struct kauri_tablebase *tables, uint64_t memory,
                                struct kauri_api **api, struct kauri_error *error);

// No request may be under way. Accepts NULL.
void kauri_api_free(struct kauri_api *api);

// Answers the request. Never fails: every fault has its answer. May be called by several threads at
// once.
void kauri_api_answer(struct kauri_api *api, const struct kauri_api_request *request,
                      const struct kauri_api_caller *caller, struct kauri_api_answer *answer);

// An error of the caller's own as the API words it: {"error", "status"} with the HTTP status.
void kauri_api_answer_fault(struct kauri_api_answer *answer, unsigned http_status,
                            enum kauri_status status, const char *message);

// Frees the body and zeroes the answer. Accepts NULL.
void kauri_api_answer_clear(struct kauri_api_answer *answer);

#endif
