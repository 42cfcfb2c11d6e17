// Parallel loops: with OpenMP in the programs; in libkauri with threads that live for one loop,
// because a program that uses the library may have its own OpenMP runtime. Implemented in loop.c,
// loop_openmp.c and loop_threads.c.
//
// Threads that wait for others or for the next loop sleep. OpenMP keeps them from one loop to the
// next, but ends threads if the next loop has fewer and starts threads if it has more, so all loops
// of a thread should have the same number.
#ifndef KAURI_COMMON_LOOP_H
#define KAURI_COMMON_LOOP_H

#include "common/progress.h"
#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

// Number of processors that this process may use, at least 1.
unsigned kauri_loop_processors(void);

// Number of threads for loops if the user does not say: in the programs that of OMP_NUM_THREADS,
// otherwise one per processor. At least 1.
unsigned kauri_loop_threads(void);

// --------------------------------------------------------------------------- loops that may fail

// A long piece of work, of which loops are parts: what runs them, how far they are, and whether
// they are to stop. Set `threads`, and for reports also `progress`, `began` and what they say;
// leave the rest zero. Used by one thread.
struct kauri_pace {
    unsigned threads;                      // at least 1
    const struct kauri_progress *progress; // may be NULL
    struct kauri_progress_report report;   // the caller updates stage, layer, round, done, ...
    const char *subject;                   // subject of the message of a stop; NULL: the layer
    double began;                          // kauri_clock_seconds at the beginning
    double counted;       // time from which report.done counts; 0: the same as `began`
    double reported;      // time of the last report
    bool patient;         // loops continue when progress asks to stop
    uint64_t loops;       // number of loops run
    uint64_t shared;      // loops that were offered to all threads
    struct loop_run *run; // the lengthy loop that is running; private
};

// Begins a stage of the work. The string `stage` must live until the next stage begins.
void kauri_pace_stage(struct kauri_pace *pace, const char *stage);

// Begins the last count of the work (common/progress.h): report.done counts from 0 again.
void kauri_pace_recount(struct kauri_pace *pace);

// Returns whether half a second has passed since the last report.
bool kauri_pace_due(const struct kauri_pace *pace);

// Reports now; KAURI_INTERRUPTED when progress says so, also if the pace is patient.
enum kauri_status kauri_pace_look(struct kauri_pace *pace, struct kauri_error *error);

// A loop over fewer positions than this is over before other threads have woken up, so the calling
// thread runs it alone.
enum { KAURI_LOOP_SHARED = 4096 };

struct kauri_loop {
    struct kauri_pace *pace; // the work that the loop is part of
    uint64_t count;          // the indices are 0 to count - 1
    uint64_t grain;          // indices that a thread takes at a time; 0: one
    uint64_t positions; // the loop takes about as long as visiting so many positions; 0: not known,
                        // but many
    uint64_t done;      // amount that the loop adds to pace->report.done, little by little
    // An index may take long: bodies report and stop by kauri_task_look, `done` is 0, and the
    // caller's thread goes on looking until the others are done.
    bool lengthy;
};

// Called as a kauri_loop_step, below. Returns KAURI_OK, or another status and its message in
// *error.
typedef enum kauri_status kauri_loop_body(void *context, unsigned worker, uint64_t index,
                                          struct kauri_error *error);

// Runs body(context, worker, index, error) for every index. If calls fail, later indices are left
// out, and the failure of the lowest index is returned, whatever the number of threads. The calling
// thread reports about twice a second; when progress says to stop and the pace is not patient, the
// other indices are left out: KAURI_INTERRUPTED. Otherwise as kauri_loop_for.
enum kauri_status kauri_loop(const struct kauri_loop *loop, kauri_loop_body *body, void *context,
                             struct kauri_error *error);

// ------------------------------------------------------------------------------- lengthy tasks

// A task that takes long: an index of a lengthy loop, or work of the thread that owns the pace. Set
// the first three members.
struct kauri_task {
    struct kauri_pace *pace;
    unsigned worker; // worker of the loop's body; 0 outside of loops
    uint64_t weight; // amount that the whole task adds to pace->report.done
    uint64_t done;   // amount added so far
};

// Notes that the share `share` of the task is done, 0 to 1, and never less than before. The thread
// that owns the pace then reports and asks whether to stop, about ten times a second.
// KAURI_INTERRUPTED: the task is to end. A call costs some 30 ns. Accepts NULL.
enum kauri_status kauri_task_look(struct kauri_task *task, double share, struct kauri_error *error);

// ------------------------------------------------------------------------------- loops that cannot

// Called once for each index, in any order, from several threads at once. `worker` is in
// [0, threads), and no two calls with the same worker run at the same time, so it may index scratch
// memory; worker 0 is the thread that called the loop. `context` is what the caller passed.
typedef void kauri_loop_step(void *context, unsigned worker, uint64_t index);

// Runs step(context, worker, index) for every index in [0, count) on `threads` threads (at least
// 1), the caller's among them, each of which takes `grain` indices (at least 1) at a time. Returns
// when all are done; everything that the steps wrote is then visible to the caller, who does up to
// `grain` indices alone. Calls must not be nested, unless the inner one has one thread.
//
// If the system does not give so many threads, the programs end (see below); libkauri makes do with
// fewer.
void kauri_loop_for(unsigned threads, uint64_t count, uint64_t grain, kauri_loop_step *step,
                    void *context);

// Runs body(context, worker) once on each of `threads` threads, at the same time. Everything else
// is as in kauri_loop_for; there may be fewer threads.
typedef void kauri_loop_body_each(void *context, unsigned worker);
void kauri_loop_each(unsigned threads, kauri_loop_body_each *body, void *context);

// --------------------------------------------------------------------------- only in the programs

// If gcc's OpenMP cannot start the threads of a loop, it prints a line and calls exit(1). The
// programs put a function of their own in its place, which reports what is missing (cli/threads.h).

// The number of threads of the loop that the calling thread is beginning, or 0 at any other time.
unsigned kauri_loop_beginning(void);

// The number of threads that exist for the next loop of the calling thread, including itself.
unsigned kauri_loop_kept(void);

#endif
