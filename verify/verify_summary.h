// The counts and digests of a layer, collected while it is verified, for comparison with the
// certificate of its table.
#ifndef KAURI_VERIFY_VERIFY_SUMMARY_H
#define KAURI_VERIFY_VERIFY_SUMMARY_H

#include "common/status.h"
#include "db/reader.h"
#include "indexer/convention.h"
#include "verify/verify_units.h"

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

// Digests of a layer: those of the entries, for comparison with the certificate of the table, and
// that of all positions (docs/FORMAT.md, section 5).
//
// The digest of all positions does not depend on which of them have entries, so it can be compared
// with the published one (docs/RESULTS.md) and with a solver without stored blocks. It is made from
// pieces of blocks, and known where a block is large enough, as on the full board.

struct kauri_verify_digests {
    const struct kauri_verify_units *units; // of the layer
    uint64_t *runs[KAURI_COLUMNS];          // by unit of stored blocks
    uint32_t piece_positions;               // of a piece; 0 if blocks are too small
    uint64_t *pieces; // by piece, in the order of the index; NULL if blocks are too small
};

// Prepares *digests for a layer; to be cleared also after a failure. `units` must outlive it.
// Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_digests_init(struct kauri_verify_digests *digests,
                                            const struct kauri_verify_units *units,
                                            struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_verify_digests_clear(struct kauri_verify_digests *digests);

// Bytes that the digests of a layer take at most, besides KAURI_VERIFY_DIGEST_ROOM for each thread.
uint64_t kauri_verify_digests_bytes(const struct kauri_layer *layer);

// Room for both columns of a piece.
enum { KAURI_VERIFY_DIGEST_ROOM = 2 << 16 };

// Adds a unit: its columns, of one byte each, with `count` positions. `room` has
// KAURI_VERIFY_DIGEST_ROOM bytes. To be called once for each unit; thread-safe for different units.
void kauri_verify_digests_unit(const struct kauri_verify_digests *digests, uint64_t unit,
                               uint8_t *const *columns, uint64_t count, uint8_t *room);

// The digests of a unit as a list, for a file: how many there are; and copying them to a list after
// the unit was added, or back, which adds it.
uint64_t kauri_verify_digests_count(const struct kauri_verify_digests *digests, uint64_t unit);
void kauri_verify_digests_copy(const struct kauri_verify_digests *digests, uint64_t unit,
                               uint64_t *list, bool back);

// Compares the digests of the columns, once all units were added, with the certificate of the
// table. Errors: KAURI_WRONG, KAURI_RESOURCE.
enum kauri_status kauri_verify_digests_check(const struct kauri_verify_digests *digests,
                                             struct kauri_error *error);

// Whether the digest of all positions is known, once all units were added; *digest receives it.
bool kauri_verify_digests_all(const struct kauri_verify_digests *digests, uint64_t *digest);

#endif
