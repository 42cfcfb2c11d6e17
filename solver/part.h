// The part of a layer that this process solves: its blocks, and the tables of their moves.
//
// A process that works alone solves all blocks of the layer. The ranks of a team (solver/team.h)
// divide them; each solves its part in the same way, so that nothing but the team's functions knows
// of the others.
//
// Blocks have *slots*. The blocks of the part come first, in the order of their numbers; then come
// the blocks of other ranks that a quiet move from a block of the part leads to. All data of blocks
// is stored by slot, so that no array grows with the number of all blocks. If the part is the whole
// layer, the slot of a block is its number.
//
// The moves of an *inner* block lead only to blocks of the part, so a round can begin with the
// inner blocks while the frontiers of other ranks are in transit.
#ifndef KAURI_SOLVER_PART_H
#define KAURI_SOLVER_PART_H

#include "indexer/stored_blocks.h"
#include "solver/block.h"
#include "solver/kernels/kernel.h"

#include <stdint.h>

struct kauri_team;

// Bytes that the functions of a team need in addition to those of a process that works alone.
struct kauri_part_memory {
    uint64_t messages; // bytes for messages, which are always needed
    uint64_t replies;  // limit in bytes for replies about captures, before the rounds
};

// The caller sets the team, the layer, the kernel, and the geometry, also as that of the masks; the
// team's `begin` sets the rest.
struct kauri_part {
    const struct kauri_team *team;
    void *state;              // kept by the team's functions
    struct kauri_layer layer; // the whole layer
    const struct kauri_kernel *kernel;
    struct kauri_geometry *geometry;
    struct kauri_masks masks;
    struct kauri_block *blocks; // moves of the blocks, by slot
    uint64_t block_count;       // blocks of the part: their slots are 0 .. block_count - 1
    uint64_t slot_count;        // number of slots, including those of other ranks' blocks
    uint32_t *numbers;          // block numbers by slot; NULL if the part is the whole layer
    // The blocks of the part that the table stores, by slot instead of block number.
    struct kauri_stored_blocks stored;
    uint32_t *stored_numbers; // numbers of the stored blocks among those of the layer; NULL: part
                              // of one process
    uint32_t *order;          // slots in the order of a round, inner blocks first; NULL: ascending
    uint64_t inner_count;     // inner blocks at the beginning of `order`
    struct kauri_part_memory memory;
};

// Frees what *part owns, except for the state, which the team's `end` frees before. Accepts a
// zeroed struct.
void kauri_part_clear(struct kauri_part *part);

// The slot of the block that comes at this place in a round.
static inline uint64_t kauri_part_ordered(const struct kauri_part *part, uint64_t place)
{
    return part->order == NULL ? place : part->order[place];
}

// The number of the block in a slot.
static inline uint64_t kauri_part_number(const struct kauri_part *part, uint64_t slot)
{
    return part->numbers == NULL ? slot : part->numbers[slot];
}

// The number, among the stored blocks of the layer, of stored block `index` of the part.
static inline uint64_t kauri_part_stored(const struct kauri_part *part, uint64_t index)
{
    return part->stored_numbers == NULL ? index : part->stored_numbers[index];
}

// The number of positions in the blocks of the part.
static inline uint64_t kauri_part_positions(const struct kauri_part *part)
{
    return part->block_count * part->layer.cowrie_count;
}

#endif
