#include "common/parallel.h"

#include <omp.h>

unsigned kauri_parallel_processors(void)
{
    const int processors = omp_get_num_procs();
    return processors < 1 ? 1U : (unsigned)processors;
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
