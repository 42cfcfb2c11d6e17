// The bounds in the memory of a prover that cost most, for handing them on with proofs of their
// own.
#ifndef KAURI_QUERIES_PROVER_COSTLY_BOUNDS_H
#define KAURI_QUERIES_PROVER_COSTLY_BOUNDS_H

#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"

#include <stdint.h>

struct kauri_costly_bound {
    struct kauri_position position; // South to move, score 0:0
    struct kauri_bounds r;          // the side that answers the last question about it
    uint64_t work;                  // positions expanded for it, about
};

// Fills `bounds` with at most `most` bounds whose work is at least `least`, those that cost most,
// ascending by work. Bounds that were learned from elsewhere are left out. Returns their number.
// Reads the whole memory. Not while the prover is asked.
unsigned kauri_prover_costly(const struct kauri_prover *prover, uint64_t least, unsigned most,
                             struct kauri_costly_bound *bounds);

#endif
