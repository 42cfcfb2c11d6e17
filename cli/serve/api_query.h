// The parameters of a request, read and checked.
#ifndef KAURI_CLI_SERVE_API_QUERY_H
#define KAURI_CLI_SERVE_API_QUERY_H

#include "cli/serve/api_request.h"
#include "common/status.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A request whose parameters have the names that its endpoint knows, each at most once. Borrows
// from the request.
struct kauri_api_query {
    const struct kauri_api_request *request;
    const char *rest; // of the path after the name of the endpoint and a slash; "" if there is none
    bool events;      // asked for as a header or as the parameter events=1
};

// Checks the names of the parameters: `names` are separated by blanks. KAURI_USAGE.
enum kauri_status kauri_api_query_read(const struct kauri_api_request *request, const char *rest,
                                       const char *names, struct kauri_api_query *query,
                                       struct kauri_error *error);

// The value of a parameter, NULL if it is not there.
const char *kauri_api_query_text(const struct kauri_api_query *query, const char *name);

// The position of the parameter `position` or of the path. A blank inside a row stands for '+', and
// '+' or '_' around the side for a blank; in a path, a slash does, too. KAURI_USAGE if there is
// none, or both; KAURI_BAD_INPUT.
enum kauri_status kauri_api_query_position(const struct kauri_api_query *query,
                                           struct kauri_position *position,
                                           struct kauri_error *error);

// A whole number in [low, high]; unchanged if the parameter is not there. KAURI_USAGE.
enum kauri_status kauri_api_query_number(const struct kauri_api_query *query, const char *name,
                                         uint64_t low, uint64_t high, uint64_t *number,
                                         struct kauri_error *error);

// The parameter `seconds`, greater than 0 and at most `most`, with up to three decimals; *seconds,
// but at most `most`, if it is not there. KAURI_USAGE.
enum kauri_status kauri_api_query_seconds(const struct kauri_api_query *query, unsigned most,
                                          double *seconds, struct kauri_error *error);

// The parameter `rules`: standard, tiebreak or tie-breaker. *given says whether it is there; *rules
// is unchanged if not. KAURI_USAGE.
enum kauri_status kauri_api_query_rules(const struct kauri_api_query *query, bool *given,
                                        enum kauri_ruleset *rules, struct kauri_error *error);

#endif
