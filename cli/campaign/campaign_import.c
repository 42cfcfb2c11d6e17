#include "cli/campaign/campaign_import.h"

#include "cli/campaign/campaign_proofs.h"
#include "common/file.h"
#include "common/folder.h"
#include "common/output.h"

#include <stdlib.h>

enum { COPY_BYTES = 1 << 16 };

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
    KAURI_PASS(kauri_campaign_check_proof(campaign->frontier, path, import->checking.progress,
                                          &proof, error));
    KAURI_TRY(kauri_proof_folder_add(campaign->path, path, &proof, &import->checking,
                                     &import->proofs, error));
    const struct kauri_bounds r = {proof.low, proof.high};
    if (kauri_campaign_is_new(campaign->frontier, &proof.position, r)) {
        // First the proof, then the bound: what the frontier says is always proven.
        KAURI_TRY(copy_proof(campaign, path, proof.digest, error));
        KAURI_TRY(
            kauri_campaign_record(campaign->frontier, &proof.position, r, proof.digest, error));
        *news = true;
    }
cleanup:
    kauri_citations_clear(&proof.citations);
    return status;
}

void kauri_campaign_import_clear(struct kauri_campaign_import *import)
{
    kauri_proof_folder_clear(&import->proofs);
}
