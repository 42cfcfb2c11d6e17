#include "solver/capture_runs.h"

#include "common/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_capture_rows_init(struct kauri_capture_rows *rows,
                                          const struct kauri_geometry *geometry,
                                          struct kauri_error *error)
{
    memset(rows, 0, sizeof *rows);
    rows->geometry = geometry;
    for (unsigned j = 0; j <= geometry->layer.shape.holes; j++) {
        for (unsigned t = 0; t <= geometry->layer.shape.cowries; t++) {
            if (!kauri_derive_runs_make((const uint8_t(*)[KAURI_HOLES_MAX])geometry->row +
                                            geometry->row_first[t],
                                        geometry->layer.row_count[t], j, &rows->runs[j][t])) {
                return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
            }
        }
    }
    return KAURI_OK;
}

void kauri_capture_rows_clear(struct kauri_capture_rows *rows)
{
    for (unsigned j = 0; j <= KAURI_HOLES_MAX; j++) {
        for (unsigned t = 0; t <= KAURI_COWRIES_MAX; t++) {
            kauri_derive_runs_clear(&rows->runs[j][t]);
        }
    }
    memset(rows, 0, sizeof *rows);
}

// The number of the opponent's leading holes that a move of `counters` counters from hole h
// reaches.
static unsigned holes_reached(unsigned holes, unsigned h, unsigned counters)
{
    const unsigned reached = kauri_sowing_places(holes, h, counters) >> holes;
    return reached == 0 ? 0 : 32U - (unsigned)__builtin_clz(reached);
}

// Returns true if b continues a: it has the same result, and its rows come next, before the move
// and after it.
static bool continues(const struct kauri_capture_run *a, const struct kauri_capture_run *b)
{
    return a->values == b->values && a->gain == b->gain && a->first + a->count == b->first &&
           a->to + a->count == b->to;
}

// Appends the runs of one move against rows with t cowries.
static void append_runs(struct kauri_capture_runs *runs, const struct kauri_derive_runs *leading,
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

enum kauri_status
kauri_capture_runs_make(const struct kauri_capture_rows *rows, const struct kauri_masks *masks,
                        const struct kauri_block *block, const uint8_t *seeds,
                        const struct kauri_outcomes *outcomes, kauri_capture_values values,
                        struct kauri_capture_runs *runs, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = rows->geometry;
    const struct kauri_shape shape = geometry->layer.shape;
    const uint64_t all = UINT64_MAX >> (64 - (1U << shape.holes));
    runs->used = 0;
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const struct kauri_mask *mask = &masks->masks[block->mask[h][k]];
            const unsigned j = holes_reached(shape.holes, h, seeds[h] + k);
            uint32_t *first = runs->first[h][k];
            for (unsigned t = 0; t <= shape.cowries - k; t++) {
                first[t] = runs->used;
                if (mask->classes == all) {
                    continue; // never captures
                }
                KAURI_PASS(KAURI_FIT(runs->runs, runs->used + rows->runs[j][t].count,
                                     runs->capacity, error, "the captures"));
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
