#include "cli/memory_share.h"

#include "common/memory.h"
#include "queries/search/search.h"

#include <sys/resource.h>

uint64_t kauri_memory_for_tables(uint64_t memory)
{
    const uint64_t maximum = 64U << 20;
    return memory / 4 < maximum ? memory / 4 : maximum;
}

enum kauri_status kauri_memory_too_little(uint64_t least, unsigned threads,
                                          struct kauri_error *error)
{
    const uint64_t mebibytes = (least + (1 << 20) - 1) >> 20;
    return kauri_fail(error, KAURI_RESOURCE,
                      "too little memory: the search needs at least %lluM%s (--memory)",
                      (unsigned long long)mebibytes, threads > 1 ? " with so many threads" : "");
}

enum kauri_status kauri_memory_try_search(uint64_t memory, bool tables,
                                          const struct kauri_position *position,
                                          struct kauri_error *error)
{
    const uint64_t mebibyte = 1 << 20;
    const struct kauri_shape shape = kauri_shape_of(position);
    const uint64_t least = kauri_search_least(shape, kauri_seeds(position), 1);
    if (memory - (tables ? kauri_memory_for_tables(memory) : 0) >= least) {
        return KAURI_OK;
    }
    uint64_t enough = (least + mebibyte - 1) / mebibyte;
    while (tables && enough * mebibyte - kauri_memory_for_tables(enough * mebibyte) < least) {
        enough++;
    }
    return kauri_memory_too_little(enough * mebibyte, 1, error);
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
