// Digests the entries of a table again (docs/FORMAT.md, section 5).
#ifndef KAURI_DB_TABLE_DIGEST_H
#define KAURI_DB_TABLE_DIGEST_H

#include "common/progress.h"
#include "db/reader.h"

// Decodes every page with `threads` threads (at least 1), each of which takes memory for a run of
// digest_entries, and compares the digests of the columns with the certificate. `progress` may be
// NULL. Errors: KAURI_WRONG if a digest differs, KAURI_CORRUPT for a damaged page,
// KAURI_INTERRUPTED, KAURI_RESOURCE. Thread-safe.
enum kauri_status kauri_table_digest_check(const struct kauri_reader *reader, unsigned threads,
                                           const struct kauri_progress *progress,
                                           struct kauri_error *error);

#endif
