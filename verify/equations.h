// The equations of r and dtc (docs/guide/RULES.md), evaluated on stored values.
//
// The best move has the greatest r; among moves with equal r, the side with r > 0 takes the
// smallest distance and the side with r < 0 the largest. A single number, the key, orders moves in
// both ways: r * scale - dtc for r > 0, r * scale + dtc for r < 0, and 0 for r = 0, where scale is
// greater than every distance. A successor with key q is worth -q + sign(q) to the player whose
// move leads to it: the value changes its sign, and the distance grows by one ply.
//
// In a layer whose table has no distances, dtc is 0 everywhere and only r is compared. These
// equations are necessary, but do not prove r: positions that repeat one another could agree on any
// value.
#ifndef KAURI_VERIFY_EQUATIONS_H
#define KAURI_VERIFY_EQUATIONS_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_KEY_SCALE = 1 << 16,       // distances are below 2^15
    KAURI_KEY_SCALE_NARROW = 1 << 8, // used for keys of 16 bits, where distances are small enough
};

// Convert a value and its distance to a key, and back. dtc is 0 where r = 0.
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

// The numbers that the table of layer `seeds` stores for a position of this value, by column.
static inline void kauri_value_numbers(struct kauri_value value, unsigned seeds,
                                       uint32_t numbers[KAURI_COLUMNS])
{
    numbers[KAURI_COLUMN_R] = (uint32_t)(value.r + 3 * (int32_t)seeds + 1);
    numbers[KAURI_COLUMN_DTC] = value.dtc;
}

static inline bool kauri_value_equal(struct kauri_value a, struct kauri_value b)
{
    return a.r == b.r && a.dtc == b.dtc;
}

// The value of the position with an index in a layer as the table has it; *stored becomes false,
// and *value stays, if the position has no entry. Errors: KAURI_CORRUPT for a value that no
// position of its layer can have and for a damaged page, those of kauri_tablebase_layer,
// KAURI_RESOURCE. Thread-safe.
enum kauri_status kauri_stored_value(struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer, uint64_t index, bool *stored,
                                     struct kauri_value *value, struct kauri_error *error);

// Computes the value of the position from its successors, by playing every move of the rules. A
// successor without an entry is computed in the same way. Works for any board and value, but is
// slow. Errors as kauri_stored_value. Thread-safe.
enum kauri_status kauri_equation_at(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                    uint64_t index, struct kauri_value *value,
                                    struct kauri_error *error);

#endif
