// Checks that a table is the expected one.
#ifndef KAURI_DB_EXPECT_H
#define KAURI_DB_EXPECT_H

#include "db/reader.h"

// KAURI_OK if the table has the holes, cowries, seeds, positions, rules and columns (names and
// biases, in order) of *expected; version, derivation, entries, widths, pages and program may
// differ. Otherwise
// KAURI_CORRUPT, with a message that names the file, the difference and both values. Thread-safe.
enum kauri_status kauri_table_expect(const struct kauri_reader *reader,
                                     const struct kauri_table_info *expected,
                                     struct kauri_error *error);

#endif
