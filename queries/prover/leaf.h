// Leaf initialisation: the first efforts of a question, from the next plies and, at their ends, the
// efforts that a network predicts (queries/estimate/net.h).
//
// The usual choice is phi = 1 and delta = the number of moves. Using moves that the rules answer,
// and a network that predicts what proofs cost, makes the search expand far fewer positions
// (docs/reference/SEARCH.md, "First efforts").
//
// Implemented in leaf.c and leaf_avx2.c. Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_PROVER_LEAF_H
#define KAURI_QUERIES_PROVER_LEAF_H

#include "queries/estimate/net.h"
#include "queries/packed/packed_board.h"
#include "queries/prover/question.h"

#include <stdbool.h>

// The first efforts of a position that a table answers, which costs a look-up and no search.
static inline struct kauri_efforts kauri_efforts_of_table(void)
{
    return (struct kauri_efforts){4, 4};
}

enum { KAURI_LEAF_PLIES = 2 }; // plies that searches look ahead

// The inputs of first efforts besides the question.
struct kauri_leaf_context {
    const struct kauri_sowing *sowing;
    const struct kauri_net *net;
    const bool *covered; // by number of seeds: tables answer such positions
};

// First efforts of "is r >= x?" for a position with `seeds` seeds, after looking `plies` plies
// ahead.
typedef struct kauri_efforts kauri_leaf_look(const struct kauri_leaf_context *leaf,
                                             const struct kauri_packed *board, unsigned seeds,
                                             int x, unsigned plies);

// Builds of this function that differ in the instructions that they use, and not in their results.
enum kauri_leaf_build {
    KAURI_LEAF_PORTABLE, // instructions that the compiler may assume: SSE2 on x86-64
    KAURI_LEAF_AVX2,
    KAURI_LEAF_FASTEST, // the fastest build that the processor can run
};

// NULL if the processor lacks the instructions; never for the portable and the fastest build.
kauri_leaf_look *kauri_leaf_get(enum kauri_leaf_build build);

#endif
