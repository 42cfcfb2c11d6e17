// The memory of a prover and of its threads, shared by the files that implement it: branches.c
// generates the moves of a position and reads what is known about them, explore.c searches.
#ifndef KAURI_QUERIES_PROVER_PROVER_STATE_H
#define KAURI_QUERIES_PROVER_PROVER_STATE_H

#include "queries/prover/leaf.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/proof_table.h"
#include "queries/prover/prover.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    // Positions on a path. A search that reaches the end of the path gives up the line.
    KAURI_PROVER_DEPTH = 4096,
    KAURI_PROVER_FILTER = 4096, // counters of the filter of the path
    // Approximate stack in bytes that a position on a path takes, at most.
    KAURI_PROVER_STACK = 256,
    KAURI_PROVER_BUSY = 1 << 16,
    KAURI_PATH_SET_WORDS = 4,
    KAURI_PATH_SET_LIMIT = 64 * KAURI_PATH_SET_WORDS - 1,
    // Plies without a capture that are followed. A set has a bit for each of them.
    KAURI_PROVER_QUIET = 64 * KAURI_PATH_SET_WORDS - 2,
};

// Number of positions that a bound proven elsewhere is taken to have cost.
#define KAURI_PROVER_LEARNED (UINT64_C(1) << 40)

// The positions of the path that an answer rests on. Bit i stands for the position i plies after
// the last capture; bit KAURI_PATH_SET_LIMIT, for lines that were given up.
struct kauri_path_set {
    uint64_t bits[KAURI_PATH_SET_WORDS];
};

// A move of a position on the path, with the question about the position after it.
struct kauri_branch {
    struct kauri_packed board;
    struct kauri_table_place place;
    struct kauri_efforts efforts;
    struct kauri_path_set rests_on;
    int16_t x;
    int16_t low, high; // proven bounds of r after the move
    int8_t gain;       // net gain of the move: own captures minus the opponent's
    uint8_t seeds;
};

struct kauri_frame {
    struct kauri_packed board;
    struct kauri_table_place place;
    struct kauri_branch branches[KAURI_HOLES_MAX];
    unsigned count;
    unsigned segment; // the frame after the last capture
    struct kauri_efforts efforts;
    struct kauri_path_set rests_on;
    int16_t x;
    uint8_t seeds;
};

struct kauri_prover_worker {
    struct kauri_prover *prover;
    struct kauri_frame *frames; // KAURI_PROVER_DEPTH frames
    uint16_t filter[KAURI_PROVER_FILTER];
    uint64_t nodes;
    uint64_t polled; // nodes when the limits were last checked
    enum kauri_status status;
    struct kauri_error error;
};

struct kauri_prover {
    struct kauri_shape shape;
    unsigned seeds;
    unsigned threads;
    uint64_t seed;  // 0: of moves with equal efforts, the first one is followed
    unsigned quiet; // KAURI_PROVER_QUIET; less in tests
    struct kauri_tablebase *tables;
    bool covered[KAURI_SEEDS_MAX + 1];
    struct kauri_sowing sowing;
    struct kauri_leaf_context leaf;
    kauri_leaf_look *look;
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    struct kauri_question_values values;
    struct kauri_proof_nodes citable; // statements of other proofs
    struct kauri_prover_worker *workers;
    void *busy_memory;
    _Atomic uint16_t *busy;              // number of threads below a position, by its place
    struct kauri_prover_history history; // history without the question that is asked now
    _Atomic uint64_t probed;             // bit n: the table of layer n was asked
    // Members for the question that is asked now.
    const struct kauri_prover_limits *limits;
    unsigned searching; // number of threads that search
    double started;     // when the question began; 0: no question is asked
    double reported;    // when progress was last reported, in seconds after the start
    atomic_bool stop;
    bool stopped; // the progress asked to stop
    _Atomic uint64_t nodes;
    struct kauri_frame root;
};

// Returns whether an answer rests on no position of the path, so that it holds on every path.
static inline bool kauri_path_set_is_empty(const struct kauri_path_set *set)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < KAURI_PATH_SET_WORDS; i++) {
        all |= set->bits[i];
    }
    return all == 0;
}

// Adds a number of plies after the last capture, or KAURI_PATH_SET_LIMIT.
static inline void kauri_path_set_add(struct kauri_path_set *set, unsigned bit)
{
    set->bits[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static inline bool kauri_path_set_has(const struct kauri_path_set *set, unsigned bit)
{
    return (set->bits[bit / 64] >> (bit % 64) & 1) != 0;
}

static inline void kauri_path_set_remove(struct kauri_path_set *set, unsigned bit)
{
    set->bits[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
}

static inline void kauri_path_set_add_all(struct kauri_path_set *set,
                                          const struct kauri_path_set *other)
{
    for (unsigned i = 0; i < KAURI_PATH_SET_WORDS; i++) {
        set->bits[i] |= other->bits[i];
    }
}

// Returns whether the move captures nothing.
static inline bool kauri_branch_is_quiet(const struct kauri_frame *frame,
                                         const struct kauri_branch *branch)
{
    return branch->seeds == frame->seeds;
}

// Records that bounds proven from now on may rest on the table of the layer.
static inline void kauri_prover_note_probe(struct kauri_prover *prover, unsigned seeds)
{
    const uint64_t bit = UINT64_C(1) << seeds;
    if ((atomic_load_explicit(&prover->probed, memory_order_relaxed) & bit) == 0) {
        atomic_fetch_or(&prover->probed, bit);
    }
}

// Returns the place where the table may have a position.
static inline struct kauri_table_place kauri_prover_place(const struct kauri_prover *prover,
                                                          const struct kauri_packed *board)
{
    return kauri_proof_table_place(&prover->table, kauri_board_number(&prover->numbering, board));
}

// First efforts of "is r >= x?".
static inline struct kauri_efforts kauri_prover_first_numbers(const struct kauri_prover *prover,
                                                              const struct kauri_packed *board,
                                                              unsigned seeds, int x)
{
    return prover->look(&prover->leaf, board, seeds, x, KAURI_LEAF_PLIES);
}

// The counter of the filter for a position.
static inline unsigned kauri_prover_filter(struct kauri_table_place place)
{
    return (unsigned)((place.key ^ place.bucket) % KAURI_PROVER_FILTER);
}

// The number of threads below a position.
static inline _Atomic uint16_t *kauri_prover_busy(const struct kauri_prover *prover,
                                                  struct kauri_table_place place)
{
    return &prover->busy[place.bucket % KAURI_PROVER_BUSY];
}

// Makes all threads return soon.
static inline void kauri_prover_stop(struct kauri_prover *prover)
{
    atomic_store_explicit(&prover->stop, true, memory_order_relaxed);
}

static inline bool kauri_prover_is_stopped(const struct kauri_prover *prover)
{
    return atomic_load_explicit(&prover->stop, memory_order_relaxed);
}

#endif
