// Asks the prover within the limits of a search.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_WATCH_H
#define KAURI_QUERIES_SEARCH_SEARCH_WATCH_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/prover/prover.h"
#include "queries/search/search_limits.h"

#include <stdbool.h>
#include <stdint.h>

// A search under way. Set what comes before `nodes` and leave the rest zero.
struct kauri_search_watch {
    struct kauri_prover *prover;
    unsigned threads; // threads of the prover
    const struct kauri_search_limits *limits;
    double started; // kauri_clock_seconds
    // NULL, or called like limits->follow.
    void (*look)(void *looker, struct kauri_search_watch *watch);
    void *looker;
    uint64_t nodes; // positions expanded by all questions
    bool stopped;
    enum kauri_search_stop stop; // why the search stopped
    // The members below are about the question that is asked now, or was asked last.
    uint64_t before;                // positions expanded by earlier questions
    struct kauri_progress progress; // progress of the prover
    uint32_t phi, delta;            // efforts to prove and to refute the question; 0 before its end
    unsigned futile; // questions in a row that ended without an answer before any limit
};

// Asks whether r >= x and expands at most `budget` positions for it. After the watch has stopped,
// every answer is KAURI_PROVER_OPEN. Errors of the tables.
enum kauri_status kauri_search_ask(struct kauri_search_watch *watch,
                                   const struct kauri_position *position, int x, uint64_t budget,
                                   enum kauri_prover_answer *answer, struct kauri_error *error);

// To be called between `questions` questions that are asked again and again: stops the watch after
// several times as many in a row that gave up, since watch->futile was set to 0.
void kauri_search_stop_if_futile(struct kauri_search_watch *watch, unsigned questions);

#endif
