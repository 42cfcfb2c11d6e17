// The equations of r and dtc (DESIGN section 2, docs/RULES.md), evaluated on stored values.
//
// A move that keeps most for its mover has the greatest r; among those of equal r the side with
// r > 0 takes the smallest distance and the side with r < 0 the largest. Both are one order on
// keys: r * scale - dtc for r > 0, r * scale + dtc for r < 0, 0 for r = 0, where scale is above
// every distance. A successor with key q is worth -q to the other side, one ply farther away:
// -q + sign(q).
#ifndef KAURI_SOLVER_EQUATIONS_H
#define KAURI_SOLVER_EQUATIONS_H

#include "common/status.h"
#include "db/tables.h"
#include "indexer/layer.h"
#include "solver/verify_rows.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_KEY_SCALE = 1 << 16,       // of the keys that functions return; distances are below 2^15
    KAURI_KEY_SCALE_NARROW = 1 << 8, // of stored 16-bit keys
    KAURI_KEY_UNDEFINED = INT16_MIN, // stored where the table has r = 0 and a distance: never right
};

// Values of a layer in memory.
struct kauri_equations {
    struct kauri_layer layer;
    // Keys of the layer's positions with scale KAURI_KEY_SCALE_NARROW; NULL when some r or dtc is
    // too large for that, and then `wide` holds them with scale KAURI_KEY_SCALE.
    int16_t *narrow;
    int32_t *wide;
    // r of the layers below: bias + stored number, 1 or 2 bytes wide.
    struct kauri_below {
        void *numbers;
        int32_t bias;
        uint8_t width;
    } below[KAURI_SEEDS_MAX + 1];
    // Tables for kauri_equations_block; NULL when only single positions are asked for.
    const struct kauri_verify_rows *rows;
};

// What the verifier found wrong in a block.
struct kauri_block_check {
    uint32_t wrong;       // positions whose equation does not hold
    uint32_t first_wrong; // rank of the first of them
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

// Key, with scale KAURI_KEY_SCALE, that is stored for a position. Thread-safe.
int32_t kauri_stored_key(const struct kauri_equations *equations, uint64_t index);

// Key, with scale KAURI_KEY_SCALE, that a position's successors give it, by playing every move of
// the rules. Thread-safe.
int32_t kauri_equation_at(const struct kauri_equations *equations, uint64_t index);

// Scratch memory of one thread.
struct kauri_equations_scratch;
enum kauri_status kauri_equations_scratch_new(const struct kauri_verify_rows *rows,
                                              struct kauri_equations_scratch **scratch,
                                              struct kauri_error *error);
// Accepts NULL.
void kauri_equations_scratch_free(struct kauri_equations_scratch *scratch);

// Evaluates all equations of one block (seed configuration), row by row; needs equations->narrow
// and ->rows. Gives what kauri_equation_at gives for each position.
struct kauri_block_check kauri_equations_block(const struct kauri_equations *equations,
                                               uint64_t block,
                                               struct kauri_equations_scratch *scratch);

#endif
