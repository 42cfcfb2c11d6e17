// The quick answers of the API: look-ups in the tables.
#ifndef KAURI_CLI_SERVE_API_LOOKUP_H
#define KAURI_CLI_SERVE_API_LOOKUP_H

#include "cli/serve/api_answer.h"
#include "cli/serve/api_query.h"
#include "common/status.h"

struct kauri_api;

// Each adds its object to the answer's body. Errors: those of the parameters and of the tables.

enum kauri_status kauri_api_probe(struct kauri_api *api, const struct kauri_api_query *query,
                                  struct kauri_api_answer *answer, struct kauri_error *error);

// Every legal move with what is known without a search: the object of `search`.
enum kauri_status kauri_api_moves(struct kauri_api *api, const struct kauri_api_query *query,
                                  struct kauri_api_answer *answer, struct kauri_error *error);

enum kauri_status kauri_api_line(struct kauri_api *api, const struct kauri_api_query *query,
                                 struct kauri_api_answer *answer, struct kauri_error *error);

// Puts together the answers of `layers` and `rules`, and the digest of program and tables. Reads
// the header of each table. KAURI_RESOURCE.
enum kauri_status kauri_api_lists_make(struct kauri_api *api, struct kauri_error *error);

enum kauri_status kauri_api_layers(struct kauri_api *api, const struct kauri_api_query *query,
                                   struct kauri_api_answer *answer, struct kauri_error *error);
// The description of the API.
enum kauri_status kauri_api_openapi(struct kauri_api *api, const struct kauri_api_query *query,
                                    struct kauri_api_answer *answer, struct kauri_error *error);
enum kauri_status kauri_api_rules(struct kauri_api *api, const struct kauri_api_query *query,
                                  struct kauri_api_answer *answer, struct kauri_error *error);

#endif
