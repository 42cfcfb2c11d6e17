// Ranks of rows: the number of a distribution of seeds over the pits of one row.
//
// The distributions of x seeds over k pits are ordered lexicographically, pit 1 first; the rank of
// a distribution is the number of smaller ones. Rank 0 has all seeds in the last pit. A sowing that
// stays in its row makes the rank smaller. Adding the same seeds to the pits of different rows
// keeps their order, which lets waurie/solver/ treat many rows at once.
//
// Pure functions, thread-safe.
#ifndef KAURI_WAURIE_ROWS_H
#define KAURI_WAURIE_ROWS_H

#include "waurie/pits.h"

// Number of distributions of `seeds`, 0..WAURIE_SEEDS_MAX, over `pits`, 1..WAURIE_PITS_MAX.
uint32_t waurie_row_count(unsigned pits, unsigned seeds);

// The rank of a row of `pits` pits that holds `seeds` seeds.
uint32_t waurie_row_rank(unsigned pits, unsigned seeds, const uint8_t row[WAURIE_PITS_MAX]);

// Makes the row with rank 0, and the row with the next rank; waurie_row_next returns false, and
// leaves the row alone, if there is none.
void waurie_row_first(unsigned pits, unsigned seeds, uint8_t row[WAURIE_PITS_MAX]);
bool waurie_row_next(unsigned pits, uint8_t row[WAURIE_PITS_MAX]);

// Makes the row with this rank, which must be less than waurie_row_count.
void waurie_row_at(unsigned pits, unsigned seeds, uint32_t rank, uint8_t row[WAURIE_PITS_MAX]);

#endif
