#include "web/serve/api_call.h"

#include "common/size.h"

#include <ctype.h>
#include <string.h>

// Limit that a client may give to a search, and that of a single client: a year.
enum { SECONDS_MAX = 60, SECONDS_MAX_OF_ONE = 366 * 86400 };
#define NODES_MAX 1000000000000 // more than any search expands in that time

#define SECONDS_BETWEEN 0.25 // time between two events of progress

// -------------------------------------------------------------------------------- the parameters

const char *kauri_api_text(const struct kauri_api_call *call, const char *name)
{
    const struct kauri_http_target *target = call->request->target;
    for (size_t i = 0; i < target->parameter_count; i++) {
        if (strcmp(target->parameters[i].name, name) == 0) {
            return target->parameters[i].value;
        }
    }
    return NULL;
}

// Writes the position of an address in the usual notation. A blank between two digits becomes a
// plus sign, since the decoding of a query makes a blank of every '+' that was not written as %2B.
// Anywhere else, '+' and '_' become blanks, and so does every slash of a path but the first one,
// which divides the rows.
static void write_position(const char *given, bool path, char *text)
{
    const char *slash = path ? strchr(given, '/') : NULL;
    for (const char *at = given; *at != '\0'; at++) {
        const bool blank = strchr("+_ ", *at) != NULL;
        const bool inside =
            at > given && isdigit((unsigned char)at[-1]) != 0 && isdigit((unsigned char)at[1]) != 0;
        const bool after = slash != NULL && *at == '/' && at > slash;
        *text++ = blank && inside ? '+' : blank || after ? ' ' : *at;
    }
    *text = '\0';
}

enum kauri_status kauri_api_position(const struct kauri_api_call *call,
                                     struct kauri_position *position, struct kauri_error *error)
{
    char text[2 * KAURI_POSITION_TEXT_BYTES];
    const char *given = kauri_api_text(call, "position");
    const bool path = call->rest[0] != '\0';
    if ((given != NULL) == path) {
        return kauri_fail(error, KAURI_USAGE, "%s",
                          path ? "the position is given twice, in the path and as a parameter"
                               : "the parameter position is missing");
    }
    given = path ? call->rest : given;
    if (strlen(given) >= sizeof text) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the position has more than %zu characters",
                          sizeof text - 1);
    }
    write_position(given, path, text);
    return kauri_position_parse(text, position, error);
}

enum kauri_status kauri_api_number(const struct kauri_api_call *call, const char *name,
                                   uint64_t low, uint64_t high, uint64_t *number,
                                   struct kauri_error *error)
{
    const char *text = kauri_api_text(call, name);
    uint64_t read = 0;
    if (text == NULL) {
        return KAURI_OK;
    }
    if (!kauri_parse_number(text, low, high, &read)) {
        return kauri_fail(error, KAURI_USAGE, "%s takes a number from %llu to %llu, not '%.80s'",
                          name, (unsigned long long)low, (unsigned long long)high, text);
    }
    *number = read;
    return KAURI_OK;
}

enum kauri_status kauri_api_rules_asked(const struct kauri_api_call *call,
                                        enum kauri_ruleset *rules, struct kauri_error *error)
{
    const char *text = kauri_api_text(call, "rules");
    *rules = KAURI_STANDARD;
    if (text == NULL || strcmp(text, "standard") == 0) {
        return KAURI_OK;
    }
    if (strcmp(text, "tiebreak") == 0 || strcmp(text, "tie-breaker") == 0) {
        *rules = KAURI_TIEBREAKER;
    } else {
        return kauri_fail(error, KAURI_USAGE, "rules takes standard or tiebreak, not '%.80s'",
                          text);
    }
    return KAURI_OK;
}

struct kauri_tablebase *kauri_api_tables_for(const struct kauri_api_call *call,
                                             const struct kauri_position *position)
{
    struct kauri_tablebase *tables = call->api->tables;
    return tables != NULL && kauri_tablebase_fits(tables, position, NULL) == KAURI_OK ? tables
                                                                                      : NULL;
}

// ------------------------------------------------------------------------------------- long work

static bool is_stopped(const struct kauri_api_call *call)
{
    return call->caller->stopped != NULL && call->caller->stopped(call->caller->context);
}

static bool is_cancelled(void *context)
{
    const struct kauri_api_call *call = context;
    return is_stopped(call) || kauri_clock_seconds() > call->deadline;
}

enum kauri_status kauri_api_begin(struct kauri_api_call *call, double seconds,
                                  struct kauri_error *error)
{
    const struct kauri_api_caller *caller = call->caller;
    if (caller->admit != NULL && !caller->admit(caller->context, call->events)) {
        call->refused = !is_stopped(call);
        return call->refused ? kauri_fail(error, KAURI_RESOURCE,
                                          "too many answers are under way; try again later")
                             : kauri_fail(error, KAURI_INTERRUPTED, "the server is stopping");
    }
    call->begun = true;
    call->seconds = call->api->serves_one ? SECONDS_MAX_OF_ONE : seconds;
    call->deadline = kauri_clock_seconds() + call->seconds;
    call->progress = (struct kauri_progress){.cancelled = is_cancelled, .context = call};
    return KAURI_OK;
}

enum kauri_status kauri_api_begin_search(struct kauri_api_call *call, double more, double *seconds,
                                         uint64_t *nodes, struct kauri_error *error)
{
    const char *text = kauri_api_text(call, "seconds");
    const int maximum = call->api->serves_one ? SECONDS_MAX_OF_ONE : SECONDS_MAX;
    if (text != NULL && !kauri_parse_seconds(text, (uint64_t)maximum, seconds)) {
        return kauri_fail(error, KAURI_USAGE,
                          "seconds takes a number from 0.001 to %d, not '%.80s'", maximum, text);
    }
    KAURI_PASS(kauri_api_number(call, "nodes", 1, NODES_MAX, nodes, error));
    return kauri_api_begin(call, *seconds + more, error);
}

bool kauri_api_due(struct kauri_api_call *call)
{
    const double now = kauri_clock_seconds();
    const bool due = call->events && now - call->last_event >= SECONDS_BETWEEN;
    call->last_event = due ? now : call->last_event;
    return due;
}

void kauri_api_tell(const struct kauri_api_call *call, const char *event,
                    struct kauri_string *object)
{
    if (!object->failed) {
        call->caller->event(call->caller->context, event, object);
    }
    kauri_string_clear(object);
}

void kauri_api_explain(const struct kauri_api_call *call, struct kauri_error *error)
{
    if (is_stopped(call)) {
        (void)kauri_fail(error, KAURI_INTERRUPTED,
                         call->api->serves_one ? "stopped on request" : "the server is stopping");
    } else {
        (void)kauri_fail(error, KAURI_INTERRUPTED, "the answer would take more than %.0f seconds",
                         call->seconds);
    }
}
