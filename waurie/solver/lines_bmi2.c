#include "waurie/solver/lines.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <stdint.h>

static inline uint64_t extract_bits(uint64_t word, uint64_t mask)
{
    return _pext_u64(word, mask);
}

static inline uint64_t deposit_bits(uint64_t bits, uint64_t mask)
{
    return _pdep_u64(bits, mask);
}

#include "waurie/solver/lines_body.h"

const struct waurie_lines waurie_lines_bmi2_build = {
    "BMI2 and AVX2", gather_not, scatter_or, or_words, or_not_words, transpose,
};

#else

typedef int waurie_lines_without_bmi2;

#endif
