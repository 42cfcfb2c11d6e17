#include "solver/equations.h"

#include <string.h>

static int32_t below_get(const struct kauri_below *below, uint64_t index)
{
    return below->bias + (below->width == 1 ? ((const uint8_t *)below->numbers)[index]
                                            : ((const uint16_t *)below->numbers)[index]);
}

int32_t kauri_stored_key(const struct kauri_equations *equations, uint64_t index)
{
    if (equations->narrow == NULL) {
        return equations->wide[index];
    }
    const int32_t key = equations->narrow[index];
    if (key == KAURI_KEY_UNDEFINED) {
        return INT32_MIN;
    }
    return kauri_key(kauri_key_r(key, KAURI_KEY_SCALE_NARROW),
                     kauri_key_dtc(key, KAURI_KEY_SCALE_NARROW), KAURI_KEY_SCALE);
}

// Key of a quiet move (or pass) to a position of the same layer.
static int32_t quiet_key(const struct kauri_equations *equations, uint64_t index)
{
    const int32_t key = kauri_stored_key(equations, index);
    return key == INT32_MIN ? 0 : -key + (key > 0) - (key < 0);
}

int32_t kauri_equation_at(const struct kauri_equations *equations, uint64_t index)
{
    const struct kauri_layer *layer = &equations->layer;
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    if (moves.count == 0 && layer->seeds == 0) {
        return kauri_key(-1, 0, KAURI_KEY_SCALE); // R9: cannot move, has lost
    }
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < (moves.count == 0 ? 1U : moves.count); i++) {
        struct kauri_position after = position;
        const struct kauri_capture capture =
            kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
        const struct kauri_view seen = kauri_view_of(&after);
        struct kauri_layer reached = *layer;
        reached.seeds = (uint8_t)kauri_seeds(&after);
        const uint64_t successor = kauri_index(&reached, &seen);
        const int32_t key =
            reached.seeds == layer->seeds
                ? quiet_key(equations, successor)
                : kauri_key(3 * (capture.own - capture.opponent) -
                                below_get(&equations->below[reached.seeds], successor),
                            1, KAURI_KEY_SCALE);
        best = key > best ? key : best;
    }
    return best;
}
