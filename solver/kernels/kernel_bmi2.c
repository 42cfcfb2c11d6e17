#include "solver/kernels/kernel.h"

#if defined __x86_64__
#define KERNEL_BMI2
#define KERNEL_NAME  kauri_kernel_bmi2
#define KERNEL_TITLE "bmi2"
#include "solver/kernels/kernel_body.h"
#endif
