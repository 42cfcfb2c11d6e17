// What verifying a layer whole, verifying a part of it, and adding up its parts have in common.
#ifndef KAURI_VERIFY_VERIFY_BASIS_H
#define KAURI_VERIFY_VERIFY_BASIS_H

#include "common/status.h"
#include "indexer/layer.h"
#include "tablebase/tablebase.h"
#include "verify/verify_result.h"

#include <stdint.h>

// Opens layer `seeds` of the tables and all layers below it; *layer receives its index. Errors:
// those of kauri_tablebase_layer.
enum kauri_status kauri_verify_open(struct kauri_tablebase *tables, unsigned seeds,
                                    struct kauri_layer *layer, struct kauri_error *error);

// The first of part `i` (from 0) of n parts of `count` things. If the division leaves a remainder,
// the first parts are longer by one.
uint64_t kauri_verify_part_first(uint64_t count, uint64_t i, uint64_t n);

// Describes the wrong position with the lowest index, in *result, whose counts are filled, and in
// the message. Returns KAURI_WRONG, or another status if the position cannot be looked up.
enum kauri_status kauri_verify_tell_wrong(struct kauri_tablebase *tables,
                                          const struct kauri_layer *layer, uint64_t index,
                                          struct kauri_verify_result *result,
                                          struct kauri_error *error);

#endif
