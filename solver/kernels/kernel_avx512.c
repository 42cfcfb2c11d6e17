#include "solver/kernels/kernel.h"

#if defined __x86_64__
#define KERNEL_AVX512
#define KERNEL_NAME  kauri_kernel_avx512
#define KERNEL_TITLE "avx512"
#include "solver/kernels/kernel_body.h"
#endif
