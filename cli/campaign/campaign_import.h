// Imports proofs from elsewhere into a campaign. Their senders need not be trusted.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_IMPORT_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_IMPORT_H

#include "cli/campaign/campaign_folder.h"
#include "common/status.h"
#include "verify/proof_folder.h"

#include <stdbool.h>

// Set the first two members, and leave the rest zero.
struct kauri_campaign_import {
    const struct kauri_campaign_folder *campaign; // a campaign after kauri_campaign_check_heads
    struct kauri_proof_check_options checking;    // how to check what a proof rests on
    struct kauri_proof_folder proofs;             // proofs that were checked
};

// Checks a proof with everything that it rests on, which is in the folder, and imports it: copies
// it into the folder, and its bounds into the frontier, which the caller saves. *news becomes true
// if it says something new; otherwise nothing is imported. What was checked for one proof is not
// checked again for the next. KAURI_WRONG, KAURI_BAD_INPUT: the proof, or one that it rests on, is
// refused. KAURI_MISSING: it is not there, or cites one that is not. KAURI_RESOURCE.
// KAURI_INTERRUPTED: by the caller's progress.
enum kauri_status kauri_campaign_import(struct kauri_campaign_import *import, const char *path,
                                        bool *news, struct kauri_error *error);
void kauri_campaign_import_clear(struct kauri_campaign_import *import);

#endif
