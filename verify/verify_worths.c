#include "verify/verify_worths.h"

#include "common/transpose.h"
#include "verify/equations.h"
#include "verify/raise.h"

// The loops have no branches, so that the compiler makes vectors of them.

void kauri_worths_stored(const uint8_t *r, const uint8_t *dtc, int bias, uint64_t count,
                         int16_t *worths, bool *undefined)
{
    uint8_t wrong = 0;
    for (uint64_t i = 0; i < count; i++) {
        const int16_t value = (int16_t)(bias + r[i]);
        const int16_t sign = (int16_t)((value > 0) - (value < 0));
        const int16_t distance = (int16_t)(dtc[i] + 1);
        worths[i] = (int16_t)(sign * distance - value * KAURI_KEY_SCALE_NARROW);
        wrong |= (uint8_t)(sign == 0 ? dtc[i] : 0);
    }
    *undefined = *undefined || wrong != 0;
}

void kauri_worths_stored_bytes(uint8_t *r, int bias, uint64_t count)
{
    const uint8_t zero = (uint8_t)(KAURI_BYTE_ZERO - bias);
    for (uint64_t i = 0; i < count; i++) {
        r[i] = (uint8_t)(zero - r[i]);
    }
}

void kauri_worths_keys(int16_t *keys, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = (int16_t)((keys[i] > 0) - (keys[i] < 0) - keys[i]);
    }
}

void kauri_worths_keys_bytes(uint8_t *keys, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = (uint8_t)(2 * KAURI_BYTE_ZERO - keys[i]);
    }
}

void kauri_worths_columns(const int16_t *keys, int bias, uint64_t count, uint8_t *r, uint8_t *dtc)
{
    for (uint64_t i = 0; i < count; i++) {
        // key = 256 r - dtc for r > 0, 256 r + dtc for r < 0: r is key / 256, rounded away from 0.
        const int16_t key = keys[i];
        const int16_t up = (int16_t)(key > 0 ? KAURI_KEY_SCALE_NARROW - 1 : 0);
        const int16_t value = (int16_t)((key + up) >> 8);
        const int16_t rest = (int16_t)(key - value * KAURI_KEY_SCALE_NARROW);
        r[i] = (uint8_t)(value - bias);
        dtc[i] = (uint8_t)(rest < 0 ? -rest : rest);
    }
}

void kauri_worths_turn(const struct kauri_layer *layer, const int16_t *straight, int16_t *turned)
{
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        const uint32_t start = layer->half_start[t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[layer->shape.cowries - t];
        kauri_transpose16((const uint16_t *)straight + start, opponents, movers, opponents,
                          (uint16_t *)turned + start, movers);
    }
}

void kauri_worths_turn_bytes(const struct kauri_layer *layer, const uint8_t *straight,
                             uint8_t *turned)
{
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        const uint32_t start = layer->half_start[t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[layer->shape.cowries - t];
        kauri_transpose8(straight + start, opponents, movers, opponents, turned + start, movers);
    }
}

void kauri_worths_straighten(const struct kauri_layer *layer, const int16_t *turned,
                             int16_t *straight)
{
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        const uint32_t start = layer->half_start[t];
        const uint32_t movers = layer->row_count[t];
        const uint32_t opponents = layer->row_count[layer->shape.cowries - t];
        kauri_transpose16((const uint16_t *)turned + start, movers, opponents, movers,
                          (uint16_t *)straight + start, opponents);
    }
}
