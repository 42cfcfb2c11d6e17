#include "common/progress.h"

#include <stddef.h>
#include <time.h>

#define STOP_SECONDS 0.1 // time between two questions

void kauri_progress_report(const struct kauri_progress *progress,
                           const struct kauri_progress_report *report)
{
    if (progress != NULL && progress->report != NULL) {
        progress->report(progress->context, report);
    }
}

bool kauri_progress_cancelled(const struct kauri_progress *progress)
{
    return progress != NULL && progress->cancelled != NULL &&
           progress->cancelled(progress->context);
}

static bool is_stopped(void *context)
{
    struct kauri_stop *stop = context;
    const double now = kauri_clock_seconds();
    if (!stop->stopped && stop->stop != NULL && now >= stop->next) {
        stop->stopped = stop->stop(stop->context);
        stop->next = now + STOP_SECONDS;
    }
    return stop->stopped;
}

struct kauri_progress kauri_stop_progress(struct kauri_stop *stop)
{
    return (struct kauri_progress){.cancelled = is_stopped, .context = stop};
}

struct kauri_progress kauri_progress_silent(const struct kauri_progress *progress)
{
    return progress == NULL ? (struct kauri_progress){.report = NULL}
                            : (struct kauri_progress){.cancelled = progress->cancelled,
                                                      .context = progress->context};
}

static double seconds_of(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double kauri_clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double kauri_clock_processor(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
