// The endpoints of the API; web/serve/api.c has the table of them, with what each answers.
// Implemented in api_*.c and web/wasm/no_proofs.c. The latter is for pages without a server, which
// have no proofs.
#ifndef KAURI_WEB_SERVE_API_ENDPOINTS_H
#define KAURI_WEB_SERVE_API_ENDPOINTS_H

#include "queries/search/search.h"
#include "web/serve/api_call.h"

// api_lookup.c and api_probe_many.c
kauri_api_endpoint kauri_api_probe, kauri_api_moves, kauri_api_line, kauri_api_layers,
    kauri_api_rules, kauri_api_openapi, kauri_api_probe_many;

// api_engine.c. The events of a search are named `bounds` and are objects of `search` without a
// line, those of an analysis `depth`, and are `analyse` objects with the results so far.
kauri_api_endpoint kauri_api_search, kauri_api_analyse, kauri_api_reply, kauri_api_opponents;

// api_find.c, api_problem.c, api_record.c, api_solution.c
kauri_api_endpoint kauri_api_find, kauri_api_problem, kauri_api_replay, kauri_api_annotate,
    kauri_api_solution;

// api_proof.c
kauri_api_endpoint kauri_api_proof, kauri_api_proof_file, kauri_api_search_proof;

// Searches what the request asks for by `position`, `rules`, `seconds` and `nodes`, on one thread,
// and sets these limits. `more` is the time in seconds that the work after the search may take. The
// caller frees *search also after an error. Errors: those of the parameters, of
// kauri_api_begin_search and of the search. In api_engine.c.
enum kauri_status kauri_api_search_asked(struct kauri_api_call *call,
                                         struct kauri_search_limits *limits, double more,
                                         struct kauri_search_answer **search,
                                         struct kauri_error *error);

// Frees what `find` has kept. In api_find.c.
void kauri_api_found_clear(struct kauri_api *api);

#endif
