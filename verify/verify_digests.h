// Digests of a layer, collected while it is verified: those of the entries, for comparison with the
// certificate of a table of version 2, and that of all positions.
//
// The digest of all positions is the one that the certificate of a table of version 1 states
// (docs/FORMAT.md, appendix A), in which every position is an entry. It is known where a block is a
// whole number of pages of such a table, as on the full board. It ties the digests of tables of
// stored blocks to the published ones (docs/RESULTS.md).
#ifndef KAURI_VERIFY_VERIFY_DIGESTS_H
#define KAURI_VERIFY_VERIFY_DIGESTS_H

#include "common/status.h"
#include "verify/verify_units.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_digests {
    const struct kauri_verify_units *units; // of the layer
    uint64_t *runs[2];     // by unit of stored blocks, of r and of dtc; NULL in version 1
    uint32_t page_entries; // of version 1; 0 if a block is not a whole number of pages
    uint64_t *pages;       // by page of version 1, with page_entries
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

// Room for a page of version 1.
enum { KAURI_VERIFY_DIGEST_ROOM = 2 << 16 };

// Adds a unit: its columns, of one byte each, with `count` positions. `room` has
// KAURI_VERIFY_DIGEST_ROOM bytes. To be called once for each unit; thread-safe for different units.
void kauri_verify_digests_unit(struct kauri_verify_digests *digests, uint64_t unit,
                               const uint8_t *r, const uint8_t *dtc, uint64_t count, uint8_t *room);

// The digests of a unit as a list, for leaving them in a file: how many there are;
// copying them out, after the unit was added; and adding
// the unit by such a list instead of by its columns.
uint64_t kauri_verify_digests_count(const struct kauri_verify_digests *digests, uint64_t unit);
void kauri_verify_digests_take(const struct kauri_verify_digests *digests, uint64_t unit,
                               uint64_t *list);
void kauri_verify_digests_put(struct kauri_verify_digests *digests, uint64_t unit,
                              const uint64_t *list);

// Compares the digests of the columns, once all units were added, with the certificate of the
// table. In version 1, readers compare the digest of every page. Errors: KAURI_WRONG,
// KAURI_RESOURCE.
enum kauri_status kauri_verify_digests_check(const struct kauri_verify_digests *digests,
                                             struct kauri_error *error);

// Whether the digest of all positions is known, once all units were added; *digest receives it.
bool kauri_verify_digests_all(const struct kauri_verify_digests *digests, uint64_t *digest);

#endif
