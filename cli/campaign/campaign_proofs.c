#include "cli/campaign/campaign_proofs.h"

#include "common/folder.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

// Returns whether the frontier has the bound that a proof cites.
static bool has_cited(const struct kauri_campaign_frontier *frontier,
                      const struct kauri_cited_statement *cited)
{
    const struct kauri_position position =
        kauri_step_key_position(cited->key, frontier->shape.holes);
    const struct kauri_bounds *r = kauri_campaign_bound(frontier, &position, cited->digest);
    return r != NULL &&
           (kauri_step_key_kind(cited->key) == KAURI_STEP_OWN ? r->low : -r->high) >= cited->value;
}

static bool is_of_board(const struct kauri_campaign_frontier *frontier,
                        const struct kauri_position *position)
{
    return position->holes == frontier->shape.holes &&
           kauri_cowries(position) == frontier->shape.cowries;
}

// Returns whether a proof of these bounds establishes the bounds that are wanted.
static bool establishes(const struct kauri_position *position, int32_t low, int32_t high,
                        const struct kauri_position *wanted, struct kauri_bounds r)
{
    const struct kauri_packed one = kauri_pack(position);
    const struct kauri_packed other = kauri_pack(wanted);
    return position->holes == wanted->holes && kauri_packed_equal(&one, &other) && low >= r.low &&
           high <= r.high;
}

// Gives a file of the folder the name of the proof with this digest.
static enum kauri_status give_name(const struct kauri_campaign_folder *campaign, const char *file,
                                   uint64_t digest, struct kauri_error *error)
{
    char name[KAURI_PROOF_NAME_BYTES];
    const int folder = kauri_folder_descriptor(campaign->folder);
    return renameat(folder, file, folder, kauri_proof_name(digest, name)) == 0
               ? KAURI_OK
               : kauri_fail_errno(error, KAURI_RESOURCE, "cannot rename %s/%s", campaign->path,
                                  file);
}

enum kauri_status kauri_campaign_accept(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_position *position,
                                        struct kauri_bounds r, uint64_t digest,
                                        struct kauri_error *error)
{
    struct kauri_proof_entry proof = {.digest = 0};
    struct kauri_error refused;
    char *path = kauri_folder_join(campaign->folder, kauri_campaign_unchecked);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    const enum kauri_status status = kauri_proof_check(path, NULL, NULL, &proof, NULL, &refused);
    free(path);
    bool holds =
        proof.digest == digest && establishes(&proof.position, proof.low, proof.high, position, r);
    for (size_t i = 0; holds && i < proof.citations.count; i++) {
        holds = has_cited(campaign->frontier, &proof.citations.statement[i]);
    }
    kauri_citations_clear(&proof.citations);
    if (status != KAURI_OK) {
        return kauri_fail(error, status == KAURI_RESOURCE ? status : KAURI_INTERNAL,
                          "a new proof is refused: %s", refused.message);
    }
    return holds ? give_name(campaign, kauri_campaign_unchecked, digest, error)
                 : kauri_fail(error, KAURI_INTERNAL, "a new proof does not prove what it should");
}

static enum kauri_status proves_something_else(const struct kauri_campaign_folder *campaign,
                                               uint64_t digest, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG,
                      "%s/%016llx.proof does not prove what the frontier says; delete the lines of "
                      "the frontier with this digest, to search again",
                      campaign->path, (unsigned long long)digest);
}

// Checks that the proof that a bound names exists and states the bound at its beginning.
static enum kauri_status check_head(const struct kauri_campaign_folder *campaign,
                                    const struct kauri_campaign_bound *bound,
                                    struct kauri_error *error)
{
    struct kauri_proof proof;
    char name[KAURI_PROOF_NAME_BYTES];
    const struct kauri_position position =
        kauri_campaign_position(campaign->frontier, bound->place);
    (void)kauri_proof_name(bound->digest, name);
    char *path = kauri_folder_join(campaign->folder, name);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    enum kauri_status status = kauri_proof_read_head(path, &proof, error);
    free(path);
    if (status == KAURI_MISSING) {
        status = kauri_fail(error, KAURI_MISSING,
                            "%s/%s is not there; put it there, or delete the lines of the frontier "
                            "with its digest, to search again",
                            campaign->path, name);
    } else if (status == KAURI_OK &&
               (proof.stated != bound->digest ||
                !establishes(&proof.root, proof.low, proof.high, &position, bound->r))) {
        status = proves_something_else(campaign, bound->digest, error);
    }
    return status;
}

