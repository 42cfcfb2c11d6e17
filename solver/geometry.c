#include "solver/geometry.h"

#include <stdlib.h>
#include <string.h>

static void *table_new(struct kauri_geometry *geometry, size_t count, size_t size)
{
    void *table = calloc(count, size);
    if (table != NULL) {
        geometry->bytes += (uint64_t)count * size;
    }
    return table;
}

static uint16_t row_number(const struct kauri_geometry *geometry, const uint8_t *row)
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < geometry->layer.shape.holes; hole++) {
        total += row[hole];
    }
    return (uint16_t)(geometry->row_first[total] +
                      kauri_row_rank(row, geometry->layer.shape.holes, total));
}

static enum kauri_status make_rows(struct kauri_geometry *geometry)
{
    const struct kauri_layer *layer = &geometry->layer;
    const unsigned holes = layer->shape.holes;
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        geometry->row_first[t + 1] = geometry->row_first[t] + layer->row_count[t];
    }
    geometry->row_total = geometry->row_first[cowries + 1];
    geometry->row = table_new(geometry, geometry->row_total, sizeof *geometry->row);
    geometry->cowries = table_new(geometry, geometry->row_total, 1);
    geometry->occupied = table_new(geometry, geometry->row_total, 1);
    geometry->place = table_new(geometry, geometry->row_total, sizeof *geometry->place);
    if (geometry->row == NULL || geometry->cowries == NULL || geometry->occupied == NULL ||
        geometry->place == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= cowries; t++) {
        for (uint32_t rank = 0; rank < layer->row_count[t]; rank++) {
            const uint32_t number = geometry->row_first[t] + rank;
            kauri_row_unrank(rank, holes, t, geometry->row[number]);
            geometry->cowries[number] = (uint8_t)t;
            for (unsigned hole = 0; hole < holes; hole++) {
                if (geometry->row[number][hole] > 0) {
                    geometry->occupied[number] |= (uint8_t)(1U << hole);
                }
            }
            // Modulo 2^32: place may be below zero for the rows with few cowries opposite.
            geometry->place[number] = layer->half_start[t] + rank * layer->row_count[cowries - t] -
                                      geometry->row_first[cowries - t];
        }
    }
    return KAURI_OK;
}

// drops[i] = cowries that fall into place i when k are sown behind `start`.
static void count_drops(unsigned places, unsigned start, unsigned k, uint8_t *drops)
{
    memset(drops, 0, KAURI_BOARD_HOLES_MAX);
    for (unsigned j = 1; j <= k; j++) {
        drops[(start + j) % places]++;
    }
}

static enum kauri_status make_opponent_side(struct kauri_geometry *geometry, unsigned start)
{
    const unsigned holes = geometry->layer.shape.holes;
    const unsigned cowries = geometry->layer.shape.cowries;
    geometry->undroppable[start] =
        table_new(geometry, geometry->row_total, sizeof *geometry->undroppable[start]);
    if (geometry->undroppable[start] == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned k = 1; k <= cowries; k++) {
        uint8_t drops[KAURI_BOARD_HOLES_MAX];
        count_drops(2 * holes, start, k, drops);
        uint16_t *after = table_new(geometry, geometry->row_total, sizeof *after);
        geometry->dropped[start][k] = after;
        uint16_t *before = table_new(geometry, geometry->row_total, sizeof *before);
        geometry->undropped[start][k] = before;
        if (after == NULL || before == NULL) {
            return KAURI_RESOURCE;
        }
        memset(after, 0xff, geometry->row_total * sizeof *after);
        memset(before, 0xff, geometry->row_total * sizeof *before);
        // A mover with k cowries leaves the opponent at most cowries - k.
        for (uint32_t number = 0; number < geometry->row_first[cowries - k + 1]; number++) {
            uint8_t row[KAURI_HOLES_MAX];
            for (unsigned hole = 0; hole < holes; hole++) {
                row[hole] = (uint8_t)(geometry->row[number][hole] + drops[holes + hole]);
            }
            const uint16_t result = row_number(geometry, row);
            after[number] = result;
            before[result] = (uint16_t)number;
            geometry->undroppable[start][result] |= (uint16_t)(1U << k);
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_mover_side(struct kauri_geometry *geometry, unsigned h,
                                         unsigned start)
{
    const unsigned holes = geometry->layer.shape.holes;
    const unsigned cowries = geometry->layer.shape.cowries;
    const size_t rows = geometry->row_total;
    uint16_t *moved = table_new(geometry, rows, sizeof *moved);
    geometry->moved[h][start] = moved;
    uint16_t *unmoved = table_new(geometry, rows * (cowries + 1U), sizeof *unmoved);
    geometry->unmoved[h][start] = unmoved;
    uint16_t *unmovable = table_new(geometry, rows, sizeof *unmovable);
    geometry->unmovable[h][start] = unmovable;
    if (moved == NULL || unmoved == NULL || unmovable == NULL) {
        return KAURI_RESOURCE;
    }
    memset(moved, 0xff, rows * sizeof *moved);
    memset(unmoved, 0xff, rows * (cowries + 1U) * sizeof *unmoved);
    for (uint32_t number = 0; number < rows; number++) {
        const unsigned k = geometry->row[number][h];
        if (k == 0) {
            continue;
        }
        uint8_t drops[KAURI_BOARD_HOLES_MAX];
        count_drops(2 * holes, start, k, drops);
        uint8_t row[KAURI_HOLES_MAX];
        for (unsigned hole = 0; hole < holes; hole++) {
            row[hole] = (uint8_t)((hole == h ? 0 : geometry->row[number][hole]) + drops[hole]);
        }
        const uint16_t result = row_number(geometry, row);
        moved[number] = result;
        unmoved[k * rows + result] = (uint16_t)number;
        unmovable[result] |= (uint16_t)(1U << k);
    }
    return KAURI_OK;
}

enum kauri_status kauri_geometry_new(struct kauri_shape shape, unsigned seeds,
                                     struct kauri_geometry **geometry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *geometry = NULL;
    struct kauri_geometry *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the half-board tables");
    }
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    KAURI_TRY(make_rows(made));
    const unsigned places = 2U * shape.holes;
    for (unsigned start = 0; start < places; start++) {
        KAURI_TRY(make_opponent_side(made, start));
    }
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned o = 0; o <= seeds && o < places; o++) {
            KAURI_TRY(make_mover_side(made, h, (h + o) % places));
        }
    }
    *geometry = made;
    made = NULL;
cleanup:
    if (status == KAURI_RESOURCE) {
        (void)kauri_fail(error, status, "out of memory for the half-board tables");
    }
    kauri_geometry_free(made);
    return status;
}

void kauri_geometry_free(struct kauri_geometry *geometry)
{
    if (geometry == NULL) {
        return;
    }
    for (unsigned start = 0; start < KAURI_BOARD_HOLES_MAX; start++) {
        for (unsigned k = 0; k <= KAURI_COWRIES_MAX; k++) {
            free(geometry->dropped[start][k]);
            free(geometry->undropped[start][k]);
        }
        free(geometry->undroppable[start]);
        for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
            free(geometry->moved[h][start]);
            free(geometry->unmoved[h][start]);
            free(geometry->unmovable[h][start]);
        }
    }
    free(geometry->row);
    free(geometry->cowries);
    free(geometry->occupied);
    free(geometry->place);
    free(geometry);
}
