// The memory that solving a layer takes in addition to what its plan shares out
// (solver/memory_plan.h): upper bounds, which are known before anything is solved.
#ifndef KAURI_SOLVER_FIXED_MEMORY_H
#define KAURI_SOLVER_FIXED_MEMORY_H

#include "indexer/layer.h"
#include "solver/share.h"

#include <stdint.h>

// Sizes of a layer, or of the share of a rank, on which its fixed memory depends.
struct kauri_fixed_sizes {
    uint64_t blocks; // own ones
    uint64_t stored; // of these, the blocks that the table holds
    uint64_t lists;  // of positions, in each round
    unsigned threads;
    uint64_t geometry_bytes; // tables of rows (solver/kernels/geometry.h)
    uint64_t mask_bytes;     // masks of the moves
    uint64_t work_bytes;     // working memory of a thread in the rounds
};

// Bytes of the process itself, tables, scratch memory and lists of chunks.
uint64_t kauri_fixed_memory(const struct kauri_layer *layer, const struct kauri_fixed_sizes *sizes);

// Bytes of the masks of the moves, estimated: to make them would take as long as looking at every
// block. `words` is the size of a mask (mask_total of the geometry).
uint64_t kauri_fixed_mask_bytes(unsigned seeds, uint32_t words);

// Bytes of the messages of a rank: those of a round, or the questions about captures before there
// are rounds; and those of a batch of the table.
uint64_t kauri_message_memory(const struct kauri_share *share, unsigned threads);

// Bytes of the answers about captures that a rank gets (solver/capture_supply.h).
uint64_t kauri_answer_memory(const struct kauri_share *share);

#endif
