// The two blocks of a layer that refer to one another (waurie/solver/solve_tables.h), and what the
// parts of their solver share. Implemented in waurie/solver/pair.c, waurie/solver/storing_moves.c
// and waurie/solver/quiet_moves.c.
#ifndef KAURI_WAURIE_SOLVER_PAIR_H
#define KAURI_WAURIE_SOLVER_PAIR_H

#include "common/loop.h"
#include "common/status.h"
#include "waurie/layer_file.h"
#include "waurie/pits.h"
#include "waurie/solver/lines.h"
#include "waurie/solver/lower_blocks.h"
#include "waurie/solver/sowing.h"

// Matrices of bits: lines of whole words (waurie/layer_file.h), filled up with zeros. Masks of
// rows, which select bits of a line (waurie/solver/lines.h).

struct waurie_matrix {
    uint32_t lines;
    uint32_t bits; // of a line
    uint32_t words;
    uint64_t *at;
};

// A matrix of zeros; free it with waurie_matrix_free. Errors: KAURI_RESOURCE.
enum kauri_status waurie_matrix_new(uint32_t lines, uint32_t bits, struct waurie_matrix *matrix,
                                    struct kauri_error *error);
// Accepts a zeroed matrix, and leaves one without words.
void waurie_matrix_free(struct waurie_matrix *matrix);

static inline uint64_t *waurie_matrix_line(const struct waurie_matrix *matrix, uint32_t line)
{
    return matrix->at + (uint64_t)line * matrix->words;
}

// Sets or clears all bits.
void waurie_matrix_fill(const struct waurie_matrix *matrix, bool value);

// Fills *to, which has as many bits in a line as *from has lines and the other way round, with the
// transpose of *from. `threads` threads share the work.
void waurie_matrix_transpose(const struct waurie_lines *lines, unsigned threads,
                             const struct waurie_matrix *from, const struct waurie_matrix *to);

// Marks among the rows with `seeds` seeds those that have at least least[i] and at most most[i]
// seeds in each pit i. Free it with waurie_mask_clear. Errors: KAURI_RESOURCE.
enum kauri_status waurie_mask_make(unsigned pits, unsigned seeds,
                                   const uint8_t least[WAURIE_PITS_MAX],
                                   const uint8_t most[WAURIE_PITS_MAX], struct waurie_mask *mask,
                                   struct kauri_error *error);

// Marks the rows that some row becomes when `added` seeds are sown into it from its first pit on,
// round after round. `seeds` includes them.
enum kauri_status waurie_mask_sown(unsigned pits, unsigned seeds, unsigned added,
                                   struct waurie_mask *mask, struct kauri_error *error);

// Accepts a zeroed mask, and leaves one.
void waurie_mask_clear(struct waurie_mask *mask);

// The work on the pairs of a layer; it does not change, but for the lower blocks that are held.
struct waurie_layer_work {
    struct waurie_tables *tables;
    struct waurie_lower *lower; // NULL: all lower blocks are always held
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    const struct waurie_layer *layer; // array by seeds
    const struct waurie_lines *lines;
};

// The blocks with `first` and work->seeds - first seeds in the mover's row, first at most half of
// the seeds. They are the same if these are equal.
struct waurie_pair_blocks {
    unsigned first;
    // Where the words of the blocks go: [0] with `first` seeds in the mover's row, [1] with the
    // others. If NULL, they are allocated as late as possible, and the caller frees them with
    // waurie_pair_blocks_free, also on failure. [1] stays NULL if the blocks are the same.
    uint64_t *bits[2];
};

// Solves the blocks. The threads of *pace share the work. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED, those of waurie_lower_hold.
enum kauri_status waurie_pair_solve(const struct waurie_layer_work *work, struct kauri_pace *pace,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error);

// Frees the blocks that solving a pair of `layer` allocated.
void waurie_pair_blocks_free(const struct waurie_layer *layer, struct waurie_pair_blocks *blocks);

// The greatest number of bytes that solving a pair takes at a time, without the lower blocks, and
// with the pair's own blocks if `blocks` is set. Thread-safe.
uint64_t waurie_pair_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned first, unsigned threads, bool blocks);

// A pair being solved.
struct waurie_pair {
    const struct waurie_layer_work *work;
    struct kauri_pace *pace; // of the loops
    uint64_t **line;         // by worker: the result of a move for a whole line, and a word more
    struct waurie_sown sowing[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1]; // by pit and seeds
};

// The moves that store a seed (waurie/solver/solve_tables.h, step 1). For the player with `own`
// seeds, at least 1: *to, which is zero before, gets a line for each row of the mover and a bit for
// each row of the player who waits, 1 if such a move wins. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED, those of waurie_lower_hold.
enum kauri_status waurie_storing_moves(struct waurie_pair *pair, unsigned own,
                                       const struct waurie_matrix *to, struct kauri_error *error);

// The moves that store nothing (steps 2 and 3): completes both blocks of a pair, given the moves
// that store seeds. *own: the first player, with `seeds` seeds, to move; a line for each of the
// first player's rows. *other: the second player to move, lines and bits for the same rows. Errors:
// KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_quiet_moves(struct waurie_pair *pair, unsigned seeds,
                                     const struct waurie_matrix *own,
                                     const struct waurie_matrix *other, struct kauri_error *error);

// The rank of a row with `seeds` seeds: what the sowing from pit `pit` leaves of `row`.
static inline uint32_t waurie_pair_rank_after(const struct waurie_pair *pair,
                                              const uint8_t row[WAURIE_PITS_MAX], unsigned pit,
                                              const struct waurie_sown *sowing, unsigned seeds)
{
    uint8_t after[WAURIE_PITS_MAX];
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sowing->own[i]);
    }
    return waurie_row_rank(pair->work->pits, seeds, after);
}

#endif
