// The loops of libkauri (common/loop.h).

// sched_getaffinity is not POSIX.
#define _GNU_SOURCE
#include "common/loop.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { STACK_BYTES = 2 << 20 };

// Implements kauri_loop_for with the indices, and kauri_loop_each without them.
struct loop {
    kauri_loop_step *step; // NULL: `body` is called
    kauri_loop_body_each *body;
    void *context;
    uint64_t count;
    uint64_t grain;
    _Atomic uint64_t next;
};

// A thread, and the number of threads that are still to be started.
struct helper {
    struct loop *loop;
    unsigned worker;
    unsigned more;
};

unsigned kauri_loop_processors(void)
{
#if defined __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
        return (unsigned)CPU_COUNT(&allowed);
    }
    // Reached on Linux if the machine has more processors than a cpu_set_t has room for.
#endif
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1U : (unsigned)processors;
}

unsigned kauri_loop_threads(void)
{
    return kauri_loop_processors();
}

static void work(struct loop *loop, unsigned worker)
{
    if (loop->step == NULL) {
        loop->body(loop->context, worker);
        return;
    }
    for (;;) {
        const uint64_t first = atomic_fetch_add(&loop->next, loop->grain);
        if (first >= loop->count) {
            return;
        }
        const uint64_t rest = loop->count - first;
        const uint64_t last = first + (rest < loop->grain ? rest : loop->grain);
        for (uint64_t index = first; index < last; index++) {
            loop->step(loop->context, worker, index);
        }
    }
}

static void *helper_main(void *context);

// Starts a thread. Searches take up to 1 MiB of stack, which some systems do not give by default.
static bool start(pthread_t *thread, struct helper *helper)
{
    pthread_attr_t attributes;
    size_t bytes = 0;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    const bool small = pthread_attr_getstacksize(&attributes, &bytes) == 0 && bytes < STACK_BYTES;
    const bool started = (!small || pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0) &&
                         pthread_create(thread, &attributes, helper_main, helper) == 0;
    (void)pthread_attr_destroy(&attributes);
    return started;
}

// Starts the next thread, which starts the one after it, then works, and then waits for it. So
// nothing need be allocated, and threads that cannot be started are done without.
static void share(struct loop *loop, unsigned worker, unsigned more)
{
    pthread_t thread;
    struct helper next = {.loop = loop, .worker = worker + 1, .more = more - 1};
    const bool started = more > 0 && start(&thread, &next);
    work(loop, worker);
    if (started) {
        (void)pthread_join(thread, NULL);
    }
}

static void *helper_main(void *context)
{
    const struct helper *helper = context;
    share(helper->loop, helper->worker, helper->more);
    return NULL;
}

void kauri_loop_for(unsigned threads, uint64_t count, uint64_t grain, kauri_loop_step *step,
                    void *context)
{
    struct loop loop = {.step = step, .context = context, .count = count, .grain = grain};
    const uint64_t others = count == 0 ? 0 : (count - 1) / grain;
    share(&loop, 0, others < threads - 1 ? (unsigned)others : threads - 1);
}

void kauri_loop_each(unsigned threads, kauri_loop_body_each *body, void *context)
{
    struct loop loop = {.body = body, .context = context};
    share(&loop, 0, threads - 1);
}
