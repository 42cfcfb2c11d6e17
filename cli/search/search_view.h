// The answer of `kauri search` as text and as JSON.
#ifndef KAURI_CLI_SEARCH_SEARCH_VIEW_H
#define KAURI_CLI_SEARCH_SEARCH_VIEW_H

#include "cli/lookup/probe_view.h"
#include "common/string_buffer.h"
#include "queries/search/search.h"

#include <stdbool.h>
#include <stdint.h>

// Adds the answer as text for people. `layers` is the number of table layers in use, `parts` a sum
// of enum kauri_answer_part. Lines take at most `columns` columns (0: any number), as in
// cli/fitted_text.h.
void kauri_text_search(struct kauri_string *out, const struct kauri_search *search, unsigned layers,
                       unsigned parts, int columns);

// The fate of a proof that was asked for.
struct kauri_proof_facts {
    const char *file;
    bool is_written; // `written` is set
    struct kauri_written_proof written;
};

// Adds one JSON object (docs/JSON.md) and a newline. `proof`: NULL if none was asked for.
void kauri_json_search(struct kauri_string *out, const struct kauri_search *search, unsigned parts,
                       const struct kauri_proof_facts *proof);

#endif
