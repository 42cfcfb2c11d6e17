#include "solver/capture_runs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Runs of the rows with t cowries that agree in the leading j holes.
static enum kauri_status make_leading(const struct kauri_geometry *geometry, unsigned j, unsigned t,
                                      struct kauri_leading_runs *runs)
{
    const uint32_t rows = geometry->row_first[t + 1] - geometry->row_first[t];
    const uint8_t(*row)[KAURI_HOLES_MAX] =
        (const uint8_t(*)[KAURI_HOLES_MAX])geometry->row + geometry->row_first[t];
    runs->first = malloc((rows + 1) * sizeof *runs->first);
    runs->occupied = malloc(rows + 1);
    if (runs->first == NULL || runs->occupied == NULL) {
        return KAURI_RESOURCE;
    }
    for (uint32_t rank = 0; rank < rows; rank++) {
        if (rank == 0 || memcmp(row[rank], row[rank - 1], j) != 0) {
            runs->first[runs->count] = (uint16_t)rank;
            runs->occupied[runs->count] =
                (uint8_t)(geometry->occupied[geometry->row_first[t] + rank] & ((1U << j) - 1));
            runs->count++;
        }
    }
    runs->first[runs->count] = (uint16_t)rows;
    return KAURI_OK;
}

// Sorts the mover's rows by their cowries, and those with equally many by the cowries in hole h.
static enum kauri_status sort_movers(struct kauri_capture_rows *rows, unsigned h)
{
    const struct kauri_geometry *geometry = rows->geometry;
    uint32_t used = 0;
    rows->movers[h] = malloc(geometry->row_total * sizeof *rows->movers[h]);
    if (rows->movers[h] == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= geometry->layer.shape.cowries; t++) {
        for (unsigned k = 0; k <= t; k++) {
            rows->mover_first[h][t][k] = (uint16_t)used;
            for (uint32_t row = geometry->row_first[t]; row < geometry->row_first[t + 1]; row++) {
                if (geometry->row[row][h] == k) {
                    rows->movers[h][used++] = (uint16_t)row;
                }
            }
        }
        rows->mover_first[h][t][t + 1] = (uint16_t)used;
    }
    return KAURI_OK;
}

enum kauri_status kauri_capture_rows_init(struct kauri_capture_rows *rows,
                                          const struct kauri_geometry *geometry,
                                          struct kauri_error *error)
{
    memset(rows, 0, sizeof *rows);
    rows->geometry = geometry;
    for (unsigned h = 0; h < geometry->layer.shape.holes; h++) {
        if (sort_movers(rows, h) != KAURI_OK) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
        }
    }
    for (unsigned j = 0; j <= geometry->layer.shape.holes; j++) {
        for (unsigned t = 0; t <= geometry->layer.shape.cowries; t++) {
            if (make_leading(geometry, j, t, &rows->runs[j][t]) != KAURI_OK) {
                return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
            }
        }
    }
    return KAURI_OK;
}

void kauri_capture_rows_clear(struct kauri_capture_rows *rows)
{
    for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
        free(rows->movers[h]);
    }
    for (unsigned j = 0; j <= KAURI_HOLES_MAX; j++) {
        for (unsigned t = 0; t <= KAURI_COWRIES_MAX; t++) {
            free(rows->runs[j][t].first);
            free(rows->runs[j][t].occupied);
        }
    }
    memset(rows, 0, sizeof *rows);
}

unsigned kauri_holes_reached(unsigned holes, unsigned h, unsigned counters)
{
    const unsigned last = h + counters; // place
    return last < holes ? 0 : last >= 2 * holes ? holes : last - holes + 1;
}

static enum kauri_status make_room(struct kauri_capture_runs *runs, uint32_t more,
                                   struct kauri_error *error)
{
    if (runs->room - runs->used >= more) {
        return KAURI_OK;
    }
    const uint32_t room = 2 * runs->room + more;
    void *grown = realloc(runs->runs, room * sizeof *runs->runs);
    if (grown == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
    }
    runs->runs = grown;
    runs->room = room;
    return KAURI_OK;
}

// Whether b continues a: the same result, and neighbours before and after the move.
static bool continues(const struct kauri_capture_run *a, const struct kauri_capture_run *b)
{
    return a->values == b->values && a->gain == b->gain && a->first + a->count == b->first &&
           a->to + a->count == b->to;
}

// Appends the runs of one move against rows with t cowries.
static void append_runs(struct kauri_capture_runs *runs, const struct kauri_leading_runs *leading,
                        uint64_t quiet, const struct kauri_outcome *outcomes,
                        const void *const *values, const uint16_t *after)
{
    const uint32_t begin = runs->used;
    for (uint32_t i = 0; i < leading->count; i++) {
        const unsigned class = leading->occupied[i];
        if (quiet >> class & 1U) {
            continue;
        }
        const struct kauri_capture_run run = {
            .values = values[class],
            .first = leading->first[i],
            .count = (uint16_t)(leading->first[i + 1] - leading->first[i]),
            .to = after[leading->first[i]],
            .gain = (int16_t)(3 * outcomes[class].gain),
        };
        if (runs->used > begin && continues(&runs->runs[runs->used - 1], &run)) {
            runs->runs[runs->used - 1].count =
                (uint16_t)(runs->runs[runs->used - 1].count + run.count);
        } else {
            runs->runs[runs->used++] = run;
        }
    }
}

enum kauri_status kauri_capture_runs_make(
    const struct kauri_capture_rows *rows, const struct kauri_masks *masks,
    const struct kauri_block *block, const uint8_t *seeds, const struct kauri_outcomes *outcomes,
    const void *values[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES],
    struct kauri_capture_runs *runs, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = rows->geometry;
    const struct kauri_shape shape = geometry->layer.shape;
    const uint64_t all = UINT64_MAX >> (64 - (1U << shape.holes));
    runs->used = 0;
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const struct kauri_mask *mask = &masks->masks[block->mask[h][k]];
            const unsigned j = kauri_holes_reached(shape.holes, h, seeds[h] + k);
            uint32_t *first = runs->first[h][k];
            for (unsigned t = 0; t <= shape.cowries - k; t++) {
                first[t] = runs->used;
                if (mask->classes == all) {
                    continue; // never captures
                }
                const enum kauri_status status = make_room(runs, rows->runs[j][t].count, error);
                if (status != KAURI_OK) {
                    return status;
                }
                append_runs(runs, &rows->runs[j][t], mask->classes, outcomes->of[h][k],
                            values[h][k],
                            geometry->patterns[mask->pattern].after + geometry->row_first[t]);
            }
            first[shape.cowries - k + 1] = runs->used;
        }
    }
    return KAURI_OK;
}

void kauri_capture_runs_clear(struct kauri_capture_runs *runs)
{
    free(runs->runs);
    memset(runs, 0, sizeof *runs);
}
