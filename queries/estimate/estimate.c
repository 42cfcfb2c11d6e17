#include "queries/estimate/estimate.h"

static unsigned at_most(unsigned number, unsigned most)
{
    return number < most ? number : most;
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
            features[count++] = (uint16_t)((row * KAURI_HOLES_MAX + i) * KAURI_ESTIMATE_CELLS +
                                           seeds * KAURI_ESTIMATE_COWRIES + cowries);
        }
    }
    for (unsigned row = 0; row < 2; row++) {
        features[count++] = (uint16_t)kauri_estimate_row(row, rows[row]);
    }
}
