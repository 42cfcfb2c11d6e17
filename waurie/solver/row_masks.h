// Masks of rows (waurie/solver/lines.h).
#ifndef KAURI_WAURIE_SOLVER_ROW_MASKS_H
#define KAURI_WAURIE_SOLVER_ROW_MASKS_H

#include "common/status.h"
#include "waurie/pits.h"
#include "waurie/solver/lines.h"

// Marks among the rows with `seeds` seeds those that have at least least[i] and at most most[i]
// seeds in each pit i. Free it with waurie_mask_clear. Errors: KAURI_RESOURCE.
enum kauri_status waurie_mask_make(unsigned pits, unsigned seeds,
                                   const uint8_t least[WAURIE_PITS_MAX],
                                   const uint8_t most[WAURIE_PITS_MAX], struct waurie_mask *mask,
                                   struct kauri_error *error);

// Marks the rows that some row becomes when `added` seeds are sown into it from its first pit on,
// round after round. `seeds` includes them.
enum kauri_status waurie_mask_sown(unsigned pits, unsigned seeds, unsigned added,
                                   struct waurie_mask *mask, struct kauri_error *error);

// Accepts a zeroed mask, and leaves one.
void waurie_mask_clear(struct waurie_mask *mask);

#endif
