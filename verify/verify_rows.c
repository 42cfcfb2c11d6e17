#include "verify/verify_rows.h"

#include "common/memory.h"
#include "indexer/layer.h"

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
    rows->start = calloc(rows->total, sizeof *rows->start);
    rows->turned = calloc(rows->total, sizeof *rows->turned);
    if (rows->row == NULL || rows->cowries == NULL || rows->start == NULL || rows->turned == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        const unsigned opposite = layer->shape.cowries - t;
        for (uint32_t rank = 0; rank < layer->row_count[t]; rank++) {
            const uint32_t number = rows->first[t] + rank;
            kauri_row_unrank(rank, layer->shape.holes, t, rows->row[number]);
            rows->cowries[number] = (uint8_t)t;
            rows->start[number] = layer->half_start[t] + rank * layer->row_count[opposite];
            // May wrap around below 0; turned[N] + S wraps back and is in range.
            rows->turned[number] = rows->start[number] - rows->first[opposite];
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_with(struct kauri_verify_rows *rows, unsigned h, unsigned k)
{
    struct kauri_verify_with *with = &rows->with[h][k];
    uint32_t count = 0;
    for (uint32_t number = 0; number < rows->total; number++) {
        count += rows->row[number][h] == k;
    }
    with->row = calloc(count + 1U, sizeof *with->row);
    if (with->row == NULL) {
        return KAURI_RESOURCE;
    }
    count = 0;
    for (unsigned t = 0; t <= rows->layer.shape.cowries; t++) {
        with->start[t] = count;
        for (uint32_t number = rows->first[t]; number < rows->first[t + 1]; number++) {
            if (rows->row[number][h] == k) {
                with->row[count++] = (uint16_t)number;
            }
        }
        with->start[t + 1] = count;
    }
    return KAURI_OK;
}

// Plays hole h with so many seeds on a board that is otherwise empty except for one row of cowries,
// and, if that is the opponent's row, the k cowries in h. `result` receives this row after the
// move.
static void play_row(const struct kauri_verify_rows *rows, unsigned h, unsigned seeds, unsigned k,
                     const uint8_t *row, bool own, uint8_t result[KAURI_HOLES_MAX])
{
    const unsigned holes = rows->layer.shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.cowries + (own ? 0 : holes), row, holes);
    position.cowries[h] = (uint8_t)k;
    position.seeds[h] = (uint8_t)seeds;
    (void)kauri_play(&position, (int)h);
    memcpy(result, position.cowries + (own ? 0 : holes), holes);
}

// Returns a set of bits: bit i, if hole i of a row is not empty.
static uint16_t occupied(const struct kauri_verify_rows *rows, uint32_t number)
{
    unsigned bits = 0;
    for (unsigned hole = 0; hole < rows->layer.shape.holes; hole++) {
        bits |= (unsigned)(rows->row[number][hole] > 0) << hole;
    }
    return (uint16_t)bits;
}

// Makes the runs of a move with so many seeds and k cowries in hole h; `space` has room for one
// per row.
static enum kauri_status make_runs(struct kauri_verify_rows *rows, unsigned h, unsigned seeds,
                                   unsigned k, struct kauri_verify_run *space)
{
    const unsigned holes = rows->layer.shape.holes;
    const unsigned o = kauri_verify_rows_sown(holes, h, seeds);
    const unsigned last = rows->layer.shape.cowries - k; // greatest number in an opponent's row
    const unsigned reached = kauri_sowing_places(holes, h, seeds + k) >> holes;
    struct kauri_verify_runs *runs = &rows->opponent[h][o][k];
    uint8_t result[KAURI_HOLES_MAX];
    uint32_t count = 0;
    for (unsigned t = 0; t <= last; t++) {
        runs->start[t] = count;
        for (uint32_t number = rows->first[t]; number < rows->first[t + 1]; number++) {
            play_row(rows, h, seeds, k, rows->row[number], false, result);
            const uint16_t image = number_of(rows, result);
            const uint16_t bits = occupied(rows, number);
            struct kauri_verify_run *run = space + count - 1; // the run before, if there is one
            if (count > runs->start[t] && image == run->image + run->count &&
                (bits & reached) == (run->occupied & reached)) {
                run->count++;
            } else {
                space[count++] =
                    (struct kauri_verify_run){(uint16_t)(number - rows->first[t]), 1, image, bits};
            }
        }
    }
    runs->start[last + 1] = count;
    runs->run = malloc((count + 1U) * sizeof *runs->run);
    if (runs->run == NULL) {
        return KAURI_RESOURCE;
    }
    memcpy(runs->run, space, count * sizeof *runs->run);
    return KAURI_OK;
}

static enum kauri_status make_moves(struct kauri_verify_rows *rows, unsigned h, unsigned seeds,
                                    struct kauri_verify_run *space)
{
    const unsigned o = kauri_verify_rows_sown(rows->layer.shape.holes, h, seeds);
    uint8_t result[KAURI_HOLES_MAX];
    rows->mover[h][o] = calloc(rows->total, sizeof *rows->mover[h][o]);
    if (rows->mover[h][o] == NULL) {
        return KAURI_RESOURCE;
    }
    for (uint32_t number = 0; number < rows->total; number++) {
        if (rows->row[number][h] > 0) {
            play_row(rows, h, seeds, rows->row[number][h], rows->row[number], true, result);
            rows->mover[h][o][number] = number_of(rows, result);
        }
    }
    enum kauri_status status = KAURI_OK;
    for (unsigned k = 1; k <= rows->layer.shape.cowries && status == KAURI_OK; k++) {
        status = make_runs(rows, h, seeds, k, space);
    }
    return status;
}

// Returns how many cases of a hole with up to `seeds` seeds are distinguished at most.
static unsigned sown_count(struct kauri_shape shape, unsigned seeds)
{
    return (seeds < 4U * shape.holes ? seeds : 4U * shape.holes - 1) + 1;
}

enum kauri_status kauri_verify_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_verify_rows **rows, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_run *space = NULL;
    *rows = NULL;
    struct kauri_verify_rows *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the verifier's tables"));
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    KAURI_TRY(make_rows(made));
    space = malloc(made->total * sizeof *space);
    if (space == NULL) {
        status = KAURI_RESOURCE;
        goto cleanup;
    }
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            KAURI_TRY(make_with(made, h, k));
        }
        for (unsigned o = 0; o <= seeds; o++) {
            if (made->mover[h][kauri_verify_rows_sown(shape.holes, h, o)] == NULL) {
                KAURI_TRY(make_moves(made, h, o, space));
            }
        }
    }
    *rows = made;
    made = NULL;
