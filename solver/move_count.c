#include "solver/move_count.h"

#include "common/checked.h"

uint64_t kauri_move_count(const struct kauri_layer *layer)
{
    const unsigned cowries = layer->shape.cowries;
    uint64_t moves = 0;
    // A row with t cowries, at least one of them in a given hole, is a row with t - 1 and one more
    // put there; so the holes with cowries, of all rows with t, are holes * row_count[t - 1].
    for (unsigned t = 1; t <= cowries; t++) {
        moves +=
            (uint64_t)layer->shape.holes * layer->row_count[t - 1] * layer->row_count[cowries - t];
    }
    if (layer->seeds > 0) {
        moves += layer->row_count[cowries];
    }
    uint64_t total = 0;
    return kauri_checked_multiply(moves, layer->block_count, &total) ? total : UINT64_MAX;
}
