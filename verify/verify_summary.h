// Counts the values of a layer while it is verified, for comparison with the certificate of its
// table: of one thread, position by position; and of a layer that is checked block by block, with
// digests, those of each unit once, however often it is read or derived.
#ifndef KAURI_VERIFY_VERIFY_SUMMARY_H
#define KAURI_VERIFY_VERIFY_SUMMARY_H

#include "common/status.h"
#include "db/reader.h"
#include "verify/verify_digests.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

// ----------------------------------------------------------------------------------------- counts

// Bound on the numbers that can be stored for r: any byte, or r + 3n + 1 with n up to 60.
enum { KAURI_STORED_MAX = 6 * 60 + 3 };

// The counts of one thread, of positions without an entry in the table [0] and with one [1]. Must
// be zero at first; not thread-safe.
struct kauri_verify_tally {
    uint64_t counts[2][KAURI_STORED_MAX]; // how often each number of column r occurs
    uint32_t max_dtc[2];
};

// Counts the positions of two columns of one byte each.
void kauri_verify_tally_bytes(struct kauri_verify_tally *tally, bool stored, const uint8_t *r,
                              const uint8_t *dtc, uint64_t count);
// Counts one position. Returns false if the number of r is above `most`, the greatest that a
// position of the layer can have.
bool kauri_verify_tally_one(struct kauri_verify_tally *tally, bool stored, int32_t r_number,
                            int32_t dtc, unsigned most);

// Adds the counts of *more to *tally.
void kauri_verify_tally_add(struct kauri_verify_tally *tally,
                            const struct kauri_verify_tally *more);

// Compares the counts and the greatest values, over all positions and over the entries, with the
// certificate of the table. KAURI_WRONG if they differ.
enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tally,
                                           const struct kauri_reader *reader,
                                           struct kauri_error *error);

// ---------------------------------------------------------------- counts and digests of the layer

struct kauri_verify_summary;

// Makes an empty summary for the units of a layer, which must outlive it, and for workers
// 0 .. threads - 1. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_summary_new(const struct kauri_verify_units *units, unsigned threads,
                                           struct kauri_verify_summary **summary,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_verify_summary_free(struct kauri_verify_summary *summary);

// Limits it to a part of the layer, before the first unit is added: to the units that
// kauri_verify_units_at meets in [first, end).
void kauri_verify_summary_limit(struct kauri_verify_summary *summary, uint64_t first, uint64_t end);

// Adds a unit, unless it was added before or is not in the part: its columns, of one byte each,
// with `count` positions. `undefined` says whether there is an entry with r = 0 and a distance
// among them. Thread-safe for different workers and different units.
void kauri_verify_summary_add(struct kauri_verify_summary *summary, unsigned worker, uint64_t unit,
                              const uint8_t *r, const uint8_t *dtc, uint64_t count, bool undefined);

// Return whether a unit was added, and whether it was added as `undefined`. Thread-safe.
bool kauri_verify_summary_has(const struct kauri_verify_summary *summary, uint64_t unit);
bool kauri_verify_summary_undefined(const struct kauri_verify_summary *summary, uint64_t unit);

// The counts and digests so far; not while workers work.
struct kauri_verify_tally kauri_verify_summary_tally(const struct kauri_verify_summary *summary);
const struct kauri_verify_digests *
kauri_verify_summary_digests(const struct kauri_verify_summary *summary);

// Compares counts and digests, once all units were added, with the certificate of the table.
// Errors: KAURI_WRONG if they differ, KAURI_RESOURCE.
enum kauri_status kauri_verify_summary_certificate(const struct kauri_verify_summary *summary,
                                                   struct kauri_error *error);

// Returns false if the digest of all positions (verify/verify_digests.h) is not known once all
// units were added; otherwise *digest receives it.
bool kauri_verify_summary_digest(const struct kauri_verify_summary *summary, uint64_t *digest);

#endif
