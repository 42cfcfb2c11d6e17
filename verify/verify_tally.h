// What the verifier counts while it reads a layer, against the certificate that the writer left.
#ifndef KAURI_VERIFY_VERIFY_TALLY_H
#define KAURI_VERIFY_VERIFY_TALLY_H

#include "common/status.h"
#include "db/reader.h"

#include <stdbool.h>
#include <stdint.h>

// Numbers that can be stored for r: any byte, or r + 3n + 1 up to 60 seeds.
enum { KAURI_STORED_MAX = 6 * 60 + 3 };

// One thread's share. Zeroed at first; not thread-safe.
struct kauri_verify_tally {
    uint64_t stored[KAURI_STORED_MAX]; // how often each number of column r was read
    uint32_t max_dtc;
};

// Counts rows of two columns of one byte each. False when a number of r is above `most`, which no
// position of the layer can have.
bool kauri_verify_tally_bytes(struct kauri_verify_tally *tally, const uint8_t *r,
                              const uint8_t *dtc, uint64_t rows, unsigned most);
// Counts one position; the same.
bool kauri_verify_tally_one(struct kauri_verify_tally *tally, int32_t stored_r, int32_t dtc,
                            unsigned most);

// Compares the counts of all threads with the certificate: KAURI_WRONG when they differ.
enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tallies,
                                           unsigned threads, const struct kauri_reader *reader,
                                           struct kauri_error *error);

#endif
