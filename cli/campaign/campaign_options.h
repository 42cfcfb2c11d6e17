// The options of a run that `kauri campaign` and `kauri-mpi campaign` share, and its beginning.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_OPTIONS_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_OPTIONS_H

#include "cli/campaign/campaign_run.h"
#include "cli/run.h"

#include <stdbool.h>
#include <stdint.h>

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
