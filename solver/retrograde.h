// Value-ordered retrograde analysis of one layer (DESIGN section 4).
//
// Every position has a count of open moves: its quiet moves that are not refuted, and one more for
// all its captures together. Values v are taken from the greatest |r| down:
//
// - First round: a position whose best capture is worth +v is won (r = +v). One whose best capture
//   is worth -v has its captures refuted, and has lost (r = -v) when no move is left open.
// - Next rounds: each quiet move that leads to a position decided as won in the last round is
//   refuted; a position without open moves has lost. One with a quiet move to a position that has
//   lost is won.
//
// The round is dtc. Every quiet move is walked back once, when its successor is decided; a position
// is decided once. Captures worth 0 are never refuted. What is open at the end is unlimited play,
// r = 0 (R10).
//
// A block pulls from the lists of its successor blocks, so that one thread writes to it, and its
// new lists come out sorted: the bytes do not depend on threads.
#ifndef KAURI_SOLVER_RETROGRADE_H
#define KAURI_SOLVER_RETROGRADE_H

#include "solver/captures.h"
#include "solver/pace.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"

#include <stdint.h>

// One worker's own.
struct kauri_retrograde_worker {
    struct kauri_work *work;
    struct kauri_spool_buffer buffer;
    uint64_t decided; // positions
    // Seconds in this worker: back over moves and onto the planes; into lists and history.
    double expanding;
    double gathering;
};

// A greater distance to conversion, in plies, cannot be stored.
enum { KAURI_DISTANCE_MAX = 32767 };

struct kauri_retrograde;

// Called by the thread that runs the rounds, between two of them: next_value and next_distance are
// those of the next round, or `done` is set after the last one. A failure ends the run.
typedef enum kauri_status kauri_between_rounds(void *context, struct kauri_retrograde *retrograde,
                                               struct kauri_error *error);

// What one layer needs while it is solved. The caller owns it, and sets up everything except the
// numbers at the end, which begin as zero.
struct kauri_retrograde {
    struct kauri_layer layer;
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks;
    const struct kauri_kernel *kernel;
    struct kauri_planes *planes;
    const struct kauri_captures *captures;
    struct kauri_frontier now;  // decided in the last round
    struct kauri_frontier next; // decided in this one
    struct kauri_history *history;
    struct kauri_retrograde_worker *workers; // one a thread
    kauri_between_rounds *between_rounds;    // may be NULL
    void *between_context;
    int next_value;         // of the next round; 0 = the very first one
    uint32_t next_distance; // dtc of what it decides
    bool done;              // there is no next round
    uint64_t decided;       // positions so far
    uint32_t max_dtc;
    uint32_t rounds; // of all values
    uint64_t edges;  // words of planes touched
    uint64_t memory; // most bytes held by planes, lists and history
};

// Decides every position that is ever decided, into the history, from next_value on, unless `done`;
// checkpoints are made when it is time. KAURI_INTERRUPTED when progress says so; KAURI_RESOURCE for
// memory or disk; KAURI_CORRUPT when a work file was altered; KAURI_INTERNAL for a distance above
// KAURI_DISTANCE_MAX.
enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, struct kauri_pace *pace,
                                       struct kauri_error *error);

// Bytes that planes, lists and history hold now.
uint64_t kauri_retrograde_memory(const struct kauri_retrograde *retrograde);

#endif
