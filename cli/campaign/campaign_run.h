// Runs a campaign and shows its state.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_RUN_H

#include "cli/campaign/campaign_folder.h"
#include "cli/run.h"
#include "common/json.h"
#include "common/status.h"
#include "queries/prover/question.h"

#include <stdbool.h>
#include <stdint.h>

// The settings of the command.
struct kauri_campaign_options {
    const char *ask, *at_least; // a question, or NULL
    bool status;
    uint64_t memory, nodes; // 0: not given
    uint64_t budget, fact_nodes, seconds, seed;
    const char *checked; // list of proofs that were checked, or NULL
    bool trust;
};

// Checks the proofs of the folder, unless they are trusted. Then searches until all roots are
// answered, or a limit or a signal ends it; what was found out up to then is kept. Then adds the
// state of the campaign to run->out. Errors of kauri_campaign_check_all. KAURI_RESOURCE: too little
// memory or disk; the frontier is that of the last job that was saved. KAURI_INTERRUPTED: by a
// signal; all is saved. KAURI_INTERNAL: a proof was refused.
enum kauri_status kauri_campaign_run(struct kauri_campaign_folder *campaign,
                                     struct kauri_command_run *run, struct kauri_error *error);

// Evaluates the frontier, and adds the state of the campaign to run->out, as text or as JSON
// (docs/reference/JSON.md). Errors of kauri_campaign_check_heads; KAURI_RESOURCE.
enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        struct kauri_command_run *run, struct kauri_error *error);

// Adds "proof", the digest if the answer is proven, and "efforts"; null where they are not known.
void kauri_campaign_json_add_state(struct kauri_json *json, bool proven, uint64_t digest,
                                   struct kauri_efforts efforts);

#endif
