#include "cli/solve/solve_choice.h"

#include "common/loop.h"
#include "common/memory.h"

#include <unistd.h>

struct kauri_shape kauri_shape_chosen(uint64_t holes, uint64_t cowries)
{
    return (struct kauri_shape){
        .holes = (uint8_t)holes,
        .cowries = (uint8_t)(cowries == UINT64_MAX ? 2 * holes : cowries),
    };
}

enum kauri_status kauri_kernel_check(enum kauri_kernel_choice choice, struct kauri_error *error)
{
    static const char *const names[] = {
        [KAURI_KERNEL_AUTO] = "auto",
        [KAURI_KERNEL_PORTABLE] = "portable",
        [KAURI_KERNEL_BMI2] = "bmi2",
        [KAURI_KERNEL_AVX512] = "avx512",
    };
    return kauri_kernel_possible(choice)
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "this processor lacks the instructions of --kernel %s", names[choice]);
}

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
    return memory > 0 || ranks <= 1 ? memory : kauri_memory_usable() / ranks;
}
