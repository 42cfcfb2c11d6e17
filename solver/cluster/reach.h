// The positions of a block to which the quiet moves of other ranks lead.
//
// A position of the block is a row of the opponent and a row of the mover (after the move;
// solver/kernels/geometry.h). Two things decide whether moves of an edge (solver/cluster/share.h)
// lead to it. The opponent's row determines with how many cowries the move can have been made
// (kauri_origins). For these numbers, the masks of the limit say against which rows the move is
// quiet. Almost always the least number of cowries is one. So there is a table, for each limit, of
// the rows to which moves with at most k cowries lead.
#ifndef KAURI_SOLVER_CLUSTER_REACH_H
#define KAURI_SOLVER_CLUSTER_REACH_H

#include "solver/cluster/share.h"
#include "solver/kernels/kernel.h"

#include <stdint.h>

// Constant once it is made.
struct kauri_reach {
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    uint64_t **rows; // by limit, then by k - 1 and mask word: the rows reached; NULL for limits
                     // that no edge has
    uint32_t limit_count;
    uint64_t bytes; // size of all tables
};

// Makes the tables for the edges of a connected share. The part must outlive *reach, which is to be
// cleared also after a failure. KAURI_RESOURCE.
enum kauri_status kauri_reach_init(struct kauri_reach *reach, const struct kauri_part *part,
                                   const struct kauri_share *share, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_reach_clear(struct kauri_reach *reach);

// Sets rows[i], for each word i of the list, to the positions of the word to which moves of any of
// the `count` edges lead; bits that stand for no position may be set. Thread-safe.
void kauri_reach_find(const struct kauri_reach *reach, const struct kauri_share_edge *edges,
                      uint32_t count, const struct kauri_list_view *list, uint64_t *rows);

#endif
