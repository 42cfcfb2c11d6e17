// The values r of the layers below the one being solved.
#ifndef KAURI_SOLVER_LOWER_H
#define KAURI_SOLVER_LOWER_H

#include "db/tables.h"
#include "indexer/layer.h"

#include <stdint.h>

// One layer's r in memory: r = bias + the stored number, 1 or 2 bytes wide.
struct kauri_lower_layer {
    void *stored;
    int32_t bias;
    uint8_t width;
};

struct kauri_lower {
    struct kauri_lower_layer layer[KAURI_SEEDS_MAX + 1]; // by seeds
    uint64_t bytes;                                      // of all layers in memory
};

// Loads r of layers 0 .. seeds-1 from the folder. KAURI_MISSING names the first that is not there;
// KAURI_CORRUPT for tables of another shape or damaged ones; KAURI_RESOURCE for memory.
enum kauri_status kauri_lower_load(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, struct kauri_lower *lower,
                                   struct kauri_error *error);
// Safe on a zeroed one.
void kauri_lower_clear(struct kauri_lower *lower);

static inline int32_t kauri_lower_value(const struct kauri_lower_layer *layer, uint64_t index)
{
    return layer->bias + (layer->width == 1 ? ((const uint8_t *)layer->stored)[index]
                                            : ((const uint16_t *)layer->stored)[index]);
}

#endif
