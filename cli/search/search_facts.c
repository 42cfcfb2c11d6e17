#include "cli/search/search_facts.h"

#include "common/folder.h"
#include "verify/proof_folder.h"

#include <stdlib.h>

enum kauri_status kauri_search_facts_read(const char *folder, struct kauri_tablebase *tables,
                                          unsigned threads, const struct kauri_progress *progress,
                                          struct kauri_search_facts *facts,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder proofs = {.count = 0};
    const struct kauri_proof_check_options options = {.threads = threads, .progress = progress};
    KAURI_TRY(kauri_folder_check(folder, error));
    status = kauri_proof_folder_check(folder, tables, &options, &proofs, error);
    if (status == KAURI_MISSING && proofs.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    facts->fact = calloc(proofs.count + 1, sizeof *facts->fact);
    if (facts->fact == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu proofs", proofs.count);
        goto cleanup;
    }
    for (size_t i = 0; i < proofs.count; i++) {
        const struct kauri_proof_entry *proof = &proofs.entry[i];
        char name[KAURI_PROOF_NAME_BYTES];
        if (!proof->named) {
            status = kauri_fail(error, KAURI_USAGE,
                                "%s cannot be cited under this name; rename it to %s", proof->path,
                                kauri_proof_name(proof->digest, name));
            goto cleanup;
        }
        facts->fact[facts->count++] = (struct kauri_search_fact){
            .position = proof->position,
            .r = {proof->low, proof->high},
            .digest = proof->digest,
            .tables = proof->tables,
        };
    }
cleanup:
    kauri_proof_folder_clear(&proofs);
    return status;
}

void kauri_search_facts_clear(struct kauri_search_facts *facts)
{
    free(facts->fact);
    *facts = (struct kauri_search_facts){.count = 0};
}
