// The blocks of a layer in two parts: those that its table holds, and those that are derived from
// others (indexer/stored_blocks.h). The blocks of each part are numbered, and consecutive ones form
// *units*, which are decoded together.
#ifndef KAURI_TABLEBASE_LAYER_UNITS_H
#define KAURI_TABLEBASE_LAYER_UNITS_H

#include "db/table.h"
#include "indexer/layer.h"
#include "indexer/stored_blocks.h"

enum { KAURI_PART_STORED = 0, KAURI_PART_DERIVED = 1, KAURI_LAYER_PARTS = 2 };

// Constant after it was made, so any number of threads may read it.
struct kauri_layer_units {
    struct kauri_stored_blocks stored; // empty if the table has all blocks
    uint64_t unit_blocks;              // blocks of a unit: 65,536 positions, or one block
    uint64_t block_count[KAURI_LAYER_PARTS];
};

// Makes the units of *layer, whose table has this derivation. *units is to be cleared, also after a
// failure, and need not be initialised. Errors: KAURI_RESOURCE.
enum kauri_status kauri_layer_units_init(struct kauri_layer_units *units,
                                         const struct kauri_layer *layer, uint32_t derivation,
                                         struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_layer_units_clear(struct kauri_layer_units *units);

// Number of units of a part, and number of blocks in one.
uint64_t kauri_unit_count(const struct kauri_layer_units *units, unsigned part);
uint64_t kauri_unit_size(const struct kauri_layer_units *units, unsigned part, uint64_t unit);

// Where a block is.
struct kauri_unit_place {
    unsigned part;   // KAURI_PART_...
    uint64_t number; // among the blocks of the part
    uint64_t unit;
    uint64_t at; // its number in the unit
};
struct kauri_unit_place kauri_unit_place(const struct kauri_layer_units *units, uint64_t block);

// The block at a place, of a layer that has derived blocks.
uint64_t kauri_unit_block(const struct kauri_layer_units *units, unsigned part, uint64_t number);

#endif
