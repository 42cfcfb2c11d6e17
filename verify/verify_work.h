// The work of a verification.
#ifndef KAURI_VERIFY_VERIFY_WORK_H
#define KAURI_VERIFY_VERIFY_WORK_H

#include <stdint.h>

// How much work was done. A position is decoded or derived again if the memory did not suffice to
// keep it.
struct kauri_verify_work {
    uint64_t decoded;       // positions that were decoded, of all layers
    uint64_t derived;       // positions that were derived from their successors
    uint64_t layer_decoded; // those of the layer itself
    uint64_t layer_derived;
};

#endif
