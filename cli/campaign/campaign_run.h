// Runs a campaign: workers search, this process coordinates.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H

#include "cli/campaign/campaign_crew.h"
#include "cli/campaign/campaign_folder.h"
#include "cli/progress_view.h"
#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_campaign_settings {
    unsigned workers; // at least 1
    unsigned threads; // of each worker; at least 1
    uint64_t memory;  // bytes of each worker
    uint64_t seed;
    uint64_t budget;    // positions of a job
    uint64_t nodes;     // positions of all jobs of this run; 0: no limit
    double seconds;     // of this run
    uint64_t fact_work; // bounds that cost so many positions get proofs of their own
};

// What a run did.
struct kauri_campaign_tally {
    uint64_t jobs, positions;
    double seconds;
    unsigned lost; // workers that were started again
};

// What those who search for the campaign have in common, but for what sends and what stops.
// KAURI_RESOURCE: too little memory.
enum kauri_status kauri_campaign_searcher(const struct kauri_campaign_folder *campaign,
                                          const struct kauri_campaign_settings *settings,
                                          struct kauri_searcher_options *searcher,
                                          struct kauri_error *error);

// Has the crew search until all roots are answered, or a limit or a signal ends it; what workers
// have found out by then is kept. The crew is dismissed, or has failed, at the end. The frontier is
// saved after each job. KAURI_RESOURCE: too little memory or disk; the frontier is that of the last
// job that was saved. KAURI_INTERRUPTED: by a signal; all is saved. KAURI_INTERNAL: a proof was
// refused.
enum kauri_status kauri_campaign_run(struct kauri_campaign_folder *campaign,
                                     const struct kauri_campaign_settings *settings,
                                     const struct kauri_crew *crew,
                                     struct kauri_progress_view *view,
                                     struct kauri_campaign_tally *tally, struct kauri_error *error);

#endif
