// Compiled for AVX2 (queries/CMakeLists.txt).
#include "queries/prover/leaf.h"

#if defined __x86_64__
#define LEAF_NAME kauri_leaf_avx2
#include "queries/prover/leaf_body.h"
#endif
