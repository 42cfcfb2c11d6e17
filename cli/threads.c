#include "cli/threads.h"

#include "cli/print_text.h"
#include "common/loop.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static enum kauri_status refuse(unsigned threads, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE,
                      "the system does not give %u threads; use fewer (--threads)", threads);
}

void kauri_threads_end(const char *format, ...)
{
    struct kauri_error error;
    const unsigned threads = kauri_loop_beginning();
    (void)format;
    if (threads > 0) {
        (void)refuse(threads, &error);
    } else {
        (void)kauri_fail(&error, KAURI_RESOURCE, "out of memory");
    }
    _exit(kauri_report_error(&error));
}

static void *wait_for_gate(void *gate)
{
    (void)pthread_mutex_lock(gate);
    (void)pthread_mutex_unlock(gate);
    return NULL;
}

// Returns whether so many threads can exist at the same time, besides the caller.
static bool can_have(unsigned threads)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *tried = calloc(threads, sizeof *tried);
    unsigned started = 0;
    (void)pthread_mutex_lock(&gate);
    while (tried != NULL && started < threads &&
           pthread_create(&tried[started], NULL, wait_for_gate, &gate) == 0) {
        started++;
    }
    (void)pthread_mutex_unlock(&gate);
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(tried[i], NULL);
    }
    free(tried);
    return started == threads;
}

static void come(void *context, unsigned worker)
{
    (void)context;
    (void)worker;
}

enum kauri_status kauri_threads_start(unsigned threads, struct kauri_error *error)
{
    if (threads <= kauri_loop_kept()) {
        return KAURI_OK;
    }
    // OpenMP ends the process if it cannot start a thread, so this must fail first.
    if (!can_have(threads - 1)) {
        return refuse(threads, error);
    }
    kauri_loop_each(threads, come, NULL);
    return KAURI_OK;
}

unsigned kauri_threads_for_search(uint64_t nodes)
{
    return nodes > 0 ? 1 : kauri_loop_threads();
}
