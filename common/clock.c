#include "common/clock.h"

#include <time.h>

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

double kauri_clock_thread(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}
