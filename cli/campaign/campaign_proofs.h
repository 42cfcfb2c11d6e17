// The proofs of a campaign: each is checked step by step before anything rests on it.
//
// Proofs are named by their digests. A proof cites only bounds that the frontier has already, so
// that none cites itself, whether directly or not (docs/PROOF.md, section 6).
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_PROOFS_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_PROOFS_H

#include "cli/campaign/campaign_folder.h"
#include "common/progress.h"
#include "queries/campaign/campaign_line.h"

#include <stdbool.h>
#include <stdint.h>

// Checks all proofs of the folder by so many threads, compares the bounds of the frontier with
// them, and takes in the bounds of proofs that the frontier does not name; *news is whether there
// are any. With 0 threads, it only looks whether there is a proof of each bound. KAURI_WRONG: a
// proof does not hold, or proves something else than the frontier says. KAURI_MISSING: one is not
// there. Errors of kauri_proof_folder_check.
enum kauri_status kauri_campaign_check_all(const struct kauri_campaign_folder *campaign,
                                           unsigned threads, const struct kauri_progress *progress,
                                           bool *news, struct kauri_error *error);

// Checks the proof of a line (fact, yes or no) that a worker wrote, and gives it its name. The
// caller takes in the bound. KAURI_INTERNAL: it is refused, or proves something else.
// KAURI_RESOURCE.
enum kauri_status kauri_campaign_accept(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_campaign_line *line,
                                        struct kauri_error *error);

// Checks a proof from elsewhere and takes it in: copies it into the folder, and its bounds into the
// frontier, which the caller saves. *news is whether it says something new; if not, it is left
// alone. KAURI_WRONG, KAURI_BAD_INPUT: the proof is refused. KAURI_MISSING: it is not there, or
// cites one that is not. KAURI_RESOURCE.
enum kauri_status kauri_campaign_import(const struct kauri_campaign_folder *campaign,
                                        const char *path, bool *news, struct kauri_error *error);

// The bytes of all proofs that the frontier names.
uint64_t kauri_campaign_proof_bytes(const struct kauri_campaign_folder *campaign);

#endif
