#include "cli/solve/solve_choice.h"

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
