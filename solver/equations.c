#include "solver/equations.h"

#include <stdlib.h>
#include <string.h>

// What a move of hole h with k cowries does against an occupancy class of the opponent's row.
struct result {
    const struct kauri_stored *r; // of the successor's layer
    uint64_t base;                // index of the successor's block in it
    int32_t gain;                 // 3 * (own - opponent's captures)
    bool quiet;                   // nothing is captured
};

struct kauri_equations_scratch {
    struct result results[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][1 << KAURI_HOLES_MAX];
    int32_t *keys; // of the opponent's rows against one mover's row
};

enum kauri_status kauri_equations_scratch_new(const struct kauri_verify_rows *rows,
                                              struct kauri_equations_scratch **scratch,
                                              struct kauri_error *error)
{
    *scratch = calloc(1, sizeof **scratch);
    if (*scratch != NULL) {
        (*scratch)->keys = malloc(rows->total * sizeof *(*scratch)->keys);
        if ((*scratch)->keys != NULL) {
            return KAURI_OK;
        }
    }
    kauri_equations_scratch_free(*scratch);
    *scratch = NULL;
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
}

void kauri_equations_scratch_free(struct kauri_equations_scratch *scratch)
{
    if (scratch != NULL) {
        free(scratch->keys);
        free(scratch);
    }
}

// Key of a quiet move (or pass) to a position of the same layer.
static int32_t quiet_key(const struct kauri_equations *equations, uint64_t index)
{
    return kauri_key(-kauri_stored_get(&equations->r[equations->layer.seeds], index),
                     1 + kauri_stored_get(&equations->dtc, index));
}

int32_t kauri_equation_at(const struct kauri_equations *equations, uint64_t index)
{
    const struct kauri_layer *layer = &equations->layer;
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    if (moves.count == 0 && layer->seeds == 0) {
        return kauri_key(-1, 0); // R9: cannot move, has lost
    }
    int32_t best = INT32_MIN;
    for (unsigned i = 0; i < (moves.count == 0 ? 1U : moves.count); i++) {
        struct kauri_position after = position;
        const struct kauri_capture capture =
            kauri_play(&after, moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[i]);
        const struct kauri_view seen = kauri_view_of(&after);
        const unsigned left = kauri_seeds(&after);
        struct kauri_layer lower = *layer;
        lower.seeds = (uint8_t)left;
        const uint64_t successor = kauri_index(&lower, &seen);
        const int32_t key = left == layer->seeds
                                ? quiet_key(equations, successor)
                                : kauri_key(3 * (capture.own - capture.opponent) -
                                                kauri_stored_get(&equations->r[left], successor),
                                            1);
        best = key > best ? key : best;
    }
    return best;
}

static void play_classes(const struct kauri_equations *equations, const uint8_t *seeds, unsigned h,
                         unsigned k, struct result *results)
{
    const unsigned holes = equations->layer.shape.holes;
    for (unsigned class = 0; class < 1U << holes; class ++) {
        struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
        memcpy(position.seeds, seeds, sizeof position.seeds);
        position.cowries[h] = (uint8_t)k;
        uint8_t occupied[KAURI_HOLES_MAX];
        for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
            occupied[hole] = (uint8_t)(class >> hole & 1U);
        }
        memcpy(position.cowries + holes, occupied, holes);
        const struct kauri_capture capture = kauri_play(&position, (int)h);
        const struct kauri_view view = kauri_view_of(&position);
        const unsigned left = kauri_seeds(&position);
        results[class] = (struct result){
            .r = &equations->r[left],
            .base = kauri_row_rank(view.seeds, 2 * holes, left) * equations->layer.cowrie_count,
            .gain = 3 * (capture.own - capture.opponent),
            .quiet = left == equations->layer.seeds,
        };
    }
}

// Raises the keys of all opponent's rows (numbers first .. first + count - 1) against mover's row
// `mover` by the moves of hole h.
static void raise_keys(const struct kauri_equations *equations, const uint8_t *seeds, unsigned h,
                       uint32_t mover, uint32_t first, uint32_t count,
                       struct kauri_equations_scratch *scratch)
{
    const struct kauri_verify_rows *rows = equations->rows;
    const unsigned k = rows->row[mover][h];
    const unsigned o = seeds[h] % (2U * equations->layer.shape.holes);
    const struct result *results = scratch->results[h][k];
    const uint16_t *after = rows->opponent[h][o][k] + first;
    const uint8_t *occupied = rows->occupied + first;
    const uint32_t successor_opponent = rows->mover[h][o][mover];
    for (uint32_t i = 0; i < count; i++) {
        const struct result *result = &results[occupied[i]];
        const uint64_t index =
            result->base + (uint32_t)(rows->place[after[i]] + successor_opponent);
        const int32_t key = result->quiet
                                ? quiet_key(equations, index)
                                : kauri_key(result->gain - kauri_stored_get(result->r, index), 1);
        scratch->keys[i] = key > scratch->keys[i] ? key : scratch->keys[i];
    }
}

struct kauri_block_check kauri_equations_block(const struct kauri_equations *equations,
                                               uint64_t block,
                                               struct kauri_equations_scratch *scratch)
{
    const struct kauri_layer *layer = &equations->layer;
    const struct kauri_verify_rows *rows = equations->rows;
    const unsigned holes = layer->shape.holes;
    struct kauri_block_check check = {0, 0};
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint8_t turned[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    memcpy(turned, seeds + holes, holes);
    memcpy(turned + holes, seeds, holes);
    const uint64_t passed = kauri_row_rank(turned, 2 * holes, layer->seeds) * layer->cowrie_count;
    for (unsigned h = 0; h < holes; h++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            play_classes(equations, seeds, h, k, scratch->results[h][k]);
        }
    }
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const unsigned opposite = layer->shape.cowries - rows->cowries[mover];
        const uint32_t first = rows->first[opposite];
        const uint32_t count = layer->row_count[opposite];
        for (uint32_t i = 0; i < count; i++) {
            // No cowrie to move: lost without seeds (R9), a pass with them (R7).
            scratch->keys[i] =
                rows->cowries[mover] > 0 ? INT32_MIN
                : layer->seeds == 0
                    ? kauri_key(-1, 0)
                    : quiet_key(equations, passed + (uint32_t)(rows->place[first + i] + mover));
        }
        for (unsigned h = 0; h < holes; h++) {
            if (rows->row[mover][h] > 0) {
                raise_keys(equations, seeds, h, mover, first, count, scratch);
            }
        }
        const uint32_t rank = rows->place_start[mover];
        const uint64_t index = block * layer->cowrie_count + rank;
        for (uint32_t i = 0; i < count; i++) {
            const int32_t r = kauri_stored_get(&equations->r[layer->seeds], index + i);
            const int32_t dtc = kauri_stored_get(&equations->dtc, index + i);
            // A distance stored where r = 0 is wrong too: it has none.
            if (scratch->keys[i] != kauri_key(r, dtc) || (r == 0 && dtc != 0)) {
                check.first_wrong = check.wrong == 0 ? rank + i : check.first_wrong;
                check.wrong++;
            }
        }
    }
    return check;
}
