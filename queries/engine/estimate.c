#include "queries/engine/estimate.h"

static unsigned at_most(unsigned number, unsigned most)
{
    return number < most ? number : most;
}

// Bytes of a row that are not 0.
static unsigned occupied(uint64_t row)
{
    return kauri_packed_count((row + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080));
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
            features[count++] =
                (uint16_t)(((row * KAURI_HOLES_MAX + i) * KAURI_ESTIMATE_SEEDS + seeds) *
                               KAURI_ESTIMATE_COWRIES +
                           cowries);
        }
    }
    for (unsigned row = 0; row < 2; row++) {
        features[count++] =
            (uint16_t)(KAURI_ESTIMATE_HOLE_WEIGHTS +
                       (row * (KAURI_HOLES_MAX + 1) + occupied(rows[row])) * KAURI_ESTIMATE_ROW +
                       kauri_byte_sum(rows[row]));
    }
}

int kauri_estimate(const struct kauri_estimate_weights *weights, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds)
{
    const int most = kauri_estimate_most(seeds);
    uint16_t features[KAURI_ESTIMATE_FEATURES];
    int full = 0;
    int empty = 0;
    kauri_estimate_features(board, holes, features);
    for (unsigned i = 0; i < KAURI_ESTIMATE_FEATURES; i++) {
        const int16_t *number = &weights->number[2 * features[i]];
        full += number[0];
        empty += number[1];
    }
    const int total =
        (full * (int)seeds + empty * (KAURI_SEEDS_MAX - (int)seeds)) / KAURI_SEEDS_MAX;
    return total > most ? most : total < -most ? -most : total;
}
