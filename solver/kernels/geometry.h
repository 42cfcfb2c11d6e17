// The geometry of a block: where positions stand, and how cowries move, row by row.
//
// A cowrie configuration is a pair of rows: the mover's S and the opponent's N (DESIGN section 4).
// Rows with 0..cowries counters are numbered through ("row number"): by their counters, then
// lexicographically. Two layouts of the positions of a block are used:
//
// - In the order of the index, S is fixed over a *segment* and N runs through it. Segments follow
//   one another bit by bit; the bit of a position is its index in the block. The counters of open
//   moves are kept so (solver/storage/planes.h).
// - *Turned*, N is fixed over a segment and S runs. With each segment beginning at a new 64-bit
//   word, this is the layout of frontiers; without gaps, that of lower layers' values.
//
// Row numbers are such that both layouts have the same segments: the one of row R has
// row_count[cowries - cowries in R] positions.
//
// Lifting k cowries from hole h and sowing them behind its o seeds drops one into each of the k
// places behind `start` = (h + o) mod (2 * holes). The mover's new row depends on (S, h, start)
// alone, the opponent's on (N, start, k): it is N plus a *pattern* of drops. In lexicographic order
// adding a pattern to a row is a monotone injection, so the rows that are images of one pattern
// among 64 neighbours come from neighbours, in the same order.
//
// Immutable after kauri_geometry_new; may be read by many threads.
#ifndef KAURI_SOLVER_KERNELS_GEOMETRY_H
#define KAURI_SOLVER_KERNELS_GEOMETRY_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

enum {
    KAURI_NO_ROW = 0xffff,
    KAURI_PATTERNS_MAX = KAURI_BOARD_HOLES_MAX * KAURI_COWRIES_MAX,
};

// Cowries that fall into the opponent's holes in one move.
struct kauri_pattern {
    uint8_t drops[KAURI_HOLES_MAX];
    uint8_t total;
    // Rank of the row after the drops, by row number before; KAURI_NO_ROW with too many cowries.
    uint16_t *after;
    // By mask word: the rows that are images, and the rank of the row before of the first of them.
    uint64_t *image;
    uint16_t *offset;
};

// The rows S before a move of one hole, by the row after it.
struct kauri_origins {
    // [row after] first << 8 | (k of the first - 1) << 4 | count: they are rows[first ..], with
    // k, k + 1, ... cowries in the hole.
    uint32_t *entry;
    uint16_t *rows; // at least 16 more than used
};

// What the position of a bit needs to enter a turned frontier, by its mover's row.
struct kauri_turned_place {
    int32_t opponent; // number of the opponent's row = this + the bit
    uint16_t word;    // rank of the row / 64
    uint16_t bit;     // rank of the row % 64
};

struct kauri_geometry {
    struct kauri_layer layer;                  // of 0 seeds: shape and cowrie counts
    uint32_t row_total;                        // number of rows
    uint32_t row_first[KAURI_COWRIES_MAX + 2]; // number of the first row with t cowries
    uint8_t (*row)[KAURI_HOLES_MAX];           // cowries in its holes, by row number
    uint8_t *cowries;                          // in the row, by row number
    uint8_t *occupied;                         // bit i: hole i holds a cowrie, by row number

    uint32_t *base;                    // [row_total + 1] first position of the row's segment
    struct kauri_turned_place *turned; // by row number

    // Segments that begin at new words.
    uint32_t *word_first; // [row_total + 1] first word of the row's segment
    uint32_t word_total;
    uint16_t *word_row;   // row number, by word
    uint16_t *word_mask;  // its mask word, by word
    uint32_t *word_place; // place of its first bit in the turned layout without gaps, by word

    // Mask words: 64 rows with equal cowries, running through all rows.
    uint32_t mask_first[KAURI_COWRIES_MAX + 2]; // first mask word of the rows with t cowries
    uint32_t mask_total;
    uint64_t *mask_full; // the bits that are rows, by mask word

    struct kauri_pattern patterns[KAURI_PATTERNS_MAX];
    unsigned pattern_count;
    uint8_t pattern_of[KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1]; // by start and k

    // The mover's side, by h and start; NULL where no layer asked for it.
    uint16_t *moved[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX]; // the row after the move
    struct kauri_origins origins[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint64_t bytes; // of all tables
};

// Builds the tables for holes with up to `seeds` seeds. KAURI_RESOURCE when out of memory.
enum kauri_status kauri_geometry_new(struct kauri_shape shape, unsigned seeds,
                                     struct kauri_geometry **geometry, struct kauri_error *error);
// Accepts NULL.
void kauri_geometry_free(struct kauri_geometry *geometry);

#endif
