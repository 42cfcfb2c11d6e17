// Sorts numbers of positions, as those of a part of the prover's table before it is saved.
// Each thread needs a struct of its own.
#ifndef KAURI_QUERIES_PROVER_NUMBER_SORT_H
#define KAURI_QUERIES_PROVER_NUMBER_SORT_H

#include "queries/prover/board_number.h"

#include <stdint.h>

enum { KAURI_NUMBER_SORT_MOST = 1 << 16 };

// The memory of a sort, about 1 MiB. Needs no preparation.
struct kauri_number_sort {
    uint64_t items[2][KAURI_NUMBER_SORT_MOST];
    uint32_t counts[8][256];
};

// Sorts `count` numbers, 1 to KAURI_NUMBER_SORT_MOST: by the 48 greatest bits, byte by byte from
// the lowest, and then those that have these in common. Returns items in ascending order, which
// are the index of a number modulo KAURI_NUMBER_SORT_MOST; they are valid until the next call.
const uint64_t *kauri_number_sort(struct kauri_number_sort *sort,
                                  const struct kauri_board_number *numbers, uint32_t count);

#endif
