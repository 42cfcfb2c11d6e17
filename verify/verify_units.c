#include "verify/verify_units.h"

#include <string.h>

uint64_t kauri_verify_units_positions(const struct kauri_reader *reader)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    return info->digest_entries < info->positions ? info->digest_entries : info->positions;
}

enum kauri_status kauri_verify_units_init(struct kauri_verify_units *units,
                                          const struct kauri_tablebase_layer *opened,
                                          struct kauri_error *error)
{
    const struct kauri_layer *layer = &opened->index;
    memset(units, 0, sizeof *units);
    units->readers[KAURI_COLUMN_R] = opened->reader;
    units->readers[KAURI_COLUMN_DTC] = opened->dtc_reader;
    units->layer = *layer;
    units->derived = opened->derives;
    units->stored_count = layer->block_count;
    if (units->derived) {
        KAURI_PASS(kauri_stored_blocks_init(&units->stored, layer, error));
        units->stored_count = units->stored.count;
    }
    // A run of the digest is whole blocks, at least one (docs/reference/FORMAT.md, section 7).
    units->unit_blocks = kauri_reader_info(opened->reader)->digest_entries / layer->cowrie_count;
    units->stored_units = (units->stored_count + units->unit_blocks - 1) / units->unit_blocks;
    units->count = units->stored_units + (layer->block_count - units->stored_count);
    return KAURI_OK;
}

void kauri_verify_units_clear(struct kauri_verify_units *units)
{
    kauri_stored_blocks_clear(&units->stored);
}

uint64_t kauri_verify_units_of(const struct kauri_verify_units *units, uint64_t block,
                               uint64_t *place)
{
    const uint64_t rank = units->derived ? kauri_stored_rank(&units->stored, block) : block;
    if (kauri_verify_units_stored(units, block)) {
        *place = rank % units->unit_blocks;
        return rank / units->unit_blocks;
    }
    *place = 0;
    return units->stored_units + (block - rank);
}

uint64_t kauri_verify_units_blocks(const struct kauri_verify_units *units, uint64_t unit)
{
    if (unit >= units->stored_units) {
        return 1;
    }
    const uint64_t left = units->stored_count - unit * units->unit_blocks;
    return left < units->unit_blocks ? left : units->unit_blocks;
}

uint64_t kauri_verify_units_block(const struct kauri_verify_units *units, uint64_t unit,
                                  uint64_t place)
{
    if (unit < units->stored_units) {
        const uint64_t rank = unit * units->unit_blocks + place;
        return units->derived ? kauri_stored_block_at(&units->stored, rank) : rank;
    }
    return kauri_derived_block_at(&units->stored, unit - units->stored_units);
}

// The blocks in the order of kauri_row_rank of the holes taken backwards. A move from the mover's
// first holes changes few of the last holes, which become the first ones of the opponent.
uint64_t kauri_verify_units_order(const struct kauri_layer *layer, uint64_t i)
{
    const unsigned holes = 2U * layer->shape.holes;
    uint8_t backwards[KAURI_BOARD_HOLES_MAX];
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    kauri_row_unrank(i, holes, layer->seeds, backwards);
    for (unsigned hole = 0; hole < holes; hole++) {
        seeds[hole] = backwards[holes - 1 - hole];
    }
    return kauri_row_rank(seeds, holes, layer->seeds);
}

bool kauri_verify_units_at(const struct kauri_verify_units *units, uint64_t i, uint64_t *unit)
{
    uint64_t place = 0;
    *unit = kauri_verify_units_of(units, kauri_verify_units_order(&units->layer, i), &place);
    return place == 0;
}
