// The answer of `kauri search` as text and as JSON.
#ifndef KAURI_CLI_SEARCH_SEARCH_VIEW_H
#define KAURI_CLI_SEARCH_SEARCH_VIEW_H

#include "common/string_buffer.h"
#include "queries/search/search.h"

#include <stdbool.h>
#include <stdint.h>

// Parts of the answer that a command prints, besides the value of the position.
enum kauri_search_part {
    KAURI_SEARCH_MOVES = 1,
    KAURI_SEARCH_BEST = 2, // the moves that are proven best
    KAURI_SEARCH_LINE = 4,
};

// Adds the answer as text for people. `layers` is the number of table layers in use, `parts` a sum
// of enum kauri_search_part. Lines take at most `columns` columns (0: any number), as in
// cli/fitted_text.h.
void kauri_text_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned layers, unsigned parts, int columns);

// Adds two lines: the possible results under both rules when r for the player to move is from `low`
// to `high`.
void kauri_text_results(struct kauri_string *out, const struct kauri_position *position, int low,
                        int high);

// The fate of a proof that was asked for.
struct kauri_proof_facts {
    const char *file;
    bool is_written; // `written` is set
    struct kauri_written_proof written;
};

// Adds one JSON object (docs/JSON.md) and a newline. `proof`: NULL if none was asked for.
void kauri_json_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, const struct kauri_proof_facts *proof);

#endif
