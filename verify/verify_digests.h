// Digests of a layer: those of the entries, for comparison with the certificate of the table, and
// that of all positions (docs/reference/FORMAT.md, section 5).
//
// The digest of all positions does not depend on which of them have entries, so it can be compared
// with the published one (docs/results/RESULTS.md) and with a solver without stored blocks. It is
// made from pieces of blocks, and known where a block is large enough, as on the full board.
#ifndef KAURI_VERIFY_VERIFY_DIGESTS_H
#define KAURI_VERIFY_VERIFY_DIGESTS_H

#include "common/status.h"
#include "indexer/convention.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_digests {
    const struct kauri_verify_units *units; // units of the layer
    unsigned columns;                       // columns that are known: r, or r and dtc
    uint64_t *runs[KAURI_COLUMNS];          // digests of the runs, by unit of stored blocks
    // Positions of a piece; 0 if blocks are too small, or there are no distances.
    uint32_t piece_positions;
    // Digests of the pieces, in the order of the index; NULL if there are no pieces.
    uint64_t *pieces;
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

// Adds a unit: its columns, of one byte each, with `count` positions. `buffer` has
// KAURI_VERIFY_DIGEST_ROOM bytes. To be called once for each unit; thread-safe for different units.
void kauri_verify_digests_unit(const struct kauri_verify_digests *digests, uint64_t unit,
                               uint8_t *const *columns, uint64_t count, uint8_t *buffer);

// Compares the digests of the columns, once all units were added, with the certificates of their
// tables. Errors: KAURI_WRONG, KAURI_RESOURCE.
enum kauri_status kauri_verify_digests_check(const struct kauri_verify_digests *digests,
                                             struct kauri_error *error);

// Returns whether the digest of all positions is known, once all units were added; *digest receives
// it.
bool kauri_verify_digests_all(const struct kauri_verify_digests *digests, uint64_t *digest);

#endif
