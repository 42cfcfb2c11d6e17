// The same loop on POSIX threads, for builds without OpenMP. ThreadSanitizer understands these
// threads and not libgomp's, so the tsan preset uses this file.
#include "common/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct loop {
    kauri_parallel_body *body;
    void *context;
    uint64_t count;
    uint64_t grain;
    _Atomic uint64_t next;
};

struct worker {
    pthread_t thread;
    struct loop *loop;
    unsigned number;
};

unsigned kauri_parallel_processors(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1U : (unsigned)processors;
}

// Loops make do with the threads that there are.
enum kauri_status kauri_parallel_start(unsigned threads, struct kauri_error *error)
{
    (void)threads;
    (void)error;
    return KAURI_OK;
}

static void work(struct loop *loop, unsigned number)
{
    for (;;) {
        const uint64_t first = atomic_fetch_add(&loop->next, loop->grain);
        if (first >= loop->count) {
            return;
        }
        const uint64_t rest = loop->count - first;
        const uint64_t last = first + (rest < loop->grain ? rest : loop->grain);
        for (uint64_t index = first; index < last; index++) {
            loop->body(loop->context, number, index);
        }
    }
}

static void *thread_main(void *argument)
{
    const struct worker *worker = argument;
    work(worker->loop, worker->number);
    return NULL;
}

void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context)
{
    struct loop loop = {.body = body, .context = context, .count = count, .grain = grain};
    const unsigned helpers = threads < 2 || count < 2 ? 0 : threads - 1;
    struct worker *workers = helpers == 0 ? NULL : calloc(helpers, sizeof *workers);
    unsigned started = 0;
    // A helper that cannot be started is simply missed: the others take its share.
    while (workers != NULL && started < helpers) {
        workers[started].loop = &loop;
        workers[started].number = started + 1;
        if (pthread_create(&workers[started].thread, NULL, thread_main, &workers[started]) != 0) {
            break;
        }
        started++;
    }
    work(&loop, 0);
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
    }
    free(workers);
}
