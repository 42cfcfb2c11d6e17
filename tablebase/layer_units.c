#include "tablebase/layer_units.h"

#include <string.h>

enum { UNIT_POSITIONS = 1 << 16 };

enum kauri_status kauri_layer_units_init(struct kauri_layer_units *units,
                                         const struct kauri_layer *layer, uint32_t derivation,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t fit = UNIT_POSITIONS / layer->cowrie_count;
    memset(units, 0, sizeof *units);
    units->unit_blocks = fit == 0 ? 1 : fit;
    units->block_count[KAURI_PART_STORED] = layer->block_count;
    if (derivation != KAURI_DERIVATION_NONE) {
        KAURI_TRY(kauri_stored_blocks_init(&units->stored, layer, error));
        units->block_count[KAURI_PART_STORED] = units->stored.count;
        units->block_count[KAURI_PART_DERIVED] = layer->block_count - units->stored.count;
    }
cleanup:
    return status;
}

void kauri_layer_units_clear(struct kauri_layer_units *units)
{
    kauri_stored_blocks_clear(&units->stored);
}

uint64_t kauri_unit_count(const struct kauri_layer_units *units, unsigned part)
{
    return (units->block_count[part] + units->unit_blocks - 1) / units->unit_blocks;
}

uint64_t kauri_unit_size(const struct kauri_layer_units *units, unsigned part, uint64_t unit)
{
    const uint64_t left = units->block_count[part] - unit * units->unit_blocks;
    return left < units->unit_blocks ? left : units->unit_blocks;
}

struct kauri_unit_place kauri_unit_place(const struct kauri_layer_units *units, uint64_t block)
{
    struct kauri_unit_place place = {.part = KAURI_PART_STORED, .number = block};
    if (units->stored.bits != NULL) {
        place.number = kauri_stored_rank(&units->stored, block);
        if (!kauri_block_stored(&units->stored, block)) {
            place.part = KAURI_PART_DERIVED;
            place.number = block - place.number;
        }
    }
    place.unit = place.number / units->unit_blocks;
    place.at = place.number % units->unit_blocks;
    return place;
}

uint64_t kauri_unit_block(const struct kauri_layer_units *units, unsigned part, uint64_t number)
{
    return part == KAURI_PART_STORED ? kauri_stored_block_at(&units->stored, number)
                                     : kauri_derived_block_at(&units->stored, number);
}
