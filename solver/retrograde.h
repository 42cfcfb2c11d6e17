// Value-ordered retrograde analysis of one layer.
//
// The simplest way to solve a layer is to evaluate the equations of docs/RULES.md for all positions
// again and again until nothing changes. That takes several hundred passes over all moves. Here
// each move is looked at once, when the position that it leads to is decided:
//
// Every position has a number of open moves: its quiet moves that are not refuted, plus one that
// stands for all its captures. The values v are processed from the greatest |r| down, each in
// rounds:
//
// - First round: a position whose best capture is worth +v is won (r = +v). If the best capture is
//   worth -v, the captures are refuted, and the position is lost (r = -v) if no move is left open.
// - Further rounds: a quiet move to a position that the last round decided as won is refuted, and a
//   position without open moves is lost. A position with a quiet move to one that the last round
//   decided as lost is won.
//
// The number of the round is dtc. Captures worth 0 are never refuted. Positions with moves left
// open at the end are unlimited play, r = 0 (R10).
//
// Tables hold stored blocks only (indexer/stored_blocks.h), so only they have a history. The other
// half takes part in the rounds like them, and is counted.
//
// A block pulls from the lists of its successor blocks. So only one thread writes to it, and its
// new lists come out sorted: the bytes do not depend on the number of threads.
//
// The ranks of a team (solver/team.h) solve a layer together, each of them the blocks of its share
// (solver/share.h). After a round they add up how many positions they have decided, and tell one
// another which (solver/exchange.h). Blocks are numbered by their slots in the share here.
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

#include "indexer/stored_blocks.h"
#include "solver/captures.h"
#include "solver/exchange.h"
#include "solver/pace.h"
#include "solver/share.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"

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
// be stored now, and is the same on all ranks. `status` and the message in *error tell whether this
// rank has succeeded since the ranks last agreed: if `pause` is set, the function is collective,
// and the ranks return the same status; otherwise it returns at least that failure. A failure ends
// the run.
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

// Runs all rounds from next_value and next_distance on, counts every position that is decided, and
// puts those of stored blocks into the history; nothing if `done` is set. Collective: all ranks
// return the same status. The ranks of a team stop between two rounds, as soon as the progress of
// one of them says so, after they were stored. KAURI_INTERRUPTED when
// progress says so; KAURI_RESOURCE for memory or disk; KAURI_CORRUPT if a work file was altered;
// KAURI_INTERNAL for a distance above KAURI_DISTANCE_MAX; any failure of between_rounds.
enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, struct kauri_pace *pace,
                                       struct kauri_error *error);

// Bytes that planes, lists and history take now.
uint64_t kauri_retrograde_memory(const struct kauri_retrograde *retrograde);

#endif
