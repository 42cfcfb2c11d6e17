#include "queries/prover/board_number.h"

#include "indexer/binomial.h"

#include <string.h>

void kauri_numbering_init(struct kauri_numbering *numbering, struct kauri_shape shape)
{
    memset(numbering, 0, sizeof *numbering);
    const unsigned holes = shape.holes;
    numbering->cowries = shape.cowries;
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        numbering->rows[n] = (uint32_t)kauri_compositions(n, holes);
        for (unsigned i = 0; i + 1 < holes; i++) {
            numbering->terms[i][n] = n == 0 ? 0 : (uint32_t)kauri_compositions(n - 1, i + 2);
        }
    }
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        uint64_t before = 0;
        for (unsigned own = 0; own <= n; own++) {
            numbering->splits[n][own] = before;
            before += (uint64_t)numbering->rows[own] * numbering->rows[n - own];
        }
    }
    uint32_t before = 0;
    for (unsigned own = 0; own <= shape.cowries; own++) {
        numbering->cowrie_splits[own] = before;
        before += numbering->rows[own] * numbering->rows[shape.cowries - own];
    }
    numbering->cowrie_count = before;
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        numbering->layers[n + 1] =
            numbering->layers[n] +
            (kauri_wide)kauri_compositions(n, 2 * holes) * numbering->cowrie_count;
    }
}

// The number of a row among those with as many counters.
static inline uint32_t row_number(const struct kauri_numbering *numbering, uint64_t prefixes)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < KAURI_HOLES_MAX - 1; i++) {
        number += numbering->terms[i][(prefixes >> (8 * i)) & 0xff];
    }
    return number;
}

struct kauri_board_number kauri_board_number(const struct kauri_numbering *numbering,
                                             const struct kauri_packed *board)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t own_seeds = kauri_own_half(board->seeds) * ones;
    const uint64_t other_seeds = kauri_other_half(board->seeds) * ones;
    const uint64_t own_cowries = kauri_own_half(board->cowries) * ones;
    const uint64_t other_cowries = kauri_other_half(board->cowries) * ones;
    const unsigned own = (unsigned)(own_seeds >> 56);
    const unsigned other = (unsigned)(other_seeds >> 56);
    const unsigned cowries = (unsigned)(own_cowries >> 56);
    const uint64_t seeds = numbering->splits[own + other][own] +
                           (uint64_t)row_number(numbering, own_seeds) * numbering->rows[other] +
                           row_number(numbering, other_seeds);
    const uint32_t rest =
        numbering->cowrie_splits[cowries] +
        row_number(numbering, own_cowries) * numbering->rows[numbering->cowries - cowries] +
        row_number(numbering, other_cowries);
    const kauri_wide number =
        numbering->layers[own + other] + (kauri_wide)seeds * numbering->cowrie_count + rest;
    return (struct kauri_board_number){(uint64_t)number, (uint64_t)(number >> 64)};
}
