// Tables of rows (halves of the board) for the verifier: how a move changes the cowries of each
// row.
//
// Captures take only seeds, so the cowries after a move depend on the hole and on its seeds and
// cowries alone, and each row can be played on its own. The verifier fills these tables by playing
// the rules; it shares none with the solver.
#ifndef KAURI_VERIFY_VERIFY_ROWS_H
#define KAURI_VERIFY_VERIFY_ROWS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

struct kauri_verify_rows {
    struct kauri_layer layer; // of 0 seeds
    uint32_t total; // number of rows with 0..cowries counters; they are numbered 0, 1, ...
    uint32_t first[KAURI_COWRIES_MAX + 2]; // first[t]: number of the first row with t counters
    uint8_t (*row)[KAURI_HOLES_MAX];       // by row number
    uint8_t *cowries;                      // counters in it
    uint8_t *occupied;                     // bit i: hole i is not empty
    uint32_t *start;                       // rank of rows (S, first N) in a block
    uint32_t *turned;                      // place of (S, N) in a turned block = turned[N] + S
    // mover[h][o][row] and opponent[h][o][k][row]: number of the row after a move of hole h with
    // o seeds (o < 2 * holes) and k cowries. For the mover's row, k is its count in hole h.
    uint16_t *mover[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint16_t *opponent[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];
};

// Builds the tables for holes with up to `seeds` seeds. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_verify_rows **rows, struct kauri_error *error);
// Accepts NULL.
void kauri_verify_rows_free(struct kauri_verify_rows *rows);

#endif
