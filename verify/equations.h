// The equations of r and dtc (DESIGN section 2, docs/RULES.md), evaluated on stored values.
//
// A move that keeps most for its mover has the greatest r; among those of equal r the side with
// r > 0 takes the smallest distance and the side with r < 0 the largest. Both are one order on
// keys: r * scale - dtc for r > 0, r * scale + dtc for r < 0, 0 for r = 0, where scale is above
// every distance. A successor with key q is worth -q to the other side, one ply farther away:
// -q + sign(q).
#ifndef KAURI_VERIFY_EQUATIONS_H
#define KAURI_VERIFY_EQUATIONS_H

#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_KEY_SCALE = 1 << 16,       // distances are below 2^15
    KAURI_KEY_SCALE_NARROW = 1 << 8, // of 16-bit keys, where distances allow it
    KAURI_KEY_UNDEFINED = INT16_MIN, // narrow key where the table has r = 0 and a distance: never
                                     // right
};

// Key of a value and distance, and back. dtc 0 where r = 0.
static inline int32_t kauri_key(int32_t r, int32_t dtc, int32_t scale)
{
    return r == 0 ? 0 : r * scale + (r > 0 ? -dtc : dtc);
}

static inline int32_t kauri_key_r(int32_t key, int32_t scale)
{
    return key >= 0 ? (key + scale - 1) / scale : -((scale - 1 - key) / scale);
}

static inline int32_t kauri_key_dtc(int32_t key, int32_t scale)
{
    const int32_t rest = key - kauri_key_r(key, scale) * scale;
    return rest < 0 ? -rest : rest;
}

// r and dtc of a position.
struct kauri_values {
    int32_t r;
    int32_t dtc; // 0 where r = 0
};

static inline bool kauri_values_equal(struct kauri_values a, struct kauri_values b)
{
    return a.r == b.r && a.dtc == b.dtc;
}

// What the tables say of the position with an index in a layer, and what its successors say, by
// playing every move of the rules. For any board and value; slow. Thread-safe. KAURI_CORRUPT for a
// value that no position of its layer can have, and as kauri_tablebase_stored.
enum kauri_status kauri_stored_values(struct kauri_tablebase *tables,
                                      const struct kauri_layer *layer, uint64_t index,
                                      struct kauri_values *values, struct kauri_error *error);
enum kauri_status kauri_equation_at(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                    uint64_t index, struct kauri_values *values,
                                    struct kauri_error *error);

#endif
