// The simplest way is kauri_equation_at for each position. Here all positions with the same row of
// the mover are evaluated together. When the mover plays one hole from it, all of them lead to
// successors that have the same row on the opponent's side, so that in a turned block the
// successors are neighbours: they lie at start + (number of the row after the drops). The inner
// loops only load, compare and store.
#include "verify/equations_block.h"

#include "verify/equations.h"

#include <stdlib.h>
#include <string.h>

// The result of a move of hole h with k cowries, against rows of the opponent that have cowries in
// the same holes (an occupancy class).
struct result {
    const int16_t *worths; // of the block of the successors
    int32_t gain;          // to be added to them for the captures
};

struct results {
    struct result of[1 << KAURI_HOLES_MAX];
    const int16_t *quiet; // worths, if no class makes a capture; otherwise NULL
};

// A block that this thread has acquired.
struct held {
    unsigned seeds;
    uint64_t block;
    const int16_t *worths;
};

struct kauri_equations_scratch {
    const struct kauri_layer *layer;
    const struct kauri_verify_rows *rows;
    struct results results[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    const int16_t *passed; // worths of the positions after a pass
    int16_t *keys;         // by the opponent's row, for one row of the mover
    struct held *held;
    uint32_t held_count;
};

enum kauri_status kauri_equations_scratch_new(const struct kauri_layer *layer,
                                              const struct kauri_verify_rows *rows,
                                              struct kauri_equations_scratch **scratch,
                                              struct kauri_error *error)
{
    *scratch = NULL;
    struct kauri_equations_scratch *made = calloc(1, sizeof *made);
    if (made != NULL) {
        // One block per result, and one for passing.
        const size_t held = sizeof made->results / sizeof(struct result) + 1;
        made->layer = layer;
        made->rows = rows;
        made->keys = malloc(rows->total * sizeof *made->keys);
        made->held = malloc(held * sizeof *made->held);
    }
    if (made == NULL || made->keys == NULL || made->held == NULL) {
        kauri_equations_scratch_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    *scratch = made;
    return KAURI_OK;
}

void kauri_equations_scratch_free(struct kauri_equations_scratch *scratch)
{
    if (scratch != NULL) {
        free(scratch->keys);
        free(scratch->held);
        free(scratch);
    }
}

// Acquires a block of layer `seeds`, unless this thread holds it already.
static enum kauri_status hold(struct kauri_equations_scratch *scratch,
                              struct kauri_verify_blocks *blocks, unsigned worker, unsigned seeds,
                              uint64_t block, const int16_t **worths, struct kauri_error *error)
{
    // Search backwards: the blocks acquired last are the most likely.
    for (uint32_t i = scratch->held_count; i-- > 0;) {
        if (scratch->held[i].seeds == seeds && scratch->held[i].block == block) {
            *worths = scratch->held[i].worths;
            return KAURI_OK;
        }
    }
    const enum kauri_status status =
        kauri_verify_blocks_acquire(blocks, worker, seeds, block, worths, error);
    if (status == KAURI_OK) {
        scratch->held[scratch->held_count++] = (struct held){seeds, block, *worths};
    }
    return status;
}

// Captures remove only seeds, and depend only on which holes hold cowries, so one cowrie stands for
// any number.
static enum kauri_status play_classes(struct kauri_equations_scratch *scratch,
                                      struct kauri_verify_blocks *blocks, unsigned worker,
                                      const uint8_t *seeds, unsigned h, unsigned k,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = scratch->layer;
    const unsigned holes = layer->shape.holes;
    struct results *results = &scratch->results[h][k];
    bool all_quiet = true;
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
        struct result *result = &results->of[class];
        result->gain = 3 * (capture.own - capture.opponent) * KAURI_KEY_SCALE_NARROW;
        all_quiet = all_quiet && left == layer->seeds;
        KAURI_TRY(hold(scratch, blocks, worker, left, kauri_row_rank(view.seeds, 2 * holes, left),
                       &result->worths, error));
    }
    results->quiet = all_quiet ? results->of[0].worths : NULL;
cleanup:
    return status;
}

// `start` may have wrapped around below 0; start + after[i] wraps back and is in range.
static void raise_quiet(int16_t *keys, uint32_t count, const uint16_t *after, const int16_t *worths,
                        uint32_t start)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t key = worths[start + after[i]];
        keys[i] = (int16_t)(key > keys[i] ? key : keys[i]);
    }
}

// A worth that is a multiple of the scale has no distance: it is that of a capture, whose distance
// is 1.
static inline int32_t with_distance(int32_t worth)
{
    const int32_t sign = (worth > 0) - (worth < 0);
    return worth - (worth % KAURI_KEY_SCALE_NARROW == 0 ? sign : 0);
}

