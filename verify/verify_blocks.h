// What the verifier reads, in bounded memory: blocks of the layer and of those below, decoded from
// the tables when they are asked for.
//
// A position is looked at twice: as itself, with its key (verify/equations.h), and as a successor
// of others, with what it is *worth* to the player who moves there. Successors are kept turned: the
// opponent's row is fixed and the mover's row runs. All successors of one mover's row over one hole
// hold one opponent's row, so that they are neighbours.
#ifndef KAURI_VERIFY_VERIFY_BLOCKS_H
#define KAURI_VERIFY_VERIFY_BLOCKS_H

#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"
#include "verify/verify_tally.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_blocks;

// Whether the keys of layer `seeds` fit 16 bits (KAURI_KEY_SCALE_NARROW), which
// kauri_verify_blocks_new needs. They do on the full board as far as it is solved; long play on
// small boards does not. The layer and all below must be there.
bool kauri_verify_blocks_narrow(const struct kauri_tablebase *tables, unsigned seeds);

// Positions of the largest unit in which the layer and those below are read.
uint64_t kauri_verify_blocks_unit_rows(const struct kauri_tablebase *tables,
                                       const struct kauri_layer *layer);

// For layer *layer of the tables, which must hold it and all below, for workers 0 .. threads - 1.
// Keeps at most `memory` bytes of successors, but always those in use. KAURI_RESOURCE. The tables
// must stay open.
enum kauri_status kauri_verify_blocks_new(const struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_verify_blocks_free(struct kauri_verify_blocks *blocks);

// Blocks of the layer are read in units, of one block or as many as a block of the table holds.
uint64_t kauri_verify_blocks_units(const struct kauri_verify_blocks *blocks);
// The first block of a unit, and how many it has.
uint64_t kauri_verify_blocks_first(const struct kauri_verify_blocks *blocks, uint64_t unit,
                                   uint64_t *count);

// Reads a unit, counts it in *tally and points *keys to the keys of its positions, in the order of
// the index; they are the worker's until it reads the next. KAURI_CORRUPT for a value that no
// position of the layer can have.
enum kauri_status kauri_verify_blocks_read(struct kauri_verify_blocks *blocks, unsigned worker,
                                           uint64_t unit, struct kauri_verify_tally *tally,
                                           const int16_t **keys, struct kauri_error *error);

// Points *worths to what the positions of block `block` of layer `seeds` are worth to the player
// who moves there, turned, and keeps them until they are released. In the layer itself: the key of
// that move. In a layer below: -r * KAURI_KEY_SCALE_NARROW, to which the captures are to be added.
// Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_acquire(struct kauri_verify_blocks *blocks, unsigned worker,
                                              unsigned seeds, uint64_t block,
                                              const int16_t **worths, struct kauri_error *error);
void kauri_verify_blocks_release(struct kauri_verify_blocks *blocks, unsigned seeds,
                                 uint64_t block);

#endif
