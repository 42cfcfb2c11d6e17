#include "queries/estimate/estimate.h"

// Weights of one place.
enum { CELLS = KAURI_ESTIMATE_SEEDS * KAURI_ESTIMATE_COWRIES };

_Static_assert(CELLS <= 256, "the number of a weight within its place fits a lane");

typedef int8_t signed_lanes __attribute__((vector_size(16)));

static unsigned at_most(unsigned number, unsigned most)
{
    return number < most ? number : most;
}

// Bytes of a row that are not 0.
static unsigned occupied(uint64_t row)
{
    return kauri_packed_count((row + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080));
}

// The weight of a row by its cowries, one hole per byte.
static unsigned row_feature(unsigned row, uint64_t cowries)
{
    return KAURI_ESTIMATE_HOLE_WEIGHTS +
           (row * (KAURI_HOLES_MAX + 1) + occupied(cowries)) * KAURI_ESTIMATE_ROW +
           kauri_byte_sum(cowries);
}

static kauri_lanes all_lanes(uint8_t number)
{
    return (kauri_lanes){0} + number;
}

// Each lane, which must be below 128, or `most` if that is less. Signed lanes, since SSE2 has no
// comparison of unsigned ones.
static kauri_lanes at_most_lanes(kauri_lanes lanes, uint8_t most)
{
    const kauri_lanes less = (kauri_lanes)((signed_lanes)lanes < (signed_lanes)all_lanes(most));
    return (lanes & less) | (all_lanes(most) & ~less);
}

void kauri_estimate_features(const struct kauri_packed *board, unsigned holes,
                             uint16_t features[KAURI_ESTIMATE_FEATURES])
{
    const uint64_t rows[2] = {kauri_own_half(board->cowries), kauri_other_half(board->cowries)};
    unsigned count = 0;
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < KAURI_HOLES_MAX; i++) {
            const bool there = i + holes >= KAURI_HOLES_MAX;
            const unsigned lane = row * KAURI_LANES_HALF + i + holes - KAURI_HOLES_MAX;
            const unsigned seeds =
                there ? at_most(board->seeds[lane], KAURI_ESTIMATE_SEEDS - 1) : 0;
            const unsigned cowries =
                there ? at_most(board->cowries[lane], KAURI_ESTIMATE_COWRIES - 1) : 0;
            features[count++] = (uint16_t)((row * KAURI_HOLES_MAX + i) * CELLS +
                                           seeds * KAURI_ESTIMATE_COWRIES + cowries);
        }
    }
    for (unsigned row = 0; row < 2; row++) {
        features[count++] = (uint16_t)row_feature(row, rows[row]);
    }
}

// The same sum as over kauri_estimate_features, with the numbers of all holes found at once.
int kauri_estimate(const struct kauri_estimate_weights *weights, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds)
{
    const int most = kauri_estimate_most(seeds);
    const kauri_lanes cells =
        at_most_lanes(board->seeds, KAURI_ESTIMATE_SEEDS - 1) * all_lanes(KAURI_ESTIMATE_COWRIES) +
        at_most_lanes(board->cowries, KAURI_ESTIMATE_COWRIES - 1);
    const uint64_t row_cells[2] = {kauri_own_half(cells), kauri_other_half(cells)};
    const uint64_t row_cowries[2] = {kauri_own_half(board->cowries),
                                     kauri_other_half(board->cowries)};
    const unsigned missing = KAURI_HOLES_MAX - holes;
    int full = 0;
    int empty = 0;
    for (unsigned row = 0; row < 2; row++) {
        const int16_t *place = &weights->number[2 * row * KAURI_HOLES_MAX * CELLS];
        for (unsigned i = 0; i < KAURI_HOLES_MAX; i++, place += 2 * CELLS) {
            const unsigned cell =
                i < missing ? 0U : (unsigned)(row_cells[row] >> (8 * (i - missing)) & 0xff);
            full += place[2 * cell];
            empty += place[2 * cell + 1];
        }
        const int16_t *number = &weights->number[2 * row_feature(row, row_cowries[row])];
        full += number[0];
        empty += number[1];
    }
    const int total =
        (full * (int)seeds + empty * (KAURI_SEEDS_MAX - (int)seeds)) / KAURI_SEEDS_MAX;
    return total > most ? most : total < -most ? -most : total;
}
