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
// Tables hold only stored blocks (indexer/stored_blocks.h), so only these have a history. The other
// half takes part in the rounds in the same way, but is only counted.
//
// A block pulls from the lists of its successor blocks. So only one thread writes to it, and its
// new lists come out sorted: the bytes do not depend on the number of threads.
//
// The ranks of a team (solver/team.h) solve a layer together, each the blocks of its share
// (solver/share.h). After a round they add up how many positions they have decided, and send one
// another these positions (solver/exchange.h). While the messages are in transit, they begin the
// next round with the blocks that do not depend on them. Here, blocks are numbered by their slots
// in the share.
//
// Implemented in retrograde.c and round.c.
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

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
    size_t round_room;
    uint64_t memory;          // most bytes held by planes, lists and history
    struct kauri_round round; // set by kauri_retrograde_begin and kauri_retrograde_round
    // Of kauri_retrograde_round only.
    char stage[32];                         // for reports
    uint64_t reached;                       // positions that the last round decided, by rank
    bool possible[3 * KAURI_SEEDS_MAX + 2]; // by value: some captures are worth it or its negative
    struct kauri_round_orders due;          // what to do after the current round
    enum kauri_status own; // a failure of this rank that the others do not know of yet
};

// The distance of the positions that the first round of a value decides. Layer 0 counts the plies
// to a position without a move, which itself has distance 0.
static inline uint32_t kauri_round_first(const struct kauri_layer *layer)
{
    return layer->seeds > 0 ? 1 : 0;
}

// Prepares for the rounds, from next_value and next_distance on. Collective. Fails only if the
// connection does.
enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error);

// Does the next round: counts the positions that it decides, and puts those of stored blocks into
// the history. Sets `done` after the last one. Collective: all ranks return the same status and the
// same *orders. A failure of one rank is returned when all know of it; until then `own` and the
// message in *error tell of it, so the caller passes the same *error every time. KAURI_INTERRUPTED
// when progress says so; KAURI_RESOURCE for memory or disk; KAURI_CORRUPT if a work file was
// altered; KAURI_INTERNAL for a distance above KAURI_DISTANCE_MAX.
//
// The ranks of a team learn only after a round what is to happen after it. By then they have begun
// the next one, so that they pause or stop after that; after a round that decides nothing they go
// on to the next value, and pause or stop after its first round, or in the phase after the rounds.
// They stop when the progress of one of them says so. A rank that works alone stops at once.
enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_round_orders *orders,
                                         struct kauri_error *error);

// One round on this rank: for each block, the positions that are decided because of those that the
// last round decided.

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
