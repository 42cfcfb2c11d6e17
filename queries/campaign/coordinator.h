// The coordinator of a campaign: chooses one job after the other, and notes in the frontier how far
// they came.
//
// It does not deal with files: the caller does the jobs (queries/campaign/searcher.h), checks the
// proofs that they find, records the bounds, and writes the frontier.
#ifndef KAURI_QUERIES_CAMPAIGN_COORDINATOR_H
#define KAURI_QUERIES_CAMPAIGN_COORDINATOR_H

#include "common/status.h"
#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/campaign_frontier.h"
#include "queries/campaign/campaign_job.h"

#include <stdbool.h>
#include <stdint.h>

// Set the first three members, and leave the rest zero.
struct kauri_coordinator {
    struct kauri_campaign_frontier *frontier;
    uint64_t budget;                 // positions that a job may expand; at least 1
    uint64_t nodes;                  // positions that all jobs together may expand; 0: no limit
    uint64_t positions;              // positions expanded by jobs that have ended
    uint64_t jobs;                   // jobs that have ended
    uint32_t question;               // question of the job at work
    struct kauri_campaign_path path; // path to the question of the last job
    bool short_budget;               // the job at work gets less than the budget, since `nodes` are
                                     // nearly used up
};

// Chooses the next job; *any is false if there is none, because the roots are answered or all
// positions are used up. It stays near the question of the last job as long as that is the best.
// KAURI_RESOURCE.
enum kauri_status kauri_coordinator_next(struct kauri_coordinator *coordinator,
                                         struct kauri_campaign_job *job, bool *any,
                                         struct kauri_error *error);

// Ends the job at work; the bounds that it found have been recorded. A question that has used up
// its budget is split into those that the job has left. KAURI_RESOURCE.
enum kauri_status kauri_coordinator_end(struct kauri_coordinator *coordinator,
                                        const struct kauri_campaign_end *end,
                                        struct kauri_error *error);

#endif
