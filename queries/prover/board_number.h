// The number of a position among all positions of a board with at most 60 seeds: exact, so that a
// table that stores it never mistakes one position for another.
//
// The dense index of a layer (indexer/layer.h) would do, but takes 24 dependent steps. Here a row
// is numbered by the combinatorial number system: with prefix sums P(i) of its holes, its number is
// the sum of C(P(i) + i, i + 1) over all holes but the last. One multiplication makes all prefix
// sums, and the terms are looked up independently of one another. Positions are numbered by their
// seeds, then by the seeds in the mover's row, by the two rows of seeds, and in the same way by the
// cowries. On the full board there are 2^64.2 of them: positions of at most 59 seeds fit into 64
// bits, and those of 60 seeds take one bit more.
//
// Constant data after kauri_numbering_init: thread-safe.
#ifndef KAURI_QUERIES_PROVER_BOARD_NUMBER_H
#define KAURI_QUERIES_PROVER_BOARD_NUMBER_H

#include "common/wide.h"
#include "indexer/layer.h"
#include "queries/packed/packed_board.h"

#include <stdint.h>

// A number below 2^65.
struct kauri_board_number {
    uint64_t low;
    uint64_t high; // 0 or 1
};

// Tables of the numbering, about 50 KiB.
struct kauri_numbering {
    // Terms of the number by hole and prefix sum; 0 for holes that the board does not have.
    uint32_t terms[KAURI_HOLES_MAX - 1][KAURI_SEEDS_MAX + 1];
    uint32_t rows[KAURI_SEEDS_MAX + 1]; // rows with so many counters
    // Number of seed configurations with fewer seeds in the mover's row, by the seeds on the board
    // and the seeds in that row.
    uint64_t splits[KAURI_SEEDS_MAX + 1][KAURI_SEEDS_MAX + 1];
    uint32_t cowrie_splits[KAURI_COWRIES_MAX + 1]; // as `splits`, by the cowries in the mover's row
    struct kauri_wide layers[KAURI_SEEDS_MAX + 2]; // positions with fewer seeds
    uint32_t cowrie_count;                         // cowrie configurations
    unsigned holes, cowries;
};

void kauri_numbering_init(struct kauri_numbering *numbering, struct kauri_shape shape);

// The number of a position of the shape.
struct kauri_board_number kauri_board_number(const struct kauri_numbering *numbering,
                                             const struct kauri_packed *board);

// The position with a number below that of all positions: the inverse. It takes some hundred steps.
struct kauri_packed kauri_board_of_number(const struct kauri_numbering *numbering,
                                          struct kauri_board_number number);

#endif
