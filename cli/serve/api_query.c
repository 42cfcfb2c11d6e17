#include "cli/serve/api_query.h"

#include "common/size.h"

#include <ctype.h>
#include <string.h>

// Whether `names`, separated by blanks, has the name.
static bool is_one_of(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; *at != '\0';) {
        const size_t bytes = strcspn(at, " ");
        if (bytes == length && memcmp(at, name, length) == 0) {
            return length > 0;
        }
        at += bytes + strspn(at + bytes, " ");
    }
    return false;
}

static enum kauri_status read_events(struct kauri_api_query *query, struct kauri_error *error)
{
    const char *events = kauri_api_query_text(query, "events");
    if (events != NULL && strcmp(events, "0") != 0 && strcmp(events, "1") != 0) {
        return kauri_fail(error, KAURI_USAGE, "events takes 0 or 1, not '%.80s'", events);
    }
    query->events = events != NULL ? events[0] == '1' : query->request->events;
    return KAURI_OK;
}

enum kauri_status kauri_api_query_read(const struct kauri_api_request *request, const char *rest,
                                       const char *names, struct kauri_api_query *query,
                                       struct kauri_error *error)
{
    *query = (struct kauri_api_query){.request = request, .rest = rest};
    for (size_t i = 0; i < request->parameter_count; i++) {
        const char *name = request->parameters[i].name;
        if (!is_one_of(names, name)) {
            return kauri_fail(error, KAURI_USAGE, "there is no parameter '%.80s' here, only: %s",
                              name, names[0] != '\0' ? names : "none");
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(request->parameters[j].name, name) == 0) {
                return kauri_fail(error, KAURI_USAGE, "the parameter %s is given twice", name);
            }
        }
    }
    return read_events(query, error);
}

const char *kauri_api_query_text(const struct kauri_api_query *query, const char *name)
{
    const struct kauri_api_request *request = query->request;
    for (size_t i = 0; i < request->parameter_count; i++) {
        if (strcmp(request->parameters[i].name, name) == 0) {
            return request->parameters[i].value;
        }
    }
    return NULL;
}

// Replaces what addresses make of blanks and plus signs. A row has '+' between digits, and the side
// has blanks around it.
static void restore(char *text, bool path)
{
    char *side = text + strcspn(text, "SNsn");
    for (char *at = text; at < side; at++) {
        const bool inside =
            at > text && isdigit((unsigned char)at[-1]) != 0 && isdigit((unsigned char)at[1]) != 0;
        if (inside && *at == ' ') {
            *at = '+';
        }
    }
    if (side > text && strchr(path ? "+_/" : "+_", side[-1]) != NULL) {
        side[-1] = ' ';
    }
    if (side[0] != '\0' && side[1] != '\0' && strchr(path ? "+_/" : "+_", side[1]) != NULL) {
        side[1] = ' ';
    }
}

enum kauri_status kauri_api_query_position(const struct kauri_api_query *query,
                                           struct kauri_position *position,
                                           struct kauri_error *error)
{
    char text[2 * KAURI_POSITION_TEXT_BYTES];
    const char *given = kauri_api_query_text(query, "position");
    const bool path = query->rest[0] != '\0';
    if ((given != NULL) == path) {
        return kauri_fail(error, KAURI_USAGE, "%s",
                          path ? "the position is given twice, in the path and as a parameter"
                               : "the parameter position is missing");
    }
    given = path ? query->rest : given;
    if (strlen(given) >= sizeof text) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the position has more than %zu characters",
                          sizeof text - 1);
    }
    memcpy(text, given, strlen(given) + 1);
    restore(text, path);
    return kauri_position_parse(text, position, error);
}

enum kauri_status kauri_api_query_number(const struct kauri_api_query *query, const char *name,
                                         uint64_t low, uint64_t high, uint64_t *number,
                                         struct kauri_error *error)
{
    const char *text = kauri_api_query_text(query, name);
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

enum kauri_status kauri_api_query_seconds(const struct kauri_api_query *query, unsigned most,
                                          double *seconds, struct kauri_error *error)
{
    const char *text = kauri_api_query_text(query, "seconds");
    double read = 0;
    if (text == NULL) {
        *seconds = *seconds < most ? *seconds : most;
        return KAURI_OK;
    }
    if (!kauri_parse_seconds(text, most, &read)) {
        return kauri_fail(error, KAURI_USAGE,
                          "seconds takes a number from 0.001 to %u, not '%.80s'", most, text);
    }
    *seconds = read;
    return KAURI_OK;
}

enum kauri_status kauri_api_query_rules(const struct kauri_api_query *query, bool *given,
                                        enum kauri_ruleset *rules, struct kauri_error *error)
{
    const char *text = kauri_api_query_text(query, "rules");
    *given = text != NULL;
    if (text == NULL) {
        return KAURI_OK;
    }
    if (strcmp(text, "standard") == 0) {
        *rules = KAURI_STANDARD;
    } else if (strcmp(text, "tiebreak") == 0 || strcmp(text, "tie-breaker") == 0) {
        *rules = KAURI_TIEBREAKER;
    } else {
        return kauri_fail(error, KAURI_USAGE, "rules takes standard or tiebreak, not '%.80s'",
                          text);
    }
    return KAURI_OK;
}
