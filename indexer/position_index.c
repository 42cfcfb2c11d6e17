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

enum kauri_status kauri_position_indices(const struct kauri_position *positions, size_t count,
                                         uint64_t *indices, struct kauri_error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct kauri_error reason;
        const enum kauri_status status = kauri_position_index(&positions[i], &indices[i], &reason);
        if (status != KAURI_OK) {
            return kauri_fail(error, status, "position %zu: %s", i, reason.message);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_positions_at(unsigned holes, unsigned cowries, unsigned seeds,
                                     uint64_t first, size_t count, struct kauri_position *positions,
                                     struct kauri_error *error)
{
    struct kauri_layer layer;
    struct kauri_view view;
    KAURI_PASS(layer_of(holes, cowries, seeds, &layer, error));
    if (first > layer.positions || count > layer.positions - first) {
        const uint64_t outside = first >= layer.positions ? first : layer.positions;
        return kauri_fail(error, KAURI_USAGE,
                          "position %" PRIu64 " of a layer with %" PRIu64 " positions", outside,
                          layer.positions);
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t rank = (uint32_t)((first + i) % layer.cowrie_count);
        if (i == 0 || rank == 0) {
            kauri_unindex(&layer, first + i, &view);
        } else { // the same block, so the same seeds
            kauri_cowrie_unrank(&layer, rank, view.cowries);
        }
        positions[i] = kauri_view_position(&view, holes);
    }
    return KAURI_OK;
}

enum kauri_status kauri_positions_listed(unsigned holes, unsigned cowries, unsigned seeds,
                                         const uint64_t *indices, size_t count,
                                         struct kauri_position *positions,
                                         struct kauri_error *error)
{
    struct kauri_layer layer;
    struct kauri_view view;
    KAURI_PASS(layer_of(holes, cowries, seeds, &layer, error));
    for (size_t i = 0; i < count; i++) {
        if (indices[i] >= layer.positions) {
            return kauri_fail(error, KAURI_USAGE,
                              "position %" PRIu64 " (number %zu of the list) of a layer with "
                              "%" PRIu64 " positions",
                              indices[i], i, layer.positions);
        }
        kauri_unindex(&layer, indices[i], &view);
        positions[i] = kauri_view_position(&view, holes);
    }
    return KAURI_OK;
}

enum kauri_status kauri_position_at(unsigned holes, unsigned cowries, unsigned seeds,
                                    uint64_t index, struct kauri_position *position,
                                    struct kauri_error *error)
{
    return kauri_positions_at(holes, cowries, seeds, index, 1, position, error);
}
