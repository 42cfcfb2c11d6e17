#include "cli/threads.h"

#include "common/parallel.h"

enum kauri_status kauri_threads_try(unsigned threads, struct kauri_error *error)
{
    struct kauri_error reason;
    const enum kauri_status status = kauri_parallel_try(threads, &reason);
    if (status == KAURI_OK) {
        return KAURI_OK;
    }
    return kauri_fail(error, status, "%.200s; use fewer (--threads)", reason.message);
}

unsigned kauri_threads_for_search(uint64_t nodes)
{
    return nodes > 0 ? 1 : kauri_parallel_processors();
}
