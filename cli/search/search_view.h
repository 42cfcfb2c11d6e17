// The output of a search: its progress on a terminal, and its answer as text and as JSON.
#ifndef KAURI_CLI_SEARCH_SEARCH_VIEW_H
#define KAURI_CLI_SEARCH_SEARCH_VIEW_H

#include "cli/lookup/probe_view.h"
#include "cli/progress_view.h"
#include "common/progress.h"
#include "common/string_buffer.h"
#include "queries/search/search.h"

#include <stdbool.h>
#include <stdint.h>

// How far a search has come: positions, speed, what is proven, the share of the memory in use, and
// the efforts of the moves; then, how far its proof is.
//
// One line of standard error that is overwritten; nothing if that is no terminal. The caller owns
// the struct; kauri_search_ticker_begin fills it.
struct kauri_search_ticker {
    struct kauri_progress progress; // for the search, and for its proof
    struct kauri_status_line line;
    double seconds; // of the search when the line was printed last
    uint64_t nodes;
};

// Begins; `view` has begun before and asks the search to stop after a signal.
void kauri_search_ticker_begin(struct kauri_search_ticker *ticker,
                               const struct kauri_progress_view *view);

// Has the search show itself: sets progress, follow and follower.
void kauri_search_ticker_follow(struct kauri_search_ticker *ticker,
                                struct kauri_search_limits *limits);

// Clears the line, so that other text can be printed.
void kauri_search_ticker_clear(struct kauri_search_ticker *ticker);

// Adds the answer as text for people. `parts`: a sum of enum kauri_answer_part. Lines take at most
// `columns` columns (0: any number), as in cli/fitted_text.h.
void kauri_text_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, int columns);

// The outcome of a requested proof.
struct kauri_proof_facts {
    const char *file;
    bool is_written; // `written` is set
    struct kauri_written_proof written;
};

// Adds one JSON object (docs/JSON.md) and a newline. `proof`: NULL if none was requested.
void kauri_json_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, const struct kauri_proof_facts *proof);

#endif
