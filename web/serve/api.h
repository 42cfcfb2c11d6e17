// The HTTP API of `kauri serve` (docs/reference/HTTP.md) as a function from a request to its
// answer. It uses neither the network nor threads: it runs on the thread that calls it until the
// answer is complete, and asks the caller whether to continue.
#ifndef KAURI_WEB_SERVE_API_H
#define KAURI_WEB_SERVE_API_H

#include "common/status.h"
#include "db/book/book.h"
#include "db/tables/tablebase.h"
#include "web/http/http_answer.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The paths of the API begin with this.
#define KAURI_API_ROOT "/api/v1/"

struct kauri_api_found;

enum { KAURI_API_KINDS = 3 }; // kinds of positions that `find` finds

// What requests need. Set what comes before `found` and leave the rest zero; nothing else changes
// while requests are answered. Tables, book and folder must outlive the struct.
struct kauri_api {
    // NULL: there are none, and positions that need them are not covered. A damaged table is no
    // error: the answers that need it say so. Errors of tables name their folders, unless the
    // caller has called kauri_tablebase_hide_folders.
    struct kauri_tablebase *tables;
    const struct kauri_book *book; // its entries are taken for proven; NULL: there is none
    uint64_t memory;               // bytes that one answer may take while it is found
    unsigned threads;              // most threads of an answer, at least 1
    bool serves_one;    // its clients are one program, which alone limits the time of an answer
    const char *proofs; // folder whose files *.proof, and those of its folders, are read; or NULL
    // The results of `find`; NULL: the layer was not searched.
    _Atomic(struct kauri_api_found *) found[KAURI_SEEDS_MAX + 1][KAURI_API_KINDS];
};

// Frees what answers have kept. No request may be under way.
void kauri_api_clear(struct kauri_api *api);

// The caller's side of an answer. kauri_api_answer calls the functions on its own thread; each of
// them may be NULL.
struct kauri_api_caller {
    void *context;
    // Returns whether to stop, because the client has left or the program ends. It is called very
    // often.
    bool (*stopped)(void *context);
    // Called at most once, when the request is found to be good and its answer will take long.
    // Returns false if there is no room for it. With `events`, the answer is sent as events.
    bool (*admit)(void *context, bool events);
    // Takes an event: the object ends with a newline. NULL: the caller takes no events, so that
    // requests for them get an answer.
    void (*event)(void *context, const char *name, const struct kauri_string *object);
};

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
