#include "db/tables/derive_rows.h"

#include "common/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool make_rows(struct kauri_derive_rows *rows)
{
    const struct kauri_layer *layer = &rows->layer;
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        rows->first[t + 1] = rows->first[t] + layer->row_count[t];
    }
    rows->total = rows->first[cowries + 1];
    rows->row = calloc(rows->total, sizeof *rows->row);
    rows->cowries = calloc(rows->total, sizeof *rows->cowries);
    rows->segment = calloc(rows->total, sizeof *rows->segment);
    if (rows->row == NULL || rows->cowries == NULL || rows->segment == NULL) {
        return false;
    }
    for (unsigned t = 0; t <= cowries; t++) {
        for (uint32_t rank = 0; rank < layer->row_count[t]; rank++) {
            const uint32_t number = rows->first[t] + rank;
            kauri_row_unrank(rank, layer->shape.holes, t, rows->row[number]);
            rows->cowries[number] = (uint8_t)t;
            rows->segment[number] = layer->half_start[t] + rank * layer->row_count[cowries - t];
        }
    }
    return true;
}

bool kauri_derive_runs_make(const uint8_t (*row)[KAURI_HOLES_MAX], uint32_t count, unsigned leading,
                            struct kauri_derive_runs *runs)
{
    *runs = (struct kauri_derive_runs){.count = 0};
    runs->first = calloc(count + 1, sizeof *runs->first);
    runs->occupied = calloc(count, sizeof *runs->occupied);
    if (runs->first == NULL || runs->occupied == NULL) {
        return false;
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        if (rank > 0 && memcmp(row[rank], row[rank - 1], leading) == 0) {
            continue;
        }
        runs->first[runs->count] = (uint16_t)rank;
        for (unsigned hole = 0; hole < leading; hole++) {
            runs->occupied[runs->count] |= (uint8_t)((row[rank][hole] > 0) << hole);
        }
        runs->count++;
    }
    runs->first[runs->count] = (uint16_t)count;
    return true;
}

void kauri_derive_runs_clear(struct kauri_derive_runs *runs)
{
    free(runs->first);
    free(runs->occupied);
}

// Adds the drops to a row, and returns the number of cowries in the sum.
static unsigned add_drops(const uint8_t *row, const uint8_t *drops, uint8_t sum[KAURI_HOLES_MAX])
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        sum[hole] = (uint8_t)(row[hole] + drops[hole]);
        total += sum[hole];
    }
    return total;
}

// Finds or makes the drops of k cowries of a hole after place `start`.
static bool make_drops(struct kauri_derive_rows *rows, unsigned hole, unsigned start, unsigned k)
{
    const unsigned holes = rows->layer.shape.holes;
    uint16_t *number = &rows->drops_of[hole][start][k];
    uint8_t places[KAURI_BOARD_HOLES_MAX];
    kauri_sowing_drops(holes, hole, start, k, places);
    for (*number = 0; *number < rows->drops_count; ++*number) {
        if (memcmp(rows->drops[*number].opponent, places + holes, holes) == 0) {
            return true;
        }
    }
    struct kauri_derive_drops *drops = &rows->drops[rows->drops_count++];
    const uint32_t count = rows->first[rows->layer.shape.cowries - k + 1];
    memcpy(drops->opponent, places + holes, holes);
    for (unsigned i = 0; i < holes; i++) {
        drops->leading = drops->opponent[i] > 0 ? i + 1 : drops->leading;
    }
    drops->after = calloc(count, sizeof *drops->after);
    if (drops->after == NULL) {
        return false;
    }
    for (uint32_t row = 0; row < count; row++) {
        uint8_t sum[KAURI_HOLES_MAX];
        const unsigned total = add_drops(rows->row[row], drops->opponent, sum);
        drops->after[row] = (uint16_t)kauri_row_rank(sum, holes, total);
    }
    return true;
}

static bool make_moved(struct kauri_derive_rows *rows, unsigned hole, unsigned start)
{
    const unsigned holes = rows->layer.shape.holes;
    uint8_t drops[KAURI_COWRIES_MAX + 1][KAURI_BOARD_HOLES_MAX];
    uint16_t *moved = calloc(rows->total, sizeof *moved);
    rows->moved[hole][start] = moved;
    if (moved == NULL) {
        return false;
    }
    for (unsigned k = 1; k <= rows->layer.shape.cowries; k++) {
        kauri_sowing_drops(holes, hole, start, k, drops[k]);
        memset(drops[k] + holes, 0, holes); // the opponent's
    }
    for (uint32_t number = 0; number < rows->total; number++) {
        const unsigned k = rows->row[number][hole];
        if (k > 0) {
            uint8_t before[KAURI_HOLES_MAX];
            uint8_t sum[KAURI_HOLES_MAX];
            memcpy(before, rows->row[number], sizeof before);
            before[hole] = 0;
            const unsigned total = add_drops(before, drops[k], sum);
            moved[number] = (uint16_t)(rows->first[total] + kauri_row_rank(sum, holes, total));
        }
    }
    return true;
}

static bool make_all(struct kauri_derive_rows *rows, unsigned seeds)
{
    const struct kauri_shape shape = rows->layer.shape;
    bool enough = make_rows(rows);
    for (unsigned leading = 0; enough && leading <= shape.holes; leading++) {
        for (unsigned t = 0; enough && t <= shape.cowries; t++) {
            enough = kauri_derive_runs_make(
                (const uint8_t(*)[KAURI_HOLES_MAX])rows->row + rows->first[t],
                rows->layer.row_count[t], leading, &rows->runs[leading][t]);
        }
    }
    // k ascends, since the same drops of fewer cowries are needed for more rows.
    for (unsigned k = 1; k <= shape.cowries; k++) {
        for (unsigned hole = 0; hole < shape.holes; hole++) {
            for (unsigned start = 0; enough && start < 2U * shape.holes; start++) {
                enough = make_drops(rows, hole, start, k);
            }
        }
    }
    for (unsigned hole = 0; enough && hole < shape.holes; hole++) {
        // The mover of a derived block has at most half of the seeds.
        for (unsigned o = 0; enough && o <= seeds / 2; o++) {
            const unsigned start = kauri_sowing_end(shape.holes, hole, o);
            enough = rows->moved[hole][start] != NULL || make_moved(rows, hole, start);
        }
    }
    return enough;
}

enum kauri_status kauri_derive_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_derive_rows **rows, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *rows = NULL;
    struct kauri_derive_rows *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "deriving positions"));
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    if (!make_all(made, seeds)) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "out of memory for deriving positions"));
    }
    *rows = made;
    made = NULL;
cleanup:
    kauri_derive_rows_free(made);
    return status;
}

void kauri_derive_rows_free(struct kauri_derive_rows *rows)
{
    if (rows == NULL) {
        return;
    }
    for (unsigned leading = 0; leading <= KAURI_HOLES_MAX; leading++) {
        for (unsigned t = 0; t <= KAURI_COWRIES_MAX; t++) {
            kauri_derive_runs_clear(&rows->runs[leading][t]);
        }
    }
    for (unsigned i = 0; i < rows->drops_count; i++) {
        free(rows->drops[i].after);
    }
    for (unsigned start = 0; start < KAURI_BOARD_HOLES_MAX; start++) {
        for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
            free(rows->moved[hole][start]);
        }
    }
    free(rows->row);
    free(rows->cowries);
    free(rows->segment);
    free(rows);
}
