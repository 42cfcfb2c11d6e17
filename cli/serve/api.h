// The HTTP API of `kauri serve` (docs/HTTP.md) as a function from a request to its answer. It uses
// neither the network nor threads: it runs on the thread that calls it until the answer is there,
// and asks the caller whether to continue.
//
// Implemented in cli/serve/api.c, cli/serve/api_lookup.c, cli/serve/api_probe_many.c,
// cli/serve/api_engine.c, cli/serve/api_find.c and cli/serve/api_record.c.
#ifndef KAURI_CLI_SERVE_API_H
#define KAURI_CLI_SERVE_API_H

#include "common/progress.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "kauri/kauri.h"
#include "tablebase/tablebase.h"
#include "web/http/http_answer.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// The paths of the API begin with this.
#define KAURI_API_ROOT "/api/v1/"

// The caller's side of an answer. kauri_api_answer calls the functions on its own thread; each of
// them may be NULL.
struct kauri_api_caller {
    void *context;
    // Whether to stop: the client has left, or the program ends. It is asked very often.
    bool (*stopped)(void *context);
    // Called at most once, when the request is found to be good and its answer will take long.
    // Returns false if there is no room for it. With `events`, what follows are events.
    bool (*admit)(void *context, bool events);
    // Takes an event: the object ends with a newline. NULL: the caller takes no events, so that
    // requests for them get an answer.
    void (*event)(void *context, const char *name, const struct kauri_string *object);
};

struct kauri_api_found;

enum {
    KAURI_API_CACHE_VALUES = 86400, // seconds that values of positions may be kept: they are fixed
    KAURI_API_KINDS = 3,            // of positions that `find` finds
};

// Does not change while requests are answered, but for `found`.
struct kauri_api {
    struct kauri_tablebase *tables; // NULL: there are none
    uint64_t memory;                // bytes that one answer may take while it is found
    // What `find` has found; NULL: the layer was not searched.
    _Atomic(struct kauri_api_found *) found[KAURI_SEEDS_MAX + 1][KAURI_API_KINDS];
};

// Its parameters have the names that the endpoint knows, each at most once.
struct kauri_api_call {
    struct kauri_api *api;
    const struct kauri_http_request *request;
    const struct kauri_api_caller *caller;
    const char *rest; // of the path after the name of the endpoint and a slash; "" if there is none
    bool events;      // the answer is to be events
    bool begun;       // kauri_api_begin was successful
    bool refused;     // the caller has no room
    struct kauri_progress progress; // asks whether to stop; has no reports
    double seconds, deadline;       // of the long work
    double told;                    // when the last event was due
};

// -------------------------------------------------------------------------------- the parameters

// The value of a parameter, NULL if it is not there.
const char *kauri_api_text(const struct kauri_api_call *call, const char *name);

// The position of the parameter `position` or of the path. A blank inside a row stands for '+', and
// '+' or '_' around the side for a blank; in a path, a slash does, too. KAURI_USAGE if there is
// none, or both; KAURI_BAD_INPUT.
enum kauri_status kauri_api_position(const struct kauri_api_call *call,
                                     struct kauri_position *position, struct kauri_error *error);

// A whole number in [low, high]; unchanged if the parameter is not there. KAURI_USAGE.
enum kauri_status kauri_api_number(const struct kauri_api_call *call, const char *name,
                                   uint64_t low, uint64_t high, uint64_t *number,
                                   struct kauri_error *error);

// The parameter `seconds`, greater than 0 and at most 60, with up to three decimals; unchanged if
// it is not there. KAURI_USAGE.
enum kauri_status kauri_api_seconds(const struct kauri_api_call *call, double *seconds,
                                    struct kauri_error *error);

// The parameter `rules`: standard, tiebreak or tie-breaker. *given says whether it is there; *rules
// is unchanged if not. KAURI_USAGE.
enum kauri_status kauri_api_rules_asked(const struct kauri_api_call *call, bool *given,
                                        enum kauri_ruleset *rules, struct kauri_error *error);

