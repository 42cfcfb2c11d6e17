// The progress of a search on a terminal.
#ifndef KAURI_CLI_SEARCH_SEARCH_PROGRESS_H
#define KAURI_CLI_SEARCH_SEARCH_PROGRESS_H

#include "cli/progress_view.h"
#include "common/progress.h"
#include "queries/search/search.h"

#include <stdint.h>

// Shows the progress of a search: positions, speed, what is proven, the share of the memory in use,
// and the efforts of the moves; and after that, the progress of its proof.
//
// One line of standard error that is overwritten; nothing if that is no terminal. The caller owns
// the struct; kauri_search_ticker_begin fills it.
struct kauri_search_ticker {
    struct kauri_progress progress; // for the search, and for its proof
    struct kauri_status_line line;  // the caller clears it in the end
    double seconds;                 // elapsed time of the search when the line was last printed
    uint64_t nodes;
};

// Begins the ticker. `view`, which has begun before, asks the search to stop after a signal.
void kauri_search_ticker_begin(struct kauri_search_ticker *ticker,
                               const struct kauri_progress_view *view);

// Makes the search report to the ticker: sets progress, follow and follower.
void kauri_search_ticker_follow(struct kauri_search_ticker *ticker,
                                struct kauri_search_limits *limits);

#endif
