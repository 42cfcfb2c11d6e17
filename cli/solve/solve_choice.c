#include "cli/solve/solve_choice.h"

#include <string.h>

struct kauri_shape kauri_shape_chosen(uint64_t holes, uint64_t cowries)
{
    return (struct kauri_shape){
        .holes = (uint8_t)holes,
        .cowries = (uint8_t)(cowries == UINT64_MAX ? 2 * holes : cowries),
    };
}

enum kauri_status kauri_kernel_chosen(const char *name, enum kauri_kernel_choice *choice,
                                      struct kauri_error *error)
{
    static const char *const names[] = {
        [KAURI_KERNEL_AUTO] = "auto",
        [KAURI_KERNEL_PORTABLE] = "portable",
        [KAURI_KERNEL_BMI2] = "bmi2",
        [KAURI_KERNEL_AVX512] = "avx512",
    };
    *choice = KAURI_KERNEL_AUTO;
    if (name == NULL) {
        return KAURI_OK;
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *choice = (enum kauri_kernel_choice)i;
            return kauri_kernel_possible(*choice)
                       ? KAURI_OK
                       : kauri_fail(error, KAURI_USAGE,
                                    "this processor lacks the instructions of --kernel %s", name);
        }
    }
    return kauri_fail(error, KAURI_USAGE,
                      "--kernel takes auto, portable, bmi2 or avx512, not '%.80s'", name);
}
