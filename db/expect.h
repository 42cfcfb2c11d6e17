// Is a table the one that is expected?
#ifndef KAURI_DB_EXPECT_H
#define KAURI_DB_EXPECT_H

#include "db/reader.h"

// KAURI_OK when the table has the holes, cowries, seeds, positions, rules, and columns (their names
// and biases, in order) of *expected. Its widths, block size and program may be any. KAURI_CORRUPT
// otherwise; the message names the file, what differs, and both values. Thread-safe.
enum kauri_status kauri_table_expect(const struct kauri_reader *reader,
                                     const struct kauri_table_info *expected,
                                     struct kauri_error *error);

#endif
