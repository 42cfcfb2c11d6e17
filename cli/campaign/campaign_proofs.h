// The proofs of a campaign: each is checked step by step before anything rests on it.
//
// Proofs are named by their digests. A proof cites only bounds that the frontier has already, so
// that none cites itself, whether directly or not (docs/reference/PROOF.md, section 6).
#ifndef KAURI_CLI_CAMPAIGN_CAMPAIGN_PROOFS_H
#define KAURI_CLI_CAMPAIGN_CAMPAIGN_PROOFS_H

#include "cli/campaign/campaign_folder.h"
#include "common/status.h"
#include "queries/campaign/campaign_frontier.h"
#include "verify/proof_folder.h"

#include <stdbool.h>
#include <stdint.h>

// Checks all proofs of the folder (kauri_proof_folder_check), compares the bounds of the frontier
// with them, and adds the bounds of proofs that the frontier does not list, which may have any
// name; *news becomes true if there are any. KAURI_WRONG: a proof does not hold, or proves
// something else than the frontier says. KAURI_MISSING: one is not there. Errors of
// kauri_proof_folder_check.
enum kauri_status kauri_campaign_check_all(const struct kauri_campaign_folder *campaign,
                                           const struct kauri_proof_check_options *options,
                                           bool *news, struct kauri_error *error);

// Checks that the proof of each bound exists and states the bound in its first lines, which takes
// some 10 microseconds for each. Does not check the proofs themselves. Errors as above.
enum kauri_status kauri_campaign_check_heads(const struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error);

// Checks a proof that was just written to kauri_campaign_unchecked: whether it establishes the
// bounds and rests on the rules and on bounds of the frontier alone, which it takes for granted.
// Gives it its name. The caller records the bound. KAURI_INTERNAL: it is refused. KAURI_RESOURCE.
enum kauri_status kauri_campaign_accept(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_position *position,
                                        struct kauri_bounds r, uint64_t digest,
                                        struct kauri_error *error);

// The bytes of all proofs that the frontier names.
uint64_t kauri_campaign_proof_bytes(const struct kauri_campaign_folder *campaign);

#endif
