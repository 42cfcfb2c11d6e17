#include "solver/kernel_variants.h"

#if defined __x86_64__
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")
#define KERNEL_AVX512
#define KERNEL_NAME  kauri_kernel_avx512
#define KERNEL_TITLE "avx512"
#include "solver/kernel_body.h"
#endif
