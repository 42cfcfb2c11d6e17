#include "queries/prover/leaf.h"

#define LEAF_NAME kauri_leaf_portable
#include "queries/prover/leaf_body.h"

kauri_leaf_look *kauri_leaf_get(enum kauri_leaf_build build)
{
#if defined __x86_64__
    const bool avx2 = __builtin_cpu_supports("avx2");
    if (build != KAURI_LEAF_PORTABLE && avx2) {
        return kauri_leaf_avx2;
    }
#endif
    return build == KAURI_LEAF_AVX2 ? NULL : kauri_leaf_portable;
}
