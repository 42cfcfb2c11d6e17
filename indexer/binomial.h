// Binomial coefficients in a constant table.
#ifndef KAURI_INDEXER_BINOMIAL_H
#define KAURI_INDEXER_BINOMIAL_H

#include <assert.h>
#include <stdint.h>

enum {
    KAURI_BINOMIAL_N_MAX = 72, // seeds + holes - 1 of the largest shape is 71
    KAURI_BINOMIAL_K_MAX = 12,
};

// Pascal's triangle: kauri_binomials[n][k] is C(n, k), 0 where k > n. Every value is below 2^44, so
// small sums cannot overflow.
extern const uint64_t kauri_binomials[KAURI_BINOMIAL_N_MAX + 1][KAURI_BINOMIAL_K_MAX + 1];

// C(n, k) for 0 <= n <= 72 and 0 <= k <= 12. Inline, because a look-up needs about fifty of them.
static inline uint64_t kauri_binomial(unsigned n, unsigned k)
{
    assert(n <= KAURI_BINOMIAL_N_MAX && k <= KAURI_BINOMIAL_K_MAX);
    return kauri_binomials[n][k];
}

// Number of ways to put `things` counters into `holes` holes (at least 1):
// C(things + holes - 1, holes - 1).
static inline uint64_t kauri_compositions(unsigned things, unsigned holes)
{
    return kauri_binomial(things + holes - 1, holes - 1);
}

#endif
