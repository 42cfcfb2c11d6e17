// The values r of the layers below the one being solved, through a bounded cache.
//
// Seed blocks are decoded from the compressed tables on demand, or derived from others if their
// table does not hold them (indexer/stored_blocks.h), and kept while they fit. They are kept
// *turned* (solver/kernels/geometry.h): the successors of one mover's row have one opponent's row,
// and their values are then neighbours.
#ifndef KAURI_SOLVER_LOWER_H
#define KAURI_SOLVER_LOWER_H

#include "common/status.h"
#include "db/tables/turned_blocks.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

// Constant once it is open. Values are int16_t if `wide`, else int8_t. `blocks` holds them, and is
// NULL if there are no lower layers.
struct kauri_lower {
    unsigned seeds;
    bool wide;
    struct kauri_reader *readers[KAURI_SEEDS_MAX]; // by layer, below `seeds`
    struct kauri_turned_blocks *blocks;
};

// Opens layers 0 .. seeds-1 of the folder for workers 0 .. threads - 1. At most `memory` bytes of
// decoded values are kept, but always those that are in use. KAURI_MISSING names the first layer
// that is not there; KAURI_CORRUPT for tables of another shape; KAURI_RESOURCE.
enum kauri_status kauri_lower_open(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, uint64_t memory, struct kauri_lower **lower,
                                   struct kauri_error *error);
// Accepts NULL.
void kauri_lower_close(struct kauri_lower *lower);

// Points *values to the values r of block `block` of layer `seeds`: cowrie_count of them, turned.
// They stay until kauri_turned_release is called for the same block. Thread-safe for different
// workers. KAURI_CORRUPT for a damaged table, KAURI_RESOURCE.
enum kauri_status kauri_lower_acquire(struct kauri_lower *lower, unsigned worker, unsigned seeds,
                                      uint64_t block, const void **values,
                                      struct kauri_error *error);

// An upper bound of the number of blocks that one worker keeps in use at a time while it values the
// captures of a block of layer `seeds`, which are in memory whatever the bound: the blocks that the
// captures lead to, and the blocks from which other lower blocks are derived.
uint64_t kauri_lower_blocks_most(unsigned seeds);

// Bytes of all values of layers below `seeds`.
uint64_t kauri_lower_bytes(struct kauri_shape shape, unsigned seeds);

#endif
