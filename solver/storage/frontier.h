// The positions decided in one round: two lists per block (won and lost), in a spool. `block` is
// the slot of a block everywhere in this file (solver/part.h).
#ifndef KAURI_SOLVER_STORAGE_FRONTIER_H
#define KAURI_SOLVER_STORAGE_FRONTIER_H

#include "solver/kernels/kernel.h"
#include "solver/storage/spool.h"

#include <stdint.h>

struct kauri_list {
    struct kauri_chunk chunk;
    uint32_t word_count; // 0: an empty list
    uint32_t run_count;
};

struct kauri_frontier {
    struct kauri_list *lists[2]; // lists by sign and block
    uint64_t block_count;
    struct kauri_spool *spool; // owned
};

// Makes a frontier with empty lists whose spool keeps `memory` bytes in memory. KAURI_RESOURCE.
enum kauri_status kauri_frontier_new(struct kauri_frontier *frontier, uint64_t block_count,
                                     const struct kauri_workplace *place,
                                     enum kauri_work_file which, unsigned threads, uint64_t memory,
                                     struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_frontier_clear(struct kauri_frontier *frontier);

// Makes all lists empty.
void kauri_frontier_reset(struct kauri_frontier *frontier);

// Stores the list of a block, which must be empty before: `bytes` with at least one word
// (kauri_list_from). Several workers may do so at once for different blocks. KAURI_RESOURCE.
enum kauri_status kauri_frontier_put(struct kauri_frontier *frontier, unsigned worker,
                                     enum kauri_sign sign, uint64_t block, const uint8_t *bytes,
                                     uint32_t word_count, uint32_t run_count,
                                     struct kauri_error *error);

// Reads the list of a block. The view is valid as long as a chunk from kauri_spool_view.
// KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_frontier_view(const struct kauri_frontier *frontier, enum kauri_sign sign,
                                      uint64_t block, struct kauri_spool_buffer *buffer,
                                      struct kauri_list_view *view, struct kauri_error *error);

static inline bool kauri_frontier_empty(const struct kauri_frontier *frontier, enum kauri_sign sign,
                                        uint64_t block)
{
    return frontier->lists[sign][block].word_count == 0;
}

#endif
