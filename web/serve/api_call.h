// A request to the API while it is being answered: its parameters, and work that takes long.
#ifndef KAURI_WEB_SERVE_API_CALL_H
#define KAURI_WEB_SERVE_API_CALL_H

#include "common/progress.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "web/serve/api.h"

#include <stdbool.h>
#include <stdint.h>

// A request. Its parameters have names that the endpoint knows, each at most once.
struct kauri_api_call {
    struct kauri_api *api;
    const struct kauri_http_request *request;
    const struct kauri_api_caller *caller;
    const char *rest; // rest of the path after the endpoint and a slash; "" if there is none
    bool events;      // the answer is to be events
    bool begun;       // kauri_api_begin was successful
    bool refused;     // the caller has no room for the work
    struct kauri_progress progress; // asks whether to stop; has no reports
    double seconds, deadline;       // time limit and deadline of long work
    double last_event;              // when the last event was due
    bool is_file;                   // the answer is a file, not an object
    // The answer if it is a file that is sent from where it lies: its descriptor, and its size, or
    // 0 if it is not.
    int file;
    uint64_t file_size;
};

// -------------------------------------------------------------------------------- the parameters

// The value of a parameter, or NULL if it is not given.
const char *kauri_api_text(const struct kauri_api_call *call, const char *name);

// The position of the parameter `position` or of the path. In an address '_' stands for a blank, a
// plus sign need not be escaped, and in a path a slash stands before the side and the score.
// KAURI_USAGE if there is none, or both; KAURI_BAD_INPUT.
enum kauri_status kauri_api_position(const struct kauri_api_call *call,
                                     struct kauri_position *position, struct kauri_error *error);

// A whole number in [low, high]; unchanged if the parameter is not there. KAURI_USAGE.
enum kauri_status kauri_api_number(const struct kauri_api_call *call, const char *name,
                                   uint64_t low, uint64_t high, uint64_t *number,
                                   struct kauri_error *error);

// The parameter `rules`: standard, which is the default, tiebreak or tie-breaker. KAURI_USAGE.
enum kauri_status kauri_api_rules_asked(const struct kauri_api_call *call,
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

// Begins a search of as many seconds and nodes as the parameters say, which otherwise stay as they
// are: `seconds` is greater than 0 and at most 60, with up to three decimals, `nodes` at least 1.
// `more` is the time that the work besides the search may take. As kauri_api_begin; KAURI_USAGE.
enum kauri_status kauri_api_begin_search(struct kauri_api_call *call, double more, double *seconds,
                                         uint64_t *nodes, struct kauri_error *error);

// Returns whether events are wanted and one is due: none was for a quarter of a second. To be
// called before the event is put together.
bool kauri_api_due(struct kauri_api_call *call);

// Gives the caller an event, and clears the object, which ends with a newline.
void kauri_api_tell(const struct kauri_api_call *call, const char *event,
                    struct kauri_string *object);

// Writes the reason why the work was interrupted into *error.
void kauri_api_explain(const struct kauri_api_call *call, struct kauri_error *error);

// An endpoint. It adds its object, or array, and a newline to `out`, or fails with the errors of
// its parameters and of the tables. Those that search or read whole layers call kauri_api_begin.
typedef enum kauri_status kauri_api_endpoint(struct kauri_api_call *call, struct kauri_string *out,
                                             struct kauri_error *error);

#endif
