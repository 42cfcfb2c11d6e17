// Estimates of positions about which nothing is proven: a sum of weights that were fitted to games
// of the engine against itself (studies/engine/fit_estimate.c, docs/ENGINE.md). The engine chooses
// moves by them, and a search its first question.
//
// Each hole adds a weight that depends on its place, its seeds and its cowries, and each row one
// that depends on the number of its holes with cowries and on its cowries. Every weight has two
// values, for a full board and for an empty one; the estimate is taken in proportion to the seeds
// on the board.
//
// Pure functions on constant data: thread-safe.
//
// Implemented in estimate.c and estimate_weights.c.
#ifndef KAURI_QUERIES_ESTIMATE_ESTIMATE_H
#define KAURI_QUERIES_ESTIMATE_ESTIMATE_H

#include "queries/packed/packed_board.h"

#include <stdint.h>

enum {
    KAURI_ESTIMATE_UNIT = 16,     // estimates count sixteenths of r, so 48 of them are a seed
    KAURI_ESTIMATE_SEEDS = 25,    // 0 .. 23, and 24 for more
    KAURI_ESTIMATE_COWRIES = 7,   // 0 .. 5, and 6 for more
    KAURI_ESTIMATE_ROW = 13,      // cowries in a row, 0 .. 12
    KAURI_ESTIMATE_FEATURES = 14, // of a position
    KAURI_ESTIMATE_WEIGHT_MOST = 2047
};

// The weights are numbered: first those of the holes, by place, seeds and cowries, then those of
// the mover's row and of the opponent's, by holes with cowries and by cowries. Places are those of
// the board with six holes in a row, in sowing order; shorter rows lack the first ones, which are
// farthest from the opponent.
enum {
    KAURI_ESTIMATE_HOLE_WEIGHTS =
        KAURI_BOARD_HOLES_MAX * KAURI_ESTIMATE_SEEDS * KAURI_ESTIMATE_COWRIES,
    KAURI_ESTIMATE_WEIGHTS =
        KAURI_ESTIMATE_HOLE_WEIGHTS + 2 * (KAURI_HOLES_MAX + 1) * KAURI_ESTIMATE_ROW,
};

// A weight in one word: its value on a full board in the upper half, and in the lower half its
// value on an empty one plus KAURI_ESTIMATE_WEIGHT_MOST. The words of all features are added at
// once: the lower halves never carry, and the upper ones are a signed number of 16 bits. Values lie
// within -KAURI_ESTIMATE_WEIGHT_MOST..KAURI_ESTIMATE_WEIGHT_MOST.
#define KAURI_ESTIMATE_WEIGHT(full, empty)                                                         \
    (((uint32_t)(full) << 16) + (uint32_t)((empty) + KAURI_ESTIMATE_WEIGHT_MOST))

_Static_assert(KAURI_ESTIMATE_FEATURES * 2 * KAURI_ESTIMATE_WEIGHT_MOST < 1 << 16,
               "the lower halves of the weights carry");

struct kauri_estimate_weights {
    uint32_t word[KAURI_ESTIMATE_WEIGHTS];
};

// The fitted weights; static storage.
const struct kauri_estimate_weights *kauri_estimate_fitted(void);

// The weights that the position uses.
void kauri_estimate_features(const struct kauri_packed *board, unsigned holes,
                             uint16_t features[KAURI_ESTIMATE_FEATURES]);

// The greatest r of a position with so many seeds, in units.
static inline int kauri_estimate_most(unsigned seeds)
{
    return KAURI_ESTIMATE_UNIT * (3 * (int)seeds + 1);
}

// Weights of one place.
enum { KAURI_ESTIMATE_CELLS = KAURI_ESTIMATE_SEEDS * KAURI_ESTIMATE_COWRIES };
_Static_assert(KAURI_ESTIMATE_CELLS <= 256, "the number of a weight within its place fits a lane");

// Each lane, which must be below 128, or `most` if that is less. Signed lanes, since SSE2 has no
// comparison of unsigned ones.
static inline kauri_lanes kauri_estimate_at_most(kauri_lanes lanes, uint8_t most)
{
    typedef int8_t signed_lanes __attribute__((vector_size(16)));
    const kauri_lanes all = (kauri_lanes){0} + most;
    const kauri_lanes less = (kauri_lanes)((signed_lanes)lanes < (signed_lanes)all);
    return (lanes & less) | (all & ~less);
}

// The number of each hole's weight within its place.
static inline kauri_lanes kauri_estimate_cells(const struct kauri_packed *board)
{
    return kauri_estimate_at_most(board->seeds, KAURI_ESTIMATE_SEEDS - 1) *
               ((kauri_lanes){0} + KAURI_ESTIMATE_COWRIES) +
           kauri_estimate_at_most(board->cowries, KAURI_ESTIMATE_COWRIES - 1);
}

// The number of the weight of a row by its cowries, one hole per byte.
static inline unsigned kauri_estimate_row(unsigned row, uint64_t cowries)
{
    return KAURI_ESTIMATE_HOLE_WEIGHTS +
           (row * (KAURI_HOLES_MAX + 1) + kauri_packed_count(kauri_byte_occupied(cowries))) *
               KAURI_ESTIMATE_ROW +
           kauri_byte_sum(cowries);
}

// The estimate of r for the player to move, in units; `seeds` are those on the board. It lies
// within the trivial bounds, but is not a bound itself. It adds the weights of
// kauri_estimate_features.
static inline int kauri_estimate(const struct kauri_estimate_weights *weights,
                                 const struct kauri_packed *board, unsigned holes, unsigned seeds)
{
    const int most = kauri_estimate_most(seeds);
    const kauri_lanes cells = kauri_estimate_cells(board);
    // Shorter rows lack the first places, which count as empty holes.
    const unsigned missing = 8 * (KAURI_HOLES_MAX - holes);
    const uint64_t row_cells[2] = {kauri_own_half(cells) << missing, kauri_other_half(cells)
                                                                         << missing};
    const uint64_t row_cowries[2] = {kauri_own_half(board->cowries),
                                     kauri_other_half(board->cowries)};
    uint32_t sum = 0;
    for (unsigned row = 0; row < 2; row++) {
        const uint32_t *place = &weights->word[row * KAURI_HOLES_MAX * KAURI_ESTIMATE_CELLS];
        for (unsigned i = 0; i < KAURI_HOLES_MAX; i++, place += KAURI_ESTIMATE_CELLS) {
            sum += place[row_cells[row] >> (8 * i) & 0xff];
        }
        sum += weights->word[kauri_estimate_row(row, row_cowries[row])];
    }
    const int full = (int16_t)(sum >> 16);
    const int empty = (int)(sum & 0xffff) - KAURI_ESTIMATE_FEATURES * KAURI_ESTIMATE_WEIGHT_MOST;
    const int total =
        (full * (int)seeds + empty * (KAURI_SEEDS_MAX - (int)seeds)) / KAURI_SEEDS_MAX;
    return total > most ? most : total < -most ? -most : total;
}

#endif
