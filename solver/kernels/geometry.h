// Tables for moving cowries row by row: where the positions of a block are in its two layouts, and
// how to get from decided positions back to their predecessors.
//
// A *block* contains the positions with the same seeds in each hole (solver/block.h), one for each
// way to put the cowries on the board. The places of the board are numbered in the direction of
// sowing: the mover's holes are 0 to holes - 1, and the opponent's are holes to 2 * holes - 1.
//
// The simplest way to undo a move is to take one decided position after the other, pick up the
// cowries of the move again, and compute the index of the position before. The tables of this file
// do that for 64 positions at a time, with one PEXT instruction: pext(x, mask) collects those bits
// of x that are set in mask, and packs them together, beginning at bit 0. The tables rest on three
// facts.
//
// 1. A cowrie configuration is a pair of rows: the mover's S and the opponent's N. There are only
//    C(18, 6) = 18,564 rows on the full board, so tables by row are small. Rows are numbered by the
//    number of their cowries, then lexicographically: this is the *row number*. The *rank* of a row
//    is its place among the rows with the same number of cowries, from 0.
//
// 2. A move sows the o seeds of hole h first and then its k cowries (docs/guide/RULES.md, R3). The
//    last seed falls into place `start` (kauri_sowing_end, rules/board.h), and each of the k places
//    that follow gets a cowrie, round the board if k is large. So the mover's new row depends only
//    on (S, h, start), and the opponent's only on (N, h, start, k): it is N plus a *pattern* of
//    drops. By the rules as they are, the pattern does not even depend on h.
//
// 3. Adding a pattern keeps the lexicographic order of rows. So among 64 rows with consecutive
//    ranks, those that a pattern leads to come from rows whose ranks are consecutive too, in the
//    same order.
//
// The positions of a block are kept in two layouts. Both consist of *segments*, in which one row is
// fixed and the other one runs, by rank, through all rows with the rest of the cowries. The segment
// of a row with t cowries has row_count[cowries - t] positions (indexer/layer.h).
//
// - The order of the index: S is fixed and N runs. Segments follow one another without gaps, so the
//   number of a bit is the index of the position in its block. Counters of open moves are kept in
//   this layout (solver/storage/planes.h).
// - *Turned*: N is fixed and S runs. Frontiers, the bitmaps of positions that were just decided
//   (solver/kernels/kernel.h), have this layout, and each segment begins at a new 64-bit word. The
//   values of lower layers have it without gaps (solver/lower.h).
//
// Example: 2 holes in a row, 2 cowries (tests/solver/test_geometry.c holds these numbers).
//
//     row number    0     1     2     3     4     5
//     row           0,0   0,1   1,0   0,2   1,1   2,0
//     rank          0     0     1     0     1     2
//     base          0     3     5     7     8     9
//
// A block has 10 positions. In the order of the index, bits 0 to 2 are S = 0,0 with N = 0,2, 1,1
// and 2,0; bits 3 and 4 are S = 0,1 with N = 0,1 and 1,0; and so on. Turned, the first word is the
// segment of N = 0,0, whose bits 0 to 2 are S = 0,2, 1,1 and 2,0.
//
// Let the mover's second hole (h = 1) hold one seed (o = 1), and let k = 1. Then start = 2: the
// seed falls into the opponent's first hole, which is place 2, and the cowrie into the second one.
// The pattern is 0,1. It leads from N = 0,1 to 0,2 and from N = 1,0 to 1,1, but no row becomes 2,0.
// So for the rows with two cowries after the move, `image` is 011 in binary (bits 0 and 1 for the
// rows 0,2 and 1,1), and `offset` is 0, the rank of 0,1, from which the lowest of these comes. The
// mover's row 0,0 after the move has one origin with k = 1, which is row 1 (S = 0,1).
//
// After the move it is the opponent's turn, so in the position after it that player's row is S, and
// the row of the player who moved is N. Suppose the position with S = 1,1 and N = 0,0 has been
// decided: bit 1 of the first word of the turned frontier. Then
//
//     pext(010, image 011) = 10      bit 1: the second row from `offset` on
//     base[row 1] + offset + 1 = 4   index of the predecessor in its block: S = 0,1 and N = 1,0
//
// and had bit 0 been set as well, pext(011, 011) = 11 would have given both predecessors at once.
// Before PEXT, the bits of rows against which the move captures are cleared
// (solver/kernels/masks.h).
//
// Immutable after kauri_geometry_new, so any number of threads may read it.
#ifndef KAURI_SOLVER_KERNELS_GEOMETRY_H
#define KAURI_SOLVER_KERNELS_GEOMETRY_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

