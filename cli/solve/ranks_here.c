#include "cli/solve/ranks_here.h"

#include "common/loop.h"
#include "common/memory.h"

#include <unistd.h>

uint64_t kauri_threads_shared(uint64_t threads, unsigned ranks)
{
    if (threads > 0) {
        return threads;
    }
    // A launcher may have given each rank processors of its own already.
    const uint64_t mine = kauri_loop_threads();
    const long all = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t share = ranks > 1 && all > 0 ? (uint64_t)all / ranks : mine;
    const uint64_t least = share < mine ? share : mine;
    return least < 1 ? 1 : least;
}

uint64_t kauri_memory_shared(uint64_t memory, unsigned ranks)
{
    if (memory > 0 || ranks <= 1) {
        return memory;
    }
    const uint64_t available = kauri_memory_available();
    return (available - available / 10) / ranks;
}
