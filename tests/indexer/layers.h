// Layers for tests.
#ifndef KAURI_TESTS_INDEXER_LAYERS_H
#define KAURI_TESTS_INDEXER_LAYERS_H

#include "indexer/layer.h"
#include "tests/test.h"

static inline struct kauri_layer layer_of(struct kauri_shape shape, unsigned seeds)
{
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
    return layer;
}

static inline struct kauri_layer board_layer(unsigned holes, unsigned cowries, unsigned seeds)
{
    return layer_of((struct kauri_shape){(uint8_t)holes, (uint8_t)cowries}, seeds);
}

#endif
