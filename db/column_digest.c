#include "db/column_digest.h"

#include "db/bytes.h"

enum kauri_status kauri_column_digest_init(struct kauri_column_digest *digest, unsigned width,
                                           uint32_t run_entries, struct kauri_error *error)
{
    *digest = (struct kauri_column_digest){.entry_bytes = width, .run_entries = run_entries};
    return kauri_digester_new(&digest->runs, error);
}

void kauri_column_digest_clear(struct kauri_column_digest *digest)
{
    kauri_digester_free(digest->runs);
    kauri_digester_free(digest->partial);
    *digest = (struct kauri_column_digest){.runs = NULL};
}

void kauri_column_digest_run(struct kauri_column_digest *digest, uint64_t run)
{
    uint8_t bytes[8];
    kauri_store_u64(bytes, run);
    kauri_digester_add(digest->runs, bytes, sizeof bytes);
}

static void end_run(struct kauri_column_digest *digest)
{
    kauri_column_digest_run(digest, kauri_digester_result(digest->partial));
    kauri_digester_free(digest->partial);
    digest->partial = NULL;
    digest->entries = 0;
}

enum kauri_status kauri_column_digest_part(struct kauri_column_digest *digest, const uint8_t *bytes,
                                           uint64_t entries, uint64_t *taken,
                                           struct kauri_error *error)
{
    const uint32_t left = digest->run_entries - digest->entries;
    *taken = entries < left ? entries : left;
    if (*taken == 0) {
        return KAURI_OK;
    }
    if (digest->partial == NULL) {
        const enum kauri_status status = kauri_digester_new(&digest->partial, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    kauri_digester_add(digest->partial, bytes, (size_t)*taken * digest->entry_bytes);
    digest->entries += (uint32_t)*taken;
    if (digest->entries == digest->run_entries) {
        end_run(digest);
    }
    return KAURI_OK;
}

uint64_t kauri_column_digest_end(struct kauri_column_digest *digest)
{
    if (digest->partial != NULL) {
        end_run(digest);
    }
    return kauri_digester_result(digest->runs);
}
