// Compares every byte of a table with its checksums, at the speed of the disk, without decoding it.
// Whether the values are right is checked in verify/.
#ifndef KAURI_DB_CHECKSUMS_H
#define KAURI_DB_CHECKSUMS_H

#include "common/progress.h"
#include "db/reader.h"

// KAURI_OK if every byte of an open table is as its checksums say. Header, dictionaries,
// directories and certificate were checked when it was opened; this reads the groups in the order
// of the file, in about 1 MiB of memory. `progress` may be NULL; its reports count the positions of
// the layer, in proportion to the bytes read. Errors: KAURI_CORRUPT, with the group in the message;
// KAURI_INTERRUPTED; KAURI_RESOURCE. Thread-safe.
enum kauri_status kauri_checksums_check(const struct kauri_reader *reader,
                                        const struct kauri_progress *progress,
                                        struct kauri_error *error);

#endif
