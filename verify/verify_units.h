// How the verifier divides a layer into *units*, the pages of its cache: a unit is one derived
// block, or the stored blocks of a run of the table's digest. Units of stored blocks come first, in
// the order of the table.
#ifndef KAURI_VERIFY_VERIFY_UNITS_H
#define KAURI_VERIFY_VERIFY_UNITS_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "indexer/layer.h"
#include "indexer/stored_blocks.h"

#include <stdbool.h>
#include <stdint.h>

// Constant after it was made, so any number of threads may read it.
struct kauri_verify_units {
    // The tables of r and of dtc, which may be one; the latter is NULL if there are no distances.
    const struct kauri_reader *readers[KAURI_COLUMNS];
    struct kauri_layer layer;
    bool derived;                      // only stored blocks have entries
    struct kauri_stored_blocks stored; // only if `derived`
    uint64_t stored_count;             // stored blocks
    uint64_t unit_blocks;              // stored blocks of every unit but the last
    uint64_t stored_units;
    uint64_t count; // number of units, stored or derived
};

// The units of an open layer, which must stay open; *units is to be cleared, also after a failure.
// Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_units_init(struct kauri_verify_units *units,
                                          const struct kauri_tablebase_layer *layer,
                                          struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_verify_units_clear(struct kauri_verify_units *units);

// Positions of the largest unit of a table.
uint64_t kauri_verify_units_positions(const struct kauri_reader *reader);

static inline bool kauri_verify_units_stored(const struct kauri_verify_units *units, uint64_t block)
{
    return !units->derived || kauri_block_stored(&units->stored, block);
}

// The unit of a block; *place receives the block's number in the unit.
uint64_t kauri_verify_units_of(const struct kauri_verify_units *units, uint64_t block,
                               uint64_t *place);

// Number of blocks of a unit, and the block at a place of it (0 in a unit of a derived block).
uint64_t kauri_verify_units_blocks(const struct kauri_verify_units *units, uint64_t unit);
uint64_t kauri_verify_units_block(const struct kauri_verify_units *units, uint64_t unit,
                                  uint64_t place);

// The order in which blocks are checked: the block that comes as number `i` of all,
// 0 .. block_count - 1. Blocks that lead to the same blocks come soon after one another, so that
// the derived ones among them are seldom made twice even if only a small part of the layer fits
// into memory. The order is its own inverse: the block with number i comes as number
// kauri_verify_units_order(layer, i).
uint64_t kauri_verify_units_order(const struct kauri_layer *layer, uint64_t i);

// Finds the unit whose first block comes as number `i` in the order of checking, so that counting i
// from 0 to block_count - 1 meets every unit once. Returns false if that block is not the first of
// its unit.
bool kauri_verify_units_at(const struct kauri_verify_units *units, uint64_t i, uint64_t *unit);

#endif
