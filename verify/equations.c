#include "verify/equations.h"

#include <string.h>

// The stored number of an entry of an open layer.
static enum kauri_status read_number(struct kauri_tablebase *tables,
                                     const struct kauri_tablebase_layer *table, unsigned column,
                                     uint64_t entry, uint32_t *number, struct kauri_error *error)
{
    struct kauri_number_store *numbers = kauri_tablebase_numbers(tables);
    return kauri_number_cached(numbers, table, column, entry, number)
               ? KAURI_OK
               : kauri_number_load(numbers, table, column, entry, number, error);
}

enum kauri_status kauri_stored_value(struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer, uint64_t index, bool *stored,
                                     struct kauri_value *value, struct kauri_error *error)
{
    const int32_t maximum = 3 * layer->seeds + 1;
    const uint64_t block = index / layer->cowrie_count;
    const struct kauri_tablebase_layer *table = NULL;
    uint64_t entry = index;
    uint32_t numbers[KAURI_COLUMNS] = {0};
    uint32_t right[KAURI_COLUMNS];
    KAURI_PASS(kauri_tablebase_layer(tables, layer->seeds, &table, error));
    *stored = !table->derives || kauri_block_stored(&table->blocks, block);
    if (!*stored) {
        return KAURI_OK;
    }
    if (table->derives) {
        entry = kauri_stored_rank(&table->blocks, block) * layer->cowrie_count +
                index % layer->cowrie_count;
    }
    for (unsigned c = 0; c < KAURI_COLUMNS && table->columns[c].reader != NULL; c++) {
        KAURI_PASS(read_number(tables, table, c, entry, &numbers[c], error));
    }
    *value = (struct kauri_value){
        .r = table->columns[KAURI_COLUMN_R].bias + (int32_t)numbers[KAURI_COLUMN_R],
        .dtc = numbers[KAURI_COLUMN_DTC],
    };
    kauri_value_numbers(*value, layer->seeds, right);
    if (value->r < -maximum || value->r > maximum || value->dtc >= KAURI_KEY_SCALE / 2 ||
        memcmp(numbers, right, sizeof numbers) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                          kauri_reader_path(table->reader));
    }
    return KAURI_OK;
}

// The key of a move for its mover, from its net captures and the position that it leads to. Calls
// kauri_equation_at for a derived position. That ends: a quiet move leads from a derived position
// to a stored one, and every capture to a lower layer.
static enum kauri_status move_key(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                  const struct kauri_position *after, int net, int32_t *key,
                                  struct kauri_error *error)
{
    const struct kauri_view view = kauri_view_of(after);
    const unsigned seeds = kauri_seeds(after);
    const struct kauri_tablebase_layer *reached = NULL;
    struct kauri_value value = {0};
    bool stored = false;
    KAURI_PASS(kauri_tablebase_layer(tables, seeds, &reached, error));
    const uint64_t index = kauri_index(&reached->index, &view);
    KAURI_PASS(kauri_stored_value(tables, &reached->index, index, &stored, &value, error));
    if (!stored) {
        KAURI_PASS(kauri_equation_at(tables, &reached->index, index, &value, error));
    }
    *key = seeds == layer->seeds ? kauri_key(-value.r, (int32_t)value.dtc + 1, KAURI_KEY_SCALE)
                                 : kauri_key(3 * net - value.r, 1, KAURI_KEY_SCALE);
    return KAURI_OK;
}

enum kauri_status kauri_equation_at(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                    uint64_t index, struct kauri_value *value,
                                    struct kauri_error *error)
{
    const struct kauri_position position = kauri_layer_position(layer, index);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const struct kauri_tablebase_layer *table = NULL;
    int32_t best = INT32_MIN;
    KAURI_PASS(kauri_tablebase_layer(tables, layer->seeds, &table, error));
    if (moves.count == 0 && layer->seeds == 0) {
        best = kauri_key(-1, 0, KAURI_KEY_SCALE); // a mover who cannot move has lost (R9)
    } else {
        for (unsigned i = 0; i < (moves.count == 0 ? 1U : moves.count); i++) {
            struct kauri_position after = position;
            const struct kauri_capture capture =
                kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
            int32_t key = 0;
            KAURI_PASS(
                move_key(tables, layer, &after, capture.own - capture.opponent, &key, error));
            best = key > best ? key : best;
        }
    }
    *value = (struct kauri_value){
        .r = kauri_key_r(best, KAURI_KEY_SCALE),
        .dtc = table->dtc_reader != NULL ? (uint32_t)kauri_key_dtc(best, KAURI_KEY_SCALE) : 0,
    };
    return KAURI_OK;
}
