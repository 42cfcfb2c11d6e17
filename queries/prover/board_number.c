#include "queries/prover/board_number.h"

#include "indexer/layer.h"

#include <string.h>

void kauri_numbering_init(struct kauri_numbering *numbering, struct kauri_shape shape)
{
    memset(numbering, 0, sizeof *numbering);
    const unsigned holes = shape.holes;
    numbering->holes = holes;
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
        numbering->layers[n + 1] = kauri_wide_sum(
            numbering->layers[n], kauri_wide_product(kauri_compositions(n, 2 * holes), before));
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
    const struct kauri_wide in_layer = kauri_wide_sum(
        kauri_wide_product(seeds, numbering->cowrie_count), (struct kauri_wide){rest, 0});
    const struct kauri_wide number = kauri_wide_sum(numbering->layers[own + other], in_layer);
    return (struct kauri_board_number){number.low, number.high};
}

// The row with a number among those with so many counters, one hole per byte. Beginning with the
// last hole but one, each term is the greatest one that fits.
static uint64_t row_of_number(const struct kauri_numbering *numbering, uint32_t number,
                              unsigned counters)
{
    uint64_t row = 0;
    unsigned after = counters; // counters up to the hole after this one
    for (unsigned i = numbering->holes - 1; i-- > 0;) {
        unsigned prefix = after;
        while (numbering->terms[i][prefix] > number) {
            prefix--;
        }
        number -= numbering->terms[i][prefix];
        row |= (uint64_t)(after - prefix) << (8 * (i + 1));
        after = prefix;
    }
    return row | after;
}

struct kauri_packed kauri_board_of_number(const struct kauri_numbering *numbering,
                                          struct kauri_board_number number)
{
    const struct kauri_wide wide = {number.low, number.high};
    unsigned seeds = 0;
    while (seeds < KAURI_SEEDS_MAX && !kauri_wide_below(wide, numbering->layers[seeds + 1])) {
        seeds++;
    }
    // Below 2^62: no layer has more positions.
    const uint64_t rest = kauri_wide_difference(wide, numbering->layers[seeds]).low;
    uint64_t seed_rows = rest / numbering->cowrie_count;
    uint32_t cowrie_rows = (uint32_t)(rest % numbering->cowrie_count);
    unsigned own = seeds;
    while (numbering->splits[seeds][own] > seed_rows) {
        own--;
    }
    seed_rows -= numbering->splits[seeds][own];
    unsigned cowries = numbering->cowries;
    while (numbering->cowrie_splits[cowries] > cowrie_rows) {
        cowries--;
    }
    cowrie_rows -= numbering->cowrie_splits[cowries];
    const uint32_t other_seeds = numbering->rows[seeds - own];
    const uint32_t other_cowries = numbering->rows[numbering->cowries - cowries];
    return (struct kauri_packed){
        .seeds = kauri_lanes_of(
            row_of_number(numbering, (uint32_t)(seed_rows / other_seeds), own),
            row_of_number(numbering, (uint32_t)(seed_rows % other_seeds), seeds - own)),
        .cowries = kauri_lanes_of(
            row_of_number(numbering, cowrie_rows / other_cowries, cowries),
            row_of_number(numbering, cowrie_rows % other_cowries, numbering->cowries - cowries)),
    };
}
