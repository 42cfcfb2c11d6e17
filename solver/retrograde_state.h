// The state of a layer while it is solved: what the rounds (solver/round.h) and the analysis that
// they belong to (solver/retrograde.h) share.
#ifndef KAURI_SOLVER_RETROGRADE_STATE_H
#define KAURI_SOLVER_RETROGRADE_STATE_H

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

struct kauri_retrograde;

// Called between two rounds by the thread that runs them: next_value and next_distance are
// those of the next round, or `done` is set after the last one. `pause` says whether the run is to
// be stored now, and is the same on all ranks; if it is not set, a rank of a team may have begun
// the next round already. `status` and the message in *error tell whether this rank has succeeded
// since the ranks last agreed: if `pause` is set, the function is collective, and the ranks return
// the same status; otherwise it returns at least that failure. A failure ends the run.
typedef enum kauri_status kauri_between_rounds(void *context, struct kauri_retrograde *retrograde,
                                               bool pause, enum kauri_status status,
                                               struct kauri_error *error);
// Whether the run should be stored; rank 0 decides. `stop` is set before a run is stopped on
// request.
typedef bool kauri_pause_wanted(void *context, bool done, bool stop);

// The state of a layer while it is solved. The caller owns it, and sets up everything except the
// numbers at the end, which begin as zero.
struct kauri_retrograde {
    struct kauri_layer layer;
    const struct kauri_share *share;
    struct kauri_exchange *exchange; // NULL without a team
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
    kauri_between_rounds *between_rounds;     // may be NULL; then pause_wanted is, too
    kauri_pause_wanted *pause_wanted;
    void *between_context;   // of both
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
    // The same by round, in a team only: to be freed by the caller.
    uint64_t *round_words;
    uint32_t round_count;
    uint32_t round_room;
    uint64_t memory; // most bytes held by planes, lists and history
};

#endif
