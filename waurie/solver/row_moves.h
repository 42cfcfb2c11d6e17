// The moves of all rows, prepared: what a sowing makes of the mover's row, and the ranks of rows
// after seeds have been fed into them.
#ifndef KAURI_WAURIE_SOLVER_ROW_MOVES_H
#define KAURI_WAURIE_SOLVER_ROW_MOVES_H

#include "common/status.h"
#include "waurie/pits.h"

enum waurie_row_move_kind {
    WAURIE_ROW_NO_MOVE, // there are no more
    WAURIE_ROW_PASSES,  // the opponent moves next
    WAURIE_ROW_BONUS,   // the mover moves again
    WAURIE_ROW_WINS,    // the game is over
};

// A sowing.
struct waurie_row_move {
    uint32_t to;    // rank of the mover's row after it
    uint8_t own;    // seeds in that row
    uint8_t stored; // into the store
    uint8_t fed;    // into the opponent's row
    uint8_t kind;   // enum waurie_row_move_kind
};

struct waurie_row_moves {
    unsigned pits;
    unsigned seeds_most;
    // By seeds in the row: `pits` moves for each rank, those of empty pits last and no moves.
    struct waurie_row_move *moves[WAURIE_SEEDS_MAX + 1];
    // By seeds in the row, then fed seeds, 0 .. seeds_most - seeds in the row: for each rank, the
    // rank of the row that these seeds were fed into.
    uint32_t *fed[WAURIE_SEEDS_MAX + 1];
};

// Prepares the rows with at most `seeds_most` seeds. Errors: KAURI_RESOURCE. Cleared with
// waurie_row_moves_clear, which accepts a zeroed struct.
enum kauri_status waurie_row_moves_make(const struct waurie_rules *rules, unsigned pits,
                                        unsigned seeds_most, struct waurie_row_moves *rows,
                                        struct kauri_error *error);
void waurie_row_moves_clear(struct waurie_row_moves *rows);

// Bytes that they take.
uint64_t waurie_row_moves_bytes(unsigned pits, unsigned seeds_most);

// The ranks after feeding `fed` seeds to rows with `seeds`, by rank.
static inline const uint32_t *waurie_row_fed(const struct waurie_row_moves *rows, unsigned seeds,
                                             unsigned fed, uint32_t row_count)
{
    return rows->fed[seeds] + (uint64_t)fed * row_count;
}

#endif
