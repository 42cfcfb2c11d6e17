// Parallel loops on a pool of POSIX threads.
//
// A *pool* keeps its threads from one loop to the next. Between loops they yield for some tens of
// microseconds and then sleep, because on a busy machine a spinning thread takes the processor from
// one that has work. (This is why OpenMP is not used: how long its threads spin is fixed when its
// library is loaded, and it ends the process if it cannot start its threads.) A loop does not wait
// for a thread that has not woken up: the running threads take its share. The caller of a loop
// works too, so a pool of one has no threads of its own.
#ifndef KAURI_COMMON_PARALLEL_H
#define KAURI_COMMON_PARALLEL_H

#include "common/status.h"

#include <stdint.h>

// Called once for each index, in any order, from several threads at once. `worker` is in
// [0, threads), and no two calls with the same worker run at the same time, so it may index scratch
// memory. `context` is what the caller of the loop passed.
typedef void kauri_parallel_body(void *context, unsigned worker, uint64_t index);

// Number of processors that this process may use, at least 1.
unsigned kauri_parallel_processors(void);

// Checks that this process can have `threads` threads, by starting them and letting them end. For
// programs that refuse at the beginning rather than run with fewer threads than requested. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_parallel_try(unsigned threads, struct kauri_error *error);

struct kauri_pool;

// Makes a pool of `threads` threads (at least 1), which include the caller of its loops. If the
// system does not provide that many, the loops run with fewer. Free it with kauri_pool_free.
// Errors: KAURI_RESOURCE, only if memory runs out.
enum kauri_status kauri_pool_new(unsigned threads, struct kauri_pool **pool,
                                 struct kauri_error *error);
// Ends the threads. Accepts NULL.
void kauri_pool_free(struct kauri_pool *pool);

// Runs body(context, worker, index) for every index in [0, count), handing out `grain` indices (at
// least 1) at a time; returns when all are done. Everything written by the bodies is visible to the
// caller afterwards. A pool runs one loop at a time: calls must not be nested or made by two
// threads at once.
void kauri_pool_for(struct kauri_pool *pool, uint64_t count, uint64_t grain,
                    kauri_parallel_body *body, void *context);

// The same with a pool for this loop only; starting a thread takes 20 to 50 microseconds. Without
// memory for a pool, the caller does all the work.
void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context);

#endif
