// Two small neural networks that predict what to expect of a position about which nothing is
// proven. One estimates r, which is the engine's evaluation (games/engine/alpha_beta.h); the
// other predicts how hard a question "is r >= x?" is to prove and to refute, for the prover
// (queries/prover/leaf.h).
//
// Inputs: the contents of the 12 holes, the seeds on the board and, for the prover, x. Each selects
// one row of 32 numbers. The sum of the rows is the hidden layer: units 0 to 27 pass through a
// ReLU, units 28 to 31 are linear. Two dot products with it give log2 of phi and of delta. The
// hidden layer of the estimate has two parts like this one; the sum of their dot products gives the
// estimate. All arithmetic is on integers and cannot overflow (studies/net/net_train.c
// checks that), so every machine computes the same values.
//
// docs/reference/ENGINE.md and docs/reference/SEARCH.md, "The network", describe how the weights
// were fitted.
//
// Constant data: thread-safe.
#ifndef KAURI_QUERIES_ESTIMATE_NET_H
#define KAURI_QUERIES_ESTIMATE_NET_H

#include "kauri/analysis.h"
#include "queries/packed/packed_board.h"

#include <stdint.h>

enum {
    KAURI_NET_UNITS = 32,
    KAURI_NET_LINEAR = 4,                                  // the last units, which are linear
    KAURI_ESTIMATE_PARTS = 2,                              // of the estimate's hidden layer
    KAURI_NET_SEEDS = 25,                                  // 0 .. 23, and 24 for more
    KAURI_NET_COWRIES = 7,                                 // 0 .. 5, and 6 for more
    KAURI_NET_CELLS = KAURI_NET_SEEDS * KAURI_NET_COWRIES, // contents of a hole
    KAURI_NET_NEEDS = 125,
    KAURI_NET_LOG_UNIT = 64, // a logarithm of 1, in the constants
    KAURI_NET_SHIFT = 12,    // fraction bits of the dot products beyond KAURI_NET_LOG_UNIT
};

_Static_assert(KAURI_NET_CELLS <= 256, "the contents of a hole fit a lane");

// The numbers that an input adds, or the weights of a sum. A cache line.
struct kauri_net_row {
    _Alignas(64) int16_t unit[KAURI_NET_UNITS];
};

// The inputs in the order of their rows. Those of the holes come first, by place and contents:
// place * KAURI_NET_CELLS + seeds * KAURI_NET_COWRIES + cowries. Places are those of the board with
// six holes in a row, in sowing order from the mover's first hole; shorter rows lack the first
// ones, which are farthest from the opponent and count as empty.
enum {
    KAURI_NET_BOARD = KAURI_BOARD_HOLES_MAX, // inputs for the contents of the holes
    KAURI_NET_INPUTS = KAURI_NET_BOARD + 2,  // the most that a network has
    KAURI_NET_CELL_ROWS = KAURI_NET_BOARD * KAURI_NET_CELLS,
};

// Numbers of the prover's rows after those of the holes.
enum {
    KAURI_NET_NEED = KAURI_NET_CELL_ROWS,                   // plus kauri_net_need
    KAURI_NET_ALL_SEEDS = KAURI_NET_NEED + KAURI_NET_NEEDS, // plus the seeds on the board
    // Two rows of weights: the first for the effort of yes, the second for that of no.
    KAURI_NET_EFFORT = KAURI_NET_ALL_SEEDS + KAURI_SEEDS_MAX + 1,
    // One row, whose first two units hold the constant terms of these two efforts.
    KAURI_NET_CONSTANT = KAURI_NET_EFFORT + 2,
    KAURI_NET_ROWS,
};
struct kauri_net {
    struct kauri_net_row row[KAURI_NET_ROWS];
};

// Numbers of the engine's rows after those of the holes.
enum {
    KAURI_ESTIMATE_ALL_SEEDS = KAURI_NET_CELL_ROWS,
    KAURI_ESTIMATE_WEIGHTS = KAURI_ESTIMATE_ALL_SEEDS + KAURI_SEEDS_MAX + 1,
    KAURI_ESTIMATE_CONSTANT, // constant term, in the first unit of the first part
    KAURI_ESTIMATE_ROWS,
};
struct kauri_estimate_net {
    struct {
        struct kauri_net_row row[KAURI_ESTIMATE_ROWS];
    } part[KAURI_ESTIMATE_PARTS];
};

// The inputs of a network: how many, and how many rows each has, those of the holes
// KAURI_NET_CELLS.
struct kauri_net_inputs {
    unsigned count;
    uint16_t rows[KAURI_NET_INPUTS - KAURI_NET_BOARD]; // rows of each input after the holes
};
extern const struct kauri_net_inputs kauri_net_inputs, kauri_estimate_inputs;

static inline unsigned kauri_net_rows_of(const struct kauri_net_inputs *inputs, unsigned input)
{
    return input < KAURI_NET_BOARD ? KAURI_NET_CELLS : inputs->rows[input - KAURI_NET_BOARD];
}

// The number of the row for x, where -3 * KAURI_SEEDS_MAX <= x <= 3 * KAURI_SEEDS_MAX + 1.
static inline unsigned kauri_net_need(int x)
{
    return (unsigned)(x + 3 * KAURI_SEEDS_MAX + 6) / 3;
}

// The fitted networks; static storage.
const struct kauri_net *kauri_net_fitted(void);
const struct kauri_estimate_net *kauri_estimate_fitted(void);

// Estimates of positions about which nothing is proven, by the network that was fitted to games of
// the engine against itself (docs/reference/ENGINE.md). The engine chooses moves by them, and a
// search its first question.
//
// Pure functions on constant data: thread-safe.

// Estimates count in units of KAURI_ESTIMATE_UNIT (kauri/analysis.h).
enum {
    // The network estimates captures as a share of the seeds on the board and eight more.
    KAURI_ESTIMATE_MORE = 8,
    KAURI_ESTIMATE_SHARE_BITS = 14, // fraction bits of a share
    KAURI_ESTIMATE_SHIFT = 4,       // fraction bits of the dot product beyond those of a share
};

// The greatest r of a position with so many seeds, in units.
static inline int kauri_estimate_most(unsigned seeds)
{
    return KAURI_ESTIMATE_UNIT * (3 * (int)seeds + 1);
}

// The estimate of r for the player to move, in units; `seeds` are those on the board. It lies
// within the trivial bounds, but is not a bound itself.
int kauri_estimate(const struct kauri_estimate_net *net, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds);

#endif
