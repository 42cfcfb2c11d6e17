// Compiled for AVX2 (queries/CMakeLists.txt).
#include "queries/prover/outlook.h"

#if defined __x86_64__
#define OUTLOOK_NAME kauri_outlook_avx2
#include "queries/prover/outlook_body.h"
#endif
