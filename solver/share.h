// The share of a rank: the blocks of a layer that it solves, and what it must know about the
// others.
//
// A rank owns whole blocks. A block s and the block with the rows of seeds exchanged (a *pair*)
// have the same owner: a pass leads from one to the other, and most quiet moves that lead out of
// both lead to the same blocks. Pairs are dealt to the ranks in turn, in the order of their first
// stored block. Different blocks are busy in different rounds, so this balances the rounds better
// than ranges of blocks would.
//
// The blocks that concern a rank have *slots*: first those that it owns, in the order of their
// numbers, then those of other ranks that a quiet move from its own blocks leads to. All data of
// blocks is stored by slot, so no array grows with the number of all blocks. A rank without
// others owns every block, and the slot of a block is its number.
//
// The moves of an *inner* block lead only to the rank's own blocks, so a round can begin with the
// inner blocks while the lists of other ranks are in transit.
//
// An *edge* is a hole of blocks of another rank whose quiet moves lead to an own block: it says
// which positions of the own block must be sent to that rank (solver/exchange.h).
#ifndef KAURI_SOLVER_SHARE_H
#define KAURI_SOLVER_SHARE_H

#include "indexer/stored_blocks.h"
#include "solver/block.h"
#include "solver/team.h"

#include <stdint.h>

struct kauri_share_edge {
    uint32_t rank;  // owner of the blocks that the moves come from
    uint16_t limit; // of the moves (solver/kernels/masks.h)
    uint8_t hole;
    uint8_t start;
};

struct kauri_share {
    const struct kauri_team *team;
    struct kauri_layer layer; // the whole one
    uint64_t own_count;       // slots of own blocks: 0 .. own_count - 1
    uint64_t slot_count;      // of all slots
    uint64_t positions;       // of own blocks
    uint32_t *numbers;        // by slot: the number of the block; NULL without others
    uint32_t *owners;         // by slot - own_count: the rank that owns the block
    // Indexed by the slot of an own block instead of its number: whether the block is stored, and
    // its number among the stored ones of this share.
    struct kauri_stored_blocks stored;
    uint32_t *stored_ranks; // by number in `stored`: number among all; NULL without others
    uint32_t *order;        // own slots, those of inner blocks first; NULL without others
    uint64_t inner_count;   // 0 without others
    // The edges to an own block are [edge_first[slot], edge_first[slot + 1]), by rank.
    uint32_t *edge_first; // NULL without others
    struct kauri_share_edge *edges;
};

// Finds the blocks of this rank. *share need not be initialised, and must be cleared even after a
// failure. KAURI_RESOURCE.
enum kauri_status kauri_share_init(struct kauri_share *share, const struct kauri_layer *layer,
                                   const struct kauri_team *team, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_share_clear(struct kauri_share *share);

// The slot of the own block that comes at this place in a round.
static inline uint64_t kauri_share_ordered(const struct kauri_share *share, uint64_t place)
{
    return share->order == NULL ? place : share->order[place];
}

// The number of the block in a slot.
static inline uint64_t kauri_share_number(const struct kauri_share *share, uint64_t slot)
{
    return share->numbers == NULL ? slot : share->numbers[slot];
}

// The number of a stored block of the share among all stored blocks of the layer.
static inline uint64_t kauri_share_stored(const struct kauri_share *share, uint64_t number)
{
    return share->stored_ranks == NULL ? number : share->stored_ranks[number];
}

// The slot of an own block, or of one that another rank owns; UINT64_MAX if there is none.
uint64_t kauri_share_own_slot(const struct kauri_share *share, uint64_t number);
uint64_t kauri_share_other_slot(const struct kauri_share *share, uint64_t number);

// Gives slots to the successors of the own blocks, replaces the numbers in blocks[].successor (by
// slot) with these slots, orders the own blocks, and exchanges the edges with the other ranks;
// their masks and limits are added to *masks. `status` and the message in *error tell whether this
// rank has succeeded so far; all ranks return the same status. Does nothing for a rank without
// others. Collective. KAURI_RESOURCE, KAURI_CORRUPT for an edge that cannot belong to this layer.
enum kauri_status kauri_share_connect(struct kauri_share *share, struct kauri_block *blocks,
                                      struct kauri_masks *masks, enum kauri_status status,
                                      struct kauri_error *error);

#endif
