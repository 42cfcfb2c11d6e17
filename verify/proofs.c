// kauri_proofs_check of the public interface.
#include "kauri/analysis.h"

#include "common/checked.h"
#include "common/progress.h"
#include "common/status.h"
#include "verify/proof_folder.h"

#include <stdlib.h>
#include <string.h>

// The least size of options: that of version 1.1, up to the end of the last member.
#define OPTIONS_BYTES_1_1 KAURI_STRUCT_END(struct kauri_proofs_check_options, context)

// Copies what is known of the proofs; their paths lie behind them in the same memory.
static enum kauri_status copy(const struct kauri_proof_folder *folder, struct kauri_proofs *proofs,
                              struct kauri_error *error)
{
    size_t bytes = 0;
    for (size_t i = 0; i < folder->count; i++) {
        bytes += strlen(folder->entry[i].path) + 1;
    }
    proofs->proof = malloc((folder->count + 1) * sizeof *proofs->proof + bytes);
    if (proofs->proof == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu proofs", folder->count);
    }
    char *path = (char *)(proofs->proof + folder->count);
    for (size_t i = 0; i < folder->count; i++) {
        const struct kauri_proof_entry *entry = &folder->entry[i];
        proofs->proof[i] = (struct kauri_checked_proof){.path = path,
                                                        .position = entry->position,
                                                        .r = {entry->low, entry->high},
                                                        .steps = entry->steps,
                                                        .citations = entry->citations.count,
                                                        .digest = entry->digest,
                                                        .tables = entry->tables};
        path = stpcpy(path, entry->path) + 1;
    }
    proofs->count = folder->count;
    proofs->tables = folder->tables;
    memcpy(proofs->table_digest, folder->digest, sizeof proofs->table_digest);
    return KAURI_OK;
}

enum kauri_status kauri_proofs_check(const char *path, struct kauri_tablebase *tables,
                                     const struct kauri_proofs_check_options *options,
                                     struct kauri_proofs *proofs, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder folder = {.count = 0};
    struct kauri_proofs_check_options taken = {.trust_tables = false};
    memset(proofs, 0, sizeof *proofs);
    if (options != NULL) {
        KAURI_TRY(kauri_struct_take(options, OPTIONS_BYTES_1_1, &taken, sizeof taken,
                                    "kauri_proofs_check_options", error));
    }
    KAURI_PASS(kauri_threads_check(taken.threads, error));
    struct kauri_stop stop = {.stop = taken.stop, .context = taken.context};
    const struct kauri_progress progress = kauri_stop_progress(&stop);
    const struct kauri_proof_check_options wanted = {
        .trust_tables = taken.trust_tables, .threads = taken.threads, .progress = &progress};
    KAURI_TRY(kauri_proof_folder_check(path, tables, &wanted, &folder, error));
    KAURI_TRY(copy(&folder, proofs, error));
cleanup:
    kauri_proof_folder_clear(&folder);
    return status;
}

void kauri_proofs_clear(struct kauri_proofs *proofs)
{
    if (proofs != NULL) {
        free(proofs->proof);
        memset(proofs, 0, sizeof *proofs);
    }
}
