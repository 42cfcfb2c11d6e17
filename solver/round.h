// The state of a layer while it is solved, and one round of the retrograde analysis
// (solver/retrograde.h) on this rank: for each block, the positions that are decided because of
// those that the last round decided.
#ifndef KAURI_SOLVER_ROUND_H
#define KAURI_SOLVER_ROUND_H

#include "common/loop.h"
#include "indexer/stored_blocks.h"
#include "solver/captures.h"
#include "solver/exchange.h"
#include "solver/share.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"

#include <stdbool.h>
#include <stdint.h>

// The data of one worker.
struct kauri_retrograde_worker {
    struct kauri_work *work;
    struct kauri_spool_buffer buffer;
    uint64_t decided[2]; // positions in this round, by sign
    uint64_t stored;     // of these, positions of stored blocks
    // Seconds that this worker took, in all rounds.
    double expanding; // going back over moves, and updating the planes
    double gathering; // putting decided positions into lists and the history
};

// The greatest distance to conversion, in plies, that can be stored.
enum { KAURI_DISTANCE_MAX = 32767 };

// The rounds of a value, one after the other; shared by the workers.
struct kauri_round {
    int value;         // of the positions, above 0
    uint32_t next;     // distance of the next round that is to end
    uint32_t distance; // of the round that has begun; UINT32_MAX before the first one
    bool first;        // of the value: it takes the captures instead of the lists
    uint32_t steps[2]; // of the history, by sign
    uint64_t from;     // blocks that are done, in the order of the share
};

// The decision of all ranks about the time after a round.
struct kauri_round_orders {
    bool pause; // the run is to be stored
    bool stop;  // and to end
};

// The state of a layer while it is solved. The caller owns it, and sets up everything before
// next_value; the rest begins as zero.
struct kauri_retrograde {
    struct kauri_layer layer;
    const struct kauri_share *share;
    struct kauri_exchange *exchange; // NULL for a rank without others
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks; // by slot
    const struct kauri_kernel *kernel;
    struct kauri_planes *planes;
    const struct kauri_captures *captures;
    struct kauri_frontier now;                // decided in the last round
    struct kauri_frontier next;               // decided in this one
    const struct kauri_stored_blocks *stored; // those of the share
    struct kauri_history *history;            // of the stored blocks, by their rank
    struct kauri_retrograde_worker *workers;  // one per thread
    // On rank 0: the run is to be stored after the first round that ends at this time
    // (kauri_clock_seconds) or later, and also before a team stops.
    double pause_at;
    bool pause_at_stop;
    int next_value;          // of the next round; 0 = the very first one
    uint32_t next_distance;  // dtc of the positions that it decides
    bool done;               // all rounds are done
    uint64_t decided;        // positions so far, by all ranks
    uint64_t decided_stored; // of these, positions of stored blocks of the share
    // Positions that all ranks have decided, by r + 3 * seeds + 1.
    uint64_t counts[6 * KAURI_SEEDS_MAX + 3];
    uint32_t max_dtc;
    uint32_t rounds; // of all values
    uint64_t edges;  // words of planes touched
    // The same by round of this run; to be freed by the caller.
    uint64_t *round_words;
    uint32_t round_count;
    uint32_t round_room;
    uint64_t memory;          // most bytes held by planes, lists and history
    struct kauri_round round; // set by kauri_retrograde_begin and kauri_retrograde_round
    // Of kauri_retrograde_round only.
    char stage[32];                         // for reports
    uint64_t reached;                       // positions that the last round decided, by rank
    bool possible[3 * KAURI_SEEDS_MAX + 2]; // by value: some captures are worth it or its negative
    struct kauri_round_orders due;          // what is to happen after the round that is being done
    enum kauri_status own; // a failure of this rank that the others do not know of yet
};

// The distance of the positions that the first round of a value decides. Layer 0 counts the plies
// to a position without a move, which itself has distance 0.
static inline uint32_t kauri_round_first(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// Does a round for the inner blocks, which need no list of another rank. Takes about as long as
// looking at `reached` positions. For rounds after the first one. KAURI_RESOURCE, KAURI_CORRUPT if
// a work file was altered, KAURI_INTERRUPTED; this holds for kauri_round_end as well.
enum kauri_status kauri_round_begin(struct kauri_retrograde *retrograde, uint32_t distance,
                                    uint64_t reached, struct kauri_pace *pace,
                                    struct kauri_error *error);

// Does the rest of the round, or the whole one if it was not begun. The lists of the last round are
// then those that it made.
enum kauri_status kauri_round_end(struct kauri_retrograde *retrograde, uint32_t distance,
                                  uint64_t reached, struct kauri_pace *pace,
                                  struct kauri_error *error);

#endif
