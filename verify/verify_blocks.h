// The blocks that the verifier works on, in bounded memory: those of the layer and of the layers
// below, decoded from the tables on request.
//
// Every position is used in two ways: as itself, by its key (verify/equations.h), and as a
// successor of other positions, by its *worth* to the player whose move leads to it. Worths are
// kept turned, that is, transposed: the opponent's row is the outer index and the mover's row the
// inner one. All moves of one hole from one row of the mover lead to the same row of the opponent,
// so that in this order their worths are neighbours in memory.
#ifndef KAURI_VERIFY_VERIFY_BLOCKS_H
#define KAURI_VERIFY_VERIFY_BLOCKS_H

#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"
#include "verify/verify_tally.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_verify_blocks;

// Whether the keys of layer `seeds` fit into 16 bits (KAURI_KEY_SCALE_NARROW), which
// kauri_verify_blocks_new requires. They do in all layers of the full board that have been solved,
// but not on some small boards, where distances are long. The layer and all below it must be open.
bool kauri_verify_blocks_narrow(const struct kauri_tablebase *tables, unsigned seeds);

// Positions in the largest unit of the layer and of those below it.
uint64_t kauri_verify_blocks_unit_positions(const struct kauri_tablebase *tables,
                                            const struct kauri_layer *layer);

// For workers 0 .. threads - 1 and layer *layer of the tables, in which it and all layers below
// must be open. At most `memory` bytes of worths are kept, or those in use where they are more. The
// tables must stay open. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_blocks_new(const struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, unsigned threads,
                                          uint64_t memory, struct kauri_verify_blocks **blocks,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_verify_blocks_free(struct kauri_verify_blocks *blocks);

// Blocks of the layer are read in units: one block, or as many as a page of the table holds. These
// give the number of units,
uint64_t kauri_verify_blocks_units(const struct kauri_verify_blocks *blocks);
// and the first block of a unit and the number of its blocks.
uint64_t kauri_verify_blocks_first(const struct kauri_verify_blocks *blocks, uint64_t unit,
                                   uint64_t *count);

// Reads a unit, counts it in *tally and points *keys to the keys of its positions, in the order of
// the index. The keys stay valid until the same worker reads another unit. Errors: KAURI_CORRUPT
// for a damaged page and for a value that no position of the layer can have, KAURI_RESOURCE.
enum kauri_status kauri_verify_blocks_read(struct kauri_verify_blocks *blocks, unsigned worker,
                                           uint64_t unit, struct kauri_verify_tally *tally,
                                           const int16_t **keys, struct kauri_error *error);

// Points *worths to the worths of the positions of block `block` of layer `seeds`, turned, and
// keeps them in memory until they are released. In the layer itself a worth is the key of the move
// that leads there; in a layer below it is -r * KAURI_KEY_SCALE_NARROW, to which the caller adds
// the captures. Errors as kauri_verify_blocks_read. Thread-safe for different workers.
enum kauri_status kauri_verify_blocks_acquire(struct kauri_verify_blocks *blocks, unsigned worker,
                                              unsigned seeds, uint64_t block,
                                              const int16_t **worths, struct kauri_error *error);
void kauri_verify_blocks_release(struct kauri_verify_blocks *blocks, unsigned seeds,
                                 uint64_t block);

#endif
