// The equations of r and dtc (DESIGN section 2, docs/RULES.md), evaluated on stored values.
//
// A move that keeps most for its mover has the greatest r; among those of equal r the side with
// r > 0 takes the smallest distance and the side with r < 0 the largest. Both are one order on
// keys: key = r * 65536 - dtc for r > 0, r * 65536 + dtc for r < 0, 0 for r = 0.
#ifndef KAURI_SOLVER_EQUATIONS_H
#define KAURI_SOLVER_EQUATIONS_H

#include "common/status.h"
#include "db/reader.h"
#include "indexer/layer.h"
#include "solver/verify_rows.h"

#include <stdint.h>

// A column in memory: value = bias + stored number of `width` bytes.
struct kauri_stored {
    void *numbers;
    int32_t bias;
    uint8_t width;
};

// The values that the equations of layer n speak about.
struct kauri_equations {
    struct kauri_layer layer;
    struct kauri_stored r[KAURI_SEEDS_MAX + 1]; // of layers 0..n, by seeds
    struct kauri_stored dtc;                    // of layer n
    const struct kauri_verify_rows *rows;       // NULL when only single positions are asked for
};

// What the verifier found wrong in a block.
struct kauri_block_check {
    uint32_t wrong;       // positions whose equation does not hold
    uint32_t first_wrong; // rank of the first of them
};

static inline int32_t kauri_stored_get(const struct kauri_stored *stored, uint64_t index)
{
    return stored->bias + (stored->width == 1 ? ((const uint8_t *)stored->numbers)[index]
                                              : ((const uint16_t *)stored->numbers)[index]);
}

// Key of a value and distance, and back.
static inline int32_t kauri_key(int32_t r, int32_t dtc)
{
    return r == 0 ? 0 : r * 65536 + (r > 0 ? -dtc : dtc);
}

static inline int32_t kauri_key_r(int32_t key)
{
    // Rounded to nearest: distances are below 32768.
    return key >= 0 ? (key + 32768) / 65536 : -((32768 - key) / 65536);
}

static inline int32_t kauri_key_dtc(int32_t key)
{
    const int32_t rest = key - kauri_key_r(key) * 65536;
    return rest < 0 ? -rest : rest;
}

// Key that a position's successors give it, by playing every move of the rules; thread-safe.
int32_t kauri_equation_at(const struct kauri_equations *equations, uint64_t index);

// Key that is stored for a position.
static inline int32_t kauri_stored_key(const struct kauri_equations *equations, uint64_t index)
{
    return kauri_key(kauri_stored_get(&equations->r[equations->layer.seeds], index),
                     kauri_stored_get(&equations->dtc, index));
}

// Scratch memory of one thread.
struct kauri_equations_scratch;
enum kauri_status kauri_equations_scratch_new(const struct kauri_verify_rows *rows,
                                              struct kauri_equations_scratch **scratch,
                                              struct kauri_error *error);
void kauri_equations_scratch_free(struct kauri_equations_scratch *scratch);

// Evaluates all equations of one block (seed configuration), row by row; equations->rows is set.
// Gives what kauri_equation_at gives for each position.
struct kauri_block_check kauri_equations_block(const struct kauri_equations *equations,
                                               uint64_t block,
                                               struct kauri_equations_scratch *scratch);

#endif
