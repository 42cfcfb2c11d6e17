// Tables of rows (halves of the board) for deriving blocks (db/tables/derive_block.h): what a move
// does to the cowries of each row.
//
// Captures take only seeds, so a move drops its cowries into the same holes whatever these contain,
// and each row of the board can be treated on its own. The last of the seeds of a hole falls into
// place `start` (kauri_sowing_end, rules/board.h: the mover's holes are places 0 to holes - 1, the
// opponent's are holes to 2 * holes - 1); the k cowries fall into the places that follow.
//
// For the opponent, a move adds the same drops to every row N. That keeps the lexicographic order
// of rows. If, moreover, the drops fall into the leading j holes only, rows with the same contents
// of these j holes have consecutive ranks, before the move and after it: a *run*. So a loop over
// the opponent's rows is a few loops over consecutive numbers; if no cowrie reaches the opponent
// (j = 0), which is the most frequent case, it is a single one. In all rows of a run, the same ones
// of the j holes contain cowries, and captures depend on nothing else about the cowries.
//
// Example: 2 holes in a row. The rows with two cowries are 0,2 and 1,1 and 2,0, with ranks 0, 1, 2.
// With j = 1 each of them is a run. A cowrie into the first hole leads to 1,2 and 2,1 and 3,0,
// whose ranks among the rows with three cowries are 1, 2, 3.
//
// Immutable after kauri_derive_rows_new, so any number of threads may read the tables.
#ifndef KAURI_DB_TABLES_DERIVE_ROWS_H
#define KAURI_DB_TABLES_DERIVE_ROWS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

// The runs of the rows with a given number of cowries, for a given number of leading holes.
struct kauri_derive_runs {
    uint32_t count;
    uint16_t *first;   // rank of the first row of each run; first[count] is the number of rows
    uint8_t *occupied; // bit i: leading hole i holds cowries in the rows of this run
};

// Makes the runs of `count` rows with equally many cowries, in the order of their ranks; to be
// cleared also after a failure. Returns false if memory runs out.
bool kauri_derive_runs_make(const uint8_t (*row)[KAURI_HOLES_MAX], uint32_t count, unsigned leading,
                            struct kauri_derive_runs *runs);
// Accepts a zeroed struct.
void kauri_derive_runs_clear(struct kauri_derive_runs *runs);

// The drops of k cowries into the opponent's row.
struct kauri_derive_drops {
    uint8_t opponent[KAURI_HOLES_MAX]; // cowries that each hole receives
    unsigned leading; // holes up to the last one that receives a cowrie; 0: none does
    uint16_t *after;  // by row number, for rows of at most cowries - k: rank of the row after
};

struct kauri_derive_rows {
    struct kauri_layer layer; // layer of 0 seeds
    uint32_t total;           // number of rows with 0..cowries cowries; they are numbered 0, 1, ...
    uint32_t first[KAURI_COWRIES_MAX + 2]; // number of the first row with t cowries
    uint8_t (*row)[KAURI_HOLES_MAX];       // by row number: cowries in each hole
    uint8_t *cowries;                      // number of cowries, by row number
    // Place of the first position of the row's segment, by row number. With the row as the mover's,
    // in a block in the order of the index; with the row as the opponent's, in a turned block.
    uint32_t *segment;
    struct kauri_derive_runs runs[KAURI_HOLES_MAX + 1][KAURI_COWRIES_MAX + 1]; // by j and cowries
    // Different drops, and their numbers by hole, start and k.
    struct kauri_derive_drops drops[KAURI_HOLES_MAX * KAURI_BOARD_HOLES_MAX * KAURI_COWRIES_MAX];
    unsigned drops_count;
    uint16_t drops_of[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    // Number of the mover's row after the move, by hole, start, and number of the row before it,
    // which must have a cowrie in the hole. NULL for starts that no derived block has.
    uint16_t *moved[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
};

// Builds the tables for derived blocks of layers 0 .. seeds: some 20 ms and up to 4 MB on the full
// board. The caller frees them with kauri_derive_rows_free. Errors: KAURI_USAGE for a shape out of
// range, KAURI_RESOURCE.
enum kauri_status kauri_derive_rows_new(struct kauri_shape shape, unsigned seeds,
                                        struct kauri_derive_rows **rows, struct kauri_error *error);
// Accepts NULL.
void kauri_derive_rows_free(struct kauri_derive_rows *rows);

#endif
