// Estimates of positions about which nothing is proven, by a network that was fitted to games of
// the engine against itself (queries/estimate/net.h, docs/ENGINE.md). The engine chooses moves by
// them, and a search its first question.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_ESTIMATE_ESTIMATE_H
#define KAURI_QUERIES_ESTIMATE_ESTIMATE_H

#include "queries/estimate/net.h"

enum {
    KAURI_ESTIMATE_UNIT = 16, // estimates count sixteenths of r, so 48 of them are a seed
    // The network estimates captures as a share of the seeds on the board and eight more.
    KAURI_ESTIMATE_MORE = 8,
    KAURI_ESTIMATE_SHARE_BITS = 14, // fraction bits of a share
    KAURI_ESTIMATE_SHIFT = 4,       // those of the dot product beyond them
};

// The greatest r of a position with so many seeds, in units.
static inline int kauri_estimate_most(unsigned seeds)
{
    return KAURI_ESTIMATE_UNIT * (3 * (int)seeds + 1);
}

// The estimate of r for the player to move, in units; `seeds` are those on the board. It lies
// within the trivial bounds, but is not a bound itself.
int kauri_estimate(const struct kauri_estimate_net *net, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds);

#endif
