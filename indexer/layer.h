// The dense index of a layer. A layer is the set of all positions with the same number of seeds on
// boards of one shape, seen from the player to move; the score and the side to move are not part of
// it.
//
//   index = block * cowrie_count + cowrie_rank
//
// A block is one seed configuration; blocks are numbered by kauri_row_rank of the seeds in all
// holes. Within a block, cowrie configurations are ordered by the number t of cowries in the
// mover's row (ascending), then by the rank of the mover's row S, then by the rank of the
// opponent's row N. Rows with the same number of counters are ranked lexicographically, hole by
// hole from the owner's left (docs/reference/FORMAT.md, section 7).
//
// Example: 2 holes in a row, 2 seeds and 2 cowries (tests/indexer/test_index.c holds these
// numbers). The position 1,0+1/0,1+1 has the seeds 1,0,0,1, which have rank 6 among the 10 ways to
// put two seeds into four holes. Its cowrie configuration has t = 1: it comes after the 1 * 3
// configurations with t = 0, whose rows S and N are 0,0 and one of 0,2 1,1 2,0. There are 2 * 2
// configurations with t = 1, and this one, S = 0,1 and N = 0,1, is the first of them: rank 3. With
// 3 + 4 + 3 = 10 configurations in a block, the index is 6 * 10 + 3 = 63.
//
// All functions are pure and work on constant data: thread-safe, no allocation.
#ifndef KAURI_INDEXER_LAYER_H
#define KAURI_INDEXER_LAYER_H

#include "common/status.h"
#include "rules/board.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

// -------------------------------------------------------------------------- binomial coefficients

enum {
    KAURI_BINOMIAL_N_MAX = 72, // seeds + holes - 1 of the largest shape is 71
    KAURI_BINOMIAL_K_MAX = 12,
};

// Pascal's triangle: kauri_binomials[n][k] is C(n, k), 0 where k > n. Every value is below 2^44, so
// small sums cannot overflow.
extern const uint64_t kauri_binomials[KAURI_BINOMIAL_N_MAX + 1][KAURI_BINOMIAL_K_MAX + 1];

// C(n, k) for 0 <= n <= 72 and 0 <= k <= 12. Inline, because a look-up needs about fifty of them.
static inline uint64_t kauri_binomial(unsigned n, unsigned k)
{
    assert(n <= KAURI_BINOMIAL_N_MAX && k <= KAURI_BINOMIAL_K_MAX);
    return kauri_binomials[n][k];
}

// Number of ways to put `things` counters into `holes` holes (at least 1):
// C(things + holes - 1, holes - 1).
static inline uint64_t kauri_compositions(unsigned things, unsigned holes)
{
    return kauri_binomial(things + holes - 1, holes - 1);
}

// ----------------------------------------------------------------------------------------- layers

// Shape of the board. All tables of a folder have the same shape.
struct kauri_shape {
    uint8_t holes;   // holes in a row, 1..6
    uint8_t cowries; // cowries on the board, 0..12
};

static inline struct kauri_shape kauri_shape_of(const struct kauri_position *position)
{
    return (struct kauri_shape){position->holes, (uint8_t)kauri_cowries(position)};
}

static inline bool kauri_shape_equal(struct kauri_shape a, struct kauri_shape b)
{
    return a.holes == b.holes && a.cowries == b.cowries;
}

struct kauri_layer {
    struct kauri_shape shape;
    uint8_t seeds;         // seeds on the board, 0..60
    uint32_t cowrie_count; // number of cowrie configurations, that is, of positions in a block
    uint64_t block_count;  // number of seed configurations
    uint64_t positions;    // block_count * cowrie_count
    uint32_t half_start[KAURI_COWRIES_MAX + 2]; // first cowrie rank with t mover's cowries
    uint32_t row_count[KAURI_COWRIES_MAX + 1];  // number of rows with t cowries
};

// A position without side and score: the mover's holes 0..holes-1, then the opponent's, in sowing
// order.
struct kauri_view {
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
};

// Fills *layer. KAURI_USAGE for a shape or number of seeds out of range. (In this range, the number
// of positions always fits into 64 bits; it is checked nevertheless.)
enum kauri_status kauri_layer_init(struct kauri_layer *layer, struct kauri_shape shape,
                                   unsigned seeds, struct kauri_error *error);

// Fails with KAURI_RESOURCE and "out of memory for <purpose> layer <seeds>": `purpose` is a phrase
// such as "writing" or "the blocks of".
enum kauri_status kauri_layer_out_of_memory(const struct kauri_layer *layer, const char *purpose,
                                            struct kauri_error *error);

// Converts a position to the view of its mover, and a view to a position with South to move and
// score 0:0. The position must be valid.
struct kauri_view kauri_view_of(const struct kauri_position *position);
struct kauri_position kauri_view_position(const struct kauri_view *view, unsigned holes);

// Lexicographic rank of a distribution of `things` counters (at most 60) over `holes` holes (1..12)
// among all such distributions, in O(holes). Rank 0 has all counters in the last hole. The inverse
// writes all `holes` counts.
uint64_t kauri_row_rank(const uint8_t *counts, unsigned holes, unsigned things);
void kauri_row_unrank(uint64_t rank, unsigned holes, unsigned things, uint8_t *counts);

// Rank of a cowrie configuration within a block, and its inverse.
uint32_t kauri_cowrie_rank(const struct kauri_layer *layer, const uint8_t *cowries);
void kauri_cowrie_unrank(const struct kauri_layer *layer, uint32_t rank, uint8_t *cowries);

// The block with the two rows of seeds exchanged, that is, of the same seeds seen by the opponent.
uint64_t kauri_block_exchanged(const struct kauri_layer *layer, uint64_t block);

// The block of a position and its rank in that block: the two parts of its index. The position must
// have the shape, seeds and cowries of the layer, as for kauri_index.
struct kauri_block_place {
    uint64_t block;
    uint32_t cowrie_rank;
};
struct kauri_block_place kauri_block_place(const struct kauri_layer *layer,
                                           const struct kauri_position *position);

// Index of a view, in [0, layer->positions), and its inverse. The view must have the shape, seeds
// and cowries of the layer. This is not checked: another view gives a wrong index or reads out of
// bounds.
uint64_t kauri_index(const struct kauri_layer *layer, const struct kauri_view *view);
void kauri_unindex(const struct kauri_layer *layer, uint64_t index, struct kauri_view *view);

// The position of an index, with South to move and score 0:0.
struct kauri_position kauri_layer_position(const struct kauri_layer *layer, uint64_t index);

#endif
