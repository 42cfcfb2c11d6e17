// The table of a layer: the description with which it is written and which every reader of values
// expects, and the units in which its blocks are decoded.
#ifndef KAURI_DB_TABLES_LAYER_TABLE_H
#define KAURI_DB_TABLES_LAYER_TABLE_H

#include "db/reader.h"
#include "db/table.h"
#include "indexer/layer.h"
#include "indexer/stored_blocks.h"

// Describes the table of `layer` with the entries of its stored blocks, whose greatest distance is
// max_dtc plies. A page has at most 64 Ki entries: several whole blocks (seed configurations), or
// an equal part of one block if a block has more positions than that.
void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info);
// Changes the description of a table to that of one with r alone.
void kauri_layer_table_info_drop_distances(struct kauri_table_info *info);
// Describes a table in which every position is an entry.
void kauri_layer_table_info_full(const struct kauri_layer *layer, uint32_t max_dtc,
                                 struct kauri_table_info *info);

// Checks that the table is that of the layer, with the columns and rules of this program: otherwise
// KAURI_CORRUPT, with a message that names the difference. The table may hold all positions or
// those of the stored blocks only (its derivation), and r and dtc or r alone. Thread-safe.
enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          const struct kauri_layer *layer,
                                          struct kauri_error *error);

// Returns whether a table that passed kauri_layer_table_check has the column dtc.
bool kauri_layer_table_has_distances(const struct kauri_reader *reader);

// Opens the table of layer `seeds` in a folder and checks it, for code that reads whole layers
// itself; look-ups go through struct kauri_tablebase. The caller closes *reader, which is NULL on
// failure. Errors: KAURI_MISSING (the message names the layer); KAURI_CORRUPT for a damaged table,
// or one of another shape, layer or rules; KAURI_USAGE for a shape or layer out of range;
// KAURI_RESOURCE.
enum kauri_status kauri_layer_table_open(const char *folder, struct kauri_shape shape,
                                         unsigned seeds, struct kauri_reader **reader,
                                         struct kauri_error *error);

// A layer has blocks that its table holds, and blocks that are derived from others
// (indexer/stored_blocks.h); these are its two *parts*. The blocks of each part are numbered, and
// consecutive ones form *units*, which are decoded together.
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

// The place of a block.
struct kauri_unit_place {
    unsigned part;   // KAURI_PART_...
    uint64_t number; // number among the blocks of the part
    uint64_t unit;
    uint64_t at; // number of the block in the unit
};
struct kauri_unit_place kauri_unit_place(const struct kauri_layer_units *units, uint64_t block);

// The block at a place, of a layer that has derived blocks.
uint64_t kauri_unit_block(const struct kauri_layer_units *units, unsigned part, uint64_t number);

#endif
