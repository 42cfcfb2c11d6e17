#include "solver/mpi/launcher.h"

#include "common/size.h"

#include <stddef.h>
#include <stdlib.h>

// The first of the variables that is there, as a number; UINT64_MAX if none is.
static uint64_t number_of(const char *const *names, size_t count)
{
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        const char *text = getenv(names[i]);
        if (text != NULL && kauri_parse_number(text, 0, UINT32_MAX, &number)) {
            return number;
        }
    }
    return UINT64_MAX;
}

bool kauri_launcher_seems_first(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "SLURM_PROCID"};
    const uint64_t rank = number_of(names, sizeof names / sizeof names[0]);
    return rank == 0 || rank == UINT64_MAX;
}

uint64_t kauri_launcher_started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    const uint64_t count = number_of(names, sizeof names / sizeof names[0]);
    return count == UINT64_MAX ? 1 : count;
}
