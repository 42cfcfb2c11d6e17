#include "verify/verify_rows.h"

#include <stdlib.h>
#include <string.h>

static uint16_t number_of(const struct kauri_verify_rows *rows, const uint8_t *row)
{
    const unsigned holes = rows->layer.shape.holes;
    unsigned total = 0;
    for (unsigned hole = 0; hole < holes; hole++) {
        total += row[hole];
    }
    return (uint16_t)(rows->first[total] + kauri_row_rank(row, holes, total));
}

static enum kauri_status make_rows(struct kauri_verify_rows *rows)
{
    const struct kauri_layer *layer = &rows->layer;
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        rows->first[t + 1] = rows->first[t] + layer->row_count[t];
    }
    rows->total = rows->first[layer->shape.cowries + 1];
    rows->row = calloc(rows->total, sizeof *rows->row);
    rows->cowries = calloc(rows->total, 1);
    rows->occupied = calloc(rows->total, 1);
    rows->start = calloc(rows->total, sizeof *rows->start);
    rows->turned = calloc(rows->total, sizeof *rows->turned);
    if (rows->row == NULL || rows->cowries == NULL || rows->occupied == NULL ||
        rows->start == NULL || rows->turned == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        const unsigned opposite = layer->shape.cowries - t;
        for (uint32_t rank = 0; rank < layer->row_count[t]; rank++) {
            const uint32_t number = rows->first[t] + rank;
            kauri_row_unrank(rank, layer->shape.holes, t, rows->row[number]);
            rows->cowries[number] = (uint8_t)t;
            for (unsigned hole = 0; hole < layer->shape.holes; hole++) {
                rows->occupied[number] |= (uint8_t)((rows->row[number][hole] > 0) << hole);
            }
            rows->start[number] = layer->half_start[t] + rank * layer->row_count[opposite];
            // May wrap around below 0; turned[N] + S wraps back and is in range.
            rows->turned[number] = layer->half_start[opposite] + rank * layer->row_count[opposite] -
                                   rows->first[opposite];
        }
    }
    return KAURI_OK;
}

// Plays hole h with o seeds on a board that is otherwise empty except for one row of cowries, and,
// if that is the opponent's row, the k cowries in h. `result` receives this row after the move.
static void play_row(const struct kauri_verify_rows *rows, unsigned h, unsigned o, unsigned k,
                     const uint8_t *row, bool own, uint8_t result[KAURI_HOLES_MAX])
{
    const unsigned holes = rows->layer.shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.cowries + (own ? 0 : holes), row, holes);
    position.cowries[h] = (uint8_t)k;
    position.seeds[h] = (uint8_t)o;
    (void)kauri_play(&position, (int)h);
    memcpy(result, position.cowries + (own ? 0 : holes), holes);
}

static enum kauri_status make_moves(struct kauri_verify_rows *rows, unsigned h, unsigned o)
{
    const unsigned cowries = rows->layer.shape.cowries;
    uint8_t result[KAURI_HOLES_MAX];
    rows->mover[h][o] = calloc(rows->total, sizeof *rows->mover[h][o]);
    if (rows->mover[h][o] == NULL) {
        return KAURI_RESOURCE;
    }
    for (uint32_t number = 0; number < rows->total; number++) {
        if (rows->row[number][h] > 0) {
            play_row(rows, h, o, rows->row[number][h], rows->row[number], true, result);
            rows->mover[h][o][number] = number_of(rows, result);
        }
    }
    for (unsigned k = 1; k <= cowries; k++) {
        uint16_t *after = calloc(rows->total, sizeof *after);
        rows->opponent[h][o][k] = after;
        if (after == NULL) {
            return KAURI_RESOURCE;
        }
        for (uint32_t number = 0; number < rows->first[cowries - k + 1]; number++) {
            play_row(rows, h, o, k, rows->row[number], false, result);
            after[number] = number_of(rows, result);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_verify_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_verify_rows **rows, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *rows = NULL;
    struct kauri_verify_rows *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the verifier's tables");
    }
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    KAURI_TRY(make_rows(made));
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned o = 0; o <= seeds && o < 2U * shape.holes; o++) {
            KAURI_TRY(make_moves(made, h, o));
        }
    }
    *rows = made;
    made = NULL;
cleanup:
    if (status == KAURI_RESOURCE) {
        (void)kauri_fail(error, status, "out of memory for the verifier's tables");
    }
    kauri_verify_rows_free(made);
    return status;
}

void kauri_verify_rows_free(struct kauri_verify_rows *rows)
{
    if (rows == NULL) {
        return;
    }
    for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
        for (unsigned o = 0; o < KAURI_BOARD_HOLES_MAX; o++) {
            free(rows->mover[h][o]);
            for (unsigned k = 0; k <= KAURI_COWRIES_MAX; k++) {
                free(rows->opponent[h][o][k]);
            }
        }
    }
    free(rows->row);
    free(rows->cowries);
    free(rows->occupied);
    free(rows->start);
    free(rows->turned);
    free(rows);
}
