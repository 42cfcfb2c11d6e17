#include "db/tables/derived.h"

struct kauri_entry_place kauri_entry_place(const struct kauri_tablebase_layer *layer,
                                           const struct kauri_position *position)
{
    const struct kauri_block_place place = kauri_block_place(&layer->index, position);
    uint64_t block = place.block;
    if (layer->derives) {
        if (!kauri_block_stored(&layer->blocks, block)) {
            return (struct kauri_entry_place){.stored = false};
        }
        block = kauri_stored_rank(&layer->blocks, block);
    }
    return (struct kauri_entry_place){
        .stored = true,
        .entry = block * layer->index.cowrie_count + place.cowrie_rank,
    };
}

unsigned kauri_successors(const struct kauri_position *position, unsigned seeds,
                          struct kauri_successor successors[KAURI_HOLES_MAX])
{
    const struct kauri_moves legal = kauri_legal_moves(position);
    const unsigned count = legal.count == 0 && seeds > 0 ? 1 : legal.count;
    for (unsigned i = 0; i < count; i++) {
        struct kauri_successor *successor = &successors[i];
        successor->position = *position;
        const struct kauri_capture captured =
            kauri_play(&successor->position, legal.count == 0 ? KAURI_MOVE_PASS : legal.hole[i]);
        successor->seeds = (uint8_t)(seeds - captured.own - captured.opponent);
        successor->captures = captured.own + captured.opponent > 0;
        successor->gain = 3 * ((int32_t)captured.own - (int32_t)captured.opponent);
    }
    return count;
}
