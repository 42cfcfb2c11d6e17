// All equations of a block at once.
//
// For one mover's row and one hole, the opponent's rows with the same number of cowries are a run
// of positions whose successors lie at start + step * (number of the row after the drops), so that
// the inner loops only load, compare and store.
#include "solver/equations.h"

#include <stdlib.h>
#include <string.h>

// What a move of hole h with k cowries does against an occupancy class of the opponent's row.
struct result {
    const uint8_t *below; // r of the successor's block, when something is captured
    int32_t gain;         // 3 * (own - opponent's captures) - bias of r there
    bool quiet;           // nothing is captured
};

struct results {
    struct result of[1 << KAURI_HOLES_MAX];
    const int16_t *quiet; // keys of the successor's block, when nothing is captured
    bool all_quiet;       // against every class
};

struct kauri_equations_scratch {
    struct results results[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    int16_t *keys; // of the opponent's rows against one mover's row
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

// Captures take seeds only and ask only which holes hold cowries: one cowrie stands for any.
static void play_classes(const struct kauri_equations *equations, const uint8_t *seeds, unsigned h,
                         unsigned k, struct results *results)
{
    const struct kauri_layer *layer = &equations->layer;
    const unsigned holes = layer->shape.holes;
    results->all_quiet = true;
    for (unsigned class = 0; class < 1U << holes; class ++) {
        struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
        uint8_t occupied[KAURI_HOLES_MAX];
        for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
            occupied[hole] = (uint8_t)(class >> hole & 1U);
        }
        memcpy(position.seeds, seeds, sizeof position.seeds);
        memcpy(position.cowries + holes, occupied, holes);
        position.cowries[h] = (uint8_t)k;
        const struct kauri_capture capture = kauri_play(&position, (int)h);
        const struct kauri_view view = kauri_view_of(&position);
        const unsigned left = kauri_seeds(&position);
        const uint64_t base = kauri_row_rank(view.seeds, 2 * holes, left) * layer->cowrie_count;
        struct result *result = &results->of[class];
        *result = (struct result){.quiet = left == layer->seeds};
        if (result->quiet) {
            results->quiet = equations->narrow + base;
        } else {
            results->all_quiet = false;
            result->below = (const uint8_t *)equations->below[left].numbers + base;
            result->gain = 3 * (capture.own - capture.opponent) - equations->below[left].bias;
        }
    }
}

static inline int16_t worth(int16_t key)
{
    return (int16_t)(-key + (key > 0) - (key < 0));
}

static void raise_quiet(int16_t *keys, uint32_t count, const uint16_t *after,
                        const int16_t *successors, uint32_t step)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t key = worth(successors[after[i] * step]);
        keys[i] = key > keys[i] ? key : keys[i];
    }
}

static void raise_any(int16_t *keys, uint32_t count, const uint16_t *after,
                      const struct results *results, uint32_t start, uint32_t step,
                      const uint8_t *occupied)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct result *result = &results->of[occupied[i]];
        const uint32_t place = start + after[i] * step;
        int32_t key;
        if (result->quiet) {
            key = worth(results->quiet[place]);
        } else {
            const int32_t r = result->gain - result->below[place];
            key = kauri_key(r, 1, KAURI_KEY_SCALE_NARROW);
        }
        keys[i] = key > keys[i] ? (int16_t)key : keys[i];
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
    const struct results *results = &scratch->results[h][k];
    const uint16_t *after = rows->opponent[h][o][k] + first;
    // All rows of the run hold equally many cowries, so their places are equally far apart.
    const uint32_t any = after[0];
    const uint32_t step =
        equations->layer.row_count[equations->layer.shape.cowries - rows->cowries[any]];
    const uint32_t start = rows->place[any] + rows->mover[h][o][mover] - any * step;
    if (results->all_quiet) {
        // start may be "below zero" modulo 2^32; the sum of every element is not.
        raise_quiet(scratch->keys, count, after, results->quiet + (int32_t)start, step);
    } else {
        raise_any(scratch->keys, count, after, results, start, step, rows->occupied + first);
    }
}

// Keys before any hole is moved: without a cowrie to move, the mover of a layer with seeds passes
// (R7) and that of layer 0 has lost (R9).
static void begin_keys(const struct kauri_equations *equations, const int16_t *passed,
                       uint32_t mover, uint32_t first, uint32_t count, int16_t *keys)
{
    const struct kauri_verify_rows *rows = equations->rows;
    for (uint32_t i = 0; i < count; i++) {
        if (rows->cowries[mover] > 0) {
            keys[i] = INT16_MIN;
        } else if (equations->layer.seeds == 0) {
            keys[i] = (int16_t)kauri_key(-1, 0, KAURI_KEY_SCALE_NARROW);
        } else {
            keys[i] = worth(passed[rows->place[first + i] + mover]);
        }
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
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    for (unsigned h = 0; h < holes; h++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            play_classes(equations, seeds, h, k, &scratch->results[h][k]);
        }
    }
    uint8_t turned[KAURI_BOARD_HOLES_MAX] = {0};
    for (unsigned place = 0; place < 2 * holes; place++) {
        turned[place] = seeds[(place + holes) % (2 * holes)];
    }
    const int16_t *passed =
        equations->narrow + kauri_row_rank(turned, 2 * holes, layer->seeds) * layer->cowrie_count;
    const int16_t *stored = equations->narrow + block * layer->cowrie_count;
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const unsigned opposite = layer->shape.cowries - rows->cowries[mover];
        const uint32_t first = rows->first[opposite];
        const uint32_t count = layer->row_count[opposite];
        begin_keys(equations, passed, mover, first, count, scratch->keys);
        for (unsigned h = 0; h < holes; h++) {
            if (rows->row[mover][h] > 0) {
                raise_keys(equations, seeds, h, mover, first, count, scratch);
            }
        }
        const uint32_t rank = rows->place_start[mover];
        if (memcmp(scratch->keys, stored + rank, count * sizeof *stored) == 0) {
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (scratch->keys[i] != stored[rank + i]) {
                check.first_wrong = check.wrong == 0 ? rank + i : check.first_wrong;
                check.wrong++;
            }
        }
    }
    return check;
}
