// Turned blocks of the layers of a set of tables, through a bounded cache.
//
// Blocks are decoded on demand, or derived from others if their table does not hold them
// (indexer/stored_blocks.h), and kept while they fit. They are kept *turned*
// (db/tables/derive_block.h): the successors of one mover's row have one opponent's row, and their
// values are then neighbours.
//
// To read the last layer in index order, there are functions that read its stored blocks without
// the cache, take the columns of a block that was decoded for the cache, and derive a block segment
// by segment.
#ifndef KAURI_DB_TABLES_TURNED_BLOCKS_H
#define KAURI_DB_TABLES_TURNED_BLOCKS_H

#include "common/status.h"
#include "db/reader.h"
#include "db/tables/block_values.h"
#include "db/tables/derive_block.h"
#include "db/tables/layer_table.h"
#include "indexer/layer.h"

#include <stdint.h>

struct kauri_turned_blocks;

struct kauri_turned_options {
    struct kauri_shape shape;
    unsigned layer_count; // layers 0 .. layer_count - 1
    // The form in which blocks of the last layer are used (db/tables/derive_block.h): with
    // KAURI_DERIVE_R and KAURI_DERIVE_R_WIDE all values are r; with the two forms of keys, those of
    // stored blocks of the last layer are worths, and its derived blocks cannot be acquired. Lower
    // layers have r in the type that goes with it.
    enum kauri_derive_form form;
    // The table with the distances of the last layer, which forms of keys need. It stays open, and
    // has the same entries as the layer's table of r, often because it is the same one.
    const struct kauri_reader *dtc_reader;
    unsigned threads;
    uint64_t memory; // bound on the bytes of values; blocks in use stay even beyond it
};

// Makes the cache for workers 0 .. threads - 1. `readers` are those of the layers' tables, which
// were checked (db/tables/layer_table.h) and must stay open; the array is not kept. Readers of
// lower layers may be NULL if the table of the last layer has all blocks. The caller frees *blocks.
// Errors: KAURI_RESOURCE.
enum kauri_status kauri_turned_new(const struct kauri_reader *const *readers,
                                   const struct kauri_turned_options *options,
                                   struct kauri_turned_blocks **blocks, struct kauri_error *error);
// Returns whether the blocks can be used as if they had been made with these options, but for the
// bound on memory.
bool kauri_turned_fit(const struct kauri_turned_blocks *blocks,
                      const struct kauri_turned_options *options);
// Accepts NULL. No block may be in use.
void kauri_turned_free(struct kauri_turned_blocks *blocks);

// Changes the bound on memory. Only one thread may call this, while no block is in use.
// Accepts NULL.
void kauri_turned_bound(struct kauri_turned_blocks *blocks, uint64_t memory);

// Points *values to block `block` of layer `seeds`: cowrie_count numbers, turned. They stay until
// kauri_turned_release is called for the same block, as many times as it was acquired. Both
// functions are thread-safe, if no two threads are the same worker at the same time. Errors:
// KAURI_CORRUPT for a damaged table or a value that no position of its layer can have,
// KAURI_RESOURCE.
enum kauri_status kauri_turned_acquire(struct kauri_turned_blocks *blocks, unsigned worker,
                                       unsigned seeds, uint64_t block, const void **values,
                                       struct kauri_error *error);
void kauri_turned_release(struct kauri_turned_blocks *blocks, unsigned seeds, uint64_t block);

// The greatest number of bytes of values held at a time so far; 0 for NULL.
uint64_t kauri_turned_peak(struct kauri_turned_blocks *blocks);

// An upper bound of the number of blocks that are in use at a time while a worker acquires one
// block of layers 0 .. layer_count - 1, counting all from which it is derived, directly or not.
uint64_t kauri_turned_pins_most(unsigned layer_count);

// The following functions are for the last layer. They use the working memory of their worker;
// what they return is valid until the worker is used again.

// The units of the layer. Owned by `blocks`.
const struct kauri_layer_units *kauri_turned_units(const struct kauri_turned_blocks *blocks);

// Acquires a block if it is present; otherwise returns NULL, and there is nothing to release.
const void *kauri_turned_acquire_present(struct kauri_turned_blocks *blocks, uint64_t block);

// Decodes entries of the layer's table without the cache. Errors as for kauri_turned_acquire.
enum kauri_status kauri_turned_read(struct kauri_turned_blocks *blocks, unsigned worker,
                                    const struct kauri_column_range *range,
                                    struct kauri_block_columns *columns, struct kauri_error *error);

// Sets *columns to the decoded columns of a stored block and returns true, if the worker still has
// them because it has just acquired the block and the block was not present before.
bool kauri_turned_read_last(const struct kauri_turned_blocks *blocks, unsigned worker,
                            uint64_t block, struct kauri_block_columns *columns);

// Points *straight to the numbers of an acquired block in the order of the index. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_turned_straighten(const struct kauri_turned_blocks *blocks, unsigned worker,
                                          const void *values, const void **straight,
                                          struct kauri_error *error);

// Derives a block that the table does not hold, segment by segment in any order, as
// kauri_deriver_segment does; the form is that of the options. kauri_turned_derive_end is called
// once if kauri_turned_derive_begin succeeds. Errors as for kauri_turned_acquire.
enum kauri_status kauri_turned_derive_begin(struct kauri_turned_blocks *blocks, unsigned worker,
                                            uint64_t block, struct kauri_error *error);
void kauri_turned_derive_segment(const struct kauri_turned_blocks *blocks, unsigned worker,
                                 uint32_t mover, void *result);
void kauri_turned_derive_end(struct kauri_turned_blocks *blocks, unsigned worker);

// The tables of rows that define segments; NULL if no table needs them. Owned by `blocks`.
const struct kauri_derive_rows *kauri_turned_rows(const struct kauri_turned_blocks *blocks);

#endif
