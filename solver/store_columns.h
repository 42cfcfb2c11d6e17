// Brings the columns of stored blocks to the ranks that compress them.
//
// A page of a table is compressed as a whole, and on small boards it holds the entries of several
// blocks, which may belong to several ranks. So the blocks of a page, its *unit*, are brought
// together first. On large boards a unit is a single block.
#ifndef KAURI_SOLVER_STORE_COLUMNS_H
#define KAURI_SOLVER_STORE_COLUMNS_H

#include "solver/share.h"

#include <stddef.h>
#include <stdint.h>

enum { KAURI_STORE_COLUMNS = 2 };

// Stored blocks first .. first + count - 1 of the layer, all in whole units.
struct kauri_store_batch {
    uint64_t first; // a multiple of unit * ranks
    uint64_t count;
    uint64_t unit;      // stored blocks in a unit
    uint64_t own_first; // of the share's stored blocks
    uint64_t own_count;
    size_t block_bytes[KAURI_STORE_COLUMNS]; // of a block in a column
};

// The rank that takes a stored block of the batch (units are dealt in turn), and the block's place
// among those that the rank takes.
struct kauri_store_target {
    unsigned rank;
    uint64_t place;
};
static inline struct kauri_store_target kauri_store_target(const struct kauri_share *share,
                                                           const struct kauri_store_batch *batch,
                                                           uint64_t stored_rank)
{
    const unsigned ranks = kauri_team_ranks(share->team);
    const uint64_t at = stored_rank - batch->first;
    const uint64_t unit = at / batch->unit;
    return (struct kauri_store_target){
        .rank = (unsigned)(unit % ranks),
        .place = unit / ranks * batch->unit + at % batch->unit,
    };
}

// Number of blocks of the batch that this rank takes.
uint64_t kauri_store_taken(const struct kauri_share *share, const struct kauri_store_batch *batch);

// Sends the columns of the share's stored blocks of the batch, own[c], to the ranks that take them,
// and fills taken[c] with those that this rank takes. `status` and the message in *error tell
// whether this rank has succeeded so far; all ranks return the same status. *sent grows by the
// bytes that go to other ranks. Collective. KAURI_RESOURCE, KAURI_CORRUPT for a message that no
// rank sends, or unless each block arrives exactly once.
enum kauri_status kauri_store_collect(const struct kauri_share *share,
                                      const struct kauri_store_batch *batch, uint8_t *const own[],
                                      uint8_t *const taken[], uint64_t *sent,
                                      enum kauri_status status, struct kauri_error *error);

#endif
