// What is printed about a campaign: as text, and as JSON (docs/JSON.md).
//
// Implemented in campaign_text.c, campaign_json.c, opening_text.c and opening_json.c.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_VIEW_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_VIEW_H

#include "cli/campaign/campaign_folder.h"
#include "cli/campaign/campaign_run.h"
#include "cli/run.h"
#include "common/status.h"
#include "queries/campaign/opening_tree.h"

// The state of a campaign, whose frontier was evaluated (queries/campaign/campaign_choice.h).
struct kauri_campaign_view {
    const struct kauri_campaign_folder *campaign;
    const struct kauri_campaign_tally *tally; // of a run that has just ended, or NULL
    uint32_t answered;                        // roots
    uint32_t leaves;                          // open questions that were not split
    uint32_t done;                            // questions that are answered
    uint64_t positions;                       // expanded by all jobs
    uint64_t bytes;                           // of all proofs
};

// Counts.
struct kauri_campaign_view kauri_campaign_view_of(const struct kauri_campaign_folder *campaign,
                                                  const struct kauri_campaign_tally *tally);

void kauri_campaign_text(struct kauri_string *out, const struct kauri_campaign_view *view);
void kauri_campaign_json(struct kauri_string *out, const struct kauri_campaign_view *view);

// Evaluates the frontier, and adds either to run->out. `tally` as above. KAURI_RESOURCE.
enum kauri_status kauri_campaign_report(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_campaign_tally *tally,
                                        struct kauri_command_run *run, struct kauri_error *error);

// Add a tree of first moves, up to so many plies.
void kauri_text_opening(struct kauri_string *out, const struct kauri_opening_tree *tree,
                        unsigned plies);
void kauri_json_opening(struct kauri_string *out, const struct kauri_opening_tree *tree,
                        unsigned plies);

// The bounds that are proven about a root.
struct kauri_bounds kauri_campaign_root_bounds(const struct kauri_campaign_frontier *frontier,
                                               const struct kauri_campaign_root *root);

#endif
