// The inner loops of the verifier: raise the keys of consecutive positions to those of a move where
// these are greater.
//
// There are two kinds of keys. Wide keys are those of verify/equations.h with
// KAURI_KEY_SCALE_NARROW. Byte keys have r alone: r + KAURI_BYTE_ZERO. A successor is worth a key
// to the player whose move leads to it, so worths are wide or bytes, too.
//
// The simplest way is one loop over `count` positions. Most runs are short, though, so the loops
// here take vectors of 8 positions, and the last one overlaps the one before it: raising a key
// twice does no harm.
#ifndef KAURI_VERIFY_RAISE_H
#define KAURI_VERIFY_RAISE_H

#include "verify/equations.h"

#include <stdint.h>

enum {
    KAURI_BYTE_ZERO = 128, // for |r| up to 127
    KAURI_RAISE_LANES = 8,
};

// Each of these raises `lanes` keys. With a constant number of lanes they become vector
// instructions.

// Moves within the layer: the worth of the successor is the key.
static inline void kauri_raise_wide_lanes(int16_t *restrict keys, const int16_t *restrict worths,
                                          uint32_t lanes, int gain)
{
    (void)gain;
    for (uint32_t i = 0; i < lanes; i++) {
        keys[i] = worths[i] > keys[i] ? worths[i] : keys[i];
    }
}

// Captures, which lead to a layer below: their distance is 1.
static inline void kauri_raise_capture_lanes(int16_t *restrict keys, const uint8_t *restrict worths,
                                             uint32_t lanes, int gain)
{
    for (uint32_t i = 0; i < lanes; i++) {
        const int r = worths[i] - KAURI_BYTE_ZERO + gain;
        const int16_t key = (int16_t)(r * KAURI_KEY_SCALE_NARROW - (r > 0) + (r < 0));
        keys[i] = key > keys[i] ? key : keys[i];
    }
}

// Any move, where only r is needed.
static inline void kauri_raise_byte_lanes(uint8_t *restrict keys, const uint8_t *restrict worths,
                                          uint32_t lanes, int gain)
{
    for (uint32_t i = 0; i < lanes; i++) {
        const uint8_t key = (uint8_t)(worths[i] + gain);
        keys[i] = key > keys[i] ? key : keys[i];
    }
}

// Raises `count` keys with one of the functions above.
#define KAURI_RAISE_RUN(raise_lanes, keys, worths, count, gain)                                    \
    do {                                                                                           \
        if ((count) < KAURI_RAISE_LANES / 2) {                                                     \
            raise_lanes(keys, worths, count, gain);                                                \
        } else if ((count) < KAURI_RAISE_LANES) {                                                  \
            const uint32_t last = (count)-KAURI_RAISE_LANES / 2;                                   \
            raise_lanes(keys, worths, KAURI_RAISE_LANES / 2, gain);                                \
            raise_lanes((keys) + last, (worths) + last, KAURI_RAISE_LANES / 2, gain);              \
        } else {                                                                                   \
            const uint32_t last = (count)-KAURI_RAISE_LANES;                                       \
            for (uint32_t at = 0; at < last; at += KAURI_RAISE_LANES) {                            \
                raise_lanes((keys) + at, (worths) + at, KAURI_RAISE_LANES, gain);                  \
            }                                                                                      \
            raise_lanes((keys) + last, (worths) + last, KAURI_RAISE_LANES, gain);                  \
        }                                                                                          \
    } while (0)

static inline void kauri_raise_wide(int16_t *restrict keys, const int16_t *restrict worths,
                                    uint32_t count)
{
    KAURI_RAISE_RUN(kauri_raise_wide_lanes, keys, worths, count, 0);
}

static inline void kauri_raise_wide_capture(int16_t *restrict keys, const uint8_t *restrict worths,
                                            uint32_t count, int gain)
{
    KAURI_RAISE_RUN(kauri_raise_capture_lanes, keys, worths, count, gain);
}

static inline void kauri_raise_bytes(uint8_t *restrict keys, const uint8_t *restrict worths,
                                     uint32_t count, int gain)
{
    KAURI_RAISE_RUN(kauri_raise_byte_lanes, keys, worths, count, gain);
}

#undef KAURI_RAISE_RUN

#endif
