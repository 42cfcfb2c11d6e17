#include "cli/threads.h"

#include "common/parallel.h"

enum kauri_status kauri_threads_try(unsigned threads, struct kauri_error *error)
{
    const enum kauri_status status = kauri_parallel_try(threads, error);
    if (status != KAURI_OK) {
        kauri_error_append(error, "; use fewer (--threads)");
    }
    return status;
}

unsigned kauri_threads_for_search(uint64_t nodes)
{
    return nodes > 0 ? 1 : kauri_parallel_processors();
}
