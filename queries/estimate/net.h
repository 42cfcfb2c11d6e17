// A small neural network that predicts how hard a question "is r >= x?" is to prove and to refute.
// The prover takes its first efforts from it (queries/prover/outlook.h).
//
// Inputs: the contents of the 12 holes, x, and the seeds on the board. Each selects one row of 32
// numbers. The sum of the 14 rows is the hidden layer: units 0 to 27 pass through a ReLU, units 28
// to 31 are linear. Two dot products with it give log2 of phi and of delta. All arithmetic is on
// integers and cannot overflow (kauri_net_fit_round in studies/net/ checks that), so every machine
// computes the same efforts.
//
// docs/SEARCH.md, "The network", tells how the weights were fitted.
//
// Constant data: thread-safe.
#ifndef KAURI_QUERIES_ESTIMATE_NET_H
#define KAURI_QUERIES_ESTIMATE_NET_H

#include "queries/estimate/estimate.h"

#include <stdint.h>

enum {
    KAURI_NET_UNITS = 32,
    KAURI_NET_LINEAR = 4, // of the units, the last ones
    KAURI_NET_NEEDS = 125,
    KAURI_NET_LOG_UNIT = 64, // a logarithm of 1, in the constants
    KAURI_NET_SHIFT = 12,    // fraction bits of the dot products beyond KAURI_NET_LOG_UNIT
};

// What is added for one input, or the weights of a sum. A cache line.
struct kauri_net_row {
    _Alignas(64) int16_t unit[KAURI_NET_UNITS];
};

struct kauri_net {
    // By place, and by seeds and cowries as kauri_estimate counts them: seeds *
    // KAURI_ESTIMATE_COWRIES + cowries. Shorter rows lack the first places, which count as empty.
    struct kauri_net_row cell[KAURI_BOARD_HOLES_MAX][KAURI_ESTIMATE_CELLS];
    struct kauri_net_row need[KAURI_NET_NEEDS];      // by kauri_net_need
    struct kauri_net_row seeds[KAURI_SEEDS_MAX + 1]; // on the board
    struct kauri_net_row effort[2];                  // weights of the logarithms for yes and no
    struct kauri_net_row constant;                   // of these, in the first two units
};

// The number of the row for x, where -3 * KAURI_SEEDS_MAX <= x <= 3 * KAURI_SEEDS_MAX + 1.
static inline unsigned kauri_net_need(int x)
{
    return (unsigned)(x + 3 * KAURI_SEEDS_MAX + 6) / 3;
}

// The fitted network; static storage.
const struct kauri_net *kauri_net_fitted(void);

#endif
