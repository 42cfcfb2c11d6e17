// Parallel loops: the only home of OpenMP in the project.
//
// Implemented in parallel_openmp.c and parallel_pthread.c; a build has one of them.
#ifndef KAURI_COMMON_PARALLEL_H
#define KAURI_COMMON_PARALLEL_H

#include "common/status.h"

#include <stdint.h>

// Called once for each index, in any order, from several threads at once. `worker` is in
// [0, threads) and no two calls with the same worker run at the same time, so it may index scratch
// memory. `context` is what the caller of kauri_parallel_for passed.
typedef void kauri_parallel_body(void *context, unsigned worker, uint64_t index);

// Number of processors this process may use, at least 1.
unsigned kauri_parallel_processors(void);

// Starts as many threads as the loops will use, and keeps them for the loops. To be called by a
// program before its first loop, while it has no other threads and nothing buffered (it forks):
// OpenMP would end the program when it cannot have its threads. KAURI_RESOURCE when the system does
// not give so many.
enum kauri_status kauri_parallel_start(unsigned threads, struct kauri_error *error);

// Runs body(context, worker, index) for every index in [0, count) on `threads` threads (at least
// 1), handing out `grain` indices (at least 1) at a time; returns when all are done. Everything
// written by the bodies is visible to the caller afterwards. Not to be nested.
void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context);

#endif
