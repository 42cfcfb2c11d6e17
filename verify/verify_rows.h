// Tables of rows (halves of the board) for the verifier: how a move changes the cowries of each
// row.
//
// Captures take only seeds, so the cowries after a move depend on the hole and on its seeds and
// cowries alone, and each row can be played separately. The verifier fills these tables by playing
// the rules; it shares none with the solver.
#ifndef KAURI_VERIFY_VERIFY_ROWS_H
#define KAURI_VERIFY_VERIFY_ROWS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

// Consecutive rows of the opponent, all with equally many cowries, which a move takes to
// consecutive rows. They have cowries in the same holes as far as the move reaches, so the move
// captures the same against each of them.
struct kauri_verify_run {
    uint16_t first;    // first row of the run, counted from the first row with equally many cowries
    uint16_t count;    // number of rows
    uint16_t image;    // number of the first row after the move
    uint16_t occupied; // bit i: hole i of the first row is not empty
};

struct kauri_verify_runs {
    struct kauri_verify_run *run;
    uint32_t start[KAURI_COWRIES_MAX + 2]; // start[t]: the first run of rows with t cowries
};

// The rows with a given number of cowries in a hole, ascending.
struct kauri_verify_with {
    uint16_t *row;
    uint32_t start[KAURI_COWRIES_MAX + 2]; // start[t]: the first row with t cowries in all
};

// The number of cases that are distinguished by the seeds in a hole: each number below a lap is a
// case of its own, and greater numbers are cases by the hole where they end.
enum { KAURI_VERIFY_SOWN = 2 * KAURI_BOARD_HOLES_MAX };

struct kauri_verify_rows {
    struct kauri_layer layer; // layer of 0 seeds
    uint32_t total; // number of rows with 0..cowries counters; they are numbered 0, 1, ...
    uint32_t first[KAURI_COWRIES_MAX + 2]; // first[t]: number of the first row with t counters
    uint8_t (*row)[KAURI_HOLES_MAX];       // counters in each hole, by row number
    uint8_t *cowries;                      // counters in each row, by row number
    uint32_t *start;  // rank of rows (S, first N) in a block, by row number of S
    uint32_t *turned; // place of (S, N) in a turned block is turned[N] + S
    // with[h][k]: the rows with k > 0 cowries in hole h.
    struct kauri_verify_with with[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    // A move of hole h, with o = kauri_verify_rows_sown(holes, h, seeds in h): mover[h][o][row] is
    // the number of the mover's row after it, for rows that have cowries in hole h, and
    // opponent[h][o][k] has the runs of the opponent's rows for k > 0 cowries in hole h.
    uint16_t *mover[KAURI_HOLES_MAX][KAURI_VERIFY_SOWN];
    struct kauri_verify_runs opponent[KAURI_HOLES_MAX][KAURI_VERIFY_SOWN][KAURI_COWRIES_MAX + 1];
};

// Builds the tables for holes with up to `seeds` seeds. Errors: KAURI_RESOURCE.
enum kauri_status kauri_verify_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_verify_rows **rows, struct kauri_error *error);
// Accepts NULL.
void kauri_verify_rows_free(struct kauri_verify_rows *rows);

// Bytes that the tables take at most.
uint64_t kauri_verify_rows_bytes(struct kauri_shape shape, unsigned seeds);

// The case of a number of seeds in hole h, below KAURI_VERIFY_SOWN.
static inline unsigned kauri_verify_rows_sown(unsigned holes, unsigned h, unsigned seeds)
{
    return seeds < 2 * holes ? seeds : 2 * holes + kauri_sowing_end(holes, h, seeds);
}

#endif
