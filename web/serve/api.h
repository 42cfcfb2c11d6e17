// The HTTP API of `kauri serve` (docs/reference/HTTP.md) as a function from a request to its
// answer. It uses neither the network nor threads: it runs on the thread that calls it until the
// answer is complete, and asks the caller whether to continue.
#ifndef KAURI_WEB_SERVE_API_H
#define KAURI_WEB_SERVE_API_H

#include "common/status.h"
#include "db/book/book.h"
#include "db/tables/tablebase.h"
#include "web/http/http_answer.h"
#include "web/serve/api_caller.h"

#include <stdbool.h>
#include <stdint.h>

// The paths of the API begin with this.
#define KAURI_API_ROOT "/api/v1/"

struct kauri_api;

// Prepares what requests need. `tables` must stay open; NULL: there are none, and positions that
// need them are not covered. A damaged table is no error: the answers that need it say so. Errors
// of tables name their folders, unless the caller has called kauri_tablebase_hide_folders. One
// answer may take `memory` bytes while it is being found. The caller frees *api. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_api_new(struct kauri_tablebase *tables, uint64_t memory,
                                struct kauri_api **api, struct kauri_error *error);

// Lets the API take the entries of a book for proven, from now on. The book must stay open. To be
// called before the first request.
void kauri_api_use_book(struct kauri_api *api, const struct kauri_book *book);

// Lets the API read the files *.proof of a folder, and of the folders in it, from now on. To be
// called before the first request. Errors: KAURI_RESOURCE.
enum kauri_status kauri_api_serve_proofs(struct kauri_api *api, const char *folder,
                                         struct kauri_error *error);

// Lets answers take as many threads, and as long as the caller likes, from now on: its clients are
// one program. To be called before the first request.
void kauri_api_serve_one(struct kauri_api *api, unsigned threads);

// Frees the API. No request may be under way. Accepts NULL.
void kauri_api_free(struct kauri_api *api);

// Answers the request, whose path begins with KAURI_API_ROOT: *answer, which begins as zeros,
// receives status, headers and a body that the caller frees. Returns false if events were sent
// instead; *answer then stays empty. Never fails: every fault is reported by an answer. May be
// called by several threads at once.
bool kauri_api_answer(struct kauri_api *api, const struct kauri_http_request *request,
                      const struct kauri_api_caller *caller, struct kauri_http_answer *answer);

// Answers as kauri_api_answer does, but without HTTP: adds the object, or the bytes of a file, to
// `out`, which begins empty and stays so on failure; events have what is known before that. Errors:
// KAURI_USAGE for a path or parameters that there are not, and those of the endpoint.
enum kauri_status kauri_api_ask(struct kauri_api *api, const struct kauri_http_request *request,
                                const struct kauri_api_caller *caller, struct kauri_string *out,
                                struct kauri_error *error);

// Makes an answer of an error: {"error", "status"} with the HTTP status.
void kauri_api_answer_fault(struct kauri_http_answer *answer, unsigned http_status,
                            enum kauri_status status, const char *message);

#endif
