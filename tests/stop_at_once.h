// For work that is to stop as soon as it asks (kauri_progress and the like).
#ifndef KAURI_TESTS_STOP_AT_ONCE_H
#define KAURI_TESTS_STOP_AT_ONCE_H

#include <stdbool.h>

static inline bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

#endif
