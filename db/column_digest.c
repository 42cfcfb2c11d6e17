#include "db/column_digest.h"

#include "common/loop.h"
#include "db/bytes.h"

// Digests of runs that are made at a time.
enum { RUNS = 256 };

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

// Adds entries up to the end of the run that is open, or begins one; *taken receives their number.
static enum kauri_status add_part(struct kauri_column_digest *digest, const uint8_t *bytes,
                                  uint64_t entries, uint64_t *taken, struct kauri_error *error)
{
    const uint32_t left = digest->run_entries - digest->entries;
    *taken = entries < left ? entries : left;
    if (digest->partial == NULL) {
        KAURI_PASS(kauri_digester_new(&digest->partial, error));
    }
    kauri_digester_add(digest->partial, bytes, (size_t)*taken * digest->entry_bytes);
    digest->entries += (uint32_t)*taken;
    if (digest->entries == digest->run_entries) {
        end_run(digest);
    }
    return KAURI_OK;
}

struct runs {
    const uint8_t *from;
    size_t bytes; // size of a run
    uint64_t digests[RUNS];
};

static void digest_run(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    struct runs *runs = context;
    runs->digests[index] = kauri_digest(runs->from + index * runs->bytes, runs->bytes);
}

// Adds `count` whole runs, at most RUNS.
static void add_runs(struct kauri_column_digest *digest, unsigned threads, const uint8_t *bytes,
                     uint64_t count)
{
    struct runs runs = {.from = bytes, .bytes = digest->run_entries * digest->entry_bytes};
    kauri_loop_for(threads, count, 1, digest_run, &runs);
    for (uint64_t i = 0; i < count; i++) {
        kauri_column_digest_run(digest, runs.digests[i]);
    }
}

enum kauri_status kauri_column_digest_add(struct kauri_column_digest *digest, unsigned threads,
                                          const uint8_t *bytes, uint64_t entries,
                                          struct kauri_error *error)
{
    while (entries > 0) {
        const uint64_t whole = digest->partial == NULL ? entries / digest->run_entries : 0;
        uint64_t taken = 0;
        if (whole > 0) {
            const uint64_t count = whole < RUNS ? whole : RUNS;
            add_runs(digest, threads, bytes, count);
            taken = count * digest->run_entries;
        } else {
            KAURI_PASS(add_part(digest, bytes, entries, &taken, error));
        }
        bytes += taken * digest->entry_bytes;
        entries -= taken;
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