enum kauri_status kauri_campaign_check_heads(const struct kauri_campaign_folder *campaign,
                                             struct kauri_error *error)
{
    for (uint32_t i = 0; i < campaign->frontier->bound_count; i++) {
        KAURI_PASS(check_head(campaign, &campaign->frontier->bounds[i], error));
    }
    return KAURI_OK;
}

static int compare_entries(const void *one, const void *other)
{
    const struct kauri_proof_entry *a = one;
    const struct kauri_proof_entry *b = other;
    return (a->digest > b->digest) - (a->digest < b->digest);
}

// Compares the bounds with what the proofs of the folder state.
static enum kauri_status compare_bounds(const struct kauri_campaign_folder *campaign,
                                        const struct kauri_proof_folder *proofs,
                                        struct kauri_error *error)
{
    const struct kauri_campaign_frontier *frontier = campaign->frontier;
    for (uint32_t i = 0; i < frontier->bound_count; i++) {
        const struct kauri_campaign_bound *bound = &frontier->bounds[i];
        const struct kauri_position position = kauri_campaign_position(frontier, bound->place);
        const struct kauri_proof_entry wanted = {.digest = bound->digest};
        const struct kauri_proof_entry *entry =
            bsearch(&wanted, proofs->entry, proofs->count, sizeof *proofs->entry, compare_entries);
        if (entry == NULL ||
            !establishes(&entry->position, entry->low, entry->high, &position, bound->r)) {
            return proves_something_else(campaign, bound->digest, error);
        }
    }
    return KAURI_OK;
}

// Records the bounds that the other proofs of the folder state. Those that were copied into it
// under another name get their own.
static enum kauri_status take_bounds(const struct kauri_campaign_folder *campaign,
                                     const struct kauri_proof_folder *proofs, bool *news,
                                     struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = campaign->frontier;
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_proof_entry *entry = &proofs->entry[i];
        const struct kauri_bounds r = {entry->low, entry->high};
        const int maximum = 3 * (int)kauri_seeds(&entry->position) + 1;
        if (is_of_board(frontier, &entry->position) && (r.low > -maximum || r.high < maximum) &&
            kauri_campaign_bound(frontier, &entry->position, entry->digest) == NULL) {
            if (!entry->named) {
                KAURI_PASS(give_name(campaign, kauri_proof_file(entry), entry->digest, error));
            }
            KAURI_PASS(kauri_campaign_record(frontier, &entry->position, r, entry->digest, error));
            *news = true;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_campaign_check_all(const struct kauri_campaign_folder *campaign,
                                           const struct kauri_proof_check_options *options,
                                           bool *news, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder proofs = {.count = 0};
    *news = false;
    KAURI_TRY(kauri_campaign_check_heads(campaign, error));
    KAURI_TRY(kauri_proof_folder_check(campaign->path, NULL, options, &proofs, error));
    if (proofs.count > 0) {
        qsort(proofs.entry, proofs.count, sizeof *proofs.entry, compare_entries);
        KAURI_TRY(compare_bounds(campaign, &proofs, error));
        status = take_bounds(campaign, &proofs, news, error);
    }
cleanup:
    kauri_proof_folder_clear(&proofs);
    return status;
}

uint64_t kauri_campaign_proof_bytes(const struct kauri_campaign_folder *campaign)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < campaign->frontier->bound_count; i++) {
        struct stat facts;
        char name[KAURI_PROOF_NAME_BYTES];
        (void)kauri_proof_name(campaign->frontier->bounds[i].digest, name);
        if (fstatat(kauri_folder_descriptor(campaign->folder), name, &facts, 0) == 0) {
            bytes += (uint64_t)facts.st_size;
        }
    }
    return bytes;
}