static void raise_any(int16_t *keys, uint32_t count, const uint16_t *after,
                      const struct results *results, uint32_t start, const uint8_t *occupied)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct result *result = &results->of[occupied[i]];
        const int32_t key = with_distance(result->worths[start + after[i]] + result->gain);
        keys[i] = (int16_t)(key > keys[i] ? key : keys[i]);
    }
}

// Raises the keys of the opponent's rows first .. first + count - 1, for row `mover` of the mover,
// to those of the moves of hole h with o seeds if these are greater.
static void raise_keys(const struct kauri_equations_scratch *scratch, unsigned h, unsigned o,
                       uint32_t mover, uint32_t first, uint32_t count)
{
    const struct kauri_verify_rows *rows = scratch->rows;
    const unsigned k = rows->row[mover][h];
    const struct results *results = &scratch->results[h][k];
    const uint16_t *after = rows->opponent[h][o][k] + first;
    const uint32_t start = rows->turned[rows->mover[h][o][mover]];
    if (results->quiet != NULL) {
        raise_quiet(scratch->keys, count, after, results->quiet, start);
    } else {
        raise_any(scratch->keys, count, after, results, start, rows->occupied + first);
    }
}

// Sets the keys before any move is considered. A mover without a cowrie to move passes if there are
// seeds (R7), and has lost in layer 0 (R9).
static void begin_keys(const struct kauri_equations_scratch *scratch, uint32_t mover,
                       uint32_t first, uint32_t count)
{
    const struct kauri_verify_rows *rows = scratch->rows;
    for (uint32_t i = 0; i < count; i++) {
        if (rows->cowries[mover] > 0) {
            scratch->keys[i] = INT16_MIN;
        } else if (scratch->layer->seeds == 0) {
            scratch->keys[i] = (int16_t)kauri_key(-1, 0, KAURI_KEY_SCALE_NARROW);
        } else {
            scratch->keys[i] = scratch->passed[rows->turned[mover] + first + i];
        }
    }
}

static void compare(const int16_t *keys, const int16_t *stored, uint32_t count, uint32_t rank,
                    struct kauri_block_check *check)
{
    if (memcmp(keys, stored, count * sizeof *stored) == 0) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i] != stored[i]) {
            check->first_wrong = check->wrong == 0 ? rank + i : check->first_wrong;
            check->wrong++;
        }
    }
}

static void check_rows(const struct kauri_equations_scratch *scratch, const uint8_t *seeds,
                       const int16_t *keys, struct kauri_block_check *check)
{
    const struct kauri_layer *layer = scratch->layer;
    const struct kauri_verify_rows *rows = scratch->rows;
    const unsigned holes = layer->shape.holes;
    for (uint32_t mover = 0; mover < rows->total; mover++) {
        const unsigned opposite = layer->shape.cowries - rows->cowries[mover];
        const uint32_t first = rows->first[opposite];
        const uint32_t count = layer->row_count[opposite];
        begin_keys(scratch, mover, first, count);
        for (unsigned h = 0; h < holes; h++) {
            if (rows->row[mover][h] > 0) {
                raise_keys(scratch, h, seeds[h] % (2 * holes), mover, first, count);
            }
        }
        compare(scratch->keys, keys + rows->start[mover], count, rows->start[mover], check);
    }
}

enum kauri_status kauri_equations_block(struct kauri_verify_blocks *blocks, unsigned worker,
                                        uint64_t block, const int16_t *keys,
                                        struct kauri_equations_scratch *scratch,
                                        struct kauri_block_check *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = scratch->layer;
    const unsigned holes = layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint8_t turned[KAURI_BOARD_HOLES_MAX] = {0};
    *check = (struct kauri_block_check){0, 0};
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    for (unsigned place = 0; place < 2 * holes; place++) {
        turned[place] = seeds[(place + holes) % (2 * holes)];
    }
    KAURI_TRY(hold(scratch, blocks, worker, layer->seeds,
                   kauri_row_rank(turned, 2 * holes, layer->seeds), &scratch->passed, error));
    for (unsigned h = 0; h < holes; h++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            KAURI_TRY(play_classes(scratch, blocks, worker, seeds, h, k, error));
        }
    }
    check_rows(scratch, seeds, keys, check);
cleanup:
    while (scratch->held_count > 0) {
        const struct held *held = &scratch->held[--scratch->held_count];
        kauri_verify_blocks_release(blocks, held->seeds, held->block);
    }
    return status;
}
