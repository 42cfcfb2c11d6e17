// The digest of a column (docs/reference/FORMAT.md, section 5), over numbers that arrive in pieces.
// Whole runs may be hashed elsewhere.
#ifndef KAURI_DB_COLUMN_DIGEST_H
#define KAURI_DB_COLUMN_DIGEST_H

#include "common/digest.h"
#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Used by one thread at a time.
struct kauri_column_digest {
    size_t entry_bytes;
    uint32_t run_entries;           // entries of every run but the last
    uint32_t entries;               // entries of the open run
    struct kauri_digester *runs;    // digest over the digests of the runs
    struct kauri_digester *partial; // digest of the open run; NULL if there is none
};

// Prepares *digest for numbers of `width` bytes in runs of `run_entries`; to be cleared also after
// a failure. Errors: KAURI_RESOURCE.
enum kauri_status kauri_column_digest_init(struct kauri_column_digest *digest, unsigned width,
                                           uint32_t run_entries, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_column_digest_clear(struct kauri_column_digest *digest);

// Adds entries; the runs that lie in them as a whole are hashed by `threads` threads. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_column_digest_add(struct kauri_column_digest *digest, unsigned threads,
                                          const uint8_t *bytes, uint64_t entries,
                                          struct kauri_error *error);

// Adds a whole run whose XXH64 is `run`. No run must be open.
void kauri_column_digest_run(struct kauri_column_digest *digest, uint64_t run);

// Ends the last run and returns the digest.
uint64_t kauri_column_digest_end(struct kauri_column_digest *digest);

#endif
