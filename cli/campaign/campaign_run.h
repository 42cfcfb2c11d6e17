// Runs a campaign: workers search, this process coordinates; and the options of that, which `kauri
// campaign` and `kauri-mpi campaign` share.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H

#include "cli/campaign/campaign_crew.h"
#include "cli/campaign/campaign_folder.h"
#include "cli/progress_view.h"
#include "cli/run.h"
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

// Counts of a run.
struct kauri_campaign_tally {
    uint64_t jobs, positions;
    double seconds;
    unsigned lost; // workers that were started again
};

// Options of the searchers of a campaign, except how they send results and when they stop.
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

enum {
    KAURI_CAMPAIGN_SECONDS_MAX = 100000000,
    KAURI_CAMPAIGN_BUDGET = 100000000,
    KAURI_CAMPAIGN_FACT_NODES = 100000,
};

// The settings of both commands begin with these.
struct kauri_campaign_options {
    uint64_t memory, nodes; // 0: not given
    uint64_t budget, fact_nodes, seconds, seed;
    bool trust;
};

#define KAURI_CAMPAIGN_OPTIONS_DEFAULT                                                             \
    {                                                                                              \
        .budget = KAURI_CAMPAIGN_BUDGET, .fact_nodes = KAURI_CAMPAIGN_FACT_NODES,                  \
        .seconds = KAURI_CAMPAIGN_SECONDS_MAX                                                      \
    }

#define KAURI_CAMPAIGN_OPTIONS                                                                     \
    KAURI_OPTION("threads", "T", "of each worker (default: its share of processors)",              \
                 KAURI_STORED_IN_RUN(threads_given), .low = 1, .high = KAURI_THREADS_MAX),         \
        KAURI_OPTION("memory", "SIZE", "of each worker (default: 2G, or less if less is free)",    \
                     KAURI_STORED(struct kauri_campaign_options, memory), .is_size = true),        \
        KAURI_OPTION("budget", "N", "positions of a job (default 100000000)",                      \
                     KAURI_STORED(struct kauri_campaign_options, budget), .low = 1,                \
                     .high = INT64_MAX),                                                           \
        KAURI_OPTION("fact-nodes", "N", "hand on bounds that cost N positions (default 100000)",   \
                     KAURI_STORED(struct kauri_campaign_options, fact_nodes), .low = 1,            \
                     .high = INT64_MAX),                                                           \
        KAURI_OPTION("time", "SECONDS", "stop after this many seconds (default: no limit)",        \
                     KAURI_STORED(struct kauri_campaign_options, seconds), .unit = "seconds",      \
                     .low = 1, .high = KAURI_CAMPAIGN_SECONDS_MAX),                                \
        KAURI_OPTION("nodes", "N", "stop after N positions in all (default: no limit)",            \
                     KAURI_STORED(struct kauri_campaign_options, nodes), .low = 1,                 \
                     .high = INT64_MAX),                                                           \
        KAURI_SEED_OPTION(struct kauri_campaign_options, seed),                                    \
        KAURI_OPTION("trust-proofs", NULL, "do not check again the proofs that are there",         \
                     KAURI_STORED(struct kauri_campaign_options, trust)),                          \
        KAURI_QUIET_OPTION, KAURI_JSON_OPTION

// The settings of run->settings for so many workers, `here` of which are on this machine.
struct kauri_campaign_settings kauri_campaign_settings_of(const struct kauri_command_run *run,
                                                          unsigned workers, unsigned here);

// Checks the proofs of the folder, unless they are trusted, and saves the frontier if it gets
// bounds from them. Errors of kauri_campaign_check_all.
enum kauri_status kauri_campaign_prepare(const struct kauri_campaign_folder *campaign,
                                         struct kauri_command_run *run, struct kauri_error *error);

#endif
