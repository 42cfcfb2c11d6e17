// Runs a campaign and shows its state. `kauri campaign` and `kauri-mpi campaign` share this file,
// and the options for it.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H

#include "cli/campaign/campaign_folder.h"
#include "cli/run.h"
#include "common/json.h"
#include "common/status.h"
#include "queries/campaign/coordinator.h"
#include "queries/campaign/searcher.h"

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
    const char *checked; // list of proofs that were checked, or NULL
    bool trust;
};

#define KAURI_CAMPAIGN_OPTIONS_DEFAULT                                                             \
    {                                                                                              \
        .budget = KAURI_CAMPAIGN_BUDGET, .fact_nodes = KAURI_CAMPAIGN_FACT_NODES,                  \
        .seconds = KAURI_CAMPAIGN_SECONDS_MAX                                                      \
    }

#define KAURI_CAMPAIGN_OPTIONS                                                                     \
    KAURI_OPTION("threads", "T", "of the search (default: all processors)",                        \
                 KAURI_STORED_IN_RUN(threads_given), .low = 1, .high = KAURI_THREADS_MAX),         \
        KAURI_OPTION("memory", "SIZE", "of the search (default: 2G, or less if less is free)",     \
                     KAURI_STORED(struct kauri_campaign_options, memory), .is_size = true),        \
        KAURI_OPTION("budget", "N", "positions of a job (default 100000000)",                      \
                     KAURI_STORED(struct kauri_campaign_options, budget), .low = 1,                \
                     .high = INT64_MAX),                                                           \
        KAURI_OPTION("fact-nodes", "N", "record bounds that cost N positions (default 100000)",    \
                     KAURI_STORED(struct kauri_campaign_options, fact_nodes), .low = 1,            \
                     .high = INT64_MAX),                                                           \
        KAURI_OPTION("time", "SECONDS", "stop after this many seconds (default: no limit)",        \
                     KAURI_STORED(struct kauri_campaign_options, seconds), .unit = "seconds",      \
                     .low = 1, .high = KAURI_CAMPAIGN_SECONDS_MAX),                                \
        KAURI_OPTION("nodes", "N", "stop after N positions in all (default: no limit)",            \
                     KAURI_STORED(struct kauri_campaign_options, nodes), .low = 1,                 \
                     .high = INT64_MAX),                                                           \
        KAURI_SEED_OPTION(struct kauri_campaign_options, seed),                                    \
        KAURI_OPTION("trust-proofs", NULL, "do not check the existing proofs again",               \
                     KAURI_STORED(struct kauri_campaign_options, trust), .excludes = "checked"),   \
        KAURI_OPTION("checked", "LIST", "check only proofs that LIST does not have (check-proof)", \
                     KAURI_STORED(struct kauri_campaign_options, checked)),                        \
        KAURI_QUIET_OPTION, KAURI_JSON_OPTION

// Checks the proofs of the folder, unless they are trusted, and saves the frontier if it gets
// bounds from them. Errors of kauri_campaign_check_all.
enum kauri_status kauri_campaign_prepare(const struct kauri_campaign_folder *campaign,
                                         struct kauri_command_run *run, struct kauri_error *error);

// Makes a searcher by the options, one of `here` on this machine, and starts its threads. The
// caller has set `number`, `send`, `context` and `progress`. KAURI_RESOURCE.
enum kauri_status kauri_campaign_searcher(const struct kauri_campaign_folder *campaign,
                                          const struct kauri_command_run *run, unsigned here,
                                          struct kauri_searcher_options *options,
                                          struct kauri_searcher **searcher,
                                          struct kauri_error *error);

struct kauri_campaign_run;

// The workers that search for a campaign.
struct kauri_campaign_workers {
    unsigned count; // at least 1
    void *context;
    // Hands lines (queries/campaign/campaign_line.h) to a worker: bounds, and a job.
    enum kauri_status (*give)(void *context, struct kauri_campaign_run *run, unsigned worker,
                              const char *lines, struct kauri_error *error);
    // Waits for lines of workers, for at most so many seconds, and takes them in
    // (kauri_campaign_take). KAURI_INTERRUPTED: a worker received a signal. NULL if `give` returns
    // only after the job.
    enum kauri_status (*receive)(void *context, struct kauri_campaign_run *run, double seconds,
                                 struct kauri_error *error);
    // Ends all workers; those with a job first send how far they have come. NULL if `give` returns
    // only after the job.
    void (*dismiss)(void *context);
};

// Lets the workers search until all roots are answered, or a limit or a signal ends it; their
// results up to then are kept. Then adds the state of the campaign to run->out. The frontier is
// saved after each job. KAURI_RESOURCE: too little memory or disk; the frontier is that of the last
// job that was saved. KAURI_INTERRUPTED: by a signal; all is saved. KAURI_INTERNAL: a proof was
// refused.
enum kauri_status kauri_campaign_run(struct kauri_campaign_folder *campaign,
                                     struct kauri_command_run *run,
                                     const struct kauri_campaign_workers *workers,
                                     struct kauri_error *error);

// Processes a line of a worker, and saves the frontier after the end of a job. Errors of
// kauri_coordinator_take and kauri_campaign_folder_save.
enum kauri_status kauri_campaign_take(struct kauri_campaign_run *run, unsigned worker,
                                      const struct kauri_campaign_line *line,
                                      struct kauri_error *error);

// Returns true if the jobs at work are to be stopped: by a signal, or because the time is over.
bool kauri_campaign_must_stop(const struct kauri_campaign_run *run);

// Evaluates the frontier, and adds the state of the campaign to run->out, as text or as JSON
// (docs/reference/JSON.md). Errors of kauri_campaign_check_heads; KAURI_RESOURCE.
enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        struct kauri_command_run *run, struct kauri_error *error);

// Adds "proof", the digest if the answer is proven, and "efforts"; null where they are not known.
void kauri_campaign_json_add_state(struct kauri_json *json, bool proven, uint64_t digest,
                                   struct kauri_efforts efforts);

#endif
