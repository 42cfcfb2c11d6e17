// Parallel loops of a long run. They stop at the first failure or on request, and report progress
// about once a second.
//
// A loop is cut into parts that take a fraction of a second. Between two parts the calling thread
// reports and asks whether to stop.
#ifndef KAURI_SOLVER_PACE_H
#define KAURI_SOLVER_PACE_H

#include "common/progress.h"
#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

// A loop over fewer positions than this is over before other threads have woken up, so the calling
// thread runs it alone.
enum { KAURI_PACE_SHARED = 4096 };

// Set threads and progress, and leave the rest zero. Used by one thread.
struct kauri_pace {
    unsigned threads;
    const struct kauri_progress *progress; // may be NULL
    struct kauri_progress_report report;   // the caller updates stage, layer, round, done, ...
    double began;                          // kauri_clock_seconds at the beginning
    double counted;                        // time from which report.done counts; 0: `began`
    double reported;                       // time of the last report
    uint64_t part;                         // number of indices in the next part
    bool patient;                          // loops go on when progress says to stop
    uint64_t loops;                        // number of loops run
    uint64_t shared;                       // of these, the loops offered to all threads
};

// The body of a loop, called as in common/loop.h. Returns KAURI_OK, or another status and its
// message in *error.
typedef enum kauri_status kauri_pace_body(void *context, unsigned worker, uint64_t index,
                                          struct kauri_error *error);

// Begins a stage of the work, whose loops may be slower or faster than before. The string `stage`
// must live until the next stage begins.
void kauri_pace_stage(struct kauri_pace *pace, const char *stage);

// Begins the last stage, which writes the table: from now on report.done counts its work from 0.
void kauri_pace_recount(struct kauri_pace *pace);

// Runs body(context, worker, index) for every index in [0, count), which takes about as long as
// looking at `positions` positions: on all threads, or by the calling thread alone if that is
// less than KAURI_PACE_SHARED. Returns one of the failures if there are any, and KAURI_INTERRUPTED
// when progress says so, unless the pace is patient; some indices were not done then.
enum kauri_status kauri_pace_for(struct kauri_pace *pace, uint64_t count, uint64_t positions,
                                 kauri_pace_body *body, void *context, struct kauri_error *error);

// Reports now; KAURI_INTERRUPTED when progress says so, also if the pace is patient.
enum kauri_status kauri_pace_look(struct kauri_pace *pace, struct kauri_error *error);

#endif