cleanup:
    if (status == KAURI_RESOURCE) {
        (void)kauri_fail(error, status, "out of memory for the verifier's tables");
    }
    free(space);
    kauri_verify_rows_free(made);
    return status;
}

void kauri_verify_rows_free(struct kauri_verify_rows *rows)
{
    if (rows == NULL) {
        return;
    }
    for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
        for (unsigned k = 0; k <= KAURI_COWRIES_MAX; k++) {
            free(rows->with[h][k].row);
        }
        for (unsigned o = 0; o < KAURI_VERIFY_SOWN; o++) {
            free(rows->mover[h][o]);
            for (unsigned k = 0; k <= KAURI_COWRIES_MAX; k++) {
                free(rows->opponent[h][o][k].run);
            }
        }
    }
    free(rows->row);
    free(rows->cowries);
    free(rows->start);
    free(rows->turned);
    free(rows);
}

uint64_t kauri_verify_rows_bytes(struct kauri_shape shape, unsigned seeds)
{
    const uint64_t rows = kauri_compositions(shape.cowries, shape.holes + 1U);
    uint64_t runs = 0; // runs for one hole and number of seeds: at most one per row
    for (unsigned k = 1; k <= shape.cowries; k++) {
        runs += kauri_compositions(shape.cowries - k, shape.holes + 1U);
    }
    return sizeof(struct kauri_verify_rows) +
           rows * (sizeof(uint8_t[KAURI_HOLES_MAX]) + 9 + shape.holes * sizeof(uint16_t)) +
           shape.holes * (uint64_t)sown_count(shape, seeds) *
               (rows * sizeof(uint16_t) + runs * sizeof(struct kauri_verify_run));
}
