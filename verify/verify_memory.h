// The memory that checking a layer block by block takes (verify/verify_blocks.h).
#ifndef KAURI_VERIFY_VERIFY_MEMORY_H
#define KAURI_VERIFY_VERIFY_MEMORY_H

#include "indexer/layer.h"
#include "tablebase/tablebase.h"

#include <stdint.h>

// In all of these, *layer and all layers below it must be open.

// Positions of the largest unit of the layer and of those below it.
uint64_t kauri_verify_memory_unit(const struct kauri_tablebase *tables,
                                  const struct kauri_layer *layer);

// Bytes of working memory, without the blocks that are kept: the tables of rows, the digests, and
// for each thread what it needs to make one unit.
uint64_t kauri_verify_memory_working(const struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer, unsigned threads);

// Bytes that are needed at least: the working memory, and the blocks that the threads hold at a
// time, or all blocks if those take less.
uint64_t kauri_verify_memory_least(const struct kauri_tablebase *tables,
                                   const struct kauri_layer *layer, unsigned threads);

#endif
