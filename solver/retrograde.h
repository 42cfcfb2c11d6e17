// Value-ordered retrograde analysis of one layer: the third of the four phases in solver/solve.h.
//
// The simplest way to solve a layer is to evaluate the equations of docs/guide/RULES.md for all
// positions again and again until nothing changes. That takes several hundred passes over all
// moves. Here each move is looked at once, when the position that it leads to is decided:
//
// Every position has a number of open moves: its quiet moves that are not refuted, plus one that
// stands for all its captures. The values v are processed from the greatest |r| down, each in
// rounds (solver/round.h):
//
// - First round: a position whose best capture is worth +v is won (r = +v). If the best capture is
//   worth -v, the captures are refuted, and the position is lost (r = -v) if no move is left open.
// - Further rounds go back from the frontier, the positions that the last round decided, to their
//   predecessors: a quiet move to a won position is refuted, and a position without open moves is
//   lost. A position with a quiet move to a lost position is won.
//
// The number of the round is the distance to conversion, dtc. Captures worth 0 are never refuted.
// Positions with moves left open at the end are unlimited play, r = 0 (R10).
//
// Tables hold only stored blocks (indexer/stored_blocks.h), so only these have a history. The other
// half takes part in the rounds in the same way, but is only counted.
//
// If several processes solve the layer (solver/team.h), each does this for the blocks of its part.
// After a round they add up what they have decided, and send one another the positions of the
// frontier. While these are in transit, they do the next round for their inner blocks.
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

#include "common/loop.h"
#include "solver/round.h"

#include <stdbool.h>
#include <stdint.h>

// The greatest distance to conversion, in plies, that can be stored.
enum { KAURI_DISTANCE_MAX = 32767 };

// The actions that follow a round, the same on all ranks.
struct kauri_after_round {
    bool checkpoint;
    bool stop;
};

// The positions that all ranks have decided so far.
struct kauri_decided {
    uint64_t total;
    uint64_t stored;                     // positions in stored blocks of the part of this rank
    uint64_t by_value[KAURI_VALUES_MAX]; // [r + kauri_most_r(seeds)]
    uint32_t max_dtc;
    uint32_t rounds; // rounds of all values, at least one for each
};

// The rounds of a layer. The caller sets what kauri_round says, and when checkpoints are due; the
// rest begins as zero, or as a checkpoint says.
struct kauri_retrograde {
    struct kauri_round round;
    struct kauri_round_number next; // the round to do next; value 0: the first one, unless `done`
    bool done;                      // all rounds are done
    // A checkpoint is due after the first round that ends at this time (kauri_clock_seconds) or
    // later; and, if `checkpoint_at_stop`, before ranks stop together.
    double checkpoint_at;
    bool checkpoint_at_stop;
    struct kauri_decided decided;
    uint64_t memory; // peak of the bytes that this rank holds for planes, frontiers and history
    // Valid from kauri_retrograde_begin on.
    char stage[32];                             // stage in reports of progress
    uint64_t reached;                           // estimated frontier of `next`, in positions
    bool has_captures[3 * KAURI_SEEDS_MAX + 2]; // by value: there are captures worth +v or -v
    struct kauri_after_round delayed;           // in a team: what to do after `next`
    enum kauri_status failure; // failure of this rank that the others do not know yet
};

// Prepares for the rounds, from `next` on. Collective. Fails only if the connection does.
enum kauri_status kauri_retrograde_begin(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_error *error);

// Does the next round: counts the positions that it decides, and puts those of stored blocks into
// the history. Sets `done` after the last one. Collective: all ranks return the same status and the
// same *after. A failure of one rank is returned when all know of it; until then `failure` and the
// message in *error tell of it, so the caller passes the same *error every time. KAURI_INTERRUPTED
// when progress says so; KAURI_RESOURCE for memory or disk; KAURI_CORRUPT if a work file was
// altered; KAURI_INTERNAL for a distance above KAURI_DISTANCE_MAX.
//
// The ranks of a team learn only after a round what is to happen after it. By then they have begun
// the next one, so that they pause or stop after that; after a round that decides nothing they go
// on to the next value, and pause or stop after its first round, or in the phase after the rounds.
// They stop when the progress of one of them says so. A process that works alone stops at once.
enum kauri_status kauri_retrograde_round(struct kauri_retrograde *retrograde,
                                         struct kauri_pace *pace, struct kauri_after_round *after,
                                         struct kauri_error *error);

#endif