// The tables that may hold positions after this one: NULL if there are none, or for boards of
// another size only.
struct kauri_tablebase *kauri_api_tables_for(const struct kauri_api_call *call,
                                             const struct kauri_position *position);

// ------------------------------------------------------------------------------------- long work

// Begins work that may take long, at most `seconds`: from now on call->progress says when to stop.
// KAURI_RESOURCE if the caller has no room for it; KAURI_INTERRUPTED if it does not wait any more.
enum kauri_status kauri_api_begin(struct kauri_api_call *call, double seconds,
                                  struct kauri_error *error);

// Whether events are wanted and one is due: none was for a quarter of a second. To be called before
// the event is put together.
bool kauri_api_due(struct kauri_api_call *call);

// Gives the caller an event; the object ends with a newline.
void kauri_api_tell(const struct kauri_api_call *call, const char *event,
                    const struct kauri_string *object);

// Says in *error, that of work that was interrupted, why.
void kauri_api_explain(const struct kauri_api_call *call, struct kauri_error *error);

// Leaves the folders of the tables out of a message: where they are is nobody's business. Errors
// that endpoints return need not be changed.
void kauri_api_hide_folders(const struct kauri_api *api, struct kauri_error *error);

// ------------------------------------------------------------------------------- the endpoints

// Each adds its object, or array, and a newline to `out`, or fails with the errors of its
// parameters and of the tables. Those that search or read whole layers call kauri_api_begin.
typedef enum kauri_status kauri_api_endpoint(struct kauri_api_call *call, struct kauri_string *out,
                                             struct kauri_error *error);

// Look-ups in the tables. `moves` are all legal moves with what is known without a search: the
// object of `search`.
kauri_api_endpoint kauri_api_probe, kauri_api_moves, kauri_api_line;

// The same as `probe` for all positions of a body, a JSON array of texts: an array of the objects
// of `probe` and, for positions that have none, of errors.
kauri_api_endpoint kauri_api_probe_many;

// The list of the layers, the rules, and the description of the API.
kauri_api_endpoint kauri_api_layers, kauri_api_rules, kauri_api_openapi;

// The search above the tables, whose events are `bounds`: objects of `search` without a line.
kauri_api_endpoint kauri_api_search;

// The engine's estimate, whose events are `depth`: objects of `analyse` so far. And a move, chosen
// as the computer of `kauri play` does, and the list of its opponents.
kauri_api_endpoint kauri_api_analyse, kauri_api_reply, kauri_api_opponents;

// All games of the body, with their faults; the annotation of its first game, or of the one with
// the number of the parameter `game`.
kauri_api_endpoint kauri_api_replay, kauri_api_annotate;

// Remarkable positions of a layer, as by `kauri find`. They are kept, so that a layer is read once
// for each kind.
kauri_api_endpoint kauri_api_find;

// Frees what `find` has kept.
void kauri_api_found_clear(struct kauri_api *api);

// Prepares what requests need. `tables` must stay open; NULL: there are none, so much is not
// covered. A damaged one is no error: the answers that need it say so. One answer may take `memory`
// bytes while it is found. The caller frees *api. Errors: KAURI_RESOURCE.
enum kauri_status kauri_api_new(struct kauri_tablebase *tables, uint64_t memory,
                                struct kauri_api **api, struct kauri_error *error);

// No request may be under way. Accepts NULL.
void kauri_api_free(struct kauri_api *api);

// Answers the request, whose path begins with KAURI_API_ROOT: *answer, which begins as zeros,
// receives status, headers and a body that the caller frees. Returns false if events were sent
// instead; *answer then stays empty. Never fails: every fault has its answer. May be called by
// several threads at once.
bool kauri_api_answer(struct kauri_api *api, const struct kauri_http_request *request,
                      const struct kauri_api_caller *caller, struct kauri_http_answer *answer);

// Makes an answer of an error: {"error", "status"} with the HTTP status.
void kauri_api_answer_fault(struct kauri_http_answer *answer, unsigned http_status,
                            enum kauri_status status, const char *message);

#endif
