#include "verify/equations.h"

enum kauri_status kauri_stored_value(struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer, uint64_t index,
                                     struct kauri_value *value, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const int32_t most = 3 * layer->seeds + 1;
    KAURI_TRY(kauri_tablebase_stored(tables, layer->seeds, index, value, error));
    if (value->r < -most || value->r > most || value->dtc >= KAURI_KEY_SCALE / 2) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(kauri_tablebase_reader(tables, layer->seeds)));
    }
cleanup:
    return status;
}

// The key of a move for its mover, from its net captures and the view that it leads to.
static enum kauri_status move_key(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                  const struct kauri_position *after, int net, int32_t *key,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_view view = kauri_view_of(after);
    struct kauri_layer reached = *layer;
    struct kauri_value value;
    reached.seeds = (uint8_t)kauri_seeds(after);
    KAURI_TRY(kauri_stored_value(tables, &reached, kauri_index(&reached, &view), &value, error));
    *key = reached.seeds == layer->seeds
               ? kauri_key(-value.r, (int32_t)value.dtc + 1, KAURI_KEY_SCALE)
               : kauri_key(3 * net - value.r, 1, KAURI_KEY_SCALE);
cleanup:
    return status;
}

enum kauri_status kauri_equation_at(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                    uint64_t index, struct kauri_value *value,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    int32_t best = INT32_MIN;
    if (moves.count == 0 && layer->seeds == 0) {
        best = kauri_key(-1, 0, KAURI_KEY_SCALE); // R9: a mover who cannot move has lost
    } else {
        for (unsigned i = 0; i < (moves.count == 0 ? 1U : moves.count); i++) {
            struct kauri_position after = position;
            const struct kauri_capture capture =
                kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
            int32_t key = 0;
            KAURI_TRY(move_key(tables, layer, &after, capture.own - capture.opponent, &key, error));
            best = key > best ? key : best;
        }
    }
    *value = (struct kauri_value){kauri_key_r(best, KAURI_KEY_SCALE),
                                  (uint32_t)kauri_key_dtc(best, KAURI_KEY_SCALE)};
cleanup:
    return status;
}
