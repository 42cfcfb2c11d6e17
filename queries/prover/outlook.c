#include "queries/prover/outlook.h"

#define OUTLOOK_NAME kauri_outlook_portable
#include "queries/prover/outlook_body.h"

kauri_outlook_look *kauri_outlook_get(enum kauri_outlook_build build)
{
#if defined __x86_64__
    const bool avx2 = __builtin_cpu_supports("avx2");
    if (build != KAURI_OUTLOOK_PORTABLE && avx2) {
        return kauri_outlook_avx2;
    }
#endif
    return build == KAURI_OUTLOOK_AVX2 ? NULL : kauri_outlook_portable;
}