enum {
    KAURI_NO_ROW = 0xffff,
    KAURI_PATTERNS_MAX = KAURI_HOLES_MAX * KAURI_BOARD_HOLES_MAX * KAURI_COWRIES_MAX,
};

// Cowries that fall into the opponent's holes in one move.
struct kauri_pattern {
    uint8_t drops[KAURI_HOLES_MAX]; // cowries that fall into each hole
    uint8_t total;
    // Rank of the row after the drops, by row number before them; KAURI_NO_ROW if it would have
    // more cowries than the board.
    uint16_t *after;
    // By mask word (below). image: rows of this word that the pattern leads to. offset: rank of the
    // row before the drops that becomes the lowest of them.
    uint64_t *image;
    uint16_t *offset;
};

// The mover's rows before a move of one hole, by the row after it.
struct kauri_origins {
    // By row number after the move: first << 8 | (k - 1) << 4 | count. The origins are rows[first],
    // rows[first + 1], ... (`count` of them), with k, k + 1, ... cowries in the hole.
    uint32_t *entry;
    uint16_t *rows; // row numbers; 16 more are allocated than used, so that 16 can be loaded
};

// Leads from the index of a position in its block to its place in the turned layout. There is one
// for each mover's row.
struct kauri_turned_place {
    int32_t opponent; // row number of the opponent's row, minus the index in the block
    uint16_t word;    // rank of the mover's row / 64
    uint16_t bit;     // rank of the mover's row % 64
};

struct kauri_geometry {
    struct kauri_layer layer;                  // layer of 0 seeds, for its shape and row counts
    uint32_t row_total;                        // number of rows
    uint32_t row_first[KAURI_COWRIES_MAX + 2]; // number of the first row with t cowries
    // Members by row number.
    uint8_t (*row)[KAURI_HOLES_MAX]; // cowries in each hole
    uint8_t *cowries;                // cowries in the row
    uint8_t *occupied;               // bit i: hole i holds a cowrie
    uint32_t *base;                  // [row_total + 1] index of the first position of its segment
    struct kauri_turned_place *turned;

    // The layout of frontiers, in which each segment begins at a new word.
    uint32_t *word_first; // [row_total + 1] first word of the row's segment
    uint32_t word_total;
    uint16_t *word_row;   // by word: number of the row that is fixed
    uint16_t *word_mask;  // by word: the mask word of the rows that run
    uint32_t *word_place; // by word: place of its first bit in the same layout without gaps

    // Mask words: each stands for 64 rows of neighbouring ranks with equally many cowries.
    uint32_t mask_first[KAURI_COWRIES_MAX + 2]; // first mask word of the rows with t cowries
    uint32_t mask_total;
    uint64_t *mask_full; // by mask word: bits that stand for a row

    struct kauri_pattern patterns[KAURI_PATTERNS_MAX];
    unsigned pattern_count;
    // By h, start and k; equal patterns have one number.
    uint16_t pattern_of[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];

    // The mover's side, by h and start; NULL for those that no block of the layer has.
    uint16_t *moved[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX]; // row number after the move, by row
                                                             // number before it, or KAURI_NO_ROW
    struct kauri_origins origins[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX];
    uint64_t bytes; // size of all tables
};

// Builds the tables for layers in which a hole holds up to `seeds` seeds. The caller frees them
// with kauri_geometry_free. KAURI_RESOURCE when out of memory.
enum kauri_status kauri_geometry_new(struct kauri_shape shape, unsigned seeds,
                                     struct kauri_geometry **geometry, struct kauri_error *error);
// The size in bytes that the tables would have if they had been built for `seeds`. Takes no time.
uint64_t kauri_geometry_bytes(const struct kauri_geometry *geometry, unsigned seeds);
// Accepts NULL.
void kauri_geometry_free(struct kauri_geometry *geometry);

#endif
