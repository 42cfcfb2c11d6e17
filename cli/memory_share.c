#include "cli/memory_share.h"

#include "common/memory.h"

#include <sys/resource.h>

uint64_t kauri_memory_for_tables(uint64_t memory)
{
    const uint64_t most = 64U << 20;
    return memory / 4 < most ? memory / 4 : most;
}

uint64_t kauri_memory_for_look_ups(void)
{
    struct rlimit space;
    const uint64_t free = kauri_memory_available() / 4;
    if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) {
        return free;
    }
    return space.rlim_cur / 4 < free ? space.rlim_cur / 4 : free;
}
