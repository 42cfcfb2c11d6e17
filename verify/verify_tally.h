// The counts of a layer, collected while it is verified, for comparison with the certificate of its
// table.
#ifndef KAURI_VERIFY_VERIFY_TALLY_H
#define KAURI_VERIFY_VERIFY_TALLY_H

#include "common/status.h"
#include "db/reader.h"
#include "indexer/convention.h"

#include <stdbool.h>
#include <stdint.h>

// Bound on the numbers that can be stored for r: any byte, or r + 3n + 1 with n up to 60.
enum { KAURI_STORED_MAX = 6 * 60 + 3 };

// The counts of one thread, of positions without an entry in the table [0] and with one [1]. Must
// be zero at first; not thread-safe.
struct kauri_verify_tally {
    uint64_t counts[2][KAURI_STORED_MAX]; // how often each number of column r occurs
    uint32_t maximum[2][KAURI_COLUMNS];   // the greatest number of each column except r
};

// Counts the positions of columns of one byte each.
void kauri_verify_tally_bytes(struct kauri_verify_tally *tally, bool stored,
                              uint8_t *const *columns, uint64_t count);
// Counts one position, whose numbers are given by column.
void kauri_verify_tally_one(struct kauri_verify_tally *tally, bool stored, const uint32_t *numbers);

// Adds the counts of *more to *tally.
void kauri_verify_tally_add(struct kauri_verify_tally *tally,
                            const struct kauri_verify_tally *more);

// Compares the counts and the greatest values, over all positions and over the entries, with the
// certificate of the table. KAURI_WRONG if they differ.
enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tally,
                                           const struct kauri_reader *reader,
                                           struct kauri_error *error);

#endif
