// Checks a whole table: every byte against the checksums, at the speed of the disk and without
// decoding it, or all entries against the digests of the certificate (docs/reference/FORMAT.md,
// section 5). Whether the values are correct is checked in verify/.
#ifndef KAURI_DB_CHECKSUMS_H
#define KAURI_DB_CHECKSUMS_H

#include "common/progress.h"
#include "db/reader.h"

// Compares every byte of an open table with its checksums. Header, dictionaries, directories and
// certificate were checked when it was opened; this reads the groups in the order of the file, in
// about 1 MiB of memory. `progress` may be NULL; its reports count the positions of the layer, in
// proportion to the bytes read. Errors: KAURI_CORRUPT, with the group in the message;
// KAURI_INTERRUPTED; KAURI_RESOURCE. Thread-safe.
enum kauri_status kauri_checksums_check(const struct kauri_reader *reader,
                                        const struct kauri_progress *progress,
                                        struct kauri_error *error);

// Decodes every page with `threads` threads (at least 1), each of which takes memory for a run of
// digest_entries, and compares the digests of the columns with the certificate. `progress` may be
// NULL. Errors: KAURI_WRONG if a digest differs, KAURI_CORRUPT for a damaged page,
// KAURI_INTERRUPTED, KAURI_RESOURCE. Thread-safe.
enum kauri_status kauri_table_digest_check(const struct kauri_reader *reader, unsigned threads,
                                           const struct kauri_progress *progress,
                                           struct kauri_error *error);

#endif
