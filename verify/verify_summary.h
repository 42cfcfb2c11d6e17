// The counts and digests of a layer that is checked block by block, for comparison with the
// certificate of its table: those of each unit once, however often it is read or derived.
#ifndef KAURI_VERIFY_VERIFY_SUMMARY_H
#define KAURI_VERIFY_VERIFY_SUMMARY_H

#include "common/status.h"
#include "verify/verify_digests.h"
#include "verify/verify_tally.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_summary;

// For the units of a layer, which must outlive it, and workers 0 .. threads - 1. Errors:
// KAURI_RESOURCE.
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

// Whether a unit was added, and whether it was then said to have such an entry. Thread-safe.
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

// Whether the digest of all positions (verify/verify_digests.h) is known, once all units were
// added; *digest receives it.
bool kauri_verify_summary_digest(const struct kauri_verify_summary *summary, uint64_t *digest);

#endif
