// Parallel loops of a long run: they stop at the first failure or on request, and tell where they
// are at least every second or so.
//
// The loop is cut into parts that take a fraction of a second; between them the calling thread
// reports and asks whether to stop.
#ifndef KAURI_SOLVER_PACE_H
#define KAURI_SOLVER_PACE_H

#include "common/parallel.h"
#include "common/progress.h"
#include "common/status.h"

#include <stdint.h>

// A loop over fewer positions than this is over before other threads have woken up, so the calling
// thread runs it alone.
enum { KAURI_PACE_SHARED = 4096 };

// Zeroed except for team, threads and progress; used by one thread.
struct kauri_pace {
    struct kauri_team *team;               // not owned
    unsigned threads;                      // of the team
    const struct kauri_progress *progress; // may be NULL
    struct kauri_progress_report report;   // the caller keeps stage, layer, round, done, ... right
    double began;                          // kauri_clock_seconds
    double counted;                        // the same, when report.done began; 0: at the beginning
    double reported;
    uint64_t part;   // indices that the next part takes
    uint64_t loops;  // that were run
    uint64_t shared; // of them, those that were offered to the whole team
};

// Called as in common/parallel.h; returns KAURI_OK, or what is wrong with the message in *error.
typedef enum kauri_status kauri_pace_body(void *context, unsigned worker, uint64_t index,
                                          struct kauri_error *error);

// A new stage of the work, which may be slower or faster than the last. `stage` must live until the
// next.
void kauri_pace_stage(struct kauri_pace *pace, const char *stage);

// From here on report.done counts something else, from 0, and nothing follows.
void kauri_pace_recount(struct kauri_pace *pace);

// Runs body(context, worker, index) for every index in [0, count), which takes about as long as
// looking at `positions` positions: on the whole team, or by the calling thread alone if that is
// less than KAURI_PACE_SHARED. Returns one of the failures if there are any, and KAURI_INTERRUPTED
// when progress says so; some indices were not done then.
enum kauri_status kauri_pace_for(struct kauri_pace *pace, uint64_t count, uint64_t positions,
                                 kauri_pace_body *body, void *context, struct kauri_error *error);

// Reports now, and returns KAURI_INTERRUPTED when progress says so.
enum kauri_status kauri_pace_look(struct kauri_pace *pace, struct kauri_error *error);

#endif
