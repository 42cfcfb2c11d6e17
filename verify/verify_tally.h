// Counts the values of a layer while it is verified, for comparison with its certificate.
#ifndef KAURI_VERIFY_VERIFY_TALLY_H
#define KAURI_VERIFY_VERIFY_TALLY_H

#include "common/status.h"
#include "db/reader.h"

#include <stdbool.h>
#include <stdint.h>

// Bound on the numbers that can be stored for r: any byte, or r + 3n + 1 with n up to 60.
enum { KAURI_STORED_MAX = 6 * 60 + 3 };

// The counts of one thread. Must be zero at first; not thread-safe.
struct kauri_verify_tally {
    uint64_t stored[KAURI_STORED_MAX]; // how often each number of column r was read
    uint32_t max_dtc;
};

// Counts the entries of two columns of one byte each. Returns false if a stored number of r is
// above `most`, the greatest that a position of the layer can have.
bool kauri_verify_tally_bytes(struct kauri_verify_tally *tally, const uint8_t *r,
                              const uint8_t *dtc, uint64_t entries, unsigned most);
// The same for one position.
bool kauri_verify_tally_one(struct kauri_verify_tally *tally, int32_t stored_r, int32_t dtc,
                            unsigned most);

// Compares the counts of all threads with the certificate of the table. KAURI_WRONG if they differ.
enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tallies,
                                           unsigned threads, const struct kauri_reader *reader,
                                           struct kauri_error *error);

#endif
