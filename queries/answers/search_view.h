// The answer of a search as text and as JSON (docs/reference/JSON.md).
#ifndef KAURI_QUERIES_ANSWERS_SEARCH_VIEW_H
#define KAURI_QUERIES_ANSWERS_SEARCH_VIEW_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "queries/answers/probe_view.h"
#include "queries/search/search.h"

#include <stdbool.h>

// Adds the answer as text for people. `parts` is a sum of enum kauri_answer_part. Lines take at
// most `columns` columns (0: any number), as in queries/answers/fitted_text.h.
void kauri_text_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, int columns);

// The outcome of a requested proof.
struct kauri_proof_facts {
    const char *file;
    bool is_written; // the proof was written, and `written` is set
    struct kauri_written_proof written;
};

// Adds one JSON object (docs/reference/JSON.md) and a newline. `proof` is NULL if none was
// requested.
void kauri_json_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, const struct kauri_proof_facts *proof);

// Adds "efforts", those for a question, and unless `x` is NULL the question itself; null if they
// are not known.
void kauri_json_add_efforts(struct kauri_json *json, bool known, const int *x, uint32_t yes,
                            uint32_t no);

#endif
