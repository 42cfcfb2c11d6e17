// How the blocks of a layer are shared among ranks, and what a rank must know about the others.
//
// A rank owns whole blocks. A block s and the block with the rows of seeds exchanged (a *pair*)
// have the same owner: a pass leads from one to the other, and most quiet moves that lead out of
// both lead to the same blocks. Pairs are dealt to the ranks in turn, in the order of their first
// stored block. Different blocks are busy in different rounds, so this balances the rounds better
// than ranges of blocks would.
//
// An *edge* is a hole of blocks of another rank whose quiet moves lead to a block of the part: it
// says which positions of the block must be sent to that rank (solver/cluster/exchange.h).
#ifndef KAURI_SOLVER_CLUSTER_SHARE_H
#define KAURI_SOLVER_CLUSTER_SHARE_H

#include "solver/part.h"

#include <stdint.h>

struct kauri_share_edge {
    uint32_t rank;  // owner of the blocks that the moves come from
    uint16_t limit; // limit of the moves (solver/kernels/masks.h)
    uint8_t hole;
    uint8_t start;
};

struct kauri_share {
    uint32_t *owners; // by slot - block_count: the rank that owns the block
    // The edges to a block of the part are [edge_first[slot], edge_first[slot + 1]), by rank.
    uint32_t *edge_first;
    struct kauri_share_edge *edges;
};

// Finds the blocks of this rank, and which of them are stored. KAURI_RESOURCE.
enum kauri_status kauri_share_blocks(struct kauri_part *part, struct kauri_error *error);

// Gives slots to the successors of the part's blocks, which kauri_blocks_new has made, replaces the
// numbers of successors with these slots, orders the blocks, and exchanges the edges with the other
// ranks; their masks and limits are added to the part's. *share begins as zero, and must be cleared
// even after a failure. `status` and the message in *error tell whether this rank has succeeded so
// far; all ranks return the same status. Collective. KAURI_RESOURCE, KAURI_CORRUPT for an edge that
// cannot belong to this layer.
enum kauri_status kauri_share_connect(struct kauri_share *share, struct kauri_part *part,
                                      enum kauri_status status, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_share_clear(struct kauri_share *share);

// The slot of a block of the part, or of one that another rank owns; UINT64_MAX if there is none.
uint64_t kauri_share_slot(const struct kauri_part *part, uint64_t number);
uint64_t kauri_share_other_slot(const struct kauri_part *part, uint64_t number);

#endif
