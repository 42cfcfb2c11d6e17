#include "cli/campaign/campaign_import.h"

#include "common/file.h"
#include "common/folder.h"
#include "common/memory.h"
#include "common/output.h"
#include "verify/proof_folder.h"

#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 1 << 16 };

// ----------------------------------------------------------------------- what a proof rests on

// The place of a digest among those that were checked, where it is or belongs.
static size_t place_of(const struct kauri_campaign_import *import, uint64_t digest)
{
    size_t low = 0;
    size_t high = import->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (import->checked[middle] < digest) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_checked(const struct kauri_campaign_import *import, uint64_t digest)
{
    const size_t place = place_of(import, digest);
    return place < import->count && import->checked[place] == digest;
}

static enum kauri_status note_checked(struct kauri_campaign_import *import, uint64_t digest,
                                      struct kauri_error *error)
{
    const size_t place = place_of(import, digest);
    if (is_checked(import, digest)) {
        return KAURI_OK;
    }
    uint64_t *wider =
        kauri_array_grow(import->checked, import->count, &import->room, sizeof *wider);
    if (wider == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    import->checked = wider;
    memmove(wider + place + 1, wider + place, (import->count - place) * sizeof *wider);
    wider[place] = digest;
    import->count++;
    return KAURI_OK;
}

// Checks a proof of the folder with everything that it rests on.
static enum kauri_status check_cited(struct kauri_campaign_import *import, const char *citing,
                                     uint64_t digest, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder proofs = {.count = 0};
    const struct kauri_proof_check_options options = {.threads = import->threads,
                                                      .progress = import->progress};
    struct kauri_error refused;
    char name[KAURI_PROOF_NAME_BYTES];
    char *path = kauri_folder_join(import->campaign->folder, kauri_proof_name(digest, name));
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    status = kauri_proof_folder_check(path, NULL, &options, &proofs, &refused);
    if (status == KAURI_RESOURCE || status == KAURI_INTERRUPTED) {
        *error = refused;
    } else if (status != KAURI_OK) {
        status = kauri_fail(error, KAURI_WRONG, "%s cites %s, which is refused: %s", citing, name,
                            refused.message);
    }
    for (size_t i = 0; status == KAURI_OK && i < proofs.count; i++) {
        status = note_checked(import, proofs.entry[i].digest, error);
    }
    kauri_proof_folder_clear(&proofs);
    free(path);
    return status;
}

// ------------------------------------------------------------------------------------ importing

// Copies a proof into the folder under its name.
static enum kauri_status copy_proof(const struct kauri_campaign_folder *campaign, const char *path,
                                    uint64_t digest, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    struct kauri_output *output = NULL;
    char name[KAURI_PROOF_NAME_BYTES];
    char *bytes = malloc(COPY_BYTES);
    if (bytes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(kauri_input_open(path, &input, error));
    KAURI_TRY(
        kauri_output_open_in(campaign->folder, kauri_proof_name(digest, name), &output, error));
    const uint64_t size = kauri_input_size(input);
    for (uint64_t at = 0; at < size; at += COPY_BYTES) {
        const size_t now = size - at < COPY_BYTES ? (size_t)(size - at) : COPY_BYTES;
        KAURI_TRY(kauri_input_read_at(input, at, bytes, now, error));
        KAURI_TRY(kauri_output_write(output, bytes, now, error));
    }
    struct kauri_output *finished = output;
    output = NULL;
    status = kauri_output_commit(finished, error);
cleanup:
    kauri_output_abandon(output);
    kauri_input_close(input);
    free(bytes);
    return status;
}

enum kauri_status kauri_campaign_import(struct kauri_campaign_import *import, const char *path,
                                        bool *news, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_entry proof;
    const struct kauri_campaign_folder *campaign = import->campaign;
    *news = false;
    KAURI_PASS(
        kauri_campaign_check_proof(campaign->frontier, path, import->progress, &proof, error));
    for (size_t i = 0; i < proof.citations.count; i++) {
        const uint64_t digest = proof.citations.statement[i].digest;
        if (!is_checked(import, digest)) {
            KAURI_TRY(check_cited(import, path, digest, error));
        }
    }
    const struct kauri_bounds r = {proof.low, proof.high};
    if (kauri_campaign_is_new(campaign->frontier, &proof.position, r)) {
        // First the proof, then the bound: what the frontier says is always proven.
        KAURI_TRY(copy_proof(campaign, path, proof.digest, error));
        KAURI_TRY(
            kauri_campaign_record(campaign->frontier, &proof.position, r, proof.digest, error));
        KAURI_TRY(note_checked(import, proof.digest, error));
        *news = true;
    }
cleanup:
    kauri_citations_clear(&proof.citations);
    return status;
}

void kauri_campaign_import_clear(struct kauri_campaign_import *import)
{
    free(import->checked);
    import->checked = NULL;
    import->count = 0;
    import->room = 0;
}
