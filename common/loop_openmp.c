// The loops of the programs.
#include "common/loop.h"

#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

// The state of OpenMP for this thread; several threads may have loops.
static _Thread_local struct {
    unsigned beginning; // threads of the loop that is about to begin, or 0
    unsigned others;    // threads that OpenMP has kept from the last loop
} loop_state;

#if !defined __clang__
// Ends libgomp's threads before a fork. It keeps them after a loop, and a child process, which does
// not have them, would wait for them in its first loop. (The OpenMP of clang takes care of that by
// itself.)
static void let_threads_go(void)
{
    (void)omp_pause_resource_all(omp_pause_hard);
    loop_state.others = 0;
}
#endif

// On a busy machine a thread that spins while it waits takes the processor from one that has work.
// libgomp reads how its threads are to wait in a constructor. libgomp is linked statically, so this
// constructor, which has a priority, runs before that one.
__attribute__((constructor(101))) static void prepare(void)
{
    (void)setenv("OMP_WAIT_POLICY", "passive", 0); // does not replace a value that the user has set
#if !defined __clang__
    (void)pthread_atfork(let_threads_go, NULL, NULL);
#endif
}

unsigned kauri_loop_beginning(void)
{
    return loop_state.beginning;
}

unsigned kauri_loop_kept(void)
{
    return 1 + loop_state.others;
}

unsigned kauri_loop_processors(void)
{
    const int processors = omp_get_num_procs();
    return processors < 1 ? 1 : (unsigned)processors;
}

unsigned kauri_loop_threads(void)
{
    const int wanted = omp_get_max_threads();
    const int maximum = omp_get_thread_limit();
    const int threads = wanted < maximum ? wanted : maximum;
    return threads < 1 ? 1 : (unsigned)threads;
}

void kauri_loop_for(unsigned threads, uint64_t count, uint64_t grain, kauri_loop_step *step,
                    void *context)
{
    // This thread is enough. OpenMP would end the process if it had no memory for the loop.
    if (threads == 1 || count <= grain) {
        for (uint64_t index = 0; index < count; index++) {
            step(context, 0, index);
        }
        return;
    }
    loop_state.beginning = threads;
#pragma omp parallel num_threads((int)threads)
    {
        loop_state.beginning = 0;
#pragma omp for schedule(dynamic, (int64_t)grain) nowait
        for (uint64_t index = 0; index < count; index++) {
            step(context, (unsigned)omp_get_thread_num(), index);
        }
    }
    loop_state.others = threads - 1;
}

void kauri_loop_each(unsigned threads, kauri_loop_body_each *body, void *context)
{
    if (threads == 1) {
        body(context, 0);
        return;
    }
    loop_state.beginning = threads;
#pragma omp parallel num_threads((int)threads)
    {
        loop_state.beginning = 0;
        body(context, (unsigned)omp_get_thread_num());
    }
    loop_state.others = threads - 1;
}
