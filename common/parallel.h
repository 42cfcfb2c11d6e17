// Parallel loops on a pool of POSIX threads.
//
// A *pool* keeps its threads from one loop to the next. Between loops they sleep; they never spin,
// because a thread that spins takes the processor from one that has work when the machine is busy.
// (OpenMP is not used for this reason: how long its threads spin is settled when its library is
// loaded, and it ends the process when it cannot have its threads.) A loop does not wait for a
// thread that has not woken up: the running ones take its share. The caller of a loop works too, so
// a pool of one has no threads of its own.
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

// Tries whether the system gives this process `threads` threads, by starting them and letting them
// end. For programs that would rather refuse at the beginning than run more slowly than they were
// asked to. KAURI_RESOURCE when it does not.
enum kauri_status kauri_parallel_try(unsigned threads, struct kauri_error *error);

struct kauri_pool;

// A pool of `threads` (at least 1), the caller of its loops among them; to be freed with
// kauri_pool_free. If the system gives fewer threads, the loops make do with them. KAURI_RESOURCE
// only when memory runs out.
enum kauri_status kauri_pool_new(unsigned threads, struct kauri_pool **pool,
                                 struct kauri_error *error);
// Ends the threads. Accepts NULL.
void kauri_pool_free(struct kauri_pool *pool);

// Runs body(context, worker, index) for every index in [0, count), handing out `grain` indices (at
// least 1) at a time; returns when all are done. Everything written by the bodies is visible to the
// caller afterwards. One loop at a time: not to be nested, nor called by two threads at once.
void kauri_pool_for(struct kauri_pool *pool, uint64_t count, uint64_t grain,
                    kauri_parallel_body *body, void *context);

// The same with a pool that is made for this loop only; starting a thread takes some 20 to 50
// microseconds. Without memory for a pool, the caller does everything itself.
void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context);

#endif
