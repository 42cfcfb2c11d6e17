// Jobs of a campaign for anybody: as commands, whose proofs are taken in again.
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_EXCHANGE_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_EXCHANGE_H

#include "cli/campaign/campaign_folder.h"
#include "common/status.h"

#include <stdint.h>

// Prints up to `count` jobs as `kauri search` commands, one per line. If the frontier has fewer,
// questions that were never searched are split, and the frontier is saved.
// KAURI_RESOURCE.
enum kauri_status kauri_campaign_export(const struct kauri_campaign_folder *campaign,
                                        unsigned count, uint64_t budget, struct kauri_error *error);

// Takes in proofs, in any order, and saves the frontier. Says on standard error which ones are
// refused and why, and takes in the others. *taken receives the number of proofs with news.
// KAURI_WRONG: some are refused. KAURI_RESOURCE.
enum kauri_status kauri_campaign_import_all(const struct kauri_campaign_folder *campaign,
                                            char *const *paths, unsigned count, unsigned *taken,
                                            struct kauri_error *error);

#endif
