// Conversions of the verifier between stored columns, keys and worths (verify/equations_block.h).
// Pure functions on arrays; thread-safe.
#ifndef KAURI_VERIFY_VERIFY_WORTHS_H
#define KAURI_VERIFY_VERIFY_WORTHS_H

#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

// Wide worths of `count` positions from their stored columns of one byte; `bias` is that of r. An
// entry with r = 0 and a distance is always wrong: its worth is 0, and *undefined becomes true.
void kauri_worths_stored(const uint8_t *r, const uint8_t *dtc, int bias, uint64_t count,
                         int16_t *worths, bool *undefined);

// Worths of one byte from the stored column r, in its place.
void kauri_worths_stored_bytes(uint8_t *r, int bias, uint64_t count);

// Worths from keys, in their place.
void kauri_worths_keys(int16_t *keys, uint64_t count);
void kauri_worths_keys_bytes(uint8_t *keys, uint64_t count);

// The columns that a table would store for positions with wide keys.
void kauri_worths_columns(const int16_t *keys, int bias, uint64_t count, uint8_t *r, uint8_t *dtc);

// Turns a block: transposes [mover][opponent] into [opponent][mover].
void kauri_worths_turn(const struct kauri_layer *layer, const int16_t *straight, int16_t *turned);
void kauri_worths_turn_bytes(const struct kauri_layer *layer, const uint8_t *straight,
                             uint8_t *turned);

// The same the other way round: a turned block becomes straight.
void kauri_worths_straighten(const struct kauri_layer *layer, const int16_t *turned,
                             int16_t *straight);

#endif
