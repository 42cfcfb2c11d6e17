// How cowries move, row by row: the half-board tables of a board shape.
//
// A cowrie configuration is a pair of rows: the mover's S and the opponent's N. Lifting k cowries
// from hole h and sowing them behind its o seeds drops one cowrie into each of the k places behind
// `start` = (h + o) mod (2 * holes). The mover's new row depends on (S, h, start) alone, the
// opponent's on (N, start, k), so a successor's index is a sum of two look-ups (DESIGN section 4).
//
// Rows with 0..cowries counters are numbered through ("row number"): by their counters, then
// lexicographically. Immutable after kauri_geometry_new; may be read by many threads.
#ifndef KAURI_SOLVER_GEOMETRY_H
#define KAURI_SOLVER_GEOMETRY_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

enum { KAURI_NO_ROW = 0xffff };

struct kauri_geometry {
    struct kauri_layer layer;                  // of 0 seeds: shape and cowrie counts
    uint32_t row_total;                        // number of rows
    uint32_t row_first[KAURI_COWRIES_MAX + 2]; // number of the first row with t cowries
    uint8_t (*row)[KAURI_HOLES_MAX];           // cowries in its holes, by row number
    uint8_t *cowries;                          // in the row, by row number
    uint8_t *occupied;                         // bit i: hole i holds a cowrie, by row number
    // index in a block of rows (S, N) = place[S] + N, with row numbers
    uint32_t *place;

    // The opponent's side, by start and k (1..cowries): the row after k drops, and before them.
    // KAURI_NO_ROW where there is none.
    uint16_t *dropped[KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    uint16_t *undropped[KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    // Bit k: undropped[start][k] has a row, by start and row number.
    uint16_t *undroppable[KAURI_BOARD_HOLES_MAX];

    // The mover's side, by h and start: the row after the move of hole h, the row before the move
    // with k cowries ([k * row_total + row number]), and the k for which there is one. NULL where
    // no layer asked for it.
    uint16_t *moved[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint16_t *unmoved[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint16_t *unmovable[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint64_t bytes; // of all tables
};

// Builds the tables for holes with up to `seeds` seeds. KAURI_RESOURCE when out of memory.
enum kauri_status kauri_geometry_new(struct kauri_shape shape, unsigned seeds,
                                     struct kauri_geometry **geometry, struct kauri_error *error);
// Accepts NULL.
void kauri_geometry_free(struct kauri_geometry *geometry);

// Index in a block of the pair of rows.
static inline uint32_t kauri_place(const struct kauri_geometry *geometry, uint32_t mover,
                                   uint32_t opponent)
{
    return geometry->place[mover] + opponent;
}

#endif
