#include "common/parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned kauri_parallel_processors(void)
{
    const int processors = omp_get_num_procs();
    return processors < 1 ? 1U : (unsigned)processors;
}

// How many there are then.
static unsigned start_threads(unsigned threads)
{
    unsigned started = 0;
#pragma omp parallel num_threads((int)threads)
    {
#pragma omp atomic
        started++;
    }
    return started;
}

// OpenMP ends a process that cannot have its threads, so that a child tries first.
enum kauri_status kauri_parallel_start(unsigned threads, struct kauri_error *error)
{
    int outcome = 0;
    if (threads <= 1) {
        return KAURI_OK;
    }
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        (void)dup2(nowhere, STDERR_FILENO); // what OpenMP says
        _exit(start_threads(threads) > 0 ? 0 : 1);
    }
    pid_t ended;
    do {
        ended = child < 0 ? child : waitpid(child, &outcome, 0);
    } while (ended < 0 && errno == EINTR);
    // Where children end unseen nothing is known, and the threads are tried without.
    const bool known = ended >= 0 || errno != ECHILD;
    if ((known && (ended < 0 || !WIFEXITED(outcome) || WEXITSTATUS(outcome) != 0)) ||
        start_threads(threads) == 0) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the system does not give %u threads; use fewer (--threads)", threads);
    }
    return KAURI_OK;
}

void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context)
{
    if (threads <= 1 || count <= 1) {
        for (uint64_t index = 0; index < count; index++) {
            body(context, 0, index);
        }
        return;
    }
#pragma omp parallel for num_threads((int)threads) schedule(dynamic, (int64_t)grain)
    for (uint64_t index = 0; index < count; index++) {
        body(context, (unsigned)omp_get_thread_num(), index);
    }
}
