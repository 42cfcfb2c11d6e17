// The public functions on the index of a layer: with the checks that indexer/layer.h, which trusts
// its arguments, leaves out.
#include "kauri/kauri.h"

#include "common/status.h"
#include "indexer/layer.h"
#include "rules/board.h"

#include <inttypes.h>

static enum kauri_status layer_of(unsigned holes, unsigned cowries, unsigned seeds,
                                  struct kauri_layer *layer, struct kauri_error *error)
{
    if (holes < 1 || holes > KAURI_HOLES_MAX || cowries > KAURI_COWRIES_MAX ||
        seeds > KAURI_SEEDS_MAX) {
        return kauri_fail(error, KAURI_USAGE,
                          "there is no layer with %u holes in a row, %u cowries and %u seeds",
                          holes, cowries, seeds);
    }
    const struct kauri_shape shape = {.holes = (uint8_t)holes, .cowries = (uint8_t)cowries};
    return kauri_layer_init(layer, shape, seeds, error);
}

enum kauri_status kauri_layer_positions(unsigned holes, unsigned cowries, unsigned seeds,
                                        uint64_t *positions, struct kauri_error *error)
{
    struct kauri_layer layer;
    const enum kauri_status status = layer_of(holes, cowries, seeds, &layer, error);
    if (status == KAURI_OK) {
        *positions = layer.positions;
    }
    return status;
}

enum kauri_status kauri_position_index(const struct kauri_position *position, uint64_t *index,
                                       struct kauri_error *error)
{
    struct kauri_layer layer;
    KAURI_PASS(kauri_position_check(position, error));
    KAURI_PASS(
        layer_of(position->holes, kauri_cowries(position), kauri_seeds(position), &layer, error));
    const struct kauri_view view = kauri_view_of(position);
    *index = kauri_index(&layer, &view);
    return KAURI_OK;
}

enum kauri_status kauri_position_at(unsigned holes, unsigned cowries, unsigned seeds,
                                    uint64_t index, struct kauri_position *position,
                                    struct kauri_error *error)
{
    struct kauri_layer layer;
    KAURI_PASS(layer_of(holes, cowries, seeds, &layer, error));
    if (index >= layer.positions) {
        return kauri_fail(error, KAURI_USAGE,
                          "position %" PRIu64 " of a layer with %" PRIu64 " positions", index,
                          layer.positions);
    }
    *position = kauri_layer_position(&layer, index);
    return KAURI_OK;
}
