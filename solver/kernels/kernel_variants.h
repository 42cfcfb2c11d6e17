// The variants that solver/kernels/kernel.c chooses from; the last two only on x86-64.
//
// Implemented in kernel_portable.c, kernel_bmi2.c and kernel_avx512.c.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_VARIANTS_H
#define KAURI_SOLVER_KERNELS_KERNEL_VARIANTS_H

#include "solver/kernels/kernel.h"

extern const struct kauri_kernel kauri_kernel_portable;
#if defined __x86_64__
extern const struct kauri_kernel kauri_kernel_bmi2;
extern const struct kauri_kernel kauri_kernel_avx512;
#endif

#endif
