// Checks all equations of a block (seed configuration) at once, one row of the mover after the
// other.
#ifndef KAURI_VERIFY_EQUATIONS_BLOCK_H
#define KAURI_VERIFY_EQUATIONS_BLOCK_H

#include "common/status.h"
#include "indexer/layer.h"
#include "verify/verify_blocks.h"
#include "verify/verify_rows.h"

#include <stdint.h>

// The faults in a block.
struct kauri_block_check {
    uint32_t wrong;       // positions whose equation does not hold
    uint32_t first_wrong; // cowrie rank of the first of them
};

// Working memory of one thread for the blocks of one layer.
struct kauri_equations_scratch;
enum kauri_status kauri_equations_scratch_new(const struct kauri_layer *layer,
                                              const struct kauri_verify_rows *rows,
                                              struct kauri_equations_scratch **scratch,
                                              struct kauri_error *error);
// Accepts NULL.
void kauri_equations_scratch_free(struct kauri_equations_scratch *scratch);

// Compares the keys of a block (cowrie_count of them) with those that the equations give; the
// result is the same as with kauri_equation_at at each position. The values of the successors come
// from `blocks`. Errors: those of kauri_verify_blocks_acquire.
enum kauri_status kauri_equations_block(struct kauri_verify_blocks *blocks, unsigned worker,
                                        uint64_t block, const int16_t *keys,
                                        struct kauri_equations_scratch *scratch,
                                        struct kauri_block_check *check, struct kauri_error *error);

#endif
