// Parallel loops: on OpenMP in the programs; in libkauri on threads of its own that live for one
// loop, because a program that uses the library may have an OpenMP of its own. Implemented in
// loop_openmp.c and loop_threads.c.
//
// Threads that wait for others or for the next loop sleep. OpenMP keeps them from one loop to the
// next, but ends threads if the next loop has fewer and starts threads if it has more, so all loops
// of a thread should have the same number.
#ifndef KAURI_COMMON_LOOP_H
#define KAURI_COMMON_LOOP_H

#include <stdint.h>

// Number of processors that this process may use, at least 1.
unsigned kauri_loop_processors(void);

// Number of threads for loops if the user does not say: in the programs that of OMP_NUM_THREADS,
// otherwise one per processor. At least 1.
unsigned kauri_loop_threads(void);

// Called once for each index, in any order, from several threads at once. `worker` is in
// [0, threads), and no two calls with the same worker run at the same time, so it may index scratch
// memory; worker 0 is the thread that called the loop. `context` is what the caller passed.
typedef void kauri_loop_step(void *context, unsigned worker, uint64_t index);

// Runs step(context, worker, index) for every index in [0, count) on `threads` threads (at least
// 1), the caller's among them, each of which takes `grain` indices (at least 1) at a time. Returns
// when all are done; everything that the steps wrote is then visible to the caller, who does up to
// `grain` indices alone. Calls must not be nested, unless the inner one has one thread.
//
// If the system does not give so many threads, the programs end (common/loop_openmp.h); libkauri
// makes do with fewer.
void kauri_loop_for(unsigned threads, uint64_t count, uint64_t grain, kauri_loop_step *step,
                    void *context);

// Runs body(context, worker) once on each of `threads` threads, at the same time. Everything else
// is as in kauri_loop_for; there may be fewer threads.
typedef void kauri_loop_body_each(void *context, unsigned worker);
void kauri_loop_each(unsigned threads, kauri_loop_body_each *body, void *context);

#endif
