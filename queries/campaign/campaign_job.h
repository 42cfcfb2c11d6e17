// A job of a campaign, which the coordinator chooses (queries/campaign/coordinator.h) and a
// searcher does (queries/campaign/searcher.h).
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_JOB_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_JOB_H

#include "queries/campaign/campaign_line.h"

#include <stdbool.h>
#include <stdint.h>

// Search for the answer of a question.
struct kauri_campaign_job {
    struct kauri_position position;
    int x;
    struct kauri_efforts until; // at these efforts, another question has become better
    uint64_t positions;         // may be expanded
};

enum { KAURI_CAMPAIGN_LINE_PLIES = 32 }; // longest forced line

// How a job has ended.
struct kauri_campaign_end {
    uint64_t positions; // expanded by the job
    bool proven;        // the question is answered by a bound that was found; the rest is not set
    bool used;          // no more is to be expected of the question as a whole
    struct kauri_efforts efforts;
    // The questions after the moves that may still matter, as `open` lines. For a forced line there
    // follows, up to KAURI_CAMPAIGN_LINE_PLIES times, a `split` line about one of these questions
    // with the `open` lines of its moves.
    struct kauri_campaign_line left[(KAURI_CAMPAIGN_LINE_PLIES + 1) * (KAURI_HOLES_MAX + 1)];
    unsigned left_count;
};

#endif
