// The state of a campaign, as text and as JSON (docs/JSON.md).
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_VIEW_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_VIEW_H

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_run.h"
#include "cli/run.h"
#include "common/json.h"
#include "common/status.h"

// Evaluates the frontier, and adds its state to run->out. `tally` is that of a run that has just
// ended, or NULL. KAURI_RESOURCE.
enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_campaign_tally *tally,
                                        struct kauri_command_run *run, struct kauri_error *error);

// Adds "proof", the digest if the answer is proven, and "efforts"; null where they are not known.
void kauri_campaign_json_add_state(struct kauri_json *json, bool proven, uint64_t digest,
                                   struct kauri_efforts efforts);

#endif
